"""The judge: how long the search looks at each move of a game that is reviewed.

What moves lose can be compared only where one judge has found it. A judge that thinks no further
than the player finds its moves good: of 20,000 nodes in Azul, it flatters `expert`.
"""

from __future__ import annotations

from azulejos.bots.search.result import Budget

NODES = {"azul": 200_000, "sintra": 200_000, "pavilion": 40_000, "duel": 100_000}
"""By game, so that one with two players takes some seconds of a processor."""

VERSIONS = {"azul": 3, "sintra": 2, "pavilion": 1, "duel": 2}
"""Of the search that judges: the newest. When there is a newer one, measure the levels again."""

OTHERWISE = 40_000  # nodes, in other games

CAP = 3.0
"""The most points that a move counts: otherwise a few blunders would drown out all the rest."""


def judge(game: str, seconds: float | None = None) -> Budget:
    """What the judge of a game may spend on a move."""
    return Budget(seconds, NODES.get(game, OTHERWISE))
