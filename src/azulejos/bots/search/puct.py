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

from azulejos.bots.search.knowledge import evaluate_row, position_in, rank_moves, resolve_tiling
from azulejos.bots.search.settings import SETTINGS, Settings
from azulejos.bots.search.tree import (
    NODE,
    ROOT,
    Node,
    Tree,
    add_node,
    back_up,
    forget_positions,
    is_better,
    is_solved,
    node_with,
    owner,
    prove,
    remember_position,
    take_proven,
    utility,
    value_of,
)
from azulejos.bots.search.workspace import COUNTERS, INFINITY, Workspace, check_limits, position_key
from azulejos.core.arithmetic import exp_of_negative
from azulejos.core.compiled import compiled, exported, record
from azulejos.core.kernels import list_moves_of, make_move_of
from azulejos.core.layout import Layout
from azulejos.core.tables import copy_table
from azulejos.core.turn import MAX_SEATS


@exported
@compiled
def expand_root(layout: Layout, workspace: Workspace, tree: Tree, number: int) -> int:
    """Begin a tree with the position in row 0 and the moves that are listed there.

    Returns how many nodes the tree has.
    """
    forget_positions(tree)
    add_node(tree, ROOT, 0, record(workspace.tables[0], layout).turn)
    copy_table(workspace.tables[0], workspace.tables[1])
    for place in range(number):
        workspace.codes[1, place] = workspace.codes[0, place]
    return expand(layout, workspace, tree, ROOT, number, 1)


