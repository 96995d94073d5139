"""Observations as few bytes, for files: most of their numbers are 0 or 1.

A number that is never anything else takes a bit, others a byte, and those that may be negative or
exceed 255 two. A row of bytes has

- the bits: the first eighth of these numbers are the lowest bits of the bytes, the next eighth
  the second lowest, and so on, so that a processor packs dozens at once,
- a byte for each of the other numbers: its lower eight bits,
- the upper eight bits of those that take two bytes.

Within each of these, numbers are in the order of the observation.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from azulejos.core.compiled import compiled, exported
from azulejos.core.layout import Codes, Raw
from azulejos.core.observation import Observation

Row = NDArray[np.int16]
Rows = NDArray[np.int32]

BYTE = 255
BITS = np.arange(8, dtype=np.uint8)
BLOCK = 256
"""So many rows are unpacked at a time: they stay in the cache."""


class Packing:
    """How the numbers of an observation become bytes, and numbers again."""

    def __init__(self, lowest: NDArray[np.int16], highest: NDArray[np.int16]) -> None:
        wide = (lowest < 0) | (highest > BYTE)
        bits = (highest <= 1) & ~wide
        self.size = len(highest)
        self.bit_bytes = (int(bits.sum()) + 7) // 8
        """How many bytes the bits take."""

        self.runs = np.array(
            [*_runs(bits, 0), *_runs(~bits, 8 * self.bit_bytes)], np.int32
        ).reshape(-1, 3)
        """First, last and place of numbers that stay together when the bits come first."""

        self.wide = np.flatnonzero(wide).astype(np.int32)
        self.loose = np.zeros(8 * self.bit_bytes + int((~bits).sum()), np.uint8)
        """Room for a row with a byte for each number, the bits first."""

        self.width = len(self.loose) - 7 * self.bit_bytes + len(self.wide)
        """How many bytes a row takes."""

    @classmethod
    def of(cls, observation: Observation) -> Packing:
        """That of a game's observations."""
        return cls(observation.lowest, observation.highest)

    def pack(self, rows: NDArray[np.int16]) -> NDArray[np.uint8]:
        """Rows of numbers as bytes."""
        packed = np.zeros((len(rows), self.width), np.uint8)
        for numbers, out in zip(rows, packed, strict=True):
            pack_numbers(numbers, self.runs, self.wide, self.loose, self.bit_bytes, out)
        return packed

    def unpack(self, packed: NDArray[np.uint8]) -> NDArray[np.int16]:
        """Rows of bytes as numbers."""
        numbers = np.empty((len(packed), self.size), np.int16)
        for start in range(0, len(packed), BLOCK):
            rows = slice(start, start + BLOCK)
            self._unpack(packed[rows], numbers[rows])
        return numbers

    def _unpack(self, packed: NDArray[np.uint8], numbers: NDArray[np.int16]) -> None:
        rows, bits, above = len(packed), 8 * self.bit_bytes, self.width - len(self.wide)
        loose = np.empty((rows, len(self.loose)), np.uint8)
        eighths = loose[:, :bits].reshape(rows, 8, self.bit_bytes)
        np.right_shift(packed[:, None, : self.bit_bytes], BITS[:, None], out=eighths)
        eighths &= 1
        loose[:, bits:] = packed[:, self.bit_bytes : above]
        for first, last, place in self.runs.tolist():
            numbers[:, first:last] = loose[:, place : place + last - first]
        numbers[:, self.wide] |= packed[:, above:].astype(np.int16) << 8


def _runs(chosen: NDArray[np.bool_], place: int) -> list[tuple[int, int, int]]:
    """Where numbers that are chosen stand side by side, and where each run goes."""
    bounds = np.flatnonzero(np.diff(np.concatenate([[False], chosen, [False]]).astype(np.int8)))
    runs = []
    for first, last in zip(bounds[::2].tolist(), bounds[1::2].tolist(), strict=True):
        runs.append((first, last, place))
        place += last - first
    return runs


@exported
@compiled
def pack_numbers(
    numbers: Row,
    runs: Rows,
    wide: Codes,
    loose: Raw,
    bit_bytes: int,
    packed: Raw,
) -> None:
    """Write an observation as bytes; everything but the numbers is as `Packing` has it.

    Loops begin at 0, over parts of arrays: so they do dozens of numbers at once.
    """
    for run in range(len(runs)):
        together = numbers[runs[run, 0] : runs[run, 1]]
        room = loose[runs[run, 2] :]
        for index in range(len(together)):
            room[index] = together[index] & BYTE
    for byte in range(bit_bytes):
        packed[byte] = loose[byte]
    for bit in range(1, 8):
        eighth = loose[bit * bit_bytes : (bit + 1) * bit_bytes]
        for byte in range(len(eighth)):
            packed[byte] |= eighth[byte] << bit
    others, room = loose[8 * bit_bytes :], packed[bit_bytes:]
    for index in range(len(others)):
        room[index] = others[index]
    upper = packed[len(packed) - len(wide) :]
    for index in range(len(wide)):
        upper[index] = (numbers[wide[index]] >> 8) & BYTE
