"""A puzzle as a value, what an answer to it is worth, and one's own rating in puzzles.

Ratings are Glicko-2 (http://www.glicko.net/glicko/glicko2.pdf). Every answer is a game against a
puzzle whose rating is fixed, by the weakest level of bots that finds its solution. A rating period
is a day: whoever stays away for long is rated with less certainty again.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import msgspec

from azulejos.core.move import Move
from azulejos.core.options import Value
from azulejos.core.state import State, View
from azulejos.errors import IllegalMove
from azulejos.games import game as game_named

MARGIN = 0.5  # points: answers that lose no more are right, too

GRADES = {"right": MARGIN, "good": 1.0, "slip": 2.0, "mistake": 6.0}
"""What answers are called, by the points that they lose at most; what loses more is a `blunder`."""

BLUNDER = "blunder"


class Origin(msgspec.Struct, frozen=True):
    """Where a puzzle comes from: enough to find it again."""

    rules: int  # the version of the game's rules
    search: int  # the version of the search that valued the moves
    nodes: int  # that it searched for that
    bots: tuple[str, ...]  # that played the game
    seed: str  # of the game
    event: int  # the number of the move in that game, from 1


class Puzzle(msgspec.Struct, frozen=True, dict=True):
    """A position, what every move loses in it, and what it is about.

    The position is what the seat to move may know, and nothing else.
    """

    id: str  # made of the position, so that it stays what it is
    game: str
    position: str
    costs: dict[str, float]  # what each legal move loses against the best, in points
    losing: frozenset[str]  # moves that give away a game which the best one wins
    line: tuple[str, ...]  # best play, the best move first, up to the next deal
    ahead: float  # points that the best move is better than the best one that is not right
    lead: float  # points that it leaves the mover ahead of the others
    is_solved: bool  # nothing is left to chance: it was searched to the end of the game
    level: str  # the weakest one that finds an answer
    themes: tuple[str, ...]  # keys: `puzzle.theme.denial` in the catalogues
    origin: Origin

    @property
    def answers(self) -> tuple[str, ...]:
        """All moves that are right, the best first."""
        right = (move for move in self.costs if self._is_right(move))
        return tuple(sorted(right, key=lambda move: (move != self.line[0], self.costs[move])))

    def _is_right(self, move: str) -> bool:
        return self.costs[move] <= MARGIN and move not in self.losing

    @cached_property
    def state(self) -> State:
        """The position as the solver sees it."""
        return game_named(self.game).position(self.position)

    @property
    def seat(self) -> int:
        """The seat that is to move."""
        seat = self.state.to_move
        assert seat is not None
        return seat

    @property
    def view(self) -> View:
        """What the solver sees: a board draws it as it does in play."""
        state = self.state
        assert state.to_move is not None
        return View(state.to_move, state)

    @property
    def options(self) -> dict[str, Value]:
        """The options of the game; `players` is one of them."""
        return self.state.options.as_dict()


class Grade(msgspec.Struct, frozen=True):
    """What an answer is worth."""

    move: str
    name: str  # one of GRADES, or `blunder`: `puzzle.grade.right` in the catalogues
    cost: float  # points that it loses against the best move
    throws_away_victory: bool  # the best move wins the game, and this one does not

    @property
    def is_right(self) -> bool:
        return self.name == "right"


def grade(puzzle: Puzzle, move: Move | str) -> Grade:
    """What an answer costs against the best; a text is read as in play."""
    game = game_named(puzzle.game)
    text = str(game.parse_move(move) if isinstance(move, str) else move)
    if text not in puzzle.costs:
        puzzle.state.play(text)  # says which rule forbids it
        raise IllegalMove(f"{text}: this puzzle has no value for it")
    return graded(text, puzzle.costs[text], is_losing=text in puzzle.losing)


def graded(move: str, cost: float, *, is_losing: bool) -> Grade:
    """What a move is called that costs so much, or gives away a won game."""
    names = (name for name, most in GRADES.items() if cost <= most)
    return Grade(move, BLUNDER if is_losing else next(names, BLUNDER), cost, is_losing)


SCALE = 173.7178  # of the ratings that people know to those of the formulas
TAU = 0.5  # how much a volatility may change
CONVERGED = 0.000001
FIRST = 1500.0
MAX_DEVIATION = 350.0  # deviation of whom nobody knows yet
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
    """One's rating after some results, so many rating periods after the last ones."""
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
    """How much a result counts against somebody whose rating is so uncertain."""
    return 1 / math.sqrt(1 + 3 * (phi / math.pi) ** 2)


def _drifted(phi: float, volatility: float, periods: float) -> float:
    """The deviation after so many periods without results."""
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
