"""The arena's statistics against known values."""

from __future__ import annotations

import math
import random

import pytest

from azulejos.bots.arena.elo import Sprt, elo, elo_of, mean_score, score_of


@pytest.mark.parametrize(("score", "difference"), [(0.5, 0), (0.64, 100), (0.76, 200), (0.91, 400)])
def test_elo_of_known_scores(score, difference):
    assert elo_of(score) == pytest.approx(difference, abs=3)
    assert score_of(difference) == pytest.approx(score, abs=0.005)


def test_elo_of_all_and_nothing_is_infinite():
    assert elo_of(1) == math.inf
    assert elo_of(0) == -math.inf


def test_a_clean_sweep_leaves_doubt():
    everything = elo([1.0] * 200)
    assert everything.value == everything.high == math.inf
    assert 700 < everything.low < 1100


def test_the_interval_is_that_of_the_mean():
    scores = [1.0, 0.0] * 500
    found = mean_score(scores)
    assert found.value == 0.5
    assert found.high - found.low == pytest.approx(2 * 1.96 * 0.5 / math.sqrt(1000), rel=0.01)


def test_pairs_that_agree_say_more_than_their_games():
    """Both games of each pair split: the same mean, no doubt left."""
    assert mean_score([0.5] * 100).low == 0.5


def test_the_interval_covers_the_truth_in_95_of_100_cases():
    source = random.Random(1)
    covered = 0
    for _ in range(400):
        found = mean_score([source.random() < 0.7 for _ in range(200)])
        covered += found.low <= 0.7 <= found.high
    assert 0.92 < covered / 400 < 0.98


def played(source: random.Random, difference: float):
    scores: list[float] = []
    test = Sprt(0, 40)
    while test.answer(scores) is None:
        wins = [source.random() < score_of(difference) for _ in range(2)]
        scores.append(sum(wins) / 2)
    return test.answer(scores)


@pytest.mark.parametrize(("difference", "right"), [(0, "elo0"), (40, "elo1")])
def test_a_sequential_test_is_seldom_wrong(difference, right):
    source = random.Random(2)
    answers = [played(source, difference) for _ in range(100)]
    assert answers.count(right) >= 89


def test_a_sequential_test_stops_early_where_the_answer_is_plain():
    assert Sprt(0, 20).answer([1.0] * 30) == "elo1"
    assert Sprt(0, 20).answer([0.0] * 30) == "elo0"
    assert Sprt(0, 20).answer([0.5] * 30) is None
