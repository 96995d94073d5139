"""Tree search within a round, for three and more players: everybody plays for themselves.

A tree of positions grows by one at a time (Monte-Carlo tree search with nothing left to chance,
as PUCT does it). From the root on, the seat to move goes where the values found so far are best for
it, and at times where a glance promised something and little was looked at. In the position that
is reached so, all moves are made and valued, and what the best of them leads to is counted for all
positions on the way. So every seat is expected to want what is best for itself, and lines that
everybody would avoid are hardly looked at.

A line ends where chance is to deal, where the game is over, or at the depth searched. A position is
settled once all lines from it were searched to their end: then its value is not a mean but what
best play leads to, and it is not looked at again.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.bots.search.knowledge import POINT, WON, Puct, leaf, rank_moves
from azulejos.bots.search.workspace import (
    CUT_SHORT,
    INFINITY,
    NEXT_LOOK,
    NODES,
    STOP,
    Workspace,
    look_whether_to_stop,
)
from azulejos.core.compiled import compiled, record
from azulejos.core.kernels import list_moves_of, make_move_of
from azulejos.core.layout import Codes
from azulejos.core.tables import copy_table
from azulejos.core.turn import MOST_SEATS

# The parameters of PUCT, in hundredths of a point
C_PUCT = 0  # how much priors count beside the values found
TEMPERATURE = 1  # a move whose value is so much less has a prior that is e times less

RESULT = 10 * POINT  # what a victory is worth in a mean

# What is known of a position in the tree
CODE = 0  # the move that leads to it
TURN = 1
VISITS = 2
FIRST = 3  # the first of the positions after it, which lie side by side
MOVES = 4  # how many there are; 0 before they are listed
OPEN = 5  # how many of them are not settled
KNOWN = 6  # the one of the settled that is best for the seat to move, or 0
SETTLED = 7
FACTS = 8

ROOT = 0
ENTRIES = 1 << 18  # positions in the tree: up to 16 MB, as far as they are used


class Tree(NamedTuple):
    """The positions, the root first, and the parameters."""

    puct: NDArray[np.float64]
    facts: NDArray[np.int32]
    totals: NDArray[np.int64]  # of the values found, for the seat that moved
    likely: NDArray[np.float32]  # how likely the move looked at a glance
    values: NDArray[np.int32]  # of settled positions, for every seat
    path: NDArray[np.int32]  # from the root to the position that is looked at
    found: NDArray[np.int32]  # its value for every seat


def new_tree(plies: int, puct: Puct) -> Tree:
    return Tree(
        puct=np.array([puct.c_puct, puct.temperature]) * POINT,
        facts=np.zeros((ENTRIES, FACTS), np.int32),
        totals=np.zeros(ENTRIES, np.int64),
        likely=np.zeros(ENTRIES, np.float32),
        values=np.zeros((ENTRIES, MOST_SEATS), np.int32),
        path=np.zeros(plies + 2, np.int32),
        found=np.zeros(MOST_SEATS, np.int32),
    )


# Growing


@compiled
def plant(layout: np.dtype[Any], room: Workspace, tree: Tree, number: int) -> int:
    """Begin a tree with the position in row 0 and its first moves, which are listed there.

    Returns how many entries of the tree are used.
    """
    add(tree, ROOT, 0, record(room.tables[0], layout).turn)
    copy_table(room.tables[0], room.tables[1])
    for place in range(number):
        room.codes[1, place] = room.codes[0, place]
    return expand(layout, room, tree, ROOT, number, 1)


@compiled
def grow(
    layout: np.dtype[Any],
    room: Workspace,
    tree: Tree,
    depth: int,
    used: int,
    nodes: int,
    certain: int,
    best: int,
) -> int:
    """Grow a tree until it has so many nodes, is settled or has to stop.

    The first `certain` moves at the root and so many of the `best` are looked at alike. Returns
    how many entries of the tree are used then.
    """
    while not tree.facts[ROOT, SETTLED] and room.tally[NODES] < nodes:
        if room.tally[NODES] >= room.tally[NEXT_LOOK]:
            look_whether_to_stop(room)
        first = most_promising(tree, ROOT)
        if certain or best > 1:
            first = least_known(tree, certain, best)
        length = descend(layout, room, tree, first)
        node = tree.path[length]
        number = 0
        if tree.facts[node, TURN] >= 0:
            number = list_moves_of(layout, room.tables[1], room.codes[1])
            number = rank_moves(layout, room.tables[1], room.codes[1], number, room.ranks[1])
            if length >= depth or used + number > len(tree.facts):
                number = 0
                room.tally[CUT_SHORT] += 1
        if number:
            used = expand(layout, room, tree, node, number, used)
        else:
            value_for_all(layout, room, tree, 1)
            settle(tree, node)
        if room.tally[STOP]:
            break
        back_up(tree, length)
    return used


@compiled
def least_known(tree: Tree, certain: int, best: int) -> int:
    """The move at the root that was looked at least: of the first and the best, if not settled.

    If all of those are settled, any other one.
    """
    facts = tree.facts
    bar = INFINITY
    for _ in range(min(best, facts[ROOT, MOVES])):
        lower = -INFINITY
        for node in range(1, 1 + facts[ROOT, MOVES]):
            if value_of(tree, node) < bar:
                lower = max(lower, value_of(tree, node))
        bar = lower
    chosen = most_promising(tree, ROOT)
    least = INFINITY
    for node in range(1, 1 + facts[ROOT, MOVES]):
        if facts[node, SETTLED] or facts[node, VISITS] >= least:
            continue
        if node <= certain or value_of(tree, node) >= bar:
            chosen, least = node, facts[node, VISITS]
    return chosen


@compiled
def descend(layout: np.dtype[Any], room: Workspace, tree: Tree, first: int) -> int:
    """Walk by a first move to a position without listed moves, and say how far that is.

    The position is laid out in row 1.
    """
    copy_table(room.tables[0], room.tables[1])
    node, length = first, 0
    while True:
        length += 1
        tree.path[length] = node
        make_move_of(layout, room.tables[1], tree.facts[node, CODE])
        room.tally[NODES] += 1
        if tree.facts[node, MOVES] == 0:
            return length
        node = most_promising(tree, node)


@compiled
def most_promising(tree: Tree, node: int) -> int:
    """The move to look at next: good so far, or little known for what it promised."""
    facts = tree.facts
    curiosity = tree.puct[C_PUCT] * sqrt(float(facts[node, VISITS]))
    first = facts[node, FIRST]
    best, chosen = -1e18, first
    for after in range(first, first + facts[node, MOVES]):
        if facts[after, SETTLED]:
            continue
        promise = (tree.totals[after] + curiosity * tree.likely[after]) / facts[after, VISITS]
        if promise > best:
            best, chosen = promise, after
    return int(chosen)


@compiled
def expand(
    layout: np.dtype[Any], room: Workspace, tree: Tree, node: int, number: int, used: int
) -> int:
    """Make and value all moves in row 1; what the best leads to is what is found for all seats.

    Nothing is added to the tree if the search has to stop meanwhile.
    """
    facts = tree.facts
    mover = facts[node, TURN]
    best = used
    for place in range(number):
        if room.tally[NODES] >= room.tally[NEXT_LOOK]:
            look_whether_to_stop(room)
        if room.tally[STOP]:
            return used
        after = used + place
        code = room.codes[1, place]
        add(tree, after, code, look_at(layout, room, code))
        tree.totals[after] = in_a_mean(leaf(layout, room, mover, 2))
        if tree.totals[after] > tree.totals[best]:
            best = after
    look_at(layout, room, facts[best, CODE])
    value_for_all(layout, room, tree, 2)
    total = 0.0
    for after in range(used, used + number):
        total += exp((tree.totals[after] - tree.totals[best]) / tree.puct[TEMPERATURE])
    for after in range(used, used + number):
        tree.likely[after] = (
            exp((tree.totals[after] - tree.totals[best]) / tree.puct[TEMPERATURE]) / total
        )
    facts[node, FIRST], facts[node, MOVES], facts[node, OPEN] = used, number, number
    return used + number


@compiled
def add(tree: Tree, node: int, code: int, turn: int) -> None:
    """Add a position to the tree, of which nothing is known but a glance."""
    for fact in range(FACTS):
        tree.facts[node, fact] = 0
    tree.facts[node, CODE], tree.facts[node, TURN], tree.facts[node, VISITS] = code, turn, 1


@compiled
def look_at(layout: np.dtype[Any], room: Workspace, code: int) -> int:
    """Make a move in row 2 from the position in row 1, and say whose turn it is then."""
    copy_table(room.tables[1], room.tables[2])
    make_move_of(layout, room.tables[2], code)
    room.tally[NODES] += 1
    turn: int = record(room.tables[2], layout).turn
    return turn


@compiled
def value_for_all(layout: np.dtype[Any], room: Workspace, tree: Tree, ply: int) -> None:
    """Find the value of a position for every seat."""
    for seat in range(record(room.tables[ply], layout).players):
        tree.found[seat] = leaf(layout, room, seat, ply)


@compiled
def in_a_mean(value: int) -> int:
    """A value as it is added to others: one victory must not outweigh all points."""
    if value > WON // 2:
        return value - WON + RESULT
    if value < -WON // 2:
        return value + WON - RESULT
    return value


@compiled
def settle(tree: Tree, node: int) -> None:
    """Keep what was found as the final value of a position."""
    tree.facts[node, SETTLED] = 1
    for seat in range(MOST_SEATS):
        tree.values[node, seat] = tree.found[seat]


@compiled
def back_up(tree: Tree, length: int) -> None:
    """Count what was found for all positions on the path, and settle what is settled by it.

    A seat that knows a better move than the one that was looked at will make that one.
    """
    facts = tree.facts
    for step in range(length, 0, -1):
        node, before = tree.path[step], tree.path[step - 1]
        mover = facts[before, TURN]
        facts[node, VISITS] += 1
        tree.totals[node] += in_a_mean(tree.found[mover])
        if facts[node, SETTLED]:
            facts[before, OPEN] -= 1
            if is_better(tree, node, facts[before, KNOWN], mover):
                facts[before, KNOWN] = node
        known = facts[before, KNOWN]
        if known and (not facts[before, OPEN] or tree.values[known, mover] > tree.found[mover]):
            for seat in range(MOST_SEATS):
                tree.found[seat] = tree.values[known, seat]
        if not facts[before, OPEN]:
            settle(tree, before)
    facts[ROOT, VISITS] += 1


@compiled
def is_better(tree: Tree, node: int, known: int, mover: int) -> bool:
    """Whether a settled position is better for a seat than the best known one, if there is one.

    Of equal ones it is feared to choose that which is worse for the seat at the root.
    """
    if known == 0:
        return True
    values, me = tree.values, tree.facts[ROOT, TURN]
    if values[node, mover] == values[known, mover]:
        return bool(values[node, me] < values[known, me])
    return bool(values[node, mover] > values[known, mover])


# What was found


@compiled
def value_of(tree: Tree, node: int) -> int:
    """The value of a move at the root for the seat that makes it."""
    if tree.facts[node, SETTLED]:
        return int(tree.values[node, tree.facts[ROOT, TURN]])
    return int(tree.totals[node] // tree.facts[node, VISITS])


@compiled
def best_of(tree: Tree, node: int) -> int:
    """The best move in a position: the one looked at most, unless a settled one is better."""
    facts = tree.facts
    first, known = facts[node, FIRST], facts[node, KNOWN]
    best = 0
    for after in range(first, first + facts[node, MOVES]):
        if facts[after, SETTLED]:
            continue
        if best == 0 or facts[after, VISITS] > facts[best, VISITS]:
            best = after
    if best == 0:
        return int(known)
    if known == 0:
        return int(best)
    mean = tree.totals[best] // facts[best, VISITS]
    return int(known if in_a_mean(tree.values[known, facts[node, TURN]]) >= mean else best)


@compiled
def best_line(tree: Tree, node: int, line: Codes) -> int:
    """List the moves to a position from the root and best play after it, and say how many."""
    length = 0
    while length < len(line):
        line[length] = tree.facts[node, CODE]
        length += 1
        if tree.facts[node, MOVES] == 0:
            break
        node = best_of(tree, node)
    return length
