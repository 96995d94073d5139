"""The tree that `puct.py` searches: its nodes, and what is known of them.

A node is proven once all lines from it were searched to their end: its value is then not a mean but
what best play leads to, for every seat, and it is not visited again.

Nodes may have the same position. Only the first that was expanded has children then, and the others
share them. Visits and values of a node are those of its own path: its parent chose how often to
come that way. How often a position was seen, on all paths, says how widely its moves are tried.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.bots.search.knowledge import POINT, WON
from azulejos.bots.search.settings import TRANSPOSITIONS, Settings
from azulejos.core.compiled import compiled, exported
from azulejos.core.layout import Codes
from azulejos.core.turn import MAX_SEATS

RESULT = 10 * POINT  # what a victory is worth in a mean

# What is known of a node
CODE = 0  # the move that leads to it
TURN = 1
VISITS = 2
FIRST = 3  # the first of its children, which lie side by side
CHILDREN = 4  # how many there are; 0 before it is expanded
UNPROVEN = 5  # how many of them are not proven
BEST_PROVEN = 6  # the proven child that is best for the seat to move, or 0
PROVEN = 7
SAME_AS = 8  # the node whose children it shares, since their positions are the same; 0: its own
SEEN = 9  # visits of its position, by all nodes that share its children
FACTS = 10

ROOT = 0
MAX_NODES = 1 << 18  # in a tree: up to 18 MB, as far as they are used
POSITIONS = 1 << 15  # remembered, in trees of all sizes: with another number other ones are found

# What is remembered of a position
POSITION_KEY = 0
NODE = 1
POSITION_WORDS = 2


class Tree(NamedTuple):
    """The nodes of a tree, the root first, and what an iteration of the search works with."""

    settings: Settings
    facts: NDArray[np.int32]
    totals: NDArray[np.int64]  # the sum of the values found, for the seat that moved
    priors: NDArray[np.float32]
    proven: NDArray[np.int32]  # the values of proven nodes, for every seat
    path: NDArray[np.int32]  # from the root to the node that is expanded
    found: NDArray[np.int32]  # the value to be backed up, for every seat
    odds: NDArray[np.float64]  # of the moves of the node that is expanded, beside the best one
    positions: NDArray[np.int64]  # the nodes that were expanded, by their positions


def new_tree(plies: int, max_moves: int, settings: Settings, nodes: int = MAX_NODES) -> Tree:
    return Tree(
        settings=settings,
        facts=np.zeros((nodes, FACTS), np.int32),
        totals=np.zeros(nodes, np.int64),
        priors=np.zeros(nodes, np.float32),
        proven=np.zeros((nodes, MAX_SEATS), np.int32),
        path=np.zeros(plies + 2, np.int32),
        found=np.zeros(MAX_SEATS, np.int32),
        odds=np.zeros(max_moves),
        positions=np.zeros(
            (POSITIONS if settings[TRANSPOSITIONS] else 1, POSITION_WORDS), np.int64
        ),
    )


@compiled
def add_node(tree: Tree, node: int, code: int, turn: int) -> None:
    """Add a node; that it was evaluated counts as a visit."""
    for fact in range(FACTS):
        tree.facts[node, fact] = 0
    tree.facts[node, CODE], tree.facts[node, TURN] = code, turn
    tree.facts[node, VISITS], tree.facts[node, SEEN] = 1, 1


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
    """Take what was found as the proven value of a node."""
    tree.facts[node, PROVEN] = 1
    for seat in range(MAX_SEATS):
        tree.proven[node, seat] = tree.found[seat]


@compiled
def find_proven(tree: Tree, node: int) -> None:
    """Take the proven value of a node as what was found."""
    for seat in range(MAX_SEATS):
        tree.found[seat] = tree.proven[node, seat]


@compiled
def back_up(tree: Tree, length: int) -> None:
    """Add what was found to all nodes on the path, and prove those that it completes.

    A seat that has a proven move better than the one visited will make that one instead.
    """
    facts = tree.facts
    for step in range(length, 0, -1):
        node, parent = tree.path[step], owner(tree, tree.path[step - 1])
        mover = facts[parent, TURN]
        facts[node, VISITS] += 1
        facts[owner(tree, node), SEEN] += 1
        tree.totals[node] += utility(tree.found[mover])
        if facts[node, PROVEN]:
            facts[parent, UNPROVEN] -= 1
            if is_better(tree, node, facts[parent, BEST_PROVEN], mover):
                facts[parent, BEST_PROVEN] = node
        known = facts[parent, BEST_PROVEN]
        if known and (not facts[parent, UNPROVEN] or tree.proven[known, mover] > tree.found[mover]):
            find_proven(tree, known)
        if not facts[parent, UNPROVEN]:
            prove(tree, tree.path[step - 1])
    facts[ROOT, VISITS] += 1
    facts[ROOT, SEEN] += 1


@compiled
def is_better(tree: Tree, node: int, known: int, mover: int) -> bool:
    """Whether a proven child is better for the mover than the best one so far, if there is one.

    The mover is assumed to break ties against the seat at the root.
    """
    if known == 0:
        return True
    values, me = tree.proven, tree.facts[ROOT, TURN]
    if values[node, mover] == values[known, mover]:
        return bool(values[node, me] < values[known, me])
    return bool(values[node, mover] > values[known, mover])


# Positions that are reached in several ways


@compiled
def forget_positions(tree: Tree) -> None:
    """Begin a new tree: the nodes are others now."""
    for slot in range(len(tree.positions)):
        tree.positions[slot, POSITION_KEY] = 0


@compiled
def node_with(tree: Tree, key: int) -> int:
    """The node that was expanded with a position, or 0."""
    entry = tree.positions[key & (len(tree.positions) - 1)]
    return int(entry[NODE]) if entry[POSITION_KEY] == key else 0


@compiled
def remember_position(tree: Tree, key: int, node: int) -> None:
    entry = tree.positions[key & (len(tree.positions) - 1)]
    entry[POSITION_KEY], entry[NODE] = key, node


@compiled
def owner(tree: Tree, node: int) -> int:
    """The node that has the children of a node: most have their own."""
    shared: int = tree.facts[node, SAME_AS]
    return shared if shared else node


@compiled
def is_solved(tree: Tree, node: int) -> bool:
    """Whether all children of a node are proven, so that it is, as soon as it is visited."""
    return bool(tree.facts[node, CHILDREN] and not tree.facts[node, UNPROVEN])


# What was found


@exported
@compiled
def value_of(tree: Tree, node: int) -> int:
    """The value of a move at the root for the seat that makes it."""
    if tree.facts[node, PROVEN]:
        return int(tree.proven[node, tree.facts[ROOT, TURN]])
    return int(tree.totals[node] // tree.facts[node, VISITS])


@exported
@compiled
def best_child(tree: Tree, node: int) -> int:
    """The best move in a position: the one visited most, unless a proven one is better."""
    facts = tree.facts
    node = owner(tree, node)
    first, known = facts[node, FIRST], facts[node, BEST_PROVEN]
    best = 0
    for child in range(first, first + facts[node, CHILDREN]):
        if facts[child, PROVEN]:
            continue
        if best == 0 or facts[child, VISITS] > facts[best, VISITS]:
            best = child
    if best == 0:
        return int(known)
    if known == 0:
        return int(best)
    mean = tree.totals[best] // facts[best, VISITS]
    return int(known if utility(tree.proven[known, facts[node, TURN]]) >= mean else best)


@exported
@compiled
def list_variation(tree: Tree, node: int, line: Codes) -> int:
    """List the move to a child of the root and best play after it, and return how many."""
    length = 0
    while length < len(line):
        line[length] = tree.facts[node, CODE]
        length += 1
        if tree.facts[owner(tree, node), CHILDREN] == 0:
            break
        node = best_child(tree, node)
    return length
