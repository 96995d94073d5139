"""How much stronger: Elo and its uncertainty from paired games, and when to stop measuring.

Games of one deal depend on each other, since all seats get the same luck in turn. So the unit of
all statistics is the deal: the mean score of a player over the games of a deal, where a score is
the share of the others it finished ahead of (a tie counts half). With two players that is the
share of games won.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from azulejos.bots.arena.game import GamePlayed

EVEN = 0.5
DEVIATIONS_95 = 1.959964  # of a normal distribution, on both sides of its mean
ERROR_RATE = 0.05  # how often a sequential test may be wrong, on either side

ELO = 400 / np.log(10)  # a natural unit of log-odds
MAX_STEPS = 100
PRECISION = 1e-10
MAX_STEP = 2.0  # of natural units: far from the solution Newton's method overshoots

Floats = npt.NDArray[np.float64]


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


# Ratings of any number of bots from games of two, three or four of them


class Comparisons:
    """Who finished ahead of whom, by deal; what ratings are computed from."""

    def __init__(self, bots: int, deals: Iterable[Sequence[GamePlayed]]) -> None:
        self.bots = bots
        rows = [
            (index, game.bots[one], game.bots[two], _score(game, one, two))
            for index, deal in enumerate(deals)
            for game in deal
            for one, two in combinations(range(len(game.bots)), 2)
        ]
        table: Any = np.array(rows, np.float64).reshape(len(rows), 4)
        self.deal, self.one, self.two = table[:, :3].astype(np.int64).T
        self.score: Floats = table[:, 3]  # of the one

    def first(self, deals: int) -> Comparisons:
        """The comparisons of the first deals."""
        part = Comparisons(self.bots, ())
        kept = slice(int(np.searchsorted(self.deal, deals)))
        part.deal, part.one, part.two = self.deal[kept], self.one[kept], self.two[kept]
        part.score = self.score[kept]
        return part


def _score(game: GamePlayed, one: int, two: int) -> float:
    return float(1 + np.sign(game.places[two] - game.places[one])) / 2


def ratings(compared: Comparisons, anchor: int | None = None) -> list[Estimate]:
    """The rating of every bot with its 95 % interval; their mean, or that of the anchor, is 0."""
    strengths = _fit(compared)
    covariance = _covariance(compared, strengths)
    shift = np.eye(compared.bots)
    if anchor is None:
        shift -= 1 / compared.bots
    else:
        shift[:, anchor] -= 1
    values = ELO * shift @ strengths
    reach = DEVIATIONS_95 * ELO * np.sqrt(np.maximum(0, np.diag(shift @ covariance @ shift.T)))
    met = np.isin(np.arange(compared.bots), [compared.one, compared.two])
    reach[~met] = np.inf
    return [
        Estimate(float(value), float(value - by), float(value + by))
        for value, by in zip(values, reach, strict=True)
    ]


def _fit(compared: Comparisons) -> Floats:
    """The most likely strengths, by Newton's method."""
    strengths = np.zeros(compared.bots)
    for _ in range(MAX_STEPS):
        gradient = _deal_gradients(compared, strengths).sum(axis=0)
        step = np.linalg.solve(_curvature(compared, strengths), gradient)
        strengths += step * min(1.0, MAX_STEP / max(np.abs(step).max(), PRECISION))
        if np.abs(step).max() < PRECISION:
            break
    return strengths


def _covariance(compared: Comparisons, strengths: Floats) -> Floats:
    gradients = _deal_gradients(compared, strengths)
    deals = len(np.unique(compared.deal))
    correction = deals / max(1, deals - 1)  # few deals look more alike than they are
    inverse = np.linalg.inv(_curvature(compared, strengths))
    sandwich: Floats = correction * inverse @ (gradients.T @ gradients) @ inverse
    return sandwich


def _expected(compared: Comparisons, strengths: Floats) -> Floats:
    expected: Floats = 1 / (1 + np.exp(strengths[compared.two] - strengths[compared.one]))
    return expected


def _deal_gradients(compared: Comparisons, strengths: Floats) -> Floats:
    """The gradient of the likelihood of every deal, and of the comparison added for every bot."""
    deals = 1 + int(compared.deal.max(initial=-1))
    surprise = compared.score - _expected(compared, strengths)
    gradients = np.zeros((deals, compared.bots))
    np.add.at(gradients, (compared.deal, compared.one), surprise)
    np.add.at(gradients, (compared.deal, compared.two), -surprise)
    return np.vstack([gradients, np.diag(0.5 - _against_average(strengths))])


def _curvature(compared: Comparisons, strengths: Floats) -> Floats:
    expected = _expected(compared, strengths)
    weight = expected * (1 - expected)
    curvature = np.zeros((compared.bots, compared.bots))
    np.add.at(curvature, (compared.one, compared.one), weight)
    np.add.at(curvature, (compared.two, compared.two), weight)
    np.add.at(curvature, (compared.one, compared.two), -weight)
    np.add.at(curvature, (compared.two, compared.one), -weight)
    average = _against_average(strengths)
    return curvature + np.diag(average * (1 - average))


def _against_average(strengths: Floats) -> Floats:
    """What a bot can be expected to score against one of strength 0."""
    score: Floats = 1 / (1 + np.exp(-strengths))
    return score
