"""The bot `search`: `search:500ms`, `search:nodes=200k`, or both."""

from __future__ import annotations

from pathlib import Path
from random import Random

from azulejos.bots.parameters import Given, Parameter
from azulejos.bots.protocol import BotKind
from azulejos.bots.search.engine import Search
from azulejos.bots.search.result import Budget, Report, SearchResult
from azulejos.core.move import Move
from azulejos.core.state import View

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
WEIGHTS = Parameter("weights", "file", "another evaluation, as `azulejos tune` writes it")
VERSION = Parameter(
    "version",
    "int",
    "plays as an earlier version did; without it the newest plays",
    low=1,
    high=999,
)


DEFAULT = Budget(seconds=TIME.default)


class SearchBot:
    """Plays what a search finds best within a budget for each move."""

    def __init__(
        self,
        budget: Budget = DEFAULT,
        weights: Path | None = None,
        version: int | None = None,
    ) -> None:
        self.budget = budget
        self.version = version
        self._weights = weights
        self._search: Search | None = None
        self.value: float | None = None
        """How many points ahead the last move will leave it; None if there was no choice."""

    @property
    def move_time(self) -> float | None:
        """The seconds that it takes for a move; None if it counts nodes alone."""
        return self.budget.seconds

    def choose(self, view: View) -> Move:
        if len(view.state.legal_codes) == 1:
            self.value = None
            return view.state.legal_moves[0]
        best = self.think(view, self.budget).moves[0]
        self.value = best.points
        return best.move

    def think(self, view: View, budget: Budget, report: Report | None = None) -> SearchResult:
        """Search, and tell what is found meanwhile."""
        game = view.state.game
        if self._search is None or self._search.game is not game:
            self._search = Search(game, self._weights, self.version)
        return self._search.think(view, budget, report)


def _make(given: Given, _source: Random) -> SearchBot:
    budget = Budget(given.get("time"), given.get("nodes"))
    budget = DEFAULT if budget == Budget() else budget
    return SearchBot(budget, given.get("weights"), given.get("version"))


SEARCH = BotKind(
    "search",
    "looks ahead within the round as far as it can",
    _make,
    (TIME, NODES, VERSION, WEIGHTS),
)
