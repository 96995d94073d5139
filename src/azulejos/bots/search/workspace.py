"""The memory that a search works in, and the limits at which it stops."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.bots.search import interruption
from azulejos.bots.search.transpositions import NO_MOVE, Transpositions, transpositions
from azulejos.core.compiled import compiled, nanoseconds
from azulejos.core.tables import WORD, hash_words

INFINITY = 1 << 30

# What is counted and told while a search runs
NODES = 0  # moves made
NODE_LIMIT = 1
STOP = 2  # set when nodes or time are spent, or somebody interrupts
CUT_SHORT = 3  # lines that ended at the depth searched, not at the end of the round
BEST = 4  # the best move at the root
DEADLINE = 5  # by the clock of kernels, in nanoseconds
NEXT_LOOK = 6  # the number of nodes at which to look at limit and clock again
TALLIES = 7
NODES_BETWEEN_LOOKS = 16  # from 8 us to 3 ms, by game; a look takes 30 ns


class Workspace(NamedTuple):
    """All the memory of a search; a row of `tables` for every ply."""

    tables: NDArray[np.uint8]
    words: NDArray[np.int64]  # the same bytes
    codes: NDArray[np.int32]
    ranks: NDArray[np.int32]
    killers: NDArray[np.int32]  # by ply: the move that last refuted another one there
    history: NDArray[np.int32]  # by move: how often it did, and how deep
    transpositions: Transpositions
    values: NDArray[np.int32]  # by move: its value at the root, or a bound that it does not exceed
    tally: NDArray[np.int64]
    interruption: NDArray[np.int64]  # a flag that is raised in another thread
    memory: Any  # as the game wants it
    weights: NDArray[np.int32]


def new_workspace(
    table: np.dtype[Any],
    *,
    plies: int,
    most_moves: int,
    move_codes: int,
    entries: int,
    memory: Any,
    weights: NDArray[np.int32],
) -> Workspace:
    """Make room for searches up to a number of plies; `entries` is a power of two."""
    words = np.zeros((plies + 2, -(-table.itemsize // WORD)), np.int64)
    return Workspace(
        tables=words.view(np.uint8),
        words=words,
        codes=np.zeros((plies + 2, most_moves), np.int32),
        ranks=np.zeros((plies + 2, most_moves), np.int32),
        killers=np.full(plies + 2, NO_MOVE, np.int32),
        history=np.zeros(move_codes, np.int32),
        transpositions=transpositions(entries),
        values=np.zeros(move_codes, np.int32),
        tally=np.zeros(TALLIES, np.int64),
        interruption=interruption.FLAG,
        memory=memory,
        weights=weights,
    )


@compiled
def position_key(room: Workspace, me: int, ply: int) -> int:
    """Values are those for `me`, so the same position has another key for every seat."""
    return hash_words(room.words[ply], 0, room.words.shape[1]) ^ me


# Limits


@compiled
def start_counting(room: Workspace, nodes: int, span: int) -> None:
    """Begin a search of so many nodes and nanoseconds at most."""
    room.tally[:] = 0
    room.tally[NODE_LIMIT] = nodes
    room.tally[DEADLINE] = nanoseconds() + span


@compiled
def is_to_stop(room: Workspace) -> bool:
    """Whether the search is over, as is known or found out now."""
    if room.tally[NODES] >= room.tally[NEXT_LOOK]:
        look_whether_to_stop(room)
    return bool(room.tally[STOP])


@compiled
def look_whether_to_stop(room: Workspace) -> None:
    """Stop once the nodes or the time are spent, or somebody interrupts.

    The search looks at the clock itself: a timer in another thread would have to wait for a
    processor first where all are busy.
    """
    tally = room.tally
    if tally[NODES] >= tally[NODE_LIMIT] or nanoseconds() >= tally[DEADLINE]:
        tally[STOP] = 1
    if room.interruption[0]:
        tally[STOP] = 1
    tally[NEXT_LOOK] = min(tally[NODE_LIMIT], tally[NODES] + NODES_BETWEEN_LOOKS)
