"""The transposition table: what a search remembers of positions that it has searched.

An entry is the position's key and, packed into one number, its value, the best move, the depth
searched and whether the value is exact or a bound. A new entry always replaces the old one.

Threads share a table without locks. Two that write one slot at once may leave the key of one beside
the data of the other, so what is stored is the key XOR the data: such an entry is nobody's.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from azulejos.core.compiled import compiled

TranspositionTable = NDArray[np.int64]
CHECK = 0  # the key XOR the data
DATA = 1

# What a value is
EXACT = 0
LOWER_BOUND = 1
UPPER_BOUND = 2

NO_MOVE = 0xFFFF
COMPLETE = 0xFF  # the depth of an entry whose lines were all searched to the end of the round
NO_ENTRY = NO_MOVE << 16  # what is known of a new position: no move, and no depth
LOWEST = -1 << 30  # no value is less


def new_transposition_table(entries: int) -> TranspositionTable:
    """Room for so many entries, a power of two."""
    return np.zeros((entries, 2), np.int64)


@compiled
def probe(table: TranspositionTable, key: int) -> int:
    """The entry of a position, or NO_ENTRY."""
    slot = key & (len(table) - 1)
    data: int = table[slot, DATA]
    return data if table[slot, CHECK] ^ data == key else NO_ENTRY


@compiled
def store(table: TranspositionTable, key: int, data: int) -> None:
    slot = key & (len(table) - 1)
    table[slot, CHECK] = key ^ data
    table[slot, DATA] = data


@compiled
def pack_entry(value: int, move: int, depth: int, bound: int) -> int:
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
def is_cutoff(data: int, depth: int, alpha: int, beta: int) -> bool:
    """Whether an entry makes it unnecessary to search the position to a depth."""
    if entry_depth(data) < depth:
        return False
    bound = data & 3
    value = entry_value(data)
    if bound == EXACT:
        return True
    return value >= beta if bound == LOWER_BOUND else value <= alpha


@compiled
def bound_of(value: int, alpha: int, beta: int) -> int:
    """What a value is that was found within a window."""
    if value >= beta:
        return LOWER_BOUND
    return EXACT if value > alpha else UPPER_BOUND
