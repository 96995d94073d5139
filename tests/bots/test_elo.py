"""The arena's statistics against known values."""

from __future__ import annotations

import math
import random

import pytest

from azulejos.bots.arena.elo import PointsSprt, Sprt, elo, elo_of, mean_margin, mean_score, score_of


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
    result = mean_score(scores)
    assert result.value == 0.5
    assert result.high - result.low == pytest.approx(2 * 1.96 * 0.5 / math.sqrt(1000), rel=0.01)


def test_pairs_that_agree_say_more_than_their_games():
    """Both games of each pair split: the same mean, no doubt left."""
    assert mean_score([0.5] * 100).low == 0.5


def test_the_interval_covers_the_truth_in_95_of_100_cases():
    source = random.Random(1)
    covered = 0
    for _ in range(400):
        result = mean_score([source.random() < 0.7 for _ in range(200)])
        covered += result.low <= 0.7 <= result.high
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


def skewed(source: random.Random) -> float:
    """A deal's difference of points around 0: mostly small, now and then large, to one side."""
    return 8 * (source.expovariate(1.0) - 1.0) + source.gauss(0.0, 6.0)


def test_the_interval_of_points_covers_the_truth_in_95_of_100_cases():
    source = random.Random(3)
    result = [mean_margin([2 + skewed(source) for _ in range(100)]) for _ in range(300)]
    assert 0.91 < sum(each.low <= 2 <= each.high for each in result) / 300 < 0.98
    assert math.isnan(mean_margin([]).value)
    assert mean_margin([3.0]).high == math.inf


def ragged(source: random.Random) -> float:
    """One as deals have them: even on both sides, now and then far out."""
    return source.gauss(0.0, 20.0 if source.random() < 0.1 else 8.0)


@pytest.mark.parametrize(("truth", "right"), [(0.0, "points0"), (3.0, "points1")])
def test_a_sequential_test_of_points_is_seldom_wrong(truth, right):
    source, test = random.Random(4), PointsSprt(0, 3)
    answers = []
    for _ in range(100):
        margins: list[float] = []
        while test.answer(margins) is None:
            margins.append(truth + ragged(source))
        answers.append(test.answer(margins))
    assert answers.count(right) >= 89


def test_a_test_of_points_waits_until_it_knows_the_spread():
    assert PointsSprt(0, 2).answer([5.0, 5.1] * 14) is None
    assert PointsSprt(0, 2).answer([5.0, 5.1] * 15) == "points1"
    assert PointsSprt(0, 2).answer([0.0] * 50) is None  # nothing distinguishes them
