"""One search on several cores: `search:1s,threads=4`.

Alpha-beta and expectimax run by lazy SMP: helper threads search the same position, in workspaces of
their own that share the transposition table. They decide nothing, but what they have stored need
not be searched again when the main thread gets there. So that they are not in the same place at
the same time, each begins with a random history of moves, and tries them in an order of its own.

Trees share no such table. There the moves at the root are dealt out, each thread searches a tree of
its own moves, and the best of all is played.

Every thread has its part of the nodes and all of the time. Threads are of use where kernels are
compiled, as those release the GIL; interpreted ones take turns.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np

from azulejos.bots.search.engine import Search, is_done, lay_out, limit, mover
from azulejos.bots.search.result import Budget, Report, SearchResult
from azulejos.bots.search.tree_search import TreeSearch, Variation
from azulejos.bots.search.versions import Edition
from azulejos.bots.search.workspace import CUT_SHORT, NODES, STOP, TALLIES, Workspace
from azulejos.core.game import Game
from azulejos.core.move import Move
from azulejos.core.state import State, View

NUMBERS_IN_A_LINE = 8  # of a processor's cache, 64 bytes
MAX_SCATTER = 3000  # a history that counts for more than what moves look like


class ParallelSearch(Search):
    """A search in several threads, all of which have ended when it tells what it has found.

    Where several moves are to be valued, it is one thread.
    """

    def __init__(
        self, game: Game, weights: Path | None = None, version: int | None = None, *, threads: int
    ) -> None:
        super().__init__(game, weights, version)
        self._threads = threads
        self._helpers_of: dict[Edition, list[Workspace]] = {}
        self._helpers: list[Workspace] = []
        self._more_trees: list[TreeSearch] = []

    def think(
        self,
        view: View,
        budget: Budget,
        report: Report | None = None,
        *,
        multipv: int = 1,
        also: Move | None = None,
    ) -> SearchResult:
        self._helpers = []
        if multipv == 1 and also is None:
            budget = part_of(budget, self._threads)
            self._helpers = self._helpers_for(view.state.players)
        return super().think(view, budget, report, multipv=multipv, also=also)

    def _limit(self, budget: Budget) -> None:
        for room in (self._room, *self._helpers):
            limit(room, budget)

    def _new_room(self, edition: Edition, entries: int) -> Workspace:
        """A workspace whose counters, written all the time, share no cache line with anything."""
        apart = np.zeros(TALLIES + 2 * NUMBERS_IN_A_LINE, np.int64)
        tally = apart[NUMBERS_IN_A_LINE:-NUMBERS_IN_A_LINE]
        return super()._new_room(edition, entries)._replace(tally=tally)

    def _helpers_for(self, players: int) -> list[Workspace]:
        """The workspaces of the helpers, which share the main thread's transposition table."""
        edition = self._version.edition(players)
        if edition not in self._helpers_of:
            shared = self._room_for(players).transpositions
            self._helpers_of[edition] = [
                self._new_room(edition, entries=1)._replace(transpositions=shared)
                for _ in range(1, self._threads)
            ]
        return self._helpers_of[edition]

    def _nodes(self) -> int:
        return super()._nodes() + sum(int(room.tally[NODES]) for room in self._helpers)

    # Lazy SMP

    def _deepen(
        self, state: State, plies: int, begun: float, report: Report | None
    ) -> SearchResult:
        with threads_for(self._helpers) as pool:
            helping = [
                pool.submit(self._help, room, state, number, plies)
                for number, room in enumerate(self._helpers, 1)
            ]
            result = super()._deepen(state, plies, begun, report)
        for each in helping:
            each.result()  # raises what went wrong there
        return result

    def _help(self, room: Workspace, state: State, number: int, plies: int) -> None:
        """Search a position deeper and deeper, until this thread is stopped or it is solved."""
        lay_out(room, state)
        source = np.random.default_rng(number)
        room.history[:] = source.integers(0, MAX_SCATTER, len(room.history))
        for depth in range(first_depth(number), plies + 1):
            self._search(room, mover(state), depth)
            if is_done(room):
                break

    # Trees

    def _search_tree(
        self,
        state: State,
        plies: int,
        begun: float,
        report: Report | None,
        multipv: int,
        also: Move | None,
    ) -> SearchResult:
        if not self._helpers:
            return super()._search_tree(state, plies, begun, report, multipv, also)
        trees = self._begin_trees(state)
        with threads_for([room for _, room in trees]) as pool:
            while True:
                nodes = 2 * max(int(room.tally[NODES]) for _, room in trees)
                growing = [pool.submit(tree.grow, room, plies, nodes) for tree, room in trees]
                for each in growing:
                    each.result()
                done = all(tree.is_done(room) for tree, room in trees)
                if not report and not done:
                    continue
                found = self._tree_result(begun, merged([tree.found() for tree, _ in trees]))
                result = replace(found, is_complete=all(is_whole(room) for _, room in trees))
                if report:
                    report(result)
                if done:
                    return result

    def _begin_trees(self, state: State) -> list[tuple[TreeSearch, Workspace]]:
        """Deal out the moves at the root, the best by their values first, a tree for each hand."""
        tree = self._tree_for(self._room)
        tree.begin(self._room, self._root_codes(state, [], 1), required=0, multipv=1)
        codes = [each.code for each in tree.found()]
        if not self._more_trees or self._more_trees[0].nodes < tree.nodes:
            self._more_trees = [self._new_tree(room, tree.nodes) for room in self._helpers]
        trees = [tree, *self._more_trees][: len(codes)]
        rooms = [self._room, *self._helpers][: len(codes)]
        for number, (each, room) in enumerate(zip(trees, rooms, strict=True)):
            lay_out(room, state)
            each.begin(room, codes[number :: len(trees)], required=0, multipv=1)
        return list(zip(trees, rooms, strict=True))


def part_of(budget: Budget, threads: int) -> Budget:
    """What each of some threads may spend."""
    return budget if budget.nodes is None else replace(budget, nodes=-(-budget.nodes // threads))


def first_depth(number: int) -> int:
    """The depth at which a helper begins: every other one is ahead, so they do different work."""
    return 1 + number % 2


def is_whole(room: Workspace) -> bool:
    """Whether everything was searched to the end of the round."""
    return not room.tally[STOP] and not room.tally[CUT_SHORT]


def merged(found: list[list[Variation]]) -> list[Variation]:
    """What trees of different moves have found, the best first; only of that one the line."""
    best = max((each[0] for each in found), key=lambda variation: variation.value)
    others = [
        each._replace(is_exact=False, line=[])
        for variations in found
        for each in variations
        if each is not best
    ]
    return [best, *sorted(others, key=lambda variation: -variation.value)]


@contextmanager
def threads_for(rooms: list[Workspace]) -> Iterator[ThreadPoolExecutor]:
    """Threads that search in these workspaces; when the block ends they are stopped and gone."""
    with ThreadPoolExecutor(len(rooms), "search") as pool:
        try:
            yield pool
        finally:
            for room in rooms:
                room.tally[STOP] = 1
