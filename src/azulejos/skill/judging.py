"""The judge: how long the search looks at each move of a game that is reviewed.

What moves lose can be compared only where one judge has found it. A judge that thinks no further
than the player finds its moves good: of 20,000 nodes in Azul, it flatters `expert`.
"""

from __future__ import annotations

from azulejos.bots.search.games import KNOWLEDGE
from azulejos.bots.search.result import Budget
from azulejos.bots.search.versions import find_version

NODES = {"azul": 200_000, "sintra": 200_000, "pavilion": 40_000, "duel": 100_000}
"""By game, so that one with two players takes some seconds of a processor."""

VERSIONS = {"azul": 5, "sintra": 4, "pavilion": 2, "duel": 3}
"""Of the search by which levels were measured. A newer one judges once they are measured again."""

PLAYERS = 2
"""In the games by which levels were measured."""

OTHERWISE = 40_000  # nodes, in other games

CAP = 3.0
"""The most points that a move counts: otherwise a few blunders would drown out all the rest."""


def judging_version(game: str, players: int) -> int | None:
    """The version of the search that reviews games; None is the newest.

    That is also told if the newest plays like the one by which levels were measured, since two
    searches take twice the memory of one.
    """
    if players != PLAYERS or game not in VERSIONS:
        return None
    known = KNOWLEDGE.of(game)
    measured, newest = (
        find_version(known, each).edition(PLAYERS) for each in (VERSIONS[game], None)
    )
    return None if measured.plays_like(newest) else VERSIONS[game]


def judge(game: str, seconds: float | None = None) -> Budget:
    """What the judge of a game may spend on a move."""
    return Budget(seconds, NODES.get(game, OTHERWISE))
