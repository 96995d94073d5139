"""The bot that plays anything legal."""

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
