"""Ratings of several bots against strengths that are known."""

from __future__ import annotations

import math
import random
from itertools import combinations

import pytest

from azulejos.bots.arena import GamePlayed
from azulejos.bots.arena.elo import Comparisons, elo, ratings
from azulejos.core.state import places_by

TRUTH = (150, 50, -50, -150)


def game(
    deal: int, bots: tuple[int, ...], places: tuple[int, ...], rotation: int = 0
) -> GamePlayed:
    return GamePlayed(deal, rotation, bots, places, places, 0, 40, 5, ())


def places_of(source: random.Random, bots: tuple[int, ...]) -> tuple[int, ...]:
    """Places as Plackett and Luce have them: who has the shortest of exponential times is first."""
    times = [source.expovariate(10 ** (TRUTH[bot] / 400)) for bot in bots]
    return places_by([(-1e9 * time,) for time in times])


def tournament(source: random.Random, seats: int, cycles: int) -> Comparisons:
    """Deals whose games all end alike: they are as dependent as can be."""
    lineups = [*combinations(range(len(TRUTH)), seats)] * cycles
    deals = []
    for number, bots in enumerate(lineups):
        places = places_of(source, bots)
        deals.append([game(number, bots, places, rotation) for rotation in range(seats)])
    return Comparisons(len(TRUTH), deals)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ratings_find_known_strengths(seats):
    result = ratings(tournament(random.Random(1), seats, 600))
    assert [estimate.value for estimate in result] == pytest.approx(TRUTH, abs=40)
    assert sum(estimate.value for estimate in result) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("seats", [2, 3])
def test_intervals_cover_the_truth_in_95_of_100_cases_though_games_depend_on_each_other(seats):
    source = random.Random(2)
    covered = 0
    for _ in range(150):
        result = ratings(tournament(source, seats, 30))
        covered += sum(
            each.low <= true <= each.high for each, true in zip(result, TRUTH, strict=True)
        )
    assert 0.92 < covered / (150 * len(TRUTH)) < 0.98


def test_two_bots_are_as_far_apart_as_elo_says():
    source = random.Random(3)
    deals = [[game(n, (0, 1), (1, 2) if source.random() < 0.7 else (2, 1))] for n in range(1000)]
    better, worse = ratings(Comparisons(2, deals))
    plain = elo([deal[0].score_of(0) for deal in deals])
    assert better.value - worse.value == pytest.approx(plain.value, abs=2)
    assert 2 * (better.high - better.low) == pytest.approx(plain.high - plain.low, rel=0.02)


def test_equal_bots_are_rated_alike_without_doubt():
    """Both seats won in every deal: the pairs split."""
    deals = [[game(n, (0, 1), (1, 2)), game(n, (0, 1), (2, 1), 1)] for n in range(10)]
    for result in ratings(Comparisons(2, deals)):
        assert (result.value, result.low, result.high) == pytest.approx((0, 0, 0))


def test_a_bot_that_won_everything_has_a_finite_rating_with_a_wide_interval():
    deals = [[game(n, (0, 1 + n % 2), (1, 2))] for n in range(100)]
    deals += [[game(n, (1, 2), (1, 2) if n % 2 else (2, 1))] for n in range(100, 200)]
    best, *others = ratings(Comparisons(3, deals))
    assert all(math.isfinite(x) for each in (best, *others) for x in (each.low, each.high))
    assert best.low > max(other.high for other in others)
    assert best.high - best.low > 300


def test_the_anchor_is_zero_and_the_differences_stay():
    compared = tournament(random.Random(4), 3, 20)
    free, anchored = ratings(compared), ratings(compared, anchor=2)
    assert anchored[2].low == anchored[2].high == 0
    assert [each.value for each in anchored] == pytest.approx(
        [each.value - free[2].value for each in free]
    )


def test_nothing_is_known_of_a_bot_that_met_nobody():
    lonely = ratings(Comparisons(3, [[game(0, (0, 1), (1, 2))]]))[2]
    assert lonely.value == pytest.approx(0, abs=1e-6)
    assert (lonely.low, lonely.high) == (-math.inf, math.inf)


def test_the_first_deals_alone_give_the_ratings_of_then():
    source = random.Random(5)
    whole = tournament(source, 2, 10)
    part = tournament(random.Random(5), 2, 4)
    assert ratings(whole.first(24)) == ratings(part)
