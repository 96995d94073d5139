"""One's own rating in puzzles."""

from __future__ import annotations

import random

import pytest

from azulejos.puzzles.progress import FIRST, MAX_DEVIATION, Faced, GlickoRating, rated


def test_the_example_of_the_paper() -> None:
    """Glickman, "Example of the Glicko-2 system": a player meets three others."""
    own = GlickoRating(1500, 200, 0.06)
    result = rated(own, [Faced(1400, 30, 1), Faced(1550, 100, 0), Faced(1700, 300, 0)])
    assert result.rating == pytest.approx(1464.06, abs=0.01)
    assert result.deviation == pytest.approx(151.52, abs=0.01)
    assert result.volatility == pytest.approx(0.05999, abs=0.00001)


def test_who_stays_away_is_rated_less_certainly() -> None:
    known = GlickoRating(1700, 60)
    later = rated(known, [], periods=100)
    assert (later.rating, later.volatility) == (1700, known.volatility)
    assert 60 < later.deviation < rated(known, [], periods=1000).deviation
    assert rated(known, [], periods=1e9).deviation == pytest.approx(MAX_DEVIATION)


def test_a_rating_comes_to_where_half_of_the_answers_are_right() -> None:
    """Somebody of 1800 answers puzzles of 1500, 1800 and 2100 as often as such a person would."""
    source = random.Random(1)
    own = GlickoRating()
    for _ in range(400):
        puzzle = source.choice([1500, 1800, 2100])
        chance = 1 / (1 + 10 ** ((puzzle - 1800) / 400))
        own = rated(own, [Faced(puzzle, 60, float(source.random() < chance))], periods=0.1)
    assert own.rating == pytest.approx(1800, abs=2 * own.deviation)
    assert own.deviation < 80


@pytest.mark.parametrize("score", [0.0, 1.0])
def test_a_long_run_keeps_within_reason(score: float) -> None:
    own = GlickoRating()
    for _ in range(1000):
        own = rated(own, [Faced(FIRST, 60, score)], periods=0.0)
    assert 0 < own.rating < 3500
    assert 20 < own.deviation < MAX_DEVIATION
    assert 0 < own.volatility < 0.2
