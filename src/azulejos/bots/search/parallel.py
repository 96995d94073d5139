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

from azulejos.bots.search.engine import Search, Task, is_done, limit, load_position, mover
from azulejos.bots.search.result import Budget, SearchResult
from azulejos.bots.search.tree_search import TreeSearch, Variation
from azulejos.bots.search.versions import Edition
from azulejos.bots.search.workspace import COUNTERS, Workspace, counters_of
from azulejos.core.game import Game

CACHE_LINE = 64  # bytes
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

    def _limit(self, budget: Budget, players: int, *, is_plain: bool) -> None:
        self._helpers = self._helpers_for(players) if is_plain else []
        budget = part_of(budget, self._threads) if is_plain else budget
        for workspace in (self._room, *self._helpers):
            limit(workspace, budget)

    def _new_room(self, edition: Edition, entries: int) -> Workspace:
        """A workspace whose counters, written all the time, share no cache line with anything."""
        apart = np.zeros(COUNTERS.itemsize + 2 * CACHE_LINE, np.uint8)
        counters = apart[CACHE_LINE:-CACHE_LINE]
        return super()._new_room(edition, entries)._replace(counters=counters)

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
        return super()._nodes() + sum(counters_of(workspace).nodes for workspace in self._helpers)

    # Lazy SMP

    def _deepen(self, task: Task) -> SearchResult:
        with threads_for(self._helpers) as pool:
            helping = [
                pool.submit(self._help, workspace, task, index)
                for index, workspace in enumerate(self._helpers, 1)
            ]
            result = super()._deepen(task)
        for each in helping:
            each.result()  # raises what went wrong there
        return result

    def _help(self, workspace: Workspace, task: Task, index: int) -> None:
        """Search a position deeper and deeper, until this thread is stopped or it is solved."""
        load_position(workspace, task.state)
        source = np.random.default_rng(index)
        workspace.history[:] = source.integers(0, MAX_SCATTER, len(workspace.history))
        for depth in range(first_depth(index), task.plies + 1):
            self._search(workspace, mover(task.state), depth)
            if is_done(workspace):
                break

    # Trees

    def _search_tree(self, task: Task) -> SearchResult:
        if not self._helpers:
            return super()._search_tree(task)
        trees = self._begin_trees(task)
        with threads_for([workspace for _, workspace in trees]) as pool:
            while True:
                nodes = 2 * max(counters_of(workspace).nodes for _, workspace in trees)
                growing = [
                    pool.submit(tree.grow, workspace, task.plies, nodes)
                    for tree, workspace in trees
                ]
                for each in growing:
                    each.result()
                done = all(tree.is_done(workspace) for tree, workspace in trees)
                if not task.report and not done:
                    continue
                result = self._tree_result(task, merged([tree.result() for tree, _ in trees]))
                result = replace(
                    result, is_complete=all(is_whole(workspace) for _, workspace in trees)
                )
                if task.report:
                    task.report(result)
                if done:
                    return result

    def _begin_trees(self, task: Task) -> list[tuple[TreeSearch, Workspace]]:
        """Deal out the moves at the root, the best by their values first, a tree for each hand."""
        tree = self._tree_for(self._room)
        _, codes = self._root_codes(task)
        tree.begin(self._room, codes, required=0, multipv=1)
        codes = [each.code for each in tree.result()]
        if not self._more_trees or self._more_trees[0].nodes < tree.nodes:
            self._more_trees = [
                self._new_tree(workspace, tree.nodes) for workspace in self._helpers
            ]
        trees = [tree, *self._more_trees][: len(codes)]
        workspaces = [self._room, *self._helpers][: len(codes)]
        for index, (each, workspace) in enumerate(zip(trees, workspaces, strict=True)):
            load_position(workspace, task.state)
            each.begin(workspace, codes[index :: len(trees)], required=0, multipv=1)
        return list(zip(trees, workspaces, strict=True))


def part_of(budget: Budget, threads: int) -> Budget:
    """What each of some threads may spend."""
    return budget if budget.nodes is None else replace(budget, nodes=-(-budget.nodes // threads))


def first_depth(index: int) -> int:
    """The depth at which a helper begins: every other one is ahead, so they do different work."""
    return 1 + index % 2


def is_whole(workspace: Workspace) -> bool:
    """Whether everything was searched to the end of the round."""
    counters = counters_of(workspace)
    return not counters.stop and not counters.cut_short


def merged(results: list[list[Variation]]) -> list[Variation]:
    """The results of trees of different moves, the best first; only of that one the line."""
    best = max((each[0] for each in results), key=lambda variation: variation.value)
    others = [
        each._replace(is_exact=False, line=[])
        for variations in results
        for each in variations
        if each is not best
    ]
    return [best, *sorted(others, key=lambda variation: -variation.value)]


@contextmanager
def threads_for(workspaces: list[Workspace]) -> Iterator[ThreadPoolExecutor]:
    """Threads that search in these workspaces; when the block ends they are stopped and gone."""
    with ThreadPoolExecutor(len(workspaces), "search") as pool:
        try:
            yield pool
        finally:
            for workspace in workspaces:
                counters_of(workspace).stop = 1
