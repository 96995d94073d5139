"""The memory that a search works in, and the limits at which it stops."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.bots.search import interruption
from azulejos.bots.search.settings import Settings
from azulejos.bots.search.transposition_table import (
    NO_MOVE,
    TranspositionTable,
    new_transposition_table,
)
from azulejos.core.compiled import compiled, exported, nanoseconds
from azulejos.core.tables import WORD, hash_words
from azulejos.core.turn import MAX_SEATS

INFINITY = 1 << 30

# What is counted and told while a search runs
NODES = 0  # moves made
NODE_LIMIT = 1
STOP = 2  # set when nodes or time are spent, or somebody interrupts
CUT_SHORT = 3  # lines that ended at the depth limit, not at the end of the round
BEST = 4  # the best move at the root
DEADLINE = 5  # by the clock of kernels, in nanoseconds
NEXT_CHECK = 6  # the number of nodes at which to check the limits again
TALLIES = 7
Tally = NDArray[np.int64]
NODES_BETWEEN_CHECKS = 16  # from 8 us to 3 ms, by game; a check takes 30 ns


class Workspace(NamedTuple):
    """All the memory of a search; a row of `tables` for every ply."""

    tables: NDArray[np.uint8]
    words: NDArray[np.int64]  # the same bytes
    codes: NDArray[np.int32]
    ranks: NDArray[np.int32]
    killers: NDArray[np.int32]  # by ply: the last move that caused a beta cutoff there
    history: NDArray[np.int32]  # by move: how often it did anywhere, and how deep
    transpositions: TranspositionTable
    values: NDArray[np.int32]  # by move: its value at the root, or a bound that it does not exceed
    seat_values: NDArray[np.int64]  # what the position evaluated last is worth for each seat
    tally: Tally
    interruption: NDArray[np.int64]  # a flag that is raised in another thread
    memory: Any  # as the game wants it
    weights: NDArray[np.int32]
    settings: Settings


def new_workspace(
    table: np.dtype[Any],
    *,
    plies: int,
    max_moves: int,
    move_codes: int,
    entries: int,
    memory: Any,
    weights: NDArray[np.int32],
    settings: Settings,
) -> Workspace:
    """Make room for searches up to a number of plies; `entries` is a power of two."""
    words = np.zeros((plies + 2, -(-table.itemsize // WORD)), np.int64)
    return Workspace(
        tables=words.view(np.uint8),
        words=words,
        codes=np.zeros((plies + 2, max_moves), np.int32),
        ranks=np.zeros((plies + 2, max_moves), np.int32),
        killers=np.full(plies + 2, NO_MOVE, np.int32),
        history=np.zeros(move_codes, np.int32),
        transpositions=new_transposition_table(entries),
        values=np.zeros(move_codes, np.int32),
        seat_values=np.zeros(MAX_SEATS, np.int64),
        tally=np.zeros(TALLIES, np.int64),
        interruption=interruption.FLAG,
        memory=memory,
        weights=weights,
        settings=settings,
    )


@compiled
def position_key(room: Workspace, me: int, ply: int) -> int:
    """Values are those for `me`, so the same position has another key for every seat."""
    return hash_words(room.words[ply], 0, room.words.shape[1]) ^ me


# Limits


@exported
@compiled
def set_limits(tally: Tally, nodes: int, span: int) -> None:
    """Begin a search that may take so many nodes and nanoseconds."""
    tally[:] = 0
    tally[NODE_LIMIT] = nodes
    tally[DEADLINE] = nanoseconds() + span


@compiled
def should_stop(room: Workspace) -> bool:
    """Whether a limit was reached; they are checked now and then."""
    if room.tally[NODES] >= room.tally[NEXT_CHECK]:
        check_limits(room)
    return bool(room.tally[STOP])


@compiled
def check_limits(room: Workspace) -> None:
    """Stop once the nodes or the time are spent, or somebody interrupts.

    The search reads the clock itself: where all processors are busy, a timer in another thread
    would have to wait for one.
    """
    tally = room.tally
    if tally[NODES] >= tally[NODE_LIMIT] or nanoseconds() >= tally[DEADLINE]:
        tally[STOP] = 1
    if room.interruption[0]:
        tally[STOP] = 1
    tally[NEXT_CHECK] = min(tally[NODE_LIMIT], tally[NODES] + NODES_BETWEEN_CHECKS)
