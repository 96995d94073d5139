"""Analysis: what moves cost, judged from the mover's view."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from azulejos import AZUL, DUEL, GAME_NAMES, Match, bot, game
from azulejos.bots.analysis import (
    Analyst,
    Decision,
    Judgement,
    check_somebody_moves,
    decisions_of,
    summaries,
    worst,
)
from azulejos.bots.search.result import Budget, MoveValue, SearchResult
from azulejos.core.compiled import IS_FAST
from azulejos.core.move import Move
from azulejos.errors import AzulejosError

BUDGET = Budget(nodes=2000 if IS_FAST else 100, depth=None if IS_FAST else 1)


def game_record(game=AZUL, moves=12, **options):
    match = Match(game, game.options(**options), source=random.Random(2))
    player = bot("random:seed=2")
    while match.state.to_move is not None and moves:
        match.play(match.state.to_move, player.choose(match.view(match.state.to_move)))
        moves -= 1
    return match.record


def test_decisions_are_the_moves_with_a_choice():
    record = game_record()
    result = decisions_of(record)
    for decision in result:
        assert record.events[decision.event - 1] == decision.move
        assert decision.state.is_legal(decision.move)
        assert len(decision.state.legal_moves) > 1
    assert {decision.seat for decision in result} == {0, 1}
    assert decisions_of(record, {1}) == [each for each in result if each.seat == 1]


def test_a_move_costs_what_the_best_is_better():
    state = AZUL.position("azul; round 2 phase=offer turn=1 start=1; displays B4 Y4 - - -")
    good, bad = (
        Analyst(AZUL).judge(Decision(1, state, AZUL.parse_move(move)), BUDGET)
        for move in ("1B4", "1Bf")
    )
    assert good.cost == 0
    assert not good.is_mistake
    assert bad.cost == pytest.approx(bad.best.points - bad.played.points)
    assert bad.cost > 4
    assert bad.is_mistake
    assert bad.played.is_exact


def test_a_victory_thrown_away_is_noticed():
    state = AZUL.position(
        "azul players=2; round 5 phase=offer turn=1 start=1 marker=2; displays - - - - -;"
        "centre W; seat 1 score=30 lines=-/-/-/-/- wall=BYRK./...../...../...../.....;"
        "seat 2 score=31 wall=BYRKW/...../...../...../....."
    )
    judged = Analyst(AZUL).judge(Decision(1, state, AZUL.parse_move("cWf")), BUDGET)
    assert str(judged.best.move) == "cW1"
    assert judged.throws_away_victory
    assert judged.is_mistake


def test_a_review_judges_every_decision_and_none_is_better_than_the_best():
    result = decisions_of(game_record())
    judgements = list(Analyst(AZUL).review(result, BUDGET))
    assert [each.decision for each in judgements] == result
    for judged in judgements:
        assert judged.cost >= 0
        assert judged.played.move == judged.decision.move


TABLES = [(name, players) for name in GAME_NAMES for players in (2, 4)]
TABLES.remove(("duel", 4))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_games_of_every_kind_are_reviewed(name, players):
    """A budget that is too small for a depth of one is exceeded rather than without result."""
    result = decisions_of(game_record(game(name), moves=2 * players, players=players))[-3:]
    for judged in Analyst(game(name)).review(result, Budget(nodes=5)):
        assert judged.played.is_exact
        assert judged.best.is_exact
        assert judged.result.depth >= 1
        assert judged.decision.state.is_legal(judged.best.move)


def test_the_best_moves_have_exact_values_and_lines_that_can_be_played():
    state = Match(AZUL, source=random.Random(3)).state
    thought = Analyst(AZUL).best_moves(state.view(state.to_move), BUDGET, 4)
    for valued in thought.moves[:4]:
        assert valued.is_exact
        assert valued.line[0] == valued.move
        after = state
        for move in valued.line:
            after = after.play(move)


class Listening:
    """A search that remembers what it was shown."""

    def __init__(self):
        self.seen = []

    def think(self, view, budget, *, multipv, also):
        self.seen.append(view)
        return SearchResult(1, 1, 0.0, False, (MoveValue(also, 0.0),))


def test_the_search_is_shown_nothing_but_the_movers_view():
    """Azul Duel has secrets: the search gets the position with them blank."""
    result = decisions_of(game_record(DUEL, moves=60))
    analyst = object.__new__(Analyst)
    analyst.search = Listening()
    list(analyst.review(result, BUDGET))
    views = [each.state.view(each.seat) for each in result]
    assert analyst.search.seen == views
    assert any(view.state != each.state for view, each in zip(views, result, strict=True))


def judgement(seat, best, played, **result):
    move = Move()
    decision = replace(decisions_of(game_record(moves=2))[seat], move=move)
    first = MoveValue(move, best, **result)
    return Judgement(decision, MoveValue(move, played), SearchResult(1, 1, 0.0, False, (first,)))


def test_the_worst_moves_are_victories_thrown_away_then_points():
    small, large = judgement(0, 1.0, 0.5), judgement(1, 9.0, 1.0)
    lost = judgement(0, 2.0, 1.0, is_decided=True, is_won=True)
    right = judgement(0, 1.0, 1.0)
    assert worst([small, right, large, lost]) == [lost, large, small]
    assert worst([small, large], 1) == [large]


def test_every_seat_is_summed_up():
    result = [judgement(0, 1.0, 0.5), judgement(0, 1.0, 1.0), judgement(0, 5.0, 2.0)]
    first, second = summaries(result, 2)
    assert (first.decisions, first.lost, first.mistakes, first.right) == (3, 3.5, 1, 1)
    assert first.mean_lost == pytest.approx(3.5 / 3)
    assert (second.decisions, second.lost, second.mean_lost) == (0, 0, 0)


def test_only_seats_are_analysed():
    with pytest.raises(AzulejosError, match="chance is to deal"):
        check_somebody_moves(AZUL.new())
    wall = "BYRKW/...../...../...../....."
    text = f"azul; round 5 phase=over start=1 ending=row; seat 1 score=9 wall={wall}"
    with pytest.raises(AzulejosError, match="the game is over"):
        check_somebody_moves(AZUL.position(text))
