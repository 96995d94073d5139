"""How much stronger: Elo and its uncertainty from paired games, and when to stop measuring.

Games of one deal depend on each other, since all seats get the same luck in turn. So the unit of
all statistics is the deal: the mean score of a player over the games of a deal, where a score is
the share of the others it finished ahead of (a tie counts half). With two players that is the
share of games won.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

EVEN = 0.5
DEVIATIONS_95 = 1.959964  # of a normal distribution, on both sides of its mean
ERROR_RATE = 0.05  # how often a sequential test may be wrong, on either side


@dataclass(frozen=True)
class Estimate:
    """A value and its 95 % interval; Elo may be infinite where everything was won or lost."""

    value: float
    low: float
    high: float


def elo_of(score: float) -> float:
    """The difference in Elo that corresponds to a mean score between 0 and 1."""
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return 400 * math.log10(score / (1 - score))  # 0 where the score is even, not -0


def score_of(elo: float) -> float:
    """The mean score to be expected from a difference in Elo."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def mean_score(scores: Sequence[float]) -> Estimate:
    """The mean of the deals' scores, with an interval between 0 and 1.

    One even deal is added to the others when the interval is computed: without it, a player that
    won everything would seem certain to win forever.
    """
    mean = sum(scores) / len(scores)
    centre, variance = _moments([*scores, EVEN])
    reach = DEVIATIONS_95 * math.sqrt(variance / (len(scores) + 1))
    low, high = max(0.0, centre - reach), min(1.0, centre + reach)
    return Estimate(mean, min(mean, low), max(mean, high))


def elo(scores: Sequence[float]) -> Estimate:
    """The difference in Elo, with its interval, that the scores of some deals show."""
    score = mean_score(scores)
    return Estimate(elo_of(score.value), elo_of(score.low), elo_of(score.high))


def mean_margin(margins: Sequence[float]) -> Estimate:
    """The mean of the deals' differences of points, with its interval; NaN of nothing."""
    if not margins:
        return Estimate(math.nan, math.nan, math.nan)
    mean, variance = _moments(margins)
    reach = DEVIATIONS_95 * math.sqrt(variance / len(margins)) if len(margins) > 1 else math.inf
    return Estimate(mean, mean - reach, mean + reach)


class SequentialTest(ABC):
    """Is the first player better by the larger size, or only by the smaller?

    It is the generalised sequential probability ratio test on the means of deals, taken as normal,
    with the variance that the deals show. It stops as soon as one answer is likely enough; either
    is wrong in 5 % of all tests.
    """

    unit: ClassVar[str]
    even: ClassVar[float]  # the value of an even deal, one of which is added
    fewest: ClassVar[int]  # deals before which the variance is not known well enough

    @property
    @abstractmethod
    def sizes(self) -> tuple[float, float]:
        """How much better it is, by either answer."""

    @property
    @abstractmethod
    def means(self) -> tuple[float, float]:
        """The mean that deals then have."""

    @property
    def bound(self) -> float:
        """The log-likelihood ratio at which the question is answered."""
        return math.log((1 - ERROR_RATE) / ERROR_RATE)

    def ratio(self, values: Sequence[float]) -> float:
        """The log-likelihood ratio of the deals' values: with the larger size against the other."""
        mean, variance = _moments([*values, self.even])
        if variance == 0:
            return 0.0  # nothing distinguishes the players yet
        low, high = self.means
        return (len(values) + 1) * (high - low) * (2 * mean - low - high) / (2 * variance)

    def answer(self, values: Sequence[float]) -> str | None:
        """`elo1` or `points1` for the larger size, `elo0` or `points0`; None while not known."""
        ratio = self.ratio(values)
        if abs(ratio) < self.bound or len(values) < self.fewest:
            return None
        return f"{self.unit.lower()}{int(ratio > 0)}"


@dataclass(frozen=True)
class Sprt(SequentialTest):
    """By Elo: the values are scores."""

    elo0: float
    elo1: float

    unit = "Elo"
    even = EVEN
    fewest = 0

    @property
    def sizes(self) -> tuple[float, float]:
        return self.elo0, self.elo1

    @property
    def means(self) -> tuple[float, float]:
        return score_of(self.elo0), score_of(self.elo1)


@dataclass(frozen=True)
class PointsSprt(SequentialTest):
    """By the points that it is ahead of the others."""

    points0: float
    points1: float

    unit = "points"
    even = 0.0
    fewest = 30

    @property
    def sizes(self) -> tuple[float, float]:
        return self.points0, self.points1

    @property
    def means(self) -> tuple[float, float]:
        return self.sizes


def _moments(scores: Sequence[float]) -> tuple[float, float]:
    """Mean and variance (of the population of which these are a sample)."""
    mean = sum(scores) / len(scores)
    if len(scores) < 2:
        return mean, 0.0
    return mean, sum((score - mean) ** 2 for score in scores) / (len(scores) - 1)
