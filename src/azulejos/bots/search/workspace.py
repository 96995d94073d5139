"""The memory that a search works in, and the limits at which it stops."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.bots.search import interruption
from azulejos.bots.search.transposition_table import (
    NO_MOVE,
    TranspositionTable,
    new_transposition_table,
)
from azulejos.core import interpreted
from azulejos.core.compiled import compiled, exported, nanoseconds, record
from azulejos.core.layout import Int64, Layout, Raw, layout
from azulejos.core.tables import WORD, hash_words
from azulejos.core.turn import MAX_SEATS

INFINITY = 1 << 30
RANK_KEYS = 2  # that a game has at most

NODES_BETWEEN_CHECKS = 16  # from 8 us to 3 ms, by game; a check takes 30 ns


class Counters:
    """What is counted and noted while a search runs."""

    nodes: Int64  # moves made
    node_limit: Int64
    stop: Int64  # 1 when nodes or time are spent, or somebody interrupts
    cut_short: Int64  # lines that ended at the depth limit, not at the end of the round
    best: Int64  # the best move at the root
    deadline: Int64  # by the clock of kernels, in nanoseconds
    next_check: Int64  # the nodes after which to check the limits again


COUNTERS = layout(Counters)


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
    rank_keys: NDArray[np.int32]  # by seat, where the game is over
    counters: Raw
    interruption: NDArray[np.int64]  # a flag that is raised in another thread
    memory: Any  # as the game wants it
    weights: NDArray[np.int32]
    settings: Raw


def new_workspace(
    table: Layout,
    *,
    plies: int,
    max_moves: int,
    move_codes: int,
    entries: int,
    memory: Any,
    weights: NDArray[np.int32],
    settings: Raw,
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
        rank_keys=np.zeros((MAX_SEATS, RANK_KEYS), np.int32),
        counters=np.zeros(COUNTERS.itemsize, np.uint8),
        interruption=interruption.FLAG,
        memory=memory,
        weights=weights,
        settings=settings,
    )


def counters_of(workspace: Workspace) -> Counters:
    """The counters, for code that is not compiled."""
    counters: Counters = interpreted.record(workspace.counters, COUNTERS)
    return counters


@compiled
def position_key(workspace: Workspace, me: int, ply: int) -> int:
    """Values are those for `me`, so the same position has another key for every seat."""
    return hash_words(workspace.words[ply], 0, workspace.words.shape[1]) ^ me


# Limits


@exported
@compiled
def set_limits(raw: Raw, nodes: int, span: int) -> None:
    """Begin a search that may take so many nodes and nanoseconds, with its counters as bytes."""
    raw[:] = 0
    counters = record(raw, COUNTERS)
    counters.node_limit = nodes
    counters.deadline = nanoseconds() + span


@compiled
def should_stop(workspace: Workspace) -> bool:
    """Whether a limit was reached; they are checked now and then."""
    counters: Counters = record(workspace.counters, COUNTERS)
    if counters.nodes >= counters.next_check:
        check_limits(workspace)
    return bool(counters.stop)


@compiled
def check_limits(workspace: Workspace) -> None:
    """Stop once the nodes or the time are spent, or somebody interrupts.

    The search reads the clock itself: where all processors are busy, a timer in another thread
    would have to wait for one.
    """
    counters = record(workspace.counters, COUNTERS)
    if counters.nodes >= counters.node_limit or nanoseconds() >= counters.deadline:
        counters.stop = 1
    if workspace.interruption[0]:
        counters.stop = 1
    counters.next_check = min(counters.node_limit, counters.nodes + NODES_BETWEEN_CHECKS)
