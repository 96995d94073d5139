"""The bot `search`: `search:500ms`, `search:nodes=200k`, or both."""

from __future__ import annotations

import re
from pathlib import Path

from azulejos.bots.protocol import Parameters
from azulejos.bots.search.engine import Search
from azulejos.bots.search.result import Budget
from azulejos.core.move import Move
from azulejos.core.state import View
from azulejos.errors import BotError

DEFAULT = Budget(seconds=0.5)
WANTED = "it takes a time, a number of nodes, or both, like search:500ms,nodes=200k"


class SearchBot:
    """Plays what a search finds best within a budget for each move."""

    def __init__(self, budget: Budget = DEFAULT, weights: Path | None = None) -> None:
        self.budget = budget
        self._weights = weights
        self._search: Search | None = None

    def choose(self, view: View) -> Move:
        game = view.state.game
        if self._search is None or self._search.game is not game:
            self._search = Search(game, self._weights)
        if len(view.state.legal_codes) == 1:
            return view.state.legal_moves[0]
        return self._search.think(view, self.budget).moves[0].move


def search_bot(parameters: Parameters) -> SearchBot:
    """Make a bot of its parameters; `weights=FILE` tries another evaluation."""
    if set(parameters) - {"", "nodes", "weights"}:
        raise BotError(WANTED)
    weights = Path(parameters["weights"]) if "weights" in parameters else None
    return SearchBot(read_budget(parameters), weights)


def read_budget(parameters: Parameters) -> Budget:
    """Read what a search may spend: `500ms`, `2s`, `nodes=200k`."""
    if "" not in parameters and "nodes" not in parameters:
        return DEFAULT
    seconds = _seconds(parameters[""]) if "" in parameters else None
    nodes = _nodes(parameters["nodes"]) if "nodes" in parameters else None
    return Budget(seconds, nodes)


def _seconds(text: str) -> float:
    found = re.fullmatch(r"(\d+(?:\.\d+)?)(ms|s)", text)
    if not found or float(found[1]) == 0:
        raise BotError(WANTED)
    return float(found[1]) / (1000 if found[2] == "ms" else 1)


def _nodes(text: str) -> int:
    found = re.fullmatch(r"(\d+(?:\.\d+)?)([kM]?)", text)
    nodes = round(float(found[1]) * {"": 1, "k": 1000, "M": 1_000_000}[found[2]]) if found else 0
    if nodes == 0:
        raise BotError(WANTED)
    return nodes
