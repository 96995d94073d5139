"""Ratings find known levels again, and say honestly how far they may be off."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azulejos import GAME_NAMES, LEVELS
from azulejos.bots.search.games import KNOWLEDGE
from azulejos.bots.search.versions import find_version
from azulejos.skill.judging import (
    NODES,
    VERSIONS,
    Calibration,
    LevelLoss,
    calibrations,
    judging_version,
)
from azulejos.skill.rating import falling, games_to_tell_apart, places, rating_of

SCALE = Calibration(
    "azul",
    2,
    200_000,
    VERSIONS["azul"],
    [
        LevelLoss("beginner", 1000, 400, 2.0, 0.3),
        LevelLoss("casual", 1300, 400, 1.5, 0.25),
        LevelLoss("strong", 1700, 400, 0.9, 0.2),
        LevelLoss("master", 2200, 400, 0.3, 0.1),
    ],
)


def simulated(elo: float, games: int, source: random.Random) -> list[float]:
    """Games of somebody who stands there."""
    place = min(places(SCALE.levels), key=lambda each: abs(each.elo - elo))
    return [max(0.0, source.gauss(place.lost, place.spread)) for _ in range(games)]


@pytest.mark.parametrize("games", [3, 10, 40])
def test_the_interval_covers_where_somebody_stands(games: int) -> None:
    source = random.Random(games)
    for elo in (1000, 1150, 1300, 1500, 1900, 2200):
        result = [rating_of(simulated(elo, games, source), SCALE) for _ in range(200)]
        covered = sum(each.low - 5 <= elo <= each.high + 5 for each in result)
        assert covered >= 180, (elo, covered)


def test_many_games_find_the_level_and_narrow_the_interval() -> None:
    source = random.Random(7)
    for each in SCALE.levels:
        few, many = (rating_of(simulated(each.elo, n, source), SCALE) for n in (3, 200))
        assert many.level == each.level
        assert abs(many.elo - each.elo) <= 60
        assert many.high - many.low < few.high - few.low
        assert (few.games, many.games) == (3, 200)


def test_whoever_is_off_the_scale_is_told_so() -> None:
    worse, better = rating_of([2.9] * 9, SCALE), rating_of([0.0] * 9, SCALE)
    assert (worse.level, worse.elo, worse.is_open_below, worse.is_open_above) == (
        *("beginner", 1000),
        *(True, False),
    )
    assert (better.level, better.elo, better.is_open_above) == ("master", 2200, True)


@given(st.lists(st.floats(0, 3), min_size=1, max_size=30))
def test_any_losses_have_a_rating_on_the_scale(losses: list[float]) -> None:
    result = rating_of(losses, SCALE)
    assert 1000 <= result.low <= result.elo <= result.high <= 2200
    worse = rating_of([min(3.0, each + 0.5) for each in losses], SCALE)
    assert worse.elo <= result.elo


@given(st.lists(st.tuples(st.floats(0, 3), st.integers(1, 9)), min_size=1, max_size=9))
def test_pooled_values_fall_and_keep_their_mean(given_: list[tuple[float, int]]) -> None:
    values, weights = [value for value, _ in given_], [weight for _, weight in given_]
    result = falling(values, weights)
    assert all(one >= other - 1e-12 for one, other in pairwise(result))
    before = sum(v * w for v, w in given_)
    assert sum(v * w for v, w in zip(result, weights, strict=True)) == pytest.approx(before)


def test_levels_that_are_far_apart_take_few_games() -> None:
    beginner, casual, _, master = SCALE.levels
    assert games_to_tell_apart(beginner, master) == 1
    assert (games_to_tell_apart(beginner, casual) or 0) in range(2, 5)
    assert games_to_tell_apart(casual, casual) is None


@pytest.mark.parametrize("name", VERSIONS)
def test_games_are_judged_as_levels_were_measured(name: str) -> None:
    known = KNOWLEDGE.of(name)
    assert find_version(known, judging_version(name, 2)).number == VERSIONS[name]
    assert VERSIONS[name] == calibrations()[name, 2].version
    assert judging_version(name, 3) is None  # no levels were measured there


def test_a_search_that_plays_otherwise_does_not_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(VERSIONS, "azul", 1)
    assert judging_version("azul", 2) == 1


def test_what_was_measured_can_rate() -> None:
    assert {game for game, _ in calibrations()} <= set(GAME_NAMES)
    for each in calibrations().values():
        assert [level.level for level in each.levels] == [*LEVELS]
        judge = NODES[each.game], VERSIONS[each.game]
        assert (each.nodes, each.version) == judge, "measured by another judge: calibrate again"
        elos = [level.elo for level in each.levels]
        assert elos == sorted(elos)
        assert elos[0] == 1000
        for level in (each.levels[0], each.levels[-1]):
            assert rating_of([level.lost] * 20, each).level == level.level
