"""A bot in a file of its own: `azulejos arena --players examples/my_bot.py:Builder greedy`."""

from __future__ import annotations

from random import Random

from azulejos import Move, View
from azulejos.bots import Parameter


class Builder:
    """Takes what scores most by the end of the round, and likes long lines."""

    parameters = (
        Parameter("boldness", "float", "points that a longer line is worth", 0.1, low=0, high=2),
    )

    def __init__(self, boldness: float, source: Random) -> None:
        self._boldness = boldness
        self._source = source

    def choose(self, view: View) -> Move:
        state = view.state
        worth = [
            points + self._boldness * getattr(move, "line", 0)
            for points, move in zip(state.move_values, state.legal_moves, strict=True)
        ]
        best = [place for place, value in enumerate(worth) if value == max(worth)]
        return state.legal_moves[self._source.choice(best)]
