"""Ratings of any number of bots from games of two, three or four of them.

The model is Bradley and Terry's, on the scale of Elo: a bot rated 400 higher is ten times as likely
to finish ahead as behind. A game of three or four is taken as a comparison of every pair of its
players by their places, a tie counting half. That does not distort the strengths: in the usual
model of places, Plackett and Luce's, any two players finish in the order that Bradley and Terry
say, whoever else plays.

It would understate the uncertainty, since the pairs of a game, and the games of a deal, depend on
each other. So the intervals come from how much whole deals differ from what was expected of them:
the covariance is the sandwich H⁻¹ J H⁻¹, where H is the curvature of the likelihood and J the sum
of the squared gradients of the deals.

One even comparison with an average bot is added for every bot, so that all ratings are finite, even
of a bot that has won everything, or that shares no opponents with others. It counts among the
deals, so such a bot gets a wide interval.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from azulejos.bots.arena.elo import DEVIATIONS_95, Estimate
from azulejos.bots.arena.game import GamePlayed

ELO = 400 / np.log(10)  # a natural unit of log-odds
MAX_STEPS = 100
PRECISION = 1e-10
MAX_STEP = 2.0  # of natural units: far from the solution Newton's method overshoots

Floats = npt.NDArray[np.float64]


class Comparisons:
    """Who finished ahead of whom, by deal; what ratings are computed from."""

    def __init__(self, bots: int, deals: Iterable[Sequence[GamePlayed]]) -> None:
        self.bots = bots
        rows = [
            (number, game.bots[one], game.bots[two], _score(game, one, two))
            for number, deal in enumerate(deals)
            for game in deal
            for one, two in combinations(range(len(game.bots)), 2)
        ]
        table: Any = np.array(rows, np.float64).reshape(len(rows), 4)
        self.deal, self.one, self.two = table[:, :3].astype(np.int64).T
        self.score: Floats = table[:, 3]  # of the one

    def first(self, deals: int) -> Comparisons:
        """The comparisons of the first deals alone."""
        part = Comparisons(self.bots, ())
        kept = slice(int(np.searchsorted(self.deal, deals)))
        part.deal, part.one, part.two = self.deal[kept], self.one[kept], self.two[kept]
        part.score = self.score[kept]
        return part


def _score(game: GamePlayed, one: int, two: int) -> float:
    return (1 + np.sign(game.places[two] - game.places[one])) / 2  # type: ignore[no-any-return]


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
    number = len(np.unique(compared.deal))
    correction = number / max(1, number - 1)  # few deals look more alike than they are
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
