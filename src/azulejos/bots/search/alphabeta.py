"""Alpha-beta search within a round, for any game and any number of players.

It is a principal variation search: a transposition table, moves ordered by it, by killer moves and
by history, null windows for all but the first move, and late move reductions. The engine deepens it
iteratively.

The searching seat maximises its value, and all others together minimise it. With two players that
is minimax; with more ("paranoid" search) it is pessimistic, but it allows the same cutoffs.

A line of play ends where chance is to deal, where the game is over, or at the depth limit: what
will be drawn is never looked into.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from azulejos.bots.search.algorithm import Algorithm
from azulejos.bots.search.knowledge import leaf, rank_moves
from azulejos.bots.search.ordering import pick_best, rank_by_cutoffs, record_cutoff
from azulejos.bots.search.transposition_table import (
    COMPLETE,
    NO_MOVE,
    bound_of,
    entry_depth,
    entry_move,
    entry_value,
    is_cutoff,
    pack_entry,
    probe,
    store,
)
from azulejos.bots.search.workspace import (
    BEST,
    CUT_SHORT,
    INFINITY,
    NODES,
    STOP,
    Workspace,
    position_key,
    should_stop,
)
from azulejos.core.compiled import compiled, record
from azulejos.core.kernels import list_moves_of, make_move_of
from azulejos.core.tables import copy_table

LATE_MOVE = 4  # moves from this place on are searched one ply less deep at first,
REDUCIBLE_DEPTH = 3  # where there is so much depth left


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

    Outside of the window it is only a bound. What is found at the root, in row 0, is kept even if
    the search is interrupted.
    """
    if should_stop(room):
        return 0
    key = position_key(room, me, ply)
    known = probe(room.transpositions, key)
    if ply and is_cutoff(known, depth, alpha, beta):
        room.tally[CUT_SHORT] += entry_depth(known) != COMPLETE
        return entry_value(known)
    cut_short = room.tally[CUT_SHORT]
    mine = record(room.tables[ply], layout).turn == me
    codes, ranks = room.codes[ply], room.ranks[ply]
    number = list_moves_of(layout, room.tables[ply], codes)
    number = rank_moves(layout, room.tables[ply], codes, number, ranks, room.settings)
    rank_by_cutoffs(room, ply, number, entry_move(known))
    below = ply + 1
    best, best_code, low = -INFINITY, NO_MOVE, alpha
    for place in range(number):
        code = pick_best(codes, ranks, place, number)
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
            if place >= LATE_MOVE and depth >= REDUCIBLE_DEPTH:
                less -= 1
            high = low + 1 if place else beta  # a null window for all but the first
            while True:
                if (turn == me) == mine:
                    value = search(layout, room, me, below, less, low, high)
                else:
                    value = -search(layout, room, me, below, less, -high, -low)
                if value <= low or (less == depth - 1 and (high == beta or value >= beta)):
                    break
                less, high = depth - 1, beta  # it fails high: search it again in full
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
            record_cutoff(room, ply, code, depth)
            break
    if room.tally[CUT_SHORT] == cut_short:
        depth = COMPLETE
    result = pack_entry(best, best_code, depth, bound_of(best, alpha, beta))
    store(room.transpositions, key, result)
    return best


# The root, for those who value its moves one by one


@compiled
def list_root_moves(layout: np.dtype[Any], room: Workspace) -> int:
    """List the moves at the root in row 0 that the search looks at."""
    number = list_moves_of(layout, room.tables[0], room.codes[0])
    kept: int = rank_moves(
        layout, room.tables[0], room.codes[0], number, room.ranks[0], room.settings
    )
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
def depth_of_root_move(_layout: np.dtype[Any], _room: Workspace) -> int:
    """How much of the depth a move at the root takes."""
    return 1


ALPHA_BETA = Algorithm(
    depth_unit="move",
    search=search,
    list_root_moves=list_root_moves,
    make_root_move=make_root_move,
    depth_of_root_move=depth_of_root_move,
)
