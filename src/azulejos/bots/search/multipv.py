"""Multi-PV: exact values for several moves of one position.

A plain search asks of every other move only whether it is better than the best so far. Here the
moves whose exact values are wanted get the whole window, and all share one transposition table.
"""

from __future__ import annotations

from typing import NamedTuple

from azulejos.bots.search.algorithm import Algorithm
from azulejos.bots.search.knowledge import leaf
from azulejos.bots.search.workspace import INFINITY, Workspace, counters_of
from azulejos.core.layout import Layout


class RootValue(NamedTuple):
    """A move at the root, and its value or, if that is not exact, an upper bound of it."""

    code: int
    value: int
    is_exact: bool


def value_moves(
    algorithm: Algorithm,
    layout: Layout,
    workspace: Workspace,
    me: int,
    depth: int,
    codes: list[int],
    *,
    required: int,
    multipv: int,
) -> list[RootValue]:
    """Value moves of `me` at the root.

    Exact are at least those of the first `required` moves and of the best `multipv`. What was
    found is void if the search was stopped.

    This is no kernel: Numba cannot cache a kernel that calls a recursive one.
    """
    result: list[RootValue] = []
    counters = counters_of(workspace)
    best = [-INFINITY] * min(multipv, len(codes))  # the best values so far, the worst first
    for place, code in enumerate(codes):
        low = -INFINITY if place < required else best[0]
        value = int(_value_after(algorithm, layout, workspace, me, depth, code, low))
        if counters.stop:
            break
        result.append(RootValue(code, value, is_exact=value > low))
        best[0] = max(best[0], value)
        best.sort()
    return result


def _value_after(
    algorithm: Algorithm,
    layout: Layout,
    workspace: Workspace,
    me: int,
    depth: int,
    code: int,
    low: int,
) -> int:
    """The value for `me` of the position after a move, exact if it is more than `low`."""
    counters = counters_of(workspace)
    less = depth - algorithm.depth_of_root_move(layout, workspace)
    turn = algorithm.make_root_move(layout, workspace, code)
    if turn < 0 or less == 0:
        counters.cut_short += turn >= 0
        return int(leaf(layout, workspace, me, 1))
    value = low
    for high in (low + 1, INFINITY) if low > -INFINITY else (INFINITY,):
        if turn == me:
            value = algorithm.search(layout, workspace, me, 1, less, low, high)
        else:
            value = -algorithm.search(layout, workspace, me, 1, less, -high, -low)
        if value <= low or counters.stop:
            break  # else it fails high: search it again with the whole window
    return value
