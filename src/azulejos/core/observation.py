"""What a seat may know of a position as numbers, for programs that learn.

An `Observation` says what they mean; `core/observing.py` makes it, and the kernel that writes them,
from a list of fields. Counts are counts; whatever is one of several things is a number for each of
them, 1 where it is so. Seats are counted from the one that observes, in turn order.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from azulejos.core.compiled import compiled
from azulejos.core.layout import Numbers
from azulejos.core.pile import count

Number = TypeVar("Number", bound=np.generic)


@dataclass(frozen=True)
class Field:
    """Numbers of an observation that have one meaning."""

    name: str
    help: str
    axes: Mapping[str, int]
    """What the numbers are counted by, with the size of each axis; none for a single number."""

    highest: int
    lowest: int = 0
    usual: int | None = None
    """What a game hardly ever exceeds, where that is much less than the highest."""

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self.axes.values())

    @property
    def size(self) -> int:
        return prod(self.shape)


@dataclass(frozen=True)
class Observation:
    """What the numbers of an observation mean, in their order."""

    fields: tuple[Field, ...]

    @cached_property
    def size(self) -> int:
        """How many numbers there are."""
        return sum(field.size for field in self.fields)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What every number is called: `wall[0,2,3,1]`."""
        return tuple(
            field.name + (f"[{','.join(map(str, place))}]" if place else "")
            for field in self.fields
            for place in product(*map(range, field.shape))
        )

    @cached_property
    def lowest(self) -> NDArray[np.int16]:
        """The lowest value of every number."""
        return self._of_each("lowest")

    @cached_property
    def highest(self) -> NDArray[np.int16]:
        """The highest value of every number."""
        return self._of_each("highest")

    @cached_property
    def scales(self) -> NDArray[np.float32]:
        """What to divide every number by, so that it hardly ever exceeds 1."""
        each = [field.usual or field.highest for field in self.fields]
        return np.repeat(each, [field.size for field in self.fields]).astype(np.float32)

    def _of_each(self, bound: str) -> NDArray[np.int16]:
        each = [getattr(field, bound) for field in self.fields]
        return np.repeat(each, [field.size for field in self.fields]).astype(np.int16)

    def empty(self) -> NDArray[np.int16]:
        """Room for one."""
        return np.zeros(self.size, np.int16)

    def read(self, numbers: NDArray[Number]) -> dict[str, NDArray[Number]]:
        """The fields by name, as views; the last axis of the numbers is the observation's."""
        result = {}
        start = 0
        for field in self.fields:
            part = numbers[..., start : start + field.size]
            result[field.name] = part.reshape((*numbers.shape[:-1], *field.shape))
            start += field.size
        return result


# Kernels: each writes at a place and returns the next


@compiled
def clear(out: Numbers) -> None:
    """All zeros: what follows writes only what is there."""
    for place in range(len(out)):
        out[place] = 0


@compiled
def put(out: Numbers, place: int, number: int) -> int:
    out[place] = number
    return place + 1


@compiled
def put_choice(out: Numbers, place: int, choice: int, choices: int) -> int:
    """Write 1 for the one that it is; nothing where it is none, which is negative."""
    if choice >= 0:
        out[place + choice] = 1
    return place + choices


@compiled
def put_seat(out: Numbers, place: int, which: int, seat: int, players: int) -> int:
    """Write which seat it is, counted from the one that observes; nothing where it is none."""
    if which >= 0:
        out[place + (which - seat if which >= seat else which - seat + players)] = 1
    return place + players


@compiled
def put_pile(out: Numbers, place: int, pile: int, colours: int) -> int:
    """Write how many tiles there are of each colour."""
    if pile:  # many are empty
        for colour in range(colours):
            out[place + colour] = count(pile, colour)
    return place + colours


@compiled
def put_line(out: Numbers, place: int, line: tuple[int, int], colours: int) -> int:
    """Write how many tiles there are of the one colour that a line has."""
    colour, held = line
    if held:
        out[place + colour] = held
    return place + colours


@compiled
def put_bits(out: Numbers, place: int, bits: int, options: int) -> int:
    """Write 1 for each bit that is set."""
    for bit in range(options):
        out[place + bit] = (bits >> bit) & 1
    return place + options


@compiled
def nth_seat(seat: int, later: int, players: int) -> int:
    """The seat that comes so many after another."""
    return seat + later if seat + later < players else seat + later - players
