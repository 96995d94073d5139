"""What a search remembers of positions that it has searched: a table, an entry a position.

An entry is the position's key and, packed into one number, its value, the best move, and how far
that may be trusted.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from azulejos.core.compiled import compiled

Transpositions = NDArray[np.int64]
KEY = 0
DATA = 1

# What a value is
EXACT = 0
AT_LEAST = 1
AT_MOST = 2

NO_MOVE = 0xFFFF
WHOLE = 0xFF  # the depth of an entry whose lines were all searched to the end of the round
NOTHING = NO_MOVE << 16  # what is known of a new position: no move, and no depth
LOWEST = -1 << 30  # no value is less


def transpositions(entries: int) -> Transpositions:
    """Room for so many entries, a power of two."""
    return np.zeros((entries, 2), np.int64)


@compiled
def recall(table: Transpositions, key: int) -> int:
    """What is known of a position, or NOTHING."""
    slot = key & (len(table) - 1)
    data: int = table[slot, DATA] if table[slot, KEY] == key else NOTHING
    return data


@compiled
def keep(table: Transpositions, key: int, data: int) -> None:
    """Remember a position, in place of the one that was remembered there."""
    slot = key & (len(table) - 1)
    table[slot, KEY] = key
    table[slot, DATA] = data


@compiled
def entry(value: int, move: int, depth: int, bound: int) -> int:
    """Pack what was found out about a position."""
    return (value - LOWEST) << 32 | int(move) << 16 | depth << 8 | bound


@compiled
def entry_value(data: int) -> int:
    return (data >> 32) + LOWEST


@compiled
def entry_move(data: int) -> int:
    return (data >> 16) & NO_MOVE


@compiled
def entry_depth(data: int) -> int:
    return (data >> 8) & 0xFF


@compiled
def decides(data: int, depth: int, alpha: int, beta: int) -> bool:
    """Whether what is known answers the question asked now."""
    if entry_depth(data) < depth:
        return False
    bound = data & 3
    value = entry_value(data)
    if bound == EXACT:
        return True
    return value >= beta if bound == AT_LEAST else value <= alpha


@compiled
def bound_of(value: int, alpha: int, beta: int) -> int:
    """What a value is that was found between two bounds."""
    if value >= beta:
        return AT_LEAST
    return EXACT if value > alpha else AT_MOST
