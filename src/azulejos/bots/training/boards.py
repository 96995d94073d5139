"""Fit the weights of boards to what searches find: `azulejos refine`.

Where a round has ended, boards should be worth what the end of the next one will be worth, as the
mean over its deals: so weights learn from a round at a time, and hardly from luck. In the middle of
a round they should be worth what a search finds. Weights are fitted for every period and stage, by
ridge regression towards the present ones.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.bots.search.knowledge import PERIOD, POINT, STAGE, Knowledge
from azulejos.bots.training.accuracy import is_held_out
from azulejos.bots.tuning import describe, least_squares
from azulejos.core.state import State
from azulejos.games import game as game_named

Floats = NDArray[Any]

MAX_ERROR = 25 * POINT  # a position that is off by more counts as if it were off by this
FEWEST = 30  # positions of a period and stage that something is learnt from


class Fit(NamedTuple):
    """What was fitted for a period and a stage, and the errors of positions held out, in points."""

    period: int
    stage: int
    positions: int
    before: float  # standard deviations
    after: float


class Lesson(NamedTuple):
    """Positions of two players, and by how many hundredths of a point their values are off."""

    features: Floats  # how much more of each the seat has than the other
    periods: NDArray[Any]
    stages: NDArray[Any]
    off: Floats
    held_out: NDArray[Any]

    def of(self, chosen: NDArray[Any]) -> Lesson:
        """What some of the positions teach."""
        return Lesson(*(each[chosen] for each in self))


def lesson_of(knowledge: Knowledge, rows: NDArray[Any], values: Floats) -> Lesson:
    """What is to be learnt from positions with these values, in points, before learning.

    Rounds that end the game are left out: there, searches look for the victory.
    """
    values, rows = values[~rows["is_decided"]], rows[~rows["is_decided"]]
    game = game_named(knowledge.game)
    states = [State(game, row["key"].copy()) for row in rows]
    seats = [int(row["seat"]) for row in rows]
    mine, others = (
        np.array([describe(knowledge, *each) for each in zip(states, of, strict=True)])
        for of in (seats, [1 - seat for seat in seats])
    )
    number = knowledge.features
    return Lesson(
        features=(mine - others)[:, :number].astype(float),
        periods=mine[:, number + PERIOD],
        stages=mine[:, number + STAGE],
        off=np.clip(rows["value"] - POINT * values, -MAX_ERROR, MAX_ERROR),
        held_out=is_held_out(rows),
    )


def refine(lesson: Lesson, present: Floats, hold: float) -> tuple[Floats, list[Fit]]:
    """Weights that fit a lesson, held to the present ones, and how much better they are."""
    weights = present.astype(float)
    fits = []
    for period, stage in np.ndindex(weights.shape[:2]):
        chosen = (lesson.periods == period) & (lesson.stages == stage)
        learnt, held_out = chosen & ~lesson.held_out, chosen & lesson.held_out
        if learnt.sum() < FEWEST:
            continue
        more = least_squares(
            lesson.features[learnt],
            lesson.off[learnt],
            np.zeros(weights.shape[2]),
            hold,
            evenly=True,
        )
        weights[period, stage] += more
        left = lesson.off - lesson.features @ more
        before, after = deviation(lesson.off[held_out]), deviation(left[held_out])
        fits.append(Fit(period, stage, int(learnt.sum()), before, after))
    rounded: Floats = np.rint(weights).astype(int)
    return rounded, fits


def deviation(off: Floats) -> float:
    """The standard deviation of errors, in points."""
    return float(off.std() / POINT) if len(off) else math.nan
