"""Levels: they repeat, they stay within their limits, and each beats the one below it."""

from __future__ import annotations

import json
import random
from itertools import pairwise

import pytest

from azulejos import AZUL, GAME_NAMES, LEVELS, Match, bot, game
from azulejos.bots import needs_search
from azulejos.bots.arena import Plan, count, play
from azulejos.bots.levels import GIVEN_AWAY, MIN_NOTICED, SETTINGS, VERSION, Level, LevelBot
from azulejos.bots.search import games
from azulejos.bots.search.engine import EVERY_MOVE, Search
from azulejos.bots.search.games import SEARCHED_GAMES
from azulejos.bots.search.result import Budget
from azulejos.errors import BotError

COUNTING = [name for name, level in LEVELS.items() if not level.nodes]
SEARCHING = [name for name, level in LEVELS.items() if level.nodes]


def test_there_are_several_for_every_game():
    assert len(LEVELS) >= 5
    assert set(SEARCHED_GAMES) == set(GAME_NAMES)


@pytest.mark.compiled
@pytest.mark.parametrize("name", [*COUNTING, SEARCHING[0]])
@pytest.mark.parametrize("game_name", GAME_NAMES)
def test_levels_play_every_game(name, game_name):
    plan = Plan(game_name, game(game_name).options(), (name, name), seed=1)
    assert len(next(play(plan, 1))) == 2


@pytest.mark.parametrize("name", [*SEARCHING, "search"])
def test_a_bot_that_searches_is_refused_where_there_is_no_search(name, monkeypatch):
    monkeypatch.setattr(games, "SEARCHED_GAMES", ("azul",))
    monkeypatch.setattr(games, "KNOWLEDGE", {})
    assert needs_search(bot(name, game=AZUL))
    with pytest.raises(BotError, match=f"^{name}: there is no search for .* one for: azul"):
        bot(name, game=game("duel"))


@pytest.mark.parametrize("game_name", GAME_NAMES)
def test_the_fewest_nodes_are_enough_to_choose(game_name):
    """The first moves of a game, where there is the most to search."""
    match = Match(game(game_name), source=random.Random(1))
    hasty = LevelBot(Level("", nodes=10, temperature=1.0), random.Random(1))
    for _ in range(3):
        seat = match.state.to_move
        match.play(seat, hasty.choose(match.view(seat)))


@pytest.mark.parametrize("game_name", GAME_NAMES)
@pytest.mark.parametrize("name", ["beginner", pytest.param("casual", marks=pytest.mark.compiled)])
def test_a_steady_bot_answers_a_position_alike_whatever_came_before(name, game_name):
    steady, source = bot(f"{name}:seed=3,steady=on"), random.Random(1)
    match, answers = Match(game(game_name), source=random.Random(1)), []
    while len(answers) < 12:
        seat = match.state.to_move
        answers.append((match.view(seat), steady.choose(match.view(seat))))
        match.play(seat, source.choice(match.state.legal_moves))
    for view, answer in reversed(answers):
        assert bot(f"{name}:steady=on,seed=3").choose(view) == answer
    others = [bot(f"{name}:steady=on,seed=4").choose(view) for view, _ in answers]
    assert others != [answer for _, answer in answers]


def test_no_clock_stops_a_steady_bot(monkeypatch):
    budgets = []
    monkeypatch.setattr(Search, "think", lambda _, view, budget, **__: budgets.append(budget))
    match = Match(AZUL, source=random.Random(1))
    with pytest.raises(AttributeError):
        bot("expert:steady=on").choose(match.view(match.state.to_move))
    assert budgets[0].seconds is None
    assert budgets[0].nodes == LEVELS["expert"].nodes


@pytest.mark.parametrize("name", ["beginner", pytest.param("casual", marks=pytest.mark.compiled)])
def test_seeds_repeat_the_choices(name):
    def moves(seed):
        match, player = Match(AZUL, source=random.Random(1)), bot(f"{name}:seed={seed}")
        for _ in range(12):
            seat = match.state.to_move
            match.play(seat, player.choose(match.view(seat)))
        return match.record.events

    assert moves(1) == moves(1)
    assert moves(1) != moves(2)


def chosen(level, state, times=60):
    """What a level plays in a position, with different luck."""
    return [LevelBot(level, random.Random(n)).choose(state.view(0)) for n in range(times)]


def position():
    return AZUL.position(
        "azul; round 2 phase=offer turn=1 start=1; displays B2Y2 K4 RRWW - -;"
        "seat 1 score=20 wall=...../W.Y../...../...../....."
    )


