"""The bots that do not search: one plays anything legal, one looks to the end of the round."""

from __future__ import annotations

import random

from azulejos.core.move import Move
from azulejos.core.state import View


class RandomBot:
    """Chooses uniformly among the legal moves."""

    def __init__(self, source: random.Random) -> None:
        self._source = source

    def choose(self, view: View) -> Move:
        return self._source.choice(view.state.legal_moves)


class GreedyBot:
    """Chooses what leaves it the most points if the round ended now, losses included."""

    def __init__(self, source: random.Random) -> None:
        self._source = source

    def choose(self, view: View) -> Move:
        values = view.state.move_values
        best = [place for place, value in enumerate(values) if value == max(values)]
        return view.state.legal_moves[self._source.choice(best)]
