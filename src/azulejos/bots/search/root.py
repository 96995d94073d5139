"""Values for several moves of one position, where a plain search values the best alone.

A plain search asks of every other move only whether it is better than the best so far. Here the
moves that are to be valued exactly get the whole window, all with one table of transpositions.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from azulejos.bots.search.algorithm import Algorithm
from azulejos.bots.search.knowledge import leaf
from azulejos.bots.search.workspace import CUT_SHORT, INFINITY, STOP, Workspace


class RootValue(NamedTuple):
    """A move, and its value or, if that is not exact, a bound that it does not exceed."""

    code: int
    value: int
    is_exact: bool


def value_moves(
    algorithm: Algorithm,
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
        value = int(_value_after(algorithm, layout, room, me, depth, code, low))
        if room.tally[STOP]:
            break
        found.append(RootValue(code, value, is_exact=value > low))
        leaders[0] = max(leaders[0], value)
        leaders.sort()
    return found


def _value_after(
    algorithm: Algorithm,
    layout: np.dtype[Any],
    room: Workspace,
    me: int,
    depth: int,
    code: int,
    low: int,
) -> int:
    """The value for `me` of the position after a move, exact if it is more than `low`."""
    less = depth - algorithm.depth_of_root_move(layout, room)
    turn = algorithm.make_root_move(layout, room, code)
    if turn < 0 or less == 0:
        room.tally[CUT_SHORT] += turn >= 0
        return int(leaf(layout, room, me, 1))
    value = low
    for high in (low + 1, INFINITY) if low > -INFINITY else (INFINITY,):
        if turn == me:
            value = algorithm.search(layout, room, me, 1, less, low, high)
        else:
            value = -algorithm.search(layout, room, me, 1, less, -high, -low)
        if value <= low or room.tally[STOP]:
            break  # else it is better than expected: search it with the whole window
    return value
