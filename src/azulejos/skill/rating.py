"""Which level somebody plays like, by what the moves of their games lose.

Each game is one figure: the mean loss of a move. Its expected value at each point of the Elo scale
is interpolated between levels, and so is its spread between games. All points at which the mean of
somebody's games would not be surprising make up the 95 % interval, which also allows for the
limited number of games by which the levels were measured.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import msgspec

from azulejos.skill.judging import Calibration, LevelLoss
from azulejos.skill.summary import GameSummary

DEVIATIONS_95 = 1.959964  # of a normal distribution, on both sides of its mean
STEP = 5  # Elo between places that are looked at
MIN_GAMES = 3  # below which no level is given: one game says too little


class Rating(msgspec.Struct, frozen=True):
    """The level somebody plays like, with its 95 % interval.

    Where the interval reaches an end of the scale it is open there: whoever plays better than the
    highest level, or worse than the lowest, is not measured any further.
    """

    games: int  # that it rests on
    lost: float  # by a move, the mean of the games
    elo: int  # on the scale of the levels, of which the lowest has 1000
    low: int
    high: int
    level: str  # the nearest one
    lowest: str  # the levels nearest to the ends of the interval
    highest: str
    is_open_below: bool
    is_open_above: bool


@dataclass(frozen=True)
class Expected:
    """What is expected of a player at one point of the scale."""

    elo: float
    lost: float
    spread: float  # between games
    error: float  # of `lost`, as levels were measured by a limited number of games

    def reach(self, games: int, own_spread: float) -> float:
        """How far the mean of `games` games may be off."""
        spread = max(self.spread, own_spread)
        return DEVIATIONS_95 * math.sqrt(spread**2 / games + self.error**2)


def rated(summaries: Iterable[GameSummary], calibration: Calibration) -> list[GameSummary]:
    """The games that a calibration can rate: long enough, same judge, usual options."""
    return [
        each
        for each in summaries
        if each.says_something
        and each.is_usual
        and (each.game, each.players) == (calibration.game, calibration.players)
        and (each.nodes, each.version) == (calibration.nodes, calibration.version)
    ]


def rating_of(losses: Sequence[float], calibration: Calibration) -> Rating:
    """The rating for these mean losses per move, one for each game."""
    mean, own = mean_and_spread(losses)
    scale = places(calibration.levels)
    nearest = min(scale, key=lambda place: abs(mean - place.lost))
    alike = [place for place in scale if place.lost == nearest.lost]
    elo = alike[len(alike) // 2].elo
    likely = [
        place.elo for place in scale if abs(mean - place.lost) <= place.reach(len(losses), own)
    ]
    low, high = min([elo, *likely]), max([elo, *likely])
    return Rating(
        games=len(losses),
        lost=round(mean, 2),
        elo=round(elo),
        low=round(low),
        high=round(high),
        level=level_at(elo, calibration),
        lowest=level_at(low, calibration),
        highest=level_at(high, calibration),
        is_open_below=low == scale[0].elo,
        is_open_above=high == scale[-1].elo,
    )


def mean_and_spread(losses: Sequence[float]) -> tuple[float, float]:
    """The mean, and the standard deviation as soon as there are enough games to tell."""
    mean = sum(losses) / len(losses)
    if len(losses) < MIN_GAMES:
        return mean, 0.0
    return mean, math.sqrt(sum((each - mean) ** 2 for each in losses) / (len(losses) - 1))


def level_at(elo: float, calibration: Calibration) -> str:
    """The level nearest to an Elo."""
    return min(calibration.levels, key=lambda each: abs(each.elo - elo)).level


def places(levels: Sequence[LevelLoss]) -> list[Expected]:
    """The scale from the lowest level to the highest, in small steps.

    A better level never loses more: where few games say so, neighbours share their mean.
    """
    losses = falling([each.lost for each in levels], [each.games for each in levels])
    elos = [each.elo for each in levels]
    count = round((elos[-1] - elos[0]) / STEP)
    return [
        _between(levels, losses, elos, elos[0] + step * (elos[-1] - elos[0]) / count)
        for step in range(count + 1)
    ]


def _between(
    levels: Sequence[LevelLoss], losses: Sequence[float], elos: Sequence[float], elo: float
) -> Expected:
    above = min(max(1, bisect_right(elos, elo)), len(levels) - 1)
    low, high = levels[above - 1], levels[above]
    share = (elo - low.elo) / (high.elo - low.elo)

    def mixed(worse: float, better: float) -> float:
        return (1 - share) * worse + share * better

    return Expected(
        elo=elo,
        lost=mixed(losses[above - 1], losses[above]),
        spread=mixed(low.spread, high.spread),
        error=mixed(low.spread / math.sqrt(low.games), high.spread / math.sqrt(high.games)),
    )


def falling(values: Sequence[float], weights: Sequence[float]) -> list[float]:
    """The nearest values that never rise (pooling adjacent violators)."""
    pools: list[tuple[float, float, int]] = []  # value, weight, how many
    for value, weight in zip(values, weights, strict=True):
        pools.append((value, weight, 1))
        while len(pools) > 1 and pools[-2][0] < pools[-1][0]:
            (first, heavy, some), (second, light, more) = pools[-2:]
            mean = (first * heavy + second * light) / (heavy + light)
            pools[-2:] = [(mean, heavy + light, some + more)]
    return [value for value, _, count in pools for _ in range(count)]


def games_to_tell_apart(worse: LevelLoss, better: LevelLoss) -> int | None:
    """After how many games of each two levels can be told apart (95 %); None if never."""
    apart = worse.lost - better.lost
    if apart <= 0:
        return None
    variance = worse.spread**2 + better.spread**2
    return max(1, math.ceil(DEVIATIONS_95**2 * variance / apart**2))
