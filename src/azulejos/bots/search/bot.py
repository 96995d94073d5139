"""The bot `search`: `search:500ms`, `search:nodes=200k`, or both; `search:clock=60s` for a game."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

from azulejos.bots.parameters import Given, Parameter
from azulejos.bots.protocol import BotKind
from azulejos.bots.search.clock import Clock
from azulejos.bots.search.engine import Search
from azulejos.bots.search.pondering import Pondering
from azulejos.bots.search.result import Budget, Report, SearchResult
from azulejos.core.game import Game
from azulejos.core.move import Move
from azulejos.core.state import View
from azulejos.errors import BotError

TIME = Parameter(
    "time",
    "time",
    "thinking time for a move; unlimited if only nodes are given",
    default=0.5,
    low=0.001,
    high=86_400,
    is_plain=True,
)
NODES = Parameter("nodes", "count", "positions to search for a move", low=1, high=10**12)
CLOCK = Parameter(
    "clock", "time", "thinking time for a whole game, spent where it matters", low=0.1, high=86_400
)
INCREMENT = Parameter(
    "increment", "time", "what the clock gains with every move", low=0.001, high=3_600
)
GAME_NODES = Parameter(
    "game_nodes",
    "count",
    "positions to search in a whole game: a clock that repeats",
    low=100,
    high=10**12,
)
WEIGHTS = Parameter("weights", "file", "another evaluation, as `lab.fit` writes it")
PONDER = Parameter(
    "ponder",
    "bool",
    "thinks on while the other thinks, up to 30 s between two moves",
    default=False,
)
THREADS = Parameter(
    "threads",
    "int",
    "searches on so many cores; what more than one finds does not repeat",
    default=1,
    low=1,
    high=64,
)
VERSION = Parameter(
    "version",
    "int",
    "plays as an earlier version did; without it the newest plays",
    low=1,
    high=999,
)


DEFAULT = Budget(seconds=TIME.default)


class SearchBot:
    """Plays what a search finds best, within a budget for each move or a clock for the game."""

    def __init__(
        self,
        budget: Budget = DEFAULT,
        weights: Path | None = None,
        version: int | None = None,
        clock: Clock | None = None,
        *,
        ponders: bool = False,
        threads: int = 1,
    ) -> None:
        self.budget = budget
        self.version = version
        self.clock = clock
        self.threads = threads
        self._weights = weights
        self._search: Search | None = None
        self._pondering = Pondering() if ponders else None
        self.value: float | None = None
        """How many points ahead the last move will leave it; None if there was no choice."""

    @property
    def move_time(self) -> float | None:
        """The seconds that it takes for a move at most; None if it counts nodes alone."""
        return self.clock.seconds if self.clock else self.budget.seconds

    def choose(self, view: View) -> Move:
        self.close()
        if len(view.state.legal_codes) == 1:
            self.value = None
            return view.state.legal_moves[0]
        best = self.decide(view).moves[0]
        self.value = best.points
        return best.move

    def close(self) -> None:
        """Think no longer while others think."""
        if self._pondering:
            self._pondering.end()

    def decide(self, view: View, report: Report | None = None) -> SearchResult:
        """Search within the bot's own limits."""
        if self.clock is None:
            return self.think(view, self.budget, report)
        result = self.think(view, self.clock.budget(view), report)
        self.clock.spend(result)
        return result

    def think(self, view: View, budget: Budget, report: Report | None = None) -> SearchResult:
        """Search, and tell what is found meanwhile."""
        game = view.state.game
        if self._search is None or self._search.game is not game:
            self._search = self._new_search(game)
        self.close()
        result = self._search.think(view, budget, report)
        if self._pondering:
            self._pondering.begin(self._search, view, result.moves[0].move)
        return result

    def _new_search(self, game: Game) -> Search:
        if self.threads == 1:
            return Search(game, self._weights, self.version)
        from azulejos.bots.search.parallel import ParallelSearch  # noqa: PLC0415 - not in a browser

        return ParallelSearch(game, self._weights, self.version, threads=self.threads)


def _make(given: Given, _source: Random) -> SearchBot:
    budget = Budget(given.get("time"), given.get("nodes"))
    clock = _clock(given)
    if clock and budget != Budget():
        raise BotError("a clock is for the whole game: give no time or nodes for a move beside it")
    budget = DEFAULT if budget == Budget() else budget
    weights, version, ponders = (given.get(name) for name in ("weights", "version", "ponder"))
    threads = given.get("threads", THREADS.default)
    if threads > 1 and sys.platform == "emscripten":
        raise BotError("in a browser there is one thread only: leave out threads=")
    return SearchBot(budget, weights, version, clock, ponders=bool(ponders), threads=threads)


def _clock(given: Given) -> Clock | None:
    if "clock" in given and "game_nodes" in given:
        raise BotError("give either clock= or game_nodes=")
    if "increment" in given and "clock" not in given:
        raise BotError("increment= is for a bot with a clock=")
    if "game_nodes" in given:
        return Clock(given["game_nodes"], counts_nodes=True)
    return Clock(given["clock"], given.get("increment", 0.0)) if "clock" in given else None


SEARCH = BotKind(
    "search",
    "looks ahead within the round as far as it can",
    _make,
    (TIME, NODES, CLOCK, INCREMENT, GAME_NODES, PONDER, THREADS, VERSION, WEIGHTS),
)
