"""The tree that `puct.py` searches: its nodes, and what is known of them.

A node is proven once all lines from it were searched to their end: its value is then not a mean but
what best play leads to, for every seat, and it is not visited again.

Nodes may have the same position. Only the first that was expanded has children then, and the others
share them. Visits and values of a node are those of its own path: its parent chose how often to
come that way. How often a position was seen, on all paths, says how widely its moves are tried.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.bots.search.knowledge import POINT, WON
from azulejos.bots.search.settings import SETTINGS
from azulejos.core import interpreted
from azulejos.core.compiled import compiled, exported, record
from azulejos.core.layout import Codes, Int32, Int32s, Int64, Raw, layout
from azulejos.core.turn import MAX_SEATS

RESULT = 10 * POINT  # what a victory is worth in a mean


class Node:
    """What is known of a node."""

    total: Int64  # the sum of the values of its visits, for the seat that moved
    code: Int32  # the move that leads to it
    turn: Int32
    visits: Int32
    seen: Int32  # visits of its position, by all nodes that share its children
    first_child: Int32  # its children lie side by side
    children: Int32  # how many there are; 0 before it is expanded
    unproven: Int32  # how many of them are not proven
    best_proven: Int32  # the proven child that is best for the seat to move, or 0
    is_proven: Int32
    same_as: Int32  # the node whose children it shares, since their positions are the same, or 0
    values: Annotated[Int32s, (MAX_SEATS,)]  # if it is proven, for every seat


NODE = layout(Node)
ROOT = 0
MAX_NODES = 1 << 18  # in a tree: up to 18 MB, as far as they are used
POSITIONS = 1 << 15  # remembered, in trees of all sizes: with another number other ones are found

# What is remembered of a position
KEY = 0
EXPANDED = 1  # the node that was expanded with it


class Tree(NamedTuple):
    """The nodes of a tree, the root first, and what an iteration of the search works with."""

    settings: Raw
    nodes: NDArray[np.uint8]  # a row of bytes for each
    priors: NDArray[np.float32]
    path: NDArray[np.int32]  # from the root to the node that is expanded
    values: NDArray[np.int32]  # to be backed up, for every seat
    odds: NDArray[np.float64]  # of the moves of the node that is expanded, beside the best one
    positions: NDArray[np.int64]  # the nodes that were expanded, by their positions


def new_tree(plies: int, max_moves: int, settings: Raw, nodes: int = MAX_NODES) -> Tree:
    positions = POSITIONS if interpreted.record(settings, SETTINGS).transpositions else 1
    return Tree(
        settings=settings,
        nodes=np.zeros((nodes, NODE.itemsize), np.uint8),
        priors=np.zeros(nodes, np.float32),
        path=np.zeros(plies + 2, np.int32),
        values=np.zeros(MAX_SEATS, np.int32),
        odds=np.zeros(max_moves),
        positions=np.zeros((positions, 2), np.int64),
    )


@compiled
def add_node(tree: Tree, node: int, code: int, turn: int) -> None:
    """Add a node; that it was evaluated counts as a visit."""
    added = record(tree.nodes[node], NODE)
    added.code, added.turn = code, turn
    added.visits, added.seen = 1, 1
    added.children, added.unproven, added.best_proven = 0, 0, 0
    added.is_proven, added.same_as = 0, 0


@compiled
def utility(value: int) -> int:
    """A value as it goes into a mean: one victory must not outweigh all points."""
    if value > WON // 2:
        return value - WON + RESULT
    if value < -WON // 2:
        return value + WON - RESULT
    return value


@compiled
def prove(tree: Tree, node: int) -> None:
    """Take the values at hand as the proven ones of a node."""
    proven = record(tree.nodes[node], NODE)
    proven.is_proven = 1
    for seat in range(MAX_SEATS):
        proven.values[seat] = tree.values[seat]


@compiled
def take_proven(tree: Tree, node: int) -> None:
    """Take the proven values of a node as those at hand."""
    proven = record(tree.nodes[node], NODE)
    for seat in range(MAX_SEATS):
        tree.values[seat] = proven.values[seat]


@compiled
def back_up(tree: Tree, length: int) -> None:
    """Add the values at hand to all nodes on the path, and prove those that they complete.

    A seat that has a proven move better than the one visited will make that one instead.
    """
    for step in range(length, 0, -1):
        index = tree.path[step]
        node = record(tree.nodes[index], NODE)
        parent = record(tree.nodes[owner(tree, tree.path[step - 1])], NODE)
        mover = parent.turn
        node.visits += 1
        record(tree.nodes[owner(tree, index)], NODE).seen += 1
        node.total += utility(tree.values[mover])
        if node.is_proven:
            parent.unproven -= 1
            if is_better(tree, node, parent.best_proven, mover):
                parent.best_proven = index
        best = parent.best_proven
        if best:
            value = record(tree.nodes[best], NODE).values[mover]
            if not parent.unproven or value > tree.values[mover]:
                take_proven(tree, best)
        if not parent.unproven:
            prove(tree, tree.path[step - 1])
    root = record(tree.nodes[ROOT], NODE)
    root.visits += 1
    root.seen += 1


@compiled
def is_better(tree: Tree, node: Node, other: int, mover: int) -> bool:
    """Whether a proven child is better for the mover than the best one so far, if there is one.

    The mover is assumed to break ties against the seat at the root.
    """
    if other == 0:
        return True
    best: Node = record(tree.nodes[other], NODE)
    if node.values[mover] == best.values[mover]:
        me = record(tree.nodes[ROOT], NODE).turn
        return bool(node.values[me] < best.values[me])
    return bool(node.values[mover] > best.values[mover])


# Positions that are reached in several ways


@compiled
def forget_positions(tree: Tree) -> None:
    """Begin a new tree: the nodes are others now."""
    for slot in range(len(tree.positions)):
        tree.positions[slot, KEY] = 0


@compiled
def node_with(tree: Tree, key: int) -> int:
    """The node that was expanded with a position, or 0."""
    entry = tree.positions[key & (len(tree.positions) - 1)]
    return int(entry[EXPANDED]) if entry[KEY] == key else 0


@compiled
def remember_position(tree: Tree, key: int, node: int) -> None:
    entry = tree.positions[key & (len(tree.positions) - 1)]
    entry[KEY], entry[EXPANDED] = key, node


@compiled
def owner(tree: Tree, node: int) -> int:
    """The node that has the children of a node: most have their own."""
    shared: int = record(tree.nodes[node], NODE).same_as
    return shared if shared else node


@compiled
def is_solved(node: Node) -> bool:
    """Whether all children of a node are proven, so that it is, as soon as it is visited."""
    return bool(node.children and not node.unproven)


# The result


@exported
@compiled
def value_of(tree: Tree, node: int) -> int:
    """The value of a move at the root for the seat that makes it."""
    valued = record(tree.nodes[node], NODE)
    if valued.is_proven:
        return int(valued.values[record(tree.nodes[ROOT], NODE).turn])
    return int(valued.total // valued.visits)


@exported
@compiled
def best_child(tree: Tree, node: int) -> int:
    """The best move in a position: the one visited most, unless a proven one is better."""
    parent = record(tree.nodes[owner(tree, node)], NODE)
    most = 0
    best = 0
    for index in range(parent.first_child, parent.first_child + parent.children):
        child = record(tree.nodes[index], NODE)
        if not child.is_proven and child.visits > most:
            most, best = child.visits, index
    if best == 0:
        return int(parent.best_proven)
    if parent.best_proven == 0:
        return int(best)
    mean = record(tree.nodes[best], NODE).total // most
    proven = record(tree.nodes[parent.best_proven], NODE).values[parent.turn]
    return int(parent.best_proven if utility(proven) >= mean else best)


@exported
@compiled
def list_variation(tree: Tree, node: int, line: Codes) -> int:
    """List the move to a child of the root and best play after it, and return how many."""
    length = 0
    while length < len(line):
        line[length] = record(tree.nodes[node], NODE).code
        length += 1
        if record(tree.nodes[owner(tree, node)], NODE).children == 0:
            break
        node = best_child(tree, node)
    return length
