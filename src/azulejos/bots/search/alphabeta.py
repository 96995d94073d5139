"""Alpha-beta search within a round, for any game and any number of players.

The seat that searches takes the moves that are best for it, and expects of all others those that
are worst for it. With two players that is the plain game of opposite interests; with more it is
pessimistic, but it can be cut like the plain game.

A line of play ends where chance is to deal, where the game is over, or at the depth searched: what
will be drawn is never looked into.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.bots.search import interruption
from azulejos.bots.search.rules import evaluate, rank_moves
from azulejos.bots.search.transpositions import (
    NO_MOVE,
    NOTHING,
    WHOLE,
    Transpositions,
    bound_of,
    decides,
    entry,
    entry_depth,
    entry_move,
    entry_value,
    keep,
    recall,
    transpositions,
)
from azulejos.core.compiled import compiled, nanoseconds, record
from azulejos.core.kernels import list_moves_of, make_move_of
from azulejos.core.layout import Codes
from azulejos.core.tables import WORD, copy_table, hash_words

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

# What is added to the rank of a move that proved good; a game's own ranks are in the hundreds
FIRST_RANK = 1 << 24
KILLER_RANK = 300
MOST_HISTORY = 3200  # an eighth of it counts
REDUCED_FROM = 4  # moves ranked lower than the first few are searched less deeply at first
REDUCED_DEPTH = 3


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


def workspace(
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


# The search


@compiled
def leaf(layout: np.dtype[Any], room: Workspace, me: int, ply: int) -> int:
    """The value for `me` of a position that is not searched further."""
    scratch = room.tables[len(room.tables) - 1]
    value: int = evaluate(
        layout, room.tables[ply], room.words[ply], me, scratch, room.memory, room.weights
    )
    return value


@compiled
def search(
    layout: np.dtype[Any],
    room: Workspace,
    me: int,
    ply: int,
    depth: int,
    alpha: int,
    beta: int,
) -> int:
    """The value of the position in a row for the side to move: `me`, or all others together.

    Below alpha or above beta it is only a bound. What is found at the root, in row 0, is told
    even if the search is interrupted.
    """
    if is_to_stop(room):
        return 0
    key = position_key(room, me, ply)
    known = recall(room.transpositions, key)
    if ply and decides(known, depth, alpha, beta):
        room.tally[CUT_SHORT] += entry_depth(known) != WHOLE
        return entry_value(known)
    cut_short = room.tally[CUT_SHORT]
    mine = record(room.tables[ply], layout).turn == me
    codes, ranks = room.codes[ply], room.ranks[ply]
    number = list_moves_of(layout, room.tables[ply], codes)
    number = rank_moves(layout, room.tables[ply], codes, number, ranks)
    prefer(room, ply, number, entry_move(known))
    below = ply + 1
    best, best_code, low = -INFINITY, NO_MOVE, alpha
    for place in range(number):
        code = bring_forward(codes, ranks, place, number)
        copy_table(room.tables[ply], room.tables[below])
        make_move_of(layout, room.tables[below], code)
        room.tally[NODES] += 1
        turn = record(room.tables[below], layout).turn
        if turn < 0 or depth == 1:
            room.tally[CUT_SHORT] += turn >= 0
            value = leaf(layout, room, me, below)
            value = value if mine else -value
        else:
            less = depth - 1
            if place >= REDUCED_FROM and depth >= REDUCED_DEPTH:
                less -= 1
            high = low + 1 if place else beta
            while True:
                if (turn == me) == mine:
                    value = search(layout, room, me, below, less, low, high)
                else:
                    value = -search(layout, room, me, below, less, -high, -low)
                if value <= low or (less == depth - 1 and (high == beta or value >= beta)):
                    break
                less, high = depth - 1, beta  # better than expected: search it in full
        if room.tally[STOP]:
            return 0
        if ply == 0:
            room.values[code] = value
        if value > best:
            best, best_code = value, code
            if ply == 0:
                room.tally[BEST] = code
        low = max(low, best)
        if low >= beta:
            room.killers[ply] = code
            room.history[code] = min(room.history[code] + depth * depth, MOST_HISTORY)
            break
    if room.tally[CUT_SHORT] == cut_short:
        depth = WHOLE
    found = entry(best, best_code, depth, bound_of(best, alpha, beta))
    keep(room.transpositions, key, found)
    return best


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


@compiled
def start_counting(room: Workspace, nodes: int, span: int) -> None:
    """Begin a search of so many nodes and nanoseconds at most."""
    room.tally[:] = 0
    room.tally[NODE_LIMIT] = nodes
    room.tally[DEADLINE] = nanoseconds() + span


# The root, for those who value its moves one by one


@compiled
def list_root_moves(layout: np.dtype[Any], room: Workspace) -> int:
    """List the moves at the root in row 0 that the search looks at."""
    number = list_moves_of(layout, room.tables[0], room.codes[0])
    kept: int = rank_moves(layout, room.tables[0], room.codes[0], number, room.ranks[0])
    return kept


@compiled
def make_root_move(layout: np.dtype[Any], room: Workspace, code: int) -> int:
    """Make a move at the root, with the position after it in row 1, and say whose turn it is."""
    copy_table(room.tables[0], room.tables[1])
    make_move_of(layout, room.tables[1], code)
    room.tally[NODES] += 1
    turn: int = record(room.tables[1], layout).turn
    return turn


@compiled
def depth_of_moves(_layout: np.dtype[Any], _room: Workspace) -> int:
    """How much of the depth a move at the root takes."""
    return 1


# Order of moves


@compiled
def prefer(room: Workspace, ply: int, number: int, remembered: int) -> None:
    """Raise the ranks of moves that proved good: here before, at this ply, or anywhere."""
    for place in range(number):
        code = room.codes[ply, place]
        rank = room.ranks[ply, place] + (room.history[code] >> 3)
        if code == remembered:
            rank = FIRST_RANK
        elif code == room.killers[ply]:
            rank += KILLER_RANK
        room.ranks[ply, place] = rank


@compiled
def bring_forward(codes: Codes, ranks: Codes, place: int, number: int) -> int:
    """Exchange the best of the moves not yet tried with the one at a place, and return it."""
    best, most = place, ranks[place]
    for other in range(place + 1, number):
        if ranks[other] > most:  # not `ranks[best]`, which would have to be read again
            best, most = other, ranks[other]
    return exchange(codes, ranks, place, best)


@compiled
def exchange(codes: Codes, ranks: Codes, place: int, other: int) -> int:
    """Exchange two moves with their ranks, and return the one that is now at the first place."""
    code, rank = int(codes[other]), int(ranks[other])
    codes[other], ranks[other] = codes[place], ranks[place]
    codes[place], ranks[place] = code, rank
    return code


# What is remembered


@compiled
def position_key(room: Workspace, me: int, ply: int) -> int:
    """Values are those for `me`, so the same position has another key for every seat."""
    return hash_words(room.words[ply], 0, room.words.shape[1]) ^ me


@compiled
def best_line(layout: np.dtype[Any], room: Workspace, me: int, code: int, line: Codes) -> int:
    """List what is remembered as best play after a move at the root, and say how long it is."""
    copy_table(room.tables[0], room.tables[1])
    length = 0
    while length < len(line):
        make_move_of(layout, room.tables[1], code)
        line[length] = code
        length += 1
        known = recall(room.transpositions, position_key(room, me, 1))
        if record(room.tables[1], layout).turn < 0 or known == NOTHING:
            break
        code = entry_move(known)
    return length
