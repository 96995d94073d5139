"""One search: deeper and deeper until the round's end is reached or the budget is spent."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from pathlib import Path
from threading import RLock

import numpy as np
from numpy.typing import NDArray

from azulejos.bots.search import notes
from azulejos.bots.search.games import KNOWLEDGE, check_searched
from azulejos.bots.search.knowledge import POINT, SEVERAL, WON, leaf
from azulejos.bots.search.multipv import RootValue, value_moves
from azulejos.bots.search.result import Budget, MoveValue, Report, SearchResult
from azulejos.bots.search.tree_search import TreeSearch, Variation, nodes_for
from azulejos.bots.search.variation import list_variation
from azulejos.bots.search.versions import Edition, find_version
from azulejos.bots.search.weights import load_weights
from azulejos.bots.search.workspace import (
    INFINITY,
    Workspace,
    counters_of,
    new_workspace,
    set_limits,
)
from azulejos.core import compiled
from azulejos.core.game import Game
from azulejos.core.move import Move
from azulejos.core.state import State, View
from azulejos.core.turn import CHANCE

UNLIMITED = 1 << 62
UNKNOWN = -INFINITY
EVERY_MOVE = 1 << 30
MIN_PLAYERS = 2
FEW_NODES = 50  # enough to call every kernel of a search
LOADED: set[tuple[str, bool, bool]] = set()  # kinds of searches whose kernels are loaded
LOADING = RLock()


@dataclass(frozen=True)
class Task:
    """What is asked of a search, beside its budget."""

    state: State
    plies: int
    begun: float
    report: Report | None
    multipv: int
    also: Move | None


class Search:
    """A searcher for one game, with its memory. It may be asked again and again."""

    def __init__(self, game: Game, weights: Path | None = None, version: int | None = None) -> None:
        check_searched(game)
        self.game = game
        self._knowledge = KNOWLEDGE.of(game.name)
        self._version = find_version(self._knowledge, version)
        self._own_weights = weights
        self._algorithm = self._knowledge.algorithm
        self._plies = self._knowledge.max_plies
        self._rooms: dict[Edition, Workspace] = {}
        self._room = self._room_for(MIN_PLAYERS)
        self._tree: TreeSearch | None = None

    def think(
        self,
        view: View,
        budget: Budget,
        report: Report | None = None,
        *,
        multipv: int = 1,
        also: Move | None = None,
    ) -> SearchResult:
        """Search what the seat to move sees; report the result of every depth.

        The best `multipv` moves get exact values, and one more that is named. Those are all of
        one depth: where the budget ends while a depth is searched, the values are those of the
        depth before. Moves that a game's search leaves out, because they come to the same as
        others or are seldom better, are valued only if they are named, or with `EVERY_MOVE`.
        """
        is_plain = multipv == 1 and also is None
        self._load(view, multipv, also)
        self._room = self._room_for(view.state.players)
        state = determinized(view)
        plies = min(self._plies, budget.depth or self._plies)
        task = Task(state, plies, time.perf_counter(), report, multipv, also)
        self._limit(budget, state.players, is_plain=is_plain)
        load_position(self._room, state)
        self._room.history[:] //= 4
        if self._version.edition(state.players).searches_tree:
            return self._search_tree(task)
        return self._deepen(task) if is_plain else self._deepen_multipv(task)

    def _load(self, view: View, multipv: int, also: Move | None) -> None:
        """Have the kernels of such a search compiled or loaded: that is not thinking time."""
        is_plain = multipv == 1 and also is None
        key = (self.game.name, self._version.edition(view.state.players).searches_tree, is_plain)
        with LOADING:
            if compiled.COMPILES and key not in LOADED:
                LOADED.add(key)
                search = Search(self.game, self._own_weights, self._version.number)
                search.think(view, Budget(nodes=FEW_NODES, depth=2), multipv=multipv, also=also)

    def _limit(self, budget: Budget, _players: int, *, is_plain: bool) -> None:  # noqa: ARG002
        """Begin to count what this search may spend."""
        limit(self._room, budget)

    def ponder(self, view: View, budget: Budget, flag: NDArray[np.int64]) -> None:
        """Remember what may come, for the seat of a view, while another is to move.

        It ends with its budget, at the end of the round, or when the flag is raised.
        """
        state = determinized(view)
        if self._version.edition(state.players).searches_tree:
            return
        self._room = self._room_for(state.players)
        workspace = self._room._replace(interruption=flag)
        limit(workspace, budget)
        load_position(workspace, state)
        for depth in range(1, self._plies + 1):
            self._search(workspace, view.seat, depth)
            if is_done(workspace):
                break

    def value(self, state: State, seat: int) -> float:
        """How many points a seat will be ahead, judged without any search."""
        self._room = self._room_for(state.players)
        load_position(self._room, state)
        value = int(leaf(self.game.table, self._room, seat, 0))
        return _points(value)

    def _room_for(self, players: int) -> Workspace:
        """Where positions with `players` players are searched, as the version does it."""
        edition = self._version.edition(players)
        if edition not in self._rooms:
            self._rooms[edition] = self._new_room(edition, 1 << edition.read.table_bits)
        return self._rooms[edition]

    def _new_room(self, edition: Edition, entries: int) -> Workspace:
        weights = self._own_weights or edition.weights
        memory = self._knowledge.new_memory()
        if self._knowledge.load_correction:
            memory = self._knowledge.load_correction(memory, weights, edition.read)
        return new_workspace(
            self.game.table,
            plies=self._plies,
            max_moves=self.game.move_codes,
            move_codes=self.game.move_codes,
            entries=entries,
            memory=memory,
            weights=load_weights(weights),
            settings=edition.settings,
        )

    def _deepen(self, task: Task) -> SearchResult:
        workspace, me = self._room, mover(task.state)
        first = task.state.legal_codes[0]
        workspace.values[:] = UNKNOWN
        workspace.values[first] = 0  # something to play, were there no time at all
        counters_of(workspace).best = first
        for depth in range(1, task.plies + 1):
            self._search(workspace, me, depth)
            if task.report:
                task.report(self._result(depth, task, self._best_first(me)))
            if is_done(workspace):
                break
        return self._result(depth, task, self._best_first(me))

    def _search(self, workspace: Workspace, me: int, depth: int) -> None:
        """Search the position in row 0 to a depth."""
        counters_of(workspace).cut_short = 0
        self._algorithm.search(self.game.table, workspace, me, 0, depth, -INFINITY, INFINITY)

    def _deepen_multipv(self, task: Task) -> SearchResult:
        workspace, me = self._room, mover(task.state)
        counters = counters_of(workspace)
        required, codes = self._root_codes(task)
        moves = tuple(self._valued(code, 0, is_exact=False) for code in codes)
        depth = 0
        counters.next_check = UNLIMITED  # without depth 1 there would be no values
        while depth < task.plies:
            counters.cut_short = 0
            result = value_moves(
                self._algorithm,
                self.game.table,
                workspace,
                me,
                depth + 1,
                codes,
                required=len(required),
                multipv=task.multipv,
            )
            if counters.stop:
                break
            depth += 1
            counters.next_check = 0
            result.sort(key=lambda each: (-each.value, not each.is_exact))
            moves = tuple(self._root_move(me, each) for each in result)
            codes = required + [each.code for each in result if each.code not in required]
            if task.report:
                task.report(self._result(depth, task, moves))
            if is_done(workspace):
                break
        return self._result(depth, task, moves)

    def _search_tree(self, task: Task) -> SearchResult:
        """Search a tree; report the result whenever the nodes have doubled."""
        tree = self._tree_for(self._room)
        required, codes = self._root_codes(task)
        tree.begin(self._room, codes, required=len(required), multipv=task.multipv)
        while True:
            tree.double(self._room, task.plies)
            done = tree.is_done(self._room)
            if not task.report and not done:
                continue  # to describe the result takes as long as thousands of nodes
            result = self._tree_result(task, tree.result())
            if task.report:
                task.report(result)
            if done:
                return result

    def _tree_result(self, task: Task, variations: list[Variation]) -> SearchResult:
        moves = tuple(
            self._valued(code, value, is_exact=is_exact, line=self._moves(line))
            for code, value, is_exact, line in variations
        )
        return self._result(len(moves[0].line), task, moves)

    def _tree_for(self, workspace: Workspace) -> TreeSearch:
        """A tree with room for all moves of the budget: where bots think briefly it is small."""
        nodes = nodes_for(counters_of(workspace).node_limit, self.game.move_codes)
        if self._tree is None or self._tree.nodes < nodes:
            self._tree = self._new_tree(workspace, nodes)
        return self._tree

    def _new_tree(self, workspace: Workspace, nodes: int) -> TreeSearch:
        return TreeSearch(
            self.game.table, self._plies, self.game.move_codes, workspace.settings, nodes=nodes
        )

    def _root_codes(self, task: Task) -> tuple[list[int], list[int]]:
        """The moves to value at the root: those that are named, and before those listed, or all."""
        required = [] if task.also is None else [self.game.encode(task.also)]
        number = self._algorithm.list_root_moves(self.game.table, self._room)
        listed = self._room.codes[0, :number].tolist()
        if task.multipv == EVERY_MOVE:
            listed += [code for code in task.state.legal_codes if code not in listed]
        return required, required + [code for code in listed if code not in required]

    def _nodes(self) -> int:
        """How many nodes the search has taken so far."""
        return counters_of(self._room).nodes

    def _result(self, depth: int, task: Task, moves: tuple[MoveValue, ...]) -> SearchResult:
        counters = counters_of(self._room)
        return SearchResult(
            depth=depth,
            nodes=self._nodes(),
            seconds=time.perf_counter() - task.begun,
            is_complete=not counters.stop and not counters.cut_short,
            moves=moves,
            depth_unit=self._algorithm.depth_unit,
        )

    def _best_first(self, me: int) -> tuple[MoveValue, ...]:
        """The result of a plain search at the root."""
        best, values = counters_of(self._room).best, self._room.values
        others = np.flatnonzero(values != UNKNOWN).tolist()
        others = sorted((code for code in others if code != best), key=lambda c: -values[c])
        return (
            self._valued(best, int(values[best]), line=self._line(me, best)),
            *(self._valued(code, int(values[code]), is_exact=False) for code in others),
        )

    def _root_move(self, me: int, valued: RootValue) -> MoveValue:
        line = self._line(me, valued.code) if valued.is_exact else ()
        return self._valued(valued.code, valued.value, is_exact=valued.is_exact, line=line)

    def _line(self, me: int, code: int) -> tuple[Move, ...]:
        line = np.zeros(self._plies, np.int32)
        length = list_variation(self.game.table, self._room, me, code, line)
        return self._moves(line[:length].tolist())

    def _moves(self, codes: list[int]) -> tuple[Move, ...]:
        return tuple(self.game.decode(code) for code in codes)

    def _valued(
        self, code: int, value: int, *, is_exact: bool = True, line: tuple[Move, ...] = ()
    ) -> MoveValue:
        return MoveValue(
            move=self.game.decode(code),
            points=_points(value),
            is_decided=abs(value) > WON // 2,
            is_won=value > WON // 2,
            is_exact=is_exact,
            line=line,
        )


def prepare(game: Game) -> None:
    """Compile a search, which takes the longest of all, or load it if that was done before."""
    allowed = next(game.options.each()).metadata["allowed"]
    for players in {allowed[0], min(SEVERAL, allowed[-1])}:
        state = game.new(players=players)
        source = random.Random(0)
        while state.to_move == CHANCE:
            state = state.deal(state.sample(source))
        view = state.view(mover(state))
        for multipv in (1, 2):
            Search(game).think(view, Budget(nodes=1000, depth=2), multipv=multipv)
    if (note := notes.note_for(game.name)) is not None:
        note.touch()


def is_prepared(game: Game) -> bool:
    """Whether the search for a game is interpreted or in the cache."""
    return not compiled.COMPILES or notes.is_cached(game.name)


def limit(workspace: Workspace, budget: Budget) -> None:
    """Begin to count what a search may spend."""
    span = UNLIMITED if budget.seconds is None else round(budget.seconds * 1e9)
    set_limits(workspace.counters, budget.nodes or UNLIMITED, span)


def load_position(workspace: Workspace, state: State) -> None:
    """Put a position in row 0."""
    table = np.frombuffer(state.key, np.uint8)
    workspace.tables[0, : len(table)] = table


def is_done(workspace: Workspace) -> bool:
    """Whether deepening ends: a limit was reached, or all lines end with the round."""
    counters = counters_of(workspace)
    return bool(counters.stop) or not counters.cut_short


def mover(state: State) -> int:
    """Only a seat thinks: not chance, and nobody once the game is over."""
    assert state.to_move is not None
    assert state.to_move >= 0
    return state.to_move


def determinized(view: View) -> State:
    """A position that the view may be of, the same for the same view."""
    return view.sample(random.Random(view.state.key))


def _points(value: int) -> float:
    """A value in points; who has won is another matter."""
    if abs(value) > WON // 2:
        value -= WON if value > 0 else -WON
    return value / POINT
