"""How much stronger: Elo and its uncertainty from paired games, and when to stop measuring.

Games of one deal depend on each other, since all seats get the same luck in turn. So the unit of
all statistics is the deal: the mean score of a player over the games of a deal, where a score is
the share of the others it finished ahead of (a tie counts half). With two players that is the
share of games won.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

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
    won everything would seem certain to win for ever.
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


@dataclass(frozen=True)
class Sprt:
    """A sequential test: is the first player stronger by `elo1`, or rather only by `elo0`?

    It is the generalised sequential probability ratio test on the deals' scores, taken as normal.
    It stops as soon as one answer is likely enough; either is wrong in 5 % of all tests.
    """

    elo0: float
    elo1: float

    @property
    def bound(self) -> float:
        """The log-likelihood ratio at which the question is answered."""
        return math.log((1 - ERROR_RATE) / ERROR_RATE)

    def ratio(self, scores: Sequence[float]) -> float:
        """The log-likelihood ratio of the scores: with `elo1` against `elo0`."""
        mean, variance = _moments([*scores, EVEN])
        if variance == 0:
            return 0.0  # nothing distinguishes the players yet
        low, high = score_of(self.elo0), score_of(self.elo1)
        return (len(scores) + 1) * (high - low) * (2 * mean - low - high) / (2 * variance)

    def answer(self, scores: Sequence[float]) -> str | None:
        """`elo1` or `elo0` once it is known, else None."""
        ratio = self.ratio(scores)
        if abs(ratio) < self.bound:
            return None
        return "elo1" if ratio > 0 else "elo0"


def _moments(scores: Sequence[float]) -> tuple[float, float]:
    """Mean and variance (of the population of which these are a sample)."""
    mean = sum(scores) / len(scores)
    if len(scores) < 2:
        return mean, 0.0
    return mean, sum((score - mean) ** 2 for score in scores) / (len(scores) - 1)
