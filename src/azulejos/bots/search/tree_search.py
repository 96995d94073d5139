"""Searches of one tree after the other, and what is found about the moves at their roots."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from azulejos.bots.search import puct, tree
from azulejos.bots.search.settings import Settings
from azulejos.bots.search.workspace import INFINITY, NEXT_CHECK, NODES, STOP, Workspace


class Variation(NamedTuple):
    """A move at the root, its value for the seat that makes it, and best play from it on."""

    code: int
    value: int
    is_exact: bool  # else it was not asked for, and was hardly visited
    line: list[int]


def room_for(moves: int, max_moves: int) -> int:
    """How many nodes a tree needs in which so many moves are made, as far as it may have them.

    Each node takes a move. Those at the root are made even if they are too many, and there must
    be room for all of a position before the search may begin with them.
    """
    return min(tree.MAX_NODES, 1 + moves + 2 * max_moves)


class TreeSearch:
    """Searches one tree after the other, in the same memory; `nodes` is how many one may have."""

    def __init__(
        self,
        layout: np.dtype[Any],
        plies: int,
        max_moves: int,
        settings: Settings,
        *,
        nodes: int,
    ) -> None:
        self.nodes = nodes
        self._layout = layout
        self._tree = tree.new_tree(plies, max_moves, settings, nodes)
        self._used = 0
        self._required = 0
        self._multipv = 1

    def begin(self, room: Workspace, codes: list[int], *, required: int, multipv: int) -> None:
        """Begin a tree with the position in row 0 and these moves.

        Wanted are the values of the first `required` moves and of the best `multipv`.
        """
        self._tree = self._tree._replace(settings=room.settings)
        room.codes[0, : len(codes)] = codes
        room.tally[NEXT_CHECK] = INFINITY  # without the first moves there would be no values
        self._used = puct.expand_root(self._layout, room, self._tree, len(codes))
        room.tally[NEXT_CHECK] = 0
        self._required, self._multipv = required, multipv

    def double(self, room: Workspace, depth: int) -> None:
        """Search until twice as many moves were made."""
        self.grow(room, depth, 2 * int(room.tally[NODES]))

    def grow(self, room: Workspace, depth: int, nodes: int) -> None:
        """Search until so many moves were made."""
        self._used = puct.search(
            self._layout, room, self._tree, depth, self._used, nodes, self._required, self._multipv
        )

    def is_done(self, room: Workspace) -> bool:
        return bool(room.tally[STOP] or self._tree.facts[tree.ROOT, tree.PROVEN])

    def found(self) -> list[Variation]:
        """What is known of the moves at the root, the best first; none is valued higher."""
        number = int(self._tree.facts[tree.ROOT, tree.CHILDREN])
        values = {node: tree.value_of(self._tree, node) for node in range(1, 1 + number)}
        best = tree.best_child(self._tree, tree.ROOT)
        if self._required or self._multipv > 1:
            best = max(values, key=lambda node: values[node])  # all that count were visited alike
        order = sorted(values, key=lambda node: (node != best, -values[node]))
        exact = {*range(1, 1 + self._required), *order[: self._multipv]}
        return [
            Variation(
                code=int(self._tree.facts[node, tree.CODE]),
                value=min(values[node], values[best]),
                is_exact=node in exact,
                line=self._line(node) if node in exact else [],
            )
            for node in order
        ]

    def _line(self, node: int) -> list[int]:
        line = np.zeros(len(self._tree.path), np.int32)
        length = tree.list_variation(self._tree, node, line)
        return [int(code) for code in line[:length]]
