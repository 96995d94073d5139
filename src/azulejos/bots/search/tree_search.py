"""Searches of one tree after the other, and the values of the moves at their roots."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from azulejos.bots.search import puct, tree
from azulejos.bots.search.tree import NODE, ROOT, Node
from azulejos.bots.search.workspace import INFINITY, Workspace, counters_of
from azulejos.core.interpreted import record
from azulejos.core.layout import Layout, Raw


class Variation(NamedTuple):
    """A move at the root, its value for the seat that makes it, and best play from it on."""

    code: int
    value: int
    is_exact: bool  # else it was not asked for, and was hardly visited
    line: list[int]


def nodes_for(moves: int, max_moves: int) -> int:
    """How many nodes a tree needs in which so many moves are made, as far as it may have them.

    Each node takes a move. Those at the root are made even if they are too many, and there must
    be room for all of a position before the search may begin with them.
    """
    return min(tree.MAX_NODES, 1 + moves + 2 * max_moves)


class TreeSearch:
    """Searches one tree after the other, in the same memory; `nodes` is how many one may have."""

    def __init__(
        self, layout: Layout, plies: int, max_moves: int, settings: Raw, *, nodes: int
    ) -> None:
        self.nodes = nodes
        self._layout = layout
        self._tree = tree.new_tree(plies, max_moves, settings, nodes)
        self._used = 0
        self._required = 0
        self._multipv = 1

    def begin(self, workspace: Workspace, codes: list[int], *, required: int, multipv: int) -> None:
        """Begin a tree with the position in row 0 and these moves.

        Wanted are the values of the first `required` moves and of the best `multipv`.
        """
        self._tree = self._tree._replace(settings=workspace.settings)
        workspace.codes[0, : len(codes)] = codes
        counters_of(
            workspace
        ).next_check = INFINITY  # without the first moves there would be no values
        self._used = puct.expand_root(self._layout, workspace, self._tree, len(codes))
        counters_of(workspace).next_check = 0
        self._required, self._multipv = required, multipv

    def double(self, workspace: Workspace, depth: int) -> None:
        """Search until twice as many moves were made."""
        self.grow(workspace, depth, 2 * counters_of(workspace).nodes)

    def grow(self, workspace: Workspace, depth: int, nodes: int) -> None:
        """Search until so many moves were made."""
        self._used = puct.search(
            self._layout,
            workspace,
            self._tree,
            depth,
            self._used,
            nodes,
            self._required,
            self._multipv,
        )

    def is_done(self, workspace: Workspace) -> bool:
        return bool(counters_of(workspace).stop or self._node(ROOT).is_proven)

    def result(self) -> list[Variation]:
        """What is known of the moves at the root, the best first; none is valued higher."""
        number = self._node(ROOT).children
        values = {node: tree.value_of(self._tree, node) for node in range(1, 1 + number)}
        best = tree.best_child(self._tree, ROOT)
        if self._required or self._multipv > 1:
            best = max(values, key=lambda node: values[node])  # all that count were visited alike
        order = sorted(values, key=lambda node: (node != best, -values[node]))
        exact = {*range(1, 1 + self._required), *order[: self._multipv]}
        return [
            Variation(
                code=self._node(node).code,
                value=min(values[node], values[best]),
                is_exact=node in exact,
                line=self._line(node) if node in exact else [],
            )
            for node in order
        ]

    def _node(self, index: int) -> Node:
        node: Node = record(self._tree.nodes[index], NODE)
        return node

    def _line(self, node: int) -> list[int]:
        line = np.zeros(len(self._tree.path), np.int32)
        length = tree.list_variation(self._tree, node, line)
        return [int(code) for code in line[:length]]
