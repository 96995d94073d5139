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

from azulejos.bots.search import transposition_table as tt
from azulejos.bots.search.algorithm import Algorithm
from azulejos.bots.search.knowledge import leaf, rank_moves
from azulejos.bots.search.ordering import pick_best, rank_by_cutoffs, record_cutoff
from azulejos.bots.search.settings import SETTINGS
from azulejos.bots.search.workspace import (
    COUNTERS,
    INFINITY,
    Counters,
    Workspace,
    position_key,
    should_stop,
)
from azulejos.core.compiled import compiled, record
from azulejos.core.kernels import list_moves_of, make_move_of
from azulejos.core.layout import Layout
from azulejos.core.tables import copy_table

LATE_MOVE = 4  # moves from this place on are searched one ply less deep at first,
REDUCIBLE_DEPTH = 3  # where there is so much depth left


@compiled
def search(
    layout: Layout, workspace: Workspace, me: int, ply: int, depth: int, alpha: int, beta: int
) -> int:
    """The value of the position in a row for the side to move: `me`, or all others together.

    Outside of the window it is only a bound. What is found at the root, in row 0, is kept even if
    the search is interrupted.
    """
    if should_stop(workspace):
        return 0
    counters: Counters = record(workspace.counters, COUNTERS)
    key = position_key(workspace, me, ply)
    known = tt.probe(workspace.transpositions, key)
    if ply and tt.is_cutoff(known, depth, alpha, beta):
        counters.cut_short += tt.entry_depth(known) != tt.COMPLETE
        return tt.entry_value(known)
    cut_short = counters.cut_short
    mine = record(workspace.tables[ply], layout).turn == me
    codes, ranks = workspace.codes[ply], workspace.ranks[ply]
    number = list_moves_of(layout, workspace.tables[ply], codes)
    settings = record(workspace.settings, SETTINGS)
    number = rank_moves(layout, workspace.tables[ply], codes, number, ranks, settings)
    rank_by_cutoffs(workspace, ply, number, tt.entry_move(known))
    below = ply + 1
    best, best_code, low = -INFINITY, tt.NO_MOVE, alpha
    for place in range(number):
        code = pick_best(codes, ranks, place, number)
        copy_table(workspace.tables[ply], workspace.tables[below])
        make_move_of(layout, workspace.tables[below], code)
        counters.nodes += 1
        turn = record(workspace.tables[below], layout).turn
        if turn < 0 or depth == 1:
            counters.cut_short += turn >= 0
            value = leaf(layout, workspace, me, below)
            value = value if mine else -value
        else:
            less = depth - 1
            if place >= LATE_MOVE and depth >= REDUCIBLE_DEPTH:
                less -= 1
            high = low + 1 if place else beta  # a null window for all but the first
            while True:
                if (turn == me) == mine:
                    value = search(layout, workspace, me, below, less, low, high)
                else:
                    value = -search(layout, workspace, me, below, less, -high, -low)
                if value <= low or (less == depth - 1 and (high == beta or value >= beta)):
                    break
                less, high = depth - 1, beta  # it fails high: search it again in full
        if counters.stop:
            return 0
        if ply == 0:
            workspace.values[code] = value
        if value > best:
            best, best_code = value, code
            if ply == 0:
                counters.best = code
        low = max(low, best)
        if low >= beta:
            record_cutoff(workspace, ply, code, depth)
            break
    if counters.cut_short == cut_short:
        depth = tt.COMPLETE
    bound = tt.bound_of(best, alpha, beta)
    tt.store(workspace.transpositions, key, tt.pack_entry(best, best_code, depth, bound))
    return best


# The root, for those who value its moves one by one


@compiled
def list_root_moves(layout: Layout, workspace: Workspace) -> int:
    """List the moves at the root in row 0 that the search looks at."""
    number = list_moves_of(layout, workspace.tables[0], workspace.codes[0])
    settings = record(workspace.settings, SETTINGS)
    kept: int = rank_moves(
        layout, workspace.tables[0], workspace.codes[0], number, workspace.ranks[0], settings
    )
    return kept


@compiled
def make_root_move(layout: Layout, workspace: Workspace, code: int) -> int:
    """Make a move at the root, with the position after it in row 1, and say whose turn it is."""
    copy_table(workspace.tables[0], workspace.tables[1])
    make_move_of(layout, workspace.tables[1], code)
    record(workspace.counters, COUNTERS).nodes += 1
    turn: int = record(workspace.tables[1], layout).turn
    return turn


@compiled
def depth_of_root_move(_layout: Layout, _room: Workspace) -> int:
    """How much of the depth a move at the root takes."""
    return 1


ALPHA_BETA = Algorithm(
    depth_unit="move",
    search=search,
    list_root_moves=list_root_moves,
    make_root_move=make_root_move,
    depth_of_root_move=depth_of_root_move,
)
