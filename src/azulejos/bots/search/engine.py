"""One search: deeper and deeper until the round's end is reached or the budget is spent."""

from __future__ import annotations

import random
import time
from pathlib import Path
from threading import RLock

import numpy as np
from numpy.typing import NDArray

from azulejos.bots.search import notes, workspace
from azulejos.bots.search.games import KNOWLEDGE, check_searched
from azulejos.bots.search.knowledge import POINT, SEVERAL, WON, leaf
from azulejos.bots.search.multipv import RootValue, value_moves
from azulejos.bots.search.result import Budget, MoveValue, Report, SearchResult
from azulejos.bots.search.settings import TABLE_BITS
from azulejos.bots.search.tree_search import TreeSearch, Variation, room_for
from azulejos.bots.search.variation import list_variation
from azulejos.bots.search.versions import Edition, find_version
from azulejos.bots.search.weights import load_weights
from azulejos.bots.search.workspace import Workspace
from azulejos.core import compiled
from azulejos.core.game import Game
from azulejos.core.move import Move
from azulejos.core.state import State, View
from azulejos.core.turn import CHANCE

UNLIMITED = 1 << 62
UNKNOWN = -workspace.INFINITY
EVERY_MOVE = 1 << 30
MIN_PLAYERS = 2
FEW_NODES = 50  # enough to call every kernel of a search
LOADED: set[tuple[str, bool, bool]] = set()  # kinds of searches whose kernels are loaded
LOADING = RLock()


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
        """Search what the seat to move sees; tell what is found after every depth.

        The best `multipv` moves get exact values, and one more that is named. Those are all of
        one depth: where the budget ends while a depth is searched, the values are those of the
        depth before. Moves that a game's search leaves out, because they come to the same as
        others or are seldom better, are valued only if they are named, or with `EVERY_MOVE`.
        """
        self._load(view, multipv, also)
        self._room = self._room_for(view.state.players)
        state = _imagined(view)
        begun = time.perf_counter()
        self._limit(budget)
        lay_out(self._room, state)
        self._room.history[:] //= 4
        plies = min(self._plies, budget.depth or self._plies)
        if self._version.edition(state.players).searches_tree:
            return self._search_tree(state, plies, begun, report, multipv, also)
        if multipv == 1 and also is None:
            return self._deepen(state, plies, begun, report)
        return self._deepen_multipv(state, plies, begun, report, multipv, also)

    def _load(self, view: View, multipv: int, also: Move | None) -> None:
        """Have the kernels of such a search compiled or loaded: that is not thinking time."""
        is_plain = multipv == 1 and also is None
        key = (self.game.name, self._version.edition(view.state.players).searches_tree, is_plain)
        with LOADING:
            if compiled.COMPILES and key not in LOADED:
                LOADED.add(key)
                search = Search(self.game, self._own_weights, self._version.number)
                search.think(view, Budget(nodes=FEW_NODES, depth=2), multipv=multipv, also=also)

    def _limit(self, budget: Budget) -> None:
        """Begin to count what this search may spend."""
        limit(self._room, budget)

    def ponder(self, view: View, budget: Budget, flag: NDArray[np.int64]) -> None:
        """Remember what may come, for the seat of a view, while another is to move.

        It ends with its budget, at the end of the round, or when the flag is raised.
        """
        state = _imagined(view)
        if self._version.edition(state.players).searches_tree:
            return
        self._room = self._room_for(state.players)
        room = self._room._replace(interruption=flag)
        limit(room, budget)
        lay_out(room, state)
        for depth in range(1, self._plies + 1):
            self._search(room, view.seat, depth)
            if is_done(room):
                break

    def value(self, state: State, seat: int) -> float:
        """How many points a seat will be ahead, judged without any search."""
        self._room = self._room_for(state.players)
        lay_out(self._room, state)
        value = int(leaf(self.game.table, self._room, seat, 0))
        return _points(value)

    def _room_for(self, players: int) -> Workspace:
        """Where positions with `players` players are searched, as the version does it."""
        edition = self._version.edition(players)
        if edition not in self._rooms:
            self._rooms[edition] = self._new_room(edition, 1 << edition.settings[TABLE_BITS])
        return self._rooms[edition]

    def _new_room(self, edition: Edition, entries: int) -> Workspace:
        weights = self._own_weights or edition.weights
        memory = self._knowledge.new_memory()
        if self._knowledge.load_correction:
            memory = self._knowledge.load_correction(memory, weights, edition.settings)
        return workspace.new_workspace(
            self.game.table,
            plies=self._plies,
            max_moves=self.game.move_codes,
            move_codes=self.game.move_codes,
            entries=entries,
            memory=memory,
            weights=load_weights(weights),
            settings=edition.settings,
        )

    def _deepen(
        self, state: State, plies: int, begun: float, report: Report | None
    ) -> SearchResult:
        room, me = self._room, mover(state)
        room.values[:] = UNKNOWN
        room.values[state.legal_codes[0]] = 0  # something to play, were there no time at all
        room.tally[workspace.BEST] = state.legal_codes[0]
        for depth in range(1, plies + 1):
            self._search(room, me, depth)
            if report:
                report(self._result(depth, begun, self._best_first(me)))
            if is_done(room):
                break
        return self._result(depth, begun, self._best_first(me))

    def _search(self, room: Workspace, me: int, depth: int) -> None:
        """Search the position in row 0 to a depth."""
        room.tally[workspace.CUT_SHORT] = 0
        self._algorithm.search(
            self.game.table, room, me, 0, depth, -workspace.INFINITY, workspace.INFINITY
        )

    def _deepen_multipv(
        self,
        state: State,
        plies: int,
        begun: float,
        report: Report | None,
        multipv: int,
        also: Move | None,
    ) -> SearchResult:
        room, me = self._room, mover(state)
        required = [] if also is None else [self.game.encode(also)]
        codes = self._root_codes(state, required, multipv)
        moves = tuple(self._valued(code, 0, is_exact=False) for code in codes)
        depth = 0
        room.tally[workspace.NEXT_CHECK] = UNLIMITED  # without depth 1 there would be no values
        while depth < plies:
            room.tally[workspace.CUT_SHORT] = 0
            result = value_moves(
                self._algorithm,
                self.game.table,
                room,
                me,
                depth + 1,
                codes,
                required=len(required),
                multipv=multipv,
            )
            if room.tally[workspace.STOP]:
                break
            depth += 1
            room.tally[workspace.NEXT_CHECK] = 0
            result.sort(key=lambda each: (-each.value, not each.is_exact))
            moves = tuple(self._told(me, each) for each in result)
            codes = required + [each.code for each in result if each.code not in required]
            if report:
                report(self._result(depth, begun, moves))
            if is_done(room):
                break
        return self._result(depth, begun, moves)

    def _search_tree(
        self,
        state: State,
        plies: int,
        begun: float,
        report: Report | None,
        multipv: int,
        also: Move | None,
    ) -> SearchResult:
        """Search a tree; tell what is found whenever the nodes have doubled."""
        room = self._room
        tree = self._tree_for(room)
        required = [] if also is None else [self.game.encode(also)]
        codes = self._root_codes(state, required, multipv)
        tree.begin(room, codes, required=len(required), multipv=multipv)
        while True:
            tree.double(room, plies)
            done = tree.is_done(room)
            if not report and not done:
                continue  # to tell what is found takes as long as thousands of nodes
            result = self._tree_result(begun, tree.found())
            if report:
                report(result)
            if done:
                return result

    def _tree_result(self, begun: float, found: list[Variation]) -> SearchResult:
        moves = tuple(
            self._valued(code, value, is_exact=is_exact, line=self._moves(line))
            for code, value, is_exact, line in found
        )
        return self._result(len(moves[0].line), begun, moves)

    def _tree_for(self, room: Workspace) -> TreeSearch:
        """A tree with room for all moves of the budget: where bots think briefly it is small."""
        nodes = room_for(int(room.tally[workspace.NODE_LIMIT]), self.game.move_codes)
        if self._tree is None or self._tree.nodes < nodes:
            self._tree = self._new_tree(room, nodes)
        return self._tree

    def _new_tree(self, room: Workspace, nodes: int) -> TreeSearch:
        return TreeSearch(
            self.game.table, self._plies, self.game.move_codes, room.settings, nodes=nodes
        )

    def _root_codes(self, state: State, required: list[int], multipv: int) -> list[int]:
        """The moves to value at the root: those that are named, those listed, or all."""
        number = self._algorithm.list_root_moves(self.game.table, self._room)
        listed = self._room.codes[0, :number].tolist()
        if multipv == EVERY_MOVE:
            listed += [code for code in state.legal_codes if code not in listed]
        return required + [code for code in listed if code not in required]

    def _nodes(self) -> int:
        """How many nodes the search has taken so far."""
        return int(self._room.tally[workspace.NODES])

    def _result(self, depth: int, begun: float, moves: tuple[MoveValue, ...]) -> SearchResult:
        tally = self._room.tally
        return SearchResult(
            depth=depth,
            nodes=self._nodes(),
            seconds=time.perf_counter() - begun,
            is_complete=not tally[workspace.STOP] and not tally[workspace.CUT_SHORT],
            moves=moves,
            depth_unit=self._algorithm.depth_unit,
        )

    def _best_first(self, me: int) -> tuple[MoveValue, ...]:
        """What a plain search has found at the root."""
        best, values = int(self._room.tally[workspace.BEST]), self._room.values
        others = np.flatnonzero(values != UNKNOWN).tolist()
        others = sorted((code for code in others if code != best), key=lambda c: -values[c])
        return (
            self._valued(best, int(values[best]), line=self._line(me, best)),
            *(self._valued(code, int(values[code]), is_exact=False) for code in others),
        )

    def _told(self, me: int, found: RootValue) -> MoveValue:
        line = self._line(me, found.code) if found.is_exact else ()
        return self._valued(found.code, found.value, is_exact=found.is_exact, line=line)

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


def limit(room: Workspace, budget: Budget) -> None:
    """Begin to count what a search may spend."""
    span = UNLIMITED if budget.seconds is None else round(budget.seconds * 1e9)
    workspace.set_limits(room.tally, budget.nodes or UNLIMITED, span)


def lay_out(room: Workspace, state: State) -> None:
    """Put a position in row 0."""
    table = np.frombuffer(state.key, np.uint8)
    room.tables[0, : len(table)] = table


def is_done(room: Workspace) -> bool:
    """Whether deepening ends: a limit was reached, or all lines end with the round."""
    return bool(room.tally[workspace.STOP]) or not room.tally[workspace.CUT_SHORT]


def mover(state: State) -> int:
    """Only a seat thinks: not chance, and nobody once the game is over."""
    assert state.to_move is not None
    assert state.to_move >= 0
    return state.to_move


def _imagined(view: View) -> State:
    """A position that the view may be of, the same for the same view."""
    return view.sample(random.Random(view.state.key))


def _points(value: int) -> float:
    """A value in points; who has won is another matter."""
    if abs(value) > WON // 2:
        value -= WON if value > 0 else -WON
    return value / POINT
