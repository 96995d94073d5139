"""The judge: how long the search looks at each move of a game that is reviewed.

What moves lose can be compared only if the same judge measured it. A judge that thinks no further
than the player finds its moves good: of 20,000 nodes in Azul, it flatters `expert`.

What moves of our levels lose was measured: `calibration.json`. `benchmarks/skill.py` plays the
games, reviews them and writes the file; docs/strength.md says how many there were.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from azulejos.bots.search.games import KNOWLEDGE
from azulejos.bots.search.result import Budget
from azulejos.bots.search.versions import find_version

NODES = {"azul": 200_000, "sintra": 200_000, "pavilion": 40_000, "duel": 100_000}
"""By game, so that one with two players takes some seconds of a processor."""

VERSIONS = {"azul": 6, "sintra": 6, "pavilion": 2, "duel": 3}
"""Of the search by which levels were measured. A newer one judges once they are measured again."""

PLAYERS = 2
"""In the games by which levels were measured."""

OTHERWISE = 40_000  # nodes, in other games

CAP = 3.0
"""The most points that a move counts: otherwise a few blunders would drown out all the rest."""


def judging_version(game: str, players: int) -> int | None:
    """The version of the search that reviews games; None is the newest.

    That is also told if it is the one by which levels were measured, since two searches take
    twice the memory of one.
    """
    if players != PLAYERS or game not in VERSIONS:
        return None
    newest = find_version(KNOWLEDGE.of(game)).number
    return None if newest == VERSIONS[game] else VERSIONS[game]


def judge(game: str, seconds: float | None = None) -> Budget:
    """What the judge of a game may spend on a move."""
    return Budget(seconds, NODES.get(game, OTHERWISE))


FILE = Path(__file__).with_name("calibration.json")


class LevelLoss(msgspec.Struct, frozen=True):
    """What the moves of a level lose on average, no move more than `judging.CAP`."""

    level: str
    elo: float  # where it stands: the lowest level has 1000
    games: int
    lost: float  # by a move, as the mean of its games
    spread: float  # the standard deviation of that between games


class Calibration(msgspec.Struct, frozen=True):
    """The levels of a game with `players` players, the weakest first, as one judge saw them."""

    game: str
    players: int
    nodes: int  # of the judge
    version: int  # of the search that judged
    levels: list[LevelLoss]


@cache
def calibrations() -> dict[tuple[str, int], Calibration]:
    """All calibrations, by game and number of players."""
    result = msgspec.json.decode(FILE.read_bytes(), type=list[Calibration])
    return {(each.game, each.players): each for each in result}


def calibration_for(game: str, players: int) -> Calibration | None:
    """The calibration for a game; None if nothing was measured."""
    return calibrations().get((game, players))
