"""One search: deeper and deeper until the round's end is reached or the budget is spent."""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.bots.search import alphabeta
from azulejos.bots.search.rules import POINT, WON
from azulejos.core.game import Game
from azulejos.core.move import Move
from azulejos.core.state import State, View
from azulejos.errors import BotError

ENTRIES = 1 << 18  # of the table of transpositions: 4 MB
UNLIMITED = 1 << 62
UNKNOWN = -alphabeta.INFINITY
SEARCHED_GAMES = ("azul", "duel")
ALGORITHMS = {"duel": "expectimax"}  # of games that alpha-beta does not suit


@dataclass(frozen=True)
class Budget:
    """What a search may spend on a move; at least one of both."""

    seconds: float | None = None
    nodes: int | None = None


@dataclass(frozen=True)
class Valued:
    """A move and how many points it will leave the mover ahead; decided if the game then ends."""

    move: Move
    points: float
    is_decided: bool = False


@dataclass(frozen=True)
class Thought:
    """What a search has found so far.

    The first move is the best. The values of the others are bounds: they are worth no more.
    """

    depth: int
    nodes: int
    seconds: float
    is_complete: bool  # everything was searched to the end of the round
    moves: tuple[Valued, ...]
    line: tuple[Move, ...]  # best play as far as it is remembered


Report = Callable[[Thought], None]


def load_weights(file: Path) -> NDArray[np.int32]:
    """Read the weights of an evaluation; the file also says how they were found."""
    try:
        return np.array(json.loads(file.read_text(encoding="utf-8"))["weights"], np.int32)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BotError(f"cannot read the weights in {file}: {error}") from None


class Search:
    """A searcher for one game, with its memory. It may be asked again and again."""

    def __init__(self, game: Game, weights: Path | None = None) -> None:
        if game.name not in SEARCHED_GAMES:
            known = ", ".join(SEARCHED_GAMES)
            raise BotError(f"search does not play {game.title} yet; it plays: {known}")
        self.game = game
        knowledge: Any = import_module(f"azulejos.bots.search.{game.name}")
        algorithm = ALGORITHMS.get(game.name, "alphabeta")
        self._algorithm: Any = import_module(f"azulejos.bots.search.{algorithm}")
        self._plies: int = knowledge.MOST_PLIES
        self._room = alphabeta.workspace(
            game.table,
            plies=self._plies,
            most_moves=game.most_moves,
            move_codes=game.move_codes,
            entries=ENTRIES,
            memory=knowledge.new_memory(),
            weights=load_weights(weights or knowledge.WEIGHTS),
        )

    def stop(self) -> None:
        """Interrupt the search that runs in another thread."""
        self._room.tally[alphabeta.STOP] = 1

    def think(self, view: View, budget: Budget, report: Report | None = None) -> Thought:
        """Search what the seat to move sees; tell what is found after every depth."""
        begun = time.perf_counter()
        self._room.tally[:] = 0
        timer = threading.Timer(budget.seconds, self.stop) if budget.seconds is not None else None
        if timer:
            timer.daemon = True
            timer.start()
        try:
            return self._deepen(_imagined(view), budget.nodes or UNLIMITED, begun, report)
        finally:
            if timer:
                timer.cancel()
                timer.join()  # or it might stop the next search

    def value(self, state: State, seat: int) -> float:
        """How many points a seat will be ahead, judged without any search."""
        self._lay_out(state)
        value = int(self._algorithm.leaf(self.game.table, self._room, seat, 0))
        return _points(value)

    def _lay_out(self, state: State) -> None:
        """Put a position in row 0."""
        table = np.frombuffer(state.key, np.uint8)
        self._room.tables[0, : len(table)] = table

    def _deepen(self, state: State, nodes: int, begun: float, report: Report | None) -> Thought:
        room, me = self._room, state.to_move
        assert me is not None
        assert me >= 0
        self._lay_out(state)
        room.history[:] //= 4
        room.tally[alphabeta.NODE_LIMIT] = nodes
        room.values[:] = UNKNOWN
        room.values[state.legal_codes[0]] = 0  # something to play, were there no time at all
        room.tally[alphabeta.BEST] = state.legal_codes[0]
        for depth in range(1, self._plies + 1):
            room.tally[alphabeta.CUT_SHORT] = 0
            self._algorithm.search(
                self.game.table, room, me, 0, depth, -alphabeta.INFINITY, alphabeta.INFINITY
            )
            if report:
                report(self._thought(depth, begun, me))
            if room.tally[alphabeta.STOP] or not room.tally[alphabeta.CUT_SHORT]:
                break
        return self._thought(depth, begun, me)

    def _thought(self, depth: int, begun: float, me: int) -> Thought:
        tally, values = self._room.tally, self._room.values
        best = int(tally[alphabeta.BEST])
        line = np.zeros(self._plies, np.int32)
        length = self._algorithm.best_line(self.game.table, self._room, me, best, line)
        valued = np.flatnonzero(values != UNKNOWN)
        others = sorted(
            (code for code in valued.tolist() if code != best), key=lambda c: -values[c]
        )
        return Thought(
            depth=depth,
            nodes=int(tally[alphabeta.NODES]),
            seconds=time.perf_counter() - begun,
            is_complete=not tally[alphabeta.STOP] and not tally[alphabeta.CUT_SHORT],
            moves=tuple(self._valued(code, int(values[code])) for code in (best, *others)),
            line=tuple(self.game.decode(code) for code in line[:length].tolist()),
        )

    def _valued(self, code: int, value: int) -> Valued:
        return Valued(self.game.decode(code), _points(value), is_decided=abs(value) > WON // 2)


def _imagined(view: View) -> State:
    """A position that the view may be of, the same for the same view."""
    return view.sample(random.Random(view.state.key))


def _points(value: int) -> float:
    """A value in points; who has won is another matter."""
    if abs(value) > WON // 2:
        value -= WON if value > 0 else -WON
    return value / POINT
