"""The growth of one search tree: from the moves at its root to what is found about them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from azulejos.bots.search import tree
from azulejos.bots.search.knowledge import Puct
from azulejos.bots.search.workspace import INFINITY, NEXT_LOOK, NODES, STOP, Workspace


class Grown(NamedTuple):
    """A move at the root, its value for the seat that makes it, and best play from it on."""

    code: int
    value: int
    is_exact: bool  # else it was not asked for, and hardly looked at
    line: list[int]


class Growth:
    """Grows one tree after the other, in the same memory."""

    def __init__(self, layout: np.dtype[Any], plies: int, puct: Puct) -> None:
        self._layout = layout
        self._tree = tree.new_tree(plies, puct)
        self._used = 0
        self._certain = 0
        self._best = 1

    def begin(self, room: Workspace, codes: list[int], *, certain: int, best: int) -> None:
        """Plant a tree with the position in row 0 and these moves.

        Wanted are the values of the first `certain` moves and of so many of the `best`.
        """
        room.codes[0, : len(codes)] = codes
        room.tally[NEXT_LOOK] = INFINITY  # without the first moves there would be no values
        self._used = tree.plant(self._layout, room, self._tree, len(codes))
        room.tally[NEXT_LOOK] = 0
        self._certain, self._best = certain, best

    def double(self, room: Workspace, depth: int) -> None:
        """Grow until twice as many moves were made."""
        nodes = 2 * int(room.tally[NODES])
        self._used = tree.grow(
            self._layout, room, self._tree, depth, self._used, nodes, self._certain, self._best
        )

    def is_done(self, room: Workspace) -> bool:
        return bool(room.tally[STOP] or self._tree.facts[tree.ROOT, tree.SETTLED])

    def found(self) -> list[Grown]:
        """What is known of the moves at the root, the best first; none is valued higher."""
        number = int(self._tree.facts[tree.ROOT, tree.MOVES])
        values = {node: tree.value_of(self._tree, node) for node in range(1, 1 + number)}
        best = tree.best_of(self._tree, tree.ROOT)
        if self._certain or self._best > 1:
            best = max(values, key=lambda node: values[node])  # all that count are known alike
        order = sorted(values, key=lambda node: (node != best, -values[node]))
        exact = {*range(1, 1 + self._certain), *order[: self._best]}
        return [
            Grown(
                code=int(self._tree.facts[node, tree.CODE]),
                value=min(values[node], values[best]),
                is_exact=node in exact,
                line=self._line(node) if node in exact else [],
            )
            for node in order
        ]

    def _line(self, node: int) -> list[int]:
        line = np.zeros(len(self._tree.path), np.int32)
        length = tree.best_line(self._tree, node, line)
        return [int(code) for code in line[:length]]
