"""What moves of our levels lose, as it was measured: `calibration.json`.

`benchmarks/skill.py` plays the games, reviews them and writes the file; docs/strength.md tells how
many there were.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

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
    """All that were measured, by game and number of players."""
    result = msgspec.json.decode(FILE.read_bytes(), type=list[Calibration])
    return {(each.game, each.players): each for each in result}


def calibration_for(game: str, players: int) -> Calibration | None:
    """That of a game; None where nothing was measured."""
    return calibrations().get((game, players))
