"""Random numbers for kernels: xoroshiro64*, in arithmetic that compiles and interprets alike.

Only simulation and search carry such a generator. A real game takes fresh entropy for every
draw (see `State.sample`), so no player can work out the next draw from the last ones.
"""

from __future__ import annotations

import random

import numpy as np
from numpy.typing import NDArray

from azulejos.core.compiled import compiled

Rng = NDArray[np.int64]
"""The generator's two words of 32 bits."""

WORD = 0xFFFFFFFF


def new_rng(source: random.Random) -> Rng:
    """Seed a generator; all-zero is the one state that xoroshiro cannot leave."""
    return np.array([source.getrandbits(32), source.getrandbits(32) or 1], dtype=np.int64)


@compiled
def below(rng: Rng, limit: int) -> int:
    """Return a uniform number from 0 to limit - 1."""
    first = int(rng[0])
    second = int(rng[1]) ^ first
    rng[0] = ((first << 26) & WORD | first >> 6) ^ second ^ ((second << 9) & WORD)
    rng[1] = (second << 13) & WORD | second >> 19
    word = (first * 0x9E3779BB) & WORD
    return (word * limit) >> 32