@exported
@compiled
def search(
    layout: Layout,
    workspace: Workspace,
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
    counters = record(workspace.counters, COUNTERS)
    root = record(tree.nodes[ROOT], NODE)
    while not root.is_proven and counters.nodes < nodes:
        if counters.nodes >= counters.next_check:
            check_limits(workspace)
        first = select_child(tree, ROOT)
        if required or multipv > 1:
            first = least_visited(tree, required, multipv)
        length = select_leaf(layout, workspace, tree, first)
        used = visit(layout, workspace, tree, tree.path[length], depth - length, used)
        if counters.stop:
            break
        back_up(tree, length)
    return used


@compiled
def visit(
    layout: Layout, workspace: Workspace, tree: Tree, node: int, depth: int, used: int
) -> int:
    """Expand a node, or prove it if there is nothing to expand; its position is in row 1."""
    expanded: Node = record(tree.nodes[owner(tree, node)], NODE)
    if is_solved(expanded):
        take_proven(tree, expanded.best_proven)
        prove(tree, node)
        return used
    number = 0
    if record(workspace.tables[1], layout).turn >= 0:
        settings = record(workspace.settings, SETTINGS)
        number = list_moves_of(layout, workspace.tables[1], workspace.codes[1])
        number = rank_moves(
            layout, workspace.tables[1], workspace.codes[1], number, workspace.ranks[1], settings
        )
        if depth <= 0 or used + number > len(tree.nodes):
            number = 0
            record(workspace.counters, COUNTERS).cut_short += 1
    if number:
        return expand(layout, workspace, tree, node, number, used)
    evaluate_row(layout, workspace, 1)
    take_values(workspace, tree)
    prove(tree, node)
    return used


@compiled
def least_visited(tree: Tree, required: int, multipv: int) -> int:
    """The move at the root that was visited least: of the first and the best, if not proven.

    If all of those are proven, any other one.
    """
    children = record(tree.nodes[ROOT], NODE).children
    bar = INFINITY
    for _ in range(min(multipv, children)):
        lower = -INFINITY
        for node in range(1, 1 + children):
            if value_of(tree, node) < bar:
                lower = max(lower, value_of(tree, node))
        bar = lower
    chosen = select_child(tree, ROOT)
    least = INFINITY
    for node in range(1, 1 + children):
        child = record(tree.nodes[node], NODE)
        if child.is_proven or child.visits >= least:
            continue
        if node <= required or value_of(tree, node) >= bar:
            chosen, least = node, child.visits
    return chosen


@compiled
def select_leaf(layout: Layout, workspace: Workspace, tree: Tree, first: int) -> int:
    """Go by a first move to a node to visit, and return the length of the path.

    It has no children, or all of them were proven on other paths. Its position is in row 1.
    """
    settings = record(tree.settings, SETTINGS)
    counters = record(workspace.counters, COUNTERS)
    copy_table(workspace.tables[0], workspace.tables[1])
    index, length = first, 0
    while True:
        length += 1
        tree.path[length] = index
        node = record(tree.nodes[index], NODE)
        make_move_of(layout, workspace.tables[1], node.code)
        counters.nodes += 1
        if node.children == 0 and settings.resolve_tiling:
            resolve_tiling(layout, position_in(workspace, 1), workspace.memory, workspace.weights)
        if settings.transpositions:
            index = find_owner(layout, workspace, tree, index)
            node = record(tree.nodes[index], NODE)
        if node.children == 0 or is_solved(node):
            return length
        index = select_child(tree, index)


@compiled
def find_owner(layout: Layout, workspace: Workspace, tree: Tree, index: int) -> int:
    """The node that has the children of a node whose position is in row 1.

    When a node without children is visited, that is another one if it has the same position.
    """
    node = record(tree.nodes[index], NODE)
    is_over = record(workspace.tables[1], layout).turn < 0
    if node.children or node.same_as or is_over:
        return owner(tree, index)
    key = position_key(workspace, 0, 1)
    same = node_with(tree, key)
    if same and record(tree.nodes[same], NODE).children:
        node.same_as = same
        return same
    remember_position(tree, key, index)
    return index


@compiled
def select_child(tree: Tree, index: int) -> int:
    """The child to visit next, by PUCT: its values are good, or its visits few for its prior."""
    settings = record(tree.settings, SETTINGS)
    node = record(tree.nodes[index], NODE)
    exploration = settings.c_puct * sqrt(float(node.seen))
    best, chosen = -1e18, node.first_child
    for place in range(node.first_child, node.first_child + node.children):
        child = record(tree.nodes[place], NODE)
        if child.is_proven:
            continue
        score = (child.total + exploration * tree.priors[place]) / child.visits
        if score > best:
            best, chosen = score, place
    return int(chosen)


@compiled
def expand(
    layout: Layout, workspace: Workspace, tree: Tree, index: int, number: int, used: int
) -> int:
    """Add and evaluate all moves in row 1; the values of the best are backed up.

    Nothing is added to the tree if a limit is reached meanwhile.
    """
    settings = record(tree.settings, SETTINGS)
    counters = record(workspace.counters, COUNTERS)
    node = record(tree.nodes[index], NODE)
    most = -INFINITY
    node.unproven = number
    for place in range(number):
        if counters.nodes >= counters.next_check:
            check_limits(workspace)
        if counters.stop:
            return used
        code = workspace.codes[1, place]
        turn = play_child(layout, workspace, code)
        add_node(tree, used + place, code, turn)
        evaluate_row(layout, workspace, 2)
        total = utility(workspace.seat_values[node.turn])
        record(tree.nodes[used + place], NODE).total = total
        if total > most:
            most = total
            take_values(workspace, tree)
        if turn < 0 and settings.prove_ends:
            prove_end(workspace, tree, node, used + place)
    node.first_child, node.children = used, number
    set_priors(tree, used, number, most, settings)
    if node.unproven:
        counters.nodes += 1  # so that budgets buy what they did when the best was made again
    else:
        take_proven(tree, node.best_proven)
        prove(tree, index)
    return used + number


@compiled
def prove_end(workspace: Workspace, tree: Tree, parent: Node, index: int) -> None:
    """Prove a new child that ends the round and has just been evaluated."""
    child = record(tree.nodes[index], NODE)
    parent.unproven -= 1
    child.is_proven = 1
    for seat in range(MAX_SEATS):
        child.values[seat] = workspace.seat_values[seat]
    if is_better(tree, child, parent.best_proven, parent.turn):
        parent.best_proven = index


@compiled
def set_priors(tree: Tree, first: int, number: int, most: int, settings: Settings) -> None:
    """Give new nodes priors, by a softmax of their values."""
    total = 0.0
    for place in range(number):
        worse = record(tree.nodes[first + place], NODE).total - most
        tree.odds[place] = exp_of_negative(worse / settings.temperature)
        total += tree.odds[place]
    for place in range(number):
        tree.priors[first + place] = tree.odds[place] / total


@compiled
def play_child(layout: Layout, workspace: Workspace, code: int) -> int:
    """Make a move in row 2 from the position in row 1, and return whose turn it is then."""
    copy_table(workspace.tables[1], workspace.tables[2])
    make_move_of(layout, workspace.tables[2], code)
    record(workspace.counters, COUNTERS).nodes += 1
    turn: int = record(workspace.tables[2], layout).turn
    return turn


@compiled
def take_values(workspace: Workspace, tree: Tree) -> None:
    """Take the values of the position that was evaluated last as those at hand."""
    for seat in range(MAX_SEATS):
        tree.values[seat] = workspace.seat_values[seat]
