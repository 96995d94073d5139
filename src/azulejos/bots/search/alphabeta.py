"""Alpha-beta search within a round, for any game and any number of players.

The seat that searches takes the moves that are best for it, and expects of all others those that
are worst for it. With two players that is the plain game of opposite interests; with more it is
pessimistic, but it can be cut like the plain game.

A line of play ends where chance is to deal, where the game is over, or at the depth searched: what
will be drawn is never looked into.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from azulejos.bots.search.algorithm import Algorithm
from azulejos.bots.search.knowledge import leaf, rank_moves
from azulejos.bots.search.ordering import bring_forward, note_refutation, prefer
from azulejos.bots.search.transpositions import (
    NO_MOVE,
    WHOLE,
    bound_of,
    decides,
    entry,
    entry_depth,
    entry_move,
    entry_value,
    keep,
    recall,
)
from azulejos.bots.search.workspace import (
    BEST,
    CUT_SHORT,
    INFINITY,
    NODES,
    STOP,
    Workspace,
    is_to_stop,
    position_key,
)
from azulejos.core.compiled import compiled, record
from azulejos.core.kernels import list_moves_of, make_move_of
from azulejos.core.tables import copy_table

REDUCED_FROM = 4  # moves ranked lower than the first few are searched less deeply at first
REDUCED_DEPTH = 3


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
            note_refutation(room, ply, code, depth)
            break
    if room.tally[CUT_SHORT] == cut_short:
        depth = WHOLE
    found = entry(best, best_code, depth, bound_of(best, alpha, beta))
    keep(room.transpositions, key, found)
    return best


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
