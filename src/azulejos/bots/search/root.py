"""Values for several moves of one position, where a plain search values the best alone.

A plain search asks of every other move only whether it is better than the best so far. Here the
moves that are to be valued exactly get the whole window, all with one table of transpositions.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from azulejos.bots.search.alphabeta import CUT_SHORT, INFINITY, NODES, STOP, Workspace, leaf, search
from azulejos.bots.search.rules import list_moves, make_move, rank_moves
from azulejos.core.compiled import compiled, record
from azulejos.core.tables import copy_table


class RootValue(NamedTuple):
    """A move, and its value or, if that is not exact, a bound that it does not exceed."""

    code: int
    value: int
    is_exact: bool


@compiled
def list_root_moves(layout: np.dtype[Any], room: Workspace) -> int:
    """List the moves at the root in row 0, without those that come to the same as another."""
    number = list_moves(layout, room.tables[0], room.codes[0])
    kept: int = rank_moves(layout, room.tables[0], room.codes[0], number, room.ranks[0])
    return kept


@compiled
def make_root_move(layout: np.dtype[Any], room: Workspace, code: int) -> int:
    """Make a move at the root, with the position after it in row 1, and say whose turn it is."""
    copy_table(room.tables[0], room.tables[1])
    make_move(layout, room.tables[1], code)
    room.tally[NODES] += 1
    turn: int = record(room.tables[1], layout).turn
    return turn


def value_moves(
    layout: np.dtype[Any],
    room: Workspace,
    me: int,
    depth: int,
    codes: list[int],
    *,
    certain: int,
    best: int,
) -> list[RootValue]:
    """Value moves of `me` at the root.

    Exact are at least those of the first `certain` moves and of so many of the `best`. What was
    found is void if the search was stopped.

    This is no kernel: Numba cannot cache a kernel that calls a recursive one.
    """
    found: list[RootValue] = []
    leaders = [-INFINITY] * min(best, len(codes))  # the best values so far, the worst of them first
    for place, code in enumerate(codes):
        low = -INFINITY if place < certain else leaders[0]
        value = _value_after(layout, room, me, depth, code, low)
        if room.tally[STOP]:
            break
        found.append(RootValue(code, value, is_exact=value > low))
        leaders[0] = max(leaders[0], value)
        leaders.sort()
    return found


def _value_after(
    layout: np.dtype[Any], room: Workspace, me: int, depth: int, code: int, low: int
) -> int:
    """The value for `me` of the position after a move, exact if it is more than `low`."""
    turn = make_root_move(layout, room, code)
    if turn < 0 or depth == 1:
        room.tally[CUT_SHORT] += turn >= 0
        return leaf(layout, room, me, 1)
    value = low
    for high in (low + 1, INFINITY) if low > -INFINITY else (INFINITY,):
        if turn == me:
            value = search(layout, room, me, 1, depth - 1, low, high)
        else:
            value = -search(layout, room, me, 1, depth - 1, -high, -low)
        if value <= low or room.tally[STOP]:
            break  # else it is better than expected: search it with the whole window
    return value
