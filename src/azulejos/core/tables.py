"""Tables as flat bytes: what simulation and search do with them apart from any rules."""

from __future__ import annotations

import random

import numpy as np
from numpy.typing import NDArray

from azulejos.core.compiled import compiled, multiply_add
from azulejos.core.layout import Raw

Words = NDArray[np.int64]
"""The bytes of a table as whole words."""

WORD = 8
MAX_WORDS = 256
_source = random.Random(17)
FACTORS = np.array([_source.getrandbits(63) | 1 for _ in range(MAX_WORDS)], np.int64)


@compiled
def copy_table(raw: Raw, copy: Raw) -> None:
    """Copying a table is faster than undoing a move, so nothing is ever undone."""
    for byte in range(len(raw)):
        copy[byte] = raw[byte]


@compiled
def hash_words(words: Words, start: int, end: int) -> int:
    """A 63-bit hash: it all but certainly differs for different words."""
    mixed = 0
    for place in range(start, end):
        mixed = multiply_add(mixed, int(words[place]), int(FACTORS[place]))
    mixed = multiply_add(0, mixed ^ (mixed >> 32), 0x2545F4914F6CDD1D)
    return mixed ^ (mixed >> 29)
