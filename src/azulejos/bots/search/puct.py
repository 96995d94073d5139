"""Tree search within a round, for three and more players: everybody plays for themselves.

It is Monte-Carlo tree search with PUCT, but without anything random: leaves are evaluated, not
played out. In each iteration the seats to move select children, from the root down, by the mean of
the values found so far and by priors, until a node without children is reached. It is expanded: all
its moves are made and evaluated, a softmax of their values gives the priors, and the value of the
best child for every seat is backed up along the path. So every seat is expected to do what is best
for itself, and lines that everybody would avoid are hardly looked at.

A line ends where chance is to deal, where the game is over, or at the depth limit. A node is proven
once all lines from it were searched to their end: its value is then not a mean but what best play
leads to, and it is not visited again.

Versions may do more (`settings.py`): nodes with the same position share their children, so what is
found on one path counts on all; moves that end the round are proven when they are added; and moves
that nobody can answer are made as is best for who makes them, without any search.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from azulejos.bots.search.knowledge import evaluate_row, rank_moves, settle
from azulejos.bots.search.settings import C_PUCT, PROVE_ENDS, TEMPERATURE, TRANSPOSITIONS
from azulejos.bots.search.tree import (
    BEST_PROVEN,
    CHILDREN,
    CODE,
    FIRST,
    PROVEN,
    ROOT,
    SAME_AS,
    SEEN,
    TURN,
    UNPROVEN,
    VISITS,
    Tree,
    add_node,
    back_up,
    find_proven,
    forget_positions,
    is_better,
    is_solved,
    node_with,
    owner,
    prove,
    remember_position,
    utility,
    value_of,
)
from azulejos.bots.search.workspace import (
    CUT_SHORT,
    INFINITY,
    NEXT_CHECK,
    NODES,
    STOP,
    Workspace,
    check_limits,
    position_key,
)
from azulejos.core.arithmetic import exp_of_negative
from azulejos.core.compiled import compiled, exported, record
from azulejos.core.kernels import list_moves_of, make_move_of
from azulejos.core.tables import copy_table
from azulejos.core.turn import MAX_SEATS


@exported
@compiled
def expand_root(layout: np.dtype[Any], room: Workspace, tree: Tree, number: int) -> int:
    """Begin a tree with the position in row 0 and the moves that are listed there.

    Returns how many nodes the tree has.
    """
    forget_positions(tree)
    add_node(tree, ROOT, 0, record(room.tables[0], layout).turn)
    copy_table(room.tables[0], room.tables[1])
    for place in range(number):
        room.codes[1, place] = room.codes[0, place]
    return expand(layout, room, tree, ROOT, number, 1)


@exported
@compiled
def search(
    layout: np.dtype[Any],
    room: Workspace,
    tree: Tree,
    depth: int,
    used: int,
    nodes: int,
    required: int,
    multipv: int,
) -> int:
    """Search until so many moves were made, the root is proven or a limit is reached.

    The first `required` moves at the root and the best `multipv` are visited equally often.
    Returns how many nodes the tree has then.
    """
    while not tree.facts[ROOT, PROVEN] and room.tally[NODES] < nodes:
        if room.tally[NODES] >= room.tally[NEXT_CHECK]:
            check_limits(room)
        first = select_child(tree, ROOT)
        if required or multipv > 1:
            first = least_visited(tree, required, multipv)
        length = select_leaf(layout, room, tree, first)
        used = visit(layout, room, tree, tree.path[length], depth - length, used)
        if room.tally[STOP]:
            break
        back_up(tree, length)
    return used


@compiled
def visit(
    layout: np.dtype[Any], room: Workspace, tree: Tree, node: int, depth: int, used: int
) -> int:
    """Expand a node, or prove it if there is nothing to expand; its position is in row 1."""
    if is_solved(tree, owner(tree, node)):
        find_proven(tree, tree.facts[owner(tree, node), BEST_PROVEN])
        prove(tree, node)
        return used
    number = 0
    if record(room.tables[1], layout).turn >= 0:
        number = list_moves_of(layout, room.tables[1], room.codes[1])
        number = rank_moves(
            layout, room.tables[1], room.codes[1], number, room.ranks[1], room.settings
        )
        if depth <= 0 or used + number > len(tree.facts):
            number = 0
            room.tally[CUT_SHORT] += 1
    if number:
        return expand(layout, room, tree, node, number, used)
    evaluate_row(layout, room, 1)
    find_values(room, tree)
    prove(tree, node)
    return used


@compiled
def least_visited(tree: Tree, required: int, multipv: int) -> int:
    """The move at the root that was visited least: of the first and the best, if not proven.

    If all of those are proven, any other one.
    """
    facts = tree.facts
    bar = INFINITY
    for _ in range(min(multipv, facts[ROOT, CHILDREN])):
        lower = -INFINITY
        for node in range(1, 1 + facts[ROOT, CHILDREN]):
            if value_of(tree, node) < bar:
                lower = max(lower, value_of(tree, node))
        bar = lower
    chosen = select_child(tree, ROOT)
    least = INFINITY
    for node in range(1, 1 + facts[ROOT, CHILDREN]):
        if facts[node, PROVEN] or facts[node, VISITS] >= least:
            continue
        if node <= required or value_of(tree, node) >= bar:
            chosen, least = node, facts[node, VISITS]
    return chosen


@compiled
def select_leaf(layout: np.dtype[Any], room: Workspace, tree: Tree, first: int) -> int:
    """Go by a first move to a node to visit, and return the length of the path.

    It has no children, or all of them were proven on other paths. Its position is in row 1.
    """
    copy_table(room.tables[0], room.tables[1])
    node, length = first, 0
    while True:
        length += 1
        tree.path[length] = node
        make_move_of(layout, room.tables[1], tree.facts[node, CODE])
        room.tally[NODES] += 1
        if tree.facts[node, CHILDREN] == 0:
            settle_row(layout, room, 1)
        if tree.settings[TRANSPOSITIONS]:
            node = find_owner(layout, room, tree, node)
        if tree.facts[node, CHILDREN] == 0 or is_solved(tree, node):
            return length
        node = select_child(tree, node)


@compiled
def find_owner(layout: np.dtype[Any], room: Workspace, tree: Tree, node: int) -> int:
    """The node that has the children of a node whose position is in row 1.

    When a node without children is visited, that is another one if it has the same position.
    """
    facts = tree.facts
    is_over = record(room.tables[1], layout).turn < 0
    if facts[node, CHILDREN] or facts[node, SAME_AS] or is_over:
        return owner(tree, node)
    key = position_key(room, 0, 1)
    same = node_with(tree, key)
    if same and facts[same, CHILDREN]:
        facts[node, SAME_AS] = same
        return same
    remember_position(tree, key, node)
    return node


@compiled
def select_child(tree: Tree, node: int) -> int:
    """The child to visit next, by PUCT: its values are good, or its visits few for its prior."""
    facts = tree.facts
    exploration = tree.settings[C_PUCT] * sqrt(float(facts[node, SEEN]))
    first = facts[node, FIRST]
    best, chosen = -1e18, first
    for child in range(first, first + facts[node, CHILDREN]):
        if facts[child, PROVEN]:
            continue
        score = (tree.totals[child] + exploration * tree.priors[child]) / facts[child, VISITS]
        if score > best:
            best, chosen = score, child
    return int(chosen)


@compiled
def expand(
    layout: np.dtype[Any], room: Workspace, tree: Tree, node: int, number: int, used: int
) -> int:
    """Add and evaluate all moves in row 1; the value of the best, for all seats, is what is found.

    Nothing is added to the tree if a limit is reached meanwhile.
    """
    facts = tree.facts
    mover = facts[node, TURN]
    best = used
    facts[node, UNPROVEN] = number
    for place in range(number):
        if room.tally[NODES] >= room.tally[NEXT_CHECK]:
            check_limits(room)
        if room.tally[STOP]:
            return used
        child = used + place
        code = room.codes[1, place]
        add_node(tree, child, code, play_child(layout, room, code))
        evaluate_row(layout, room, 2)
        tree.totals[child] = utility(room.seat_values[mover])
        if child == used or tree.totals[child] > tree.totals[best]:
            best = child
            find_values(room, tree)
        if facts[child, TURN] < 0 and tree.settings[PROVE_ENDS]:
            prove_end(room, tree, node, child)
    facts[node, FIRST], facts[node, CHILDREN] = used, number
    set_priors(tree, used, number, best)
    if facts[node, UNPROVEN]:
        room.tally[NODES] += 1  # so that budgets buy what they did when the best was made again
    else:
        find_proven(tree, facts[node, BEST_PROVEN])
        prove(tree, node)
    return used + number


@compiled
def prove_end(room: Workspace, tree: Tree, node: int, child: int) -> None:
    """Prove a new child that ends the round and has just been evaluated."""
    facts = tree.facts
    facts[node, UNPROVEN] -= 1
    facts[child, PROVEN] = 1
    for seat in range(MAX_SEATS):
        tree.proven[child, seat] = room.seat_values[seat]
    if is_better(tree, child, facts[node, BEST_PROVEN], facts[node, TURN]):
        facts[node, BEST_PROVEN] = child


@compiled
def set_priors(tree: Tree, first: int, number: int, best: int) -> None:
    """Give new nodes priors, by a softmax of their values."""
    total = 0.0
    for place in range(number):
        worse = tree.totals[first + place] - tree.totals[best]
        tree.odds[place] = exp_of_negative(worse / tree.settings[TEMPERATURE])
        total += tree.odds[place]
    for place in range(number):
        tree.priors[first + place] = tree.odds[place] / total


@compiled
def play_child(layout: np.dtype[Any], room: Workspace, code: int) -> int:
    """Make a move in row 2 from the position in row 1, and return whose turn it is then."""
    copy_table(room.tables[1], room.tables[2])
    make_move_of(layout, room.tables[2], code)
    room.tally[NODES] += 1
    turn: int = record(room.tables[2], layout).turn
    return turn


@compiled
def settle_row(layout: np.dtype[Any], room: Workspace, ply: int) -> None:
    """Make the moves in a row that nobody can answer, if it has got so far.

    That takes longer than an evaluation, so it is done for nodes that are visited only.
    """
    scratch = room.tables[len(room.tables) - 1]
    settle(
        layout,
        room.tables[ply],
        room.words[ply],
        scratch,
        room.memory,
        room.weights,
        room.settings,
    )


@compiled
def find_values(room: Workspace, tree: Tree) -> None:
    """Take the values of the position that was evaluated last as what was found."""
    for seat in range(MAX_SEATS):
        tree.found[seat] = room.seat_values[seat]
