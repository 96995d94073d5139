"""Progress with puzzles: a rating, streaks, and which puzzles are solved.

Ratings are Glicko-2 (http://www.glicko.net/glicko/glicko2.pdf). Every first answer is a game
against a puzzle with a fixed rating, which depends on the weakest level of bots that solves it. A
rating period is a day: the rating of somebody who stays away becomes less certain.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Literal, NamedTuple

import msgspec

PERIOD = 24 * 3600.0  # seconds of a rating period
MAX_RECENT = 20  # answers that are kept with all that is known of them
MAX_DONE = 700  # puzzles that are remembered: a note has room for no more

Stage = Literal["new", "missed", "solved"]
MISSED = "!"  # before the id of a puzzle that was answered, and not solved yet

SCALE = 173.7178  # of the ratings that people know to those of the formulas
TAU = 0.5  # how much a volatility may change
CONVERGED = 0.000001
FIRST = 1500.0
MAX_DEVIATION = 350.0  # of somebody who is not known yet
FIRST_VOLATILITY = 0.06

OF_LEVELS = {
    "beginner": 650,
    "easy": 900,
    "casual": 1150,
    "skilled": 1400,
    "strong": 1650,
    "expert": 1900,
    "master": 2150,
}
"""The ratings of puzzles by the weakest level that finds the solution: about 250 between levels, as
they play (docs/strength.md)."""

PUZZLE_DEVIATION = 90.0  # puzzles of a level are not equally hard


class GlickoRating(msgspec.Struct, frozen=True):
    """How well somebody plays: within two deviations of the rating, 19 times out of 20."""

    rating: float = FIRST
    deviation: float = MAX_DEVIATION
    volatility: float = FIRST_VOLATILITY  # how erratic the results are


class Faced(NamedTuple):
    """A result against somebody else, or a puzzle."""

    rating: float
    deviation: float
    score: float  # 1: won, 0: lost


def rated(own: GlickoRating, results: Sequence[Faced], periods: float = 1.0) -> GlickoRating:
    """A rating after some results, that many rating periods after the last ones."""
    mu, phi = (own.rating - FIRST) / SCALE, own.deviation / SCALE
    if not results:
        return _rating(mu, _drifted(phi, own.volatility, periods), own.volatility)
    weight = surprise = 0.0
    for faced in results:
        g = _g(faced.deviation / SCALE)
        expected = 1 / (1 + math.exp(-g * (mu - (faced.rating - FIRST) / SCALE)))
        weight += g * g * expected * (1 - expected)
        surprise += g * (faced.score - expected)
    variance = 1 / weight
    volatility = _volatility(own.volatility, phi, variance, variance * surprise)
    before = _drifted(phi, volatility, periods)
    after = 1 / math.sqrt(1 / before**2 + weight)
    return _rating(mu + after**2 * surprise, after, volatility)


def _g(phi: float) -> float:
    """How much a result counts against an opponent whose rating is this uncertain."""
    return 1 / math.sqrt(1 + 3 * (phi / math.pi) ** 2)


def _drifted(phi: float, volatility: float, periods: float) -> float:
    """The deviation after `periods` without results."""
    return min(math.sqrt(phi**2 + periods * volatility**2), MAX_DEVIATION / SCALE)


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """The new volatility, by the Illinois algorithm (step 5 of the paper)."""
    a = math.log(sigma**2)

    def f(x: float) -> float:
        power = math.exp(x)
        spread = phi**2 + variance + power
        return power * (delta**2 - spread) / (2 * spread**2) - (x - a) / TAU**2

    low = a
    if delta**2 > phi**2 + variance:
        high = math.log(delta**2 - phi**2 - variance)
    else:
        high = a - TAU
        while f(high) < 0:
            high -= TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > CONVERGED:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)


def _rating(mu: float, phi: float, volatility: float) -> GlickoRating:
    return GlickoRating(mu * SCALE + FIRST, phi * SCALE, volatility)


# Answers


class Answered(msgspec.Struct, frozen=True):
    """The first answer to a puzzle."""

    puzzle: str
    at: float  # seconds since 1970
    cost: float
    is_right: bool
    rating: int  # one's own after it


class PuzzleProgress(msgspec.Struct, frozen=True):
    """How somebody gets on with the puzzles of a game.

    Streaks are of first answers, days those of the puzzle of the day.
    """

    game: str = ""
    rating: GlickoRating = GlickoRating()
    at: float = 0.0  # when something was answered last
    tried: int = 0
    solved: int = 0  # by the first answer
    streak: int = 0
    best_streak: int = 0
    day: str = ""  # the last whose puzzle was solved
    days: int = 0  # in a row, up to that one
    best_days: int = 0
    recent: list[Answered] = []  # the latest first


class Progress(PuzzleProgress, frozen=True):
    """The same as it is stored, with everything that was answered."""

    done: str = ""  # ids of puzzles, the latest last

    def stages(self) -> dict[str, Stage]:
        """How far one has come with each puzzle that is not new."""
        return {
            each.removeprefix(MISSED): "missed" if each.startswith(MISSED) else "solved"
            for each in self.done.split()
        }

    def stage(self, puzzle: str) -> Stage:
        """How far one has come with a puzzle."""
        return self.stages().get(puzzle, "new")

    def answered(
        self, puzzle: str, level: str, cost: float, at: float, *, is_right: bool
    ) -> Progress:
        """After an answer: the first one is rated, a later one may still solve the puzzle."""
        stage = self.stage(puzzle)
        done = _noted(self.done, puzzle, is_right=is_right or stage == "solved")
        if stage != "new":
            return msgspec.structs.replace(self, done=done)
        periods = max(0.0, at - self.at) / PERIOD if self.at else 1.0
        faced = Faced(OF_LEVELS[level], PUZZLE_DEVIATION, float(is_right))
        rating = rated(self.rating, [faced], periods)
        streak = self.streak + 1 if is_right else 0
        now = Answered(puzzle, at, round(cost, 2), is_right, round(rating.rating))
        return msgspec.structs.replace(
            self,
            rating=rating,
            at=at,
            tried=self.tried + 1,
            solved=self.solved + is_right,
            streak=streak,
            best_streak=max(streak, self.best_streak),
            recent=[now, *self.recent][:MAX_RECENT],
            done=done,
        )

    def solved_on(self, day: date) -> Progress:
        """After solving the puzzle of a day; an earlier day does not extend a streak."""
        if day.isoformat() <= self.day:
            return self
        yesterday = (day - timedelta(days=1)).isoformat()
        days = self.days + 1 if self.day == yesterday else 1
        return msgspec.structs.replace(
            self, day=day.isoformat(), days=days, best_days=max(days, self.best_days)
        )


def _noted(done: str, puzzle: str, *, is_right: bool) -> str:
    others = [each for each in done.split() if each.removeprefix(MISSED) != puzzle]
    return " ".join([*others, puzzle if is_right else MISSED + puzzle][-MAX_DONE:])