def test_no_move_is_chosen_that_gives_away_more_than_the_limit():
    state = position()
    values = dict(zip(state.legal_moves, state.move_values, strict=True))
    level = Level("", temperature=0.5)
    given_away = {max(values.values()) - values[move] for move in chosen(level, state, 400)}
    assert max(given_away) == GIVEN_AWAY * 0.5
    assert len(given_away) > 1


def test_close_moves_are_mixed_up_more_often_than_distant_ones():
    state = position()
    values = dict(zip(state.legal_moves, state.move_values, strict=True))
    lost = [max(values.values()) - values[m] for m in chosen(Level("", temperature=0.5), state)]
    assert lost.count(0) > lost.count(1) + lost.count(2) > sum(each > 2 for each in lost)


def test_without_misjudging_the_best_move_is_played():
    state = position()
    best = (
        Search(AZUL, version=VERSION)
        .think(state.view(0), Budget(depth=2), multipv=EVERY_MOVE)
        .moves[0]
        .move
    )
    assert set(chosen(Level("", nodes=100_000, depth=2), state, 5)) == {best}


def test_who_overlooks_answers_sees_only_its_own_move():
    state = position()
    best = (
        Search(AZUL, version=VERSION)
        .think(state.view(0), Budget(depth=1), multipv=EVERY_MOVE)
        .moves[0]
        .move
    )
    blind = Level("", nodes=100_000, depth=3, overlooks=1.0)
    assert set(chosen(blind, state, 5)) == {best}


def test_who_does_not_notice_every_move_sometimes_misses_the_best():
    state = position()
    best = max(state.move_values)
    values = dict(zip(state.legal_moves, state.move_values, strict=True))
    hasty = Level("", temperature=0.001, notices=0.3)
    result = [values[move] for move in chosen(hasty, state, 100)]
    assert 10 < sum(each == best for each in result) < 90
    assert 0.3 * len(state.legal_moves) > MIN_NOTICED
    few = Level("", temperature=0.001, notices=0.0)
    assert max(values[move] for move in chosen(few, state, 20)) > min(values.values())


def test_who_looks_at_its_own_board_first_takes_the_points_of_the_round():
    """Wholly narrow, it takes what `easy` would take of the moves that the search finds best."""
    state = position()
    values = dict(zip(state.legal_moves, state.move_values, strict=True))
    wide, narrow = (Level("", nodes=3000, depth=2, temperature=0.001, narrow=n) for n in (0.0, 1.0))
    (planned,), (greedy,) = (set(chosen(level, state, 5)) for level in (wide, narrow))
    assert values[greedy] > values[planned]


def test_levels_play_by_a_version_that_stays_and_master_by_the_newest():
    assert {name: level.version for name, level in LEVELS.items() if level.nodes} == {
        **dict.fromkeys(SEARCHING[:-1], VERSION),
        "master": None,
    }


def test_every_level_that_misjudges_is_set_for_every_game_and_number_of_players():
    result = json.loads(SETTINGS.read_text())
    assert [*result] == [*GAME_NAMES]
    misjudging = [name for name, level in LEVELS.items() if level.temperature]
    for name, tables in result.items():
        allowed = next(game(name).options.each()).metadata["allowed"]
        assert [*tables] == [str(number) for number in allowed]
        for table in tables.values():
            assert [*table] == misjudging
            assert all(each > 0 for each in table.values())


def test_a_victory_is_preferred_to_points():
    """Taking the white tile completes the row and wins; the floor line loses the lead."""
    state = AZUL.position(
        "azul players=2; round 5 phase=offer turn=1 start=1 marker=2; displays - - - - -;"
        "centre W; seat 1 score=30 lines=-/-/-/-/- wall=BYRK./...../...../...../.....;"
        "seat 2 score=31 wall=BYRK./...../...../...../....."
    )
    level = Level("", nodes=1000, temperature=2.0)
    assert {str(move) for move in chosen(level, state, 20)} == {"cW1"}


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("lower", "higher"), [*pairwise(("beginner", "casual", "strong", "expert"))]
)
def test_higher_levels_win(lower, higher):
    """Few games, so not between neighbours: `azulejos arena --ladder` measures those."""
    plan = Plan("azul", AZUL.options(), (higher, lower), seed=3)
    assert count(plan, list(play(plan, 4))).standings[0].wins >= 0.6


def test_only_a_seed_can_be_set():
    with pytest.raises(BotError, match=r"^easy:500ms: .* it takes seed=, a whole number from 0"):
        bot("easy:500ms")
