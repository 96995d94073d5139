"""What a reviewed game says of a seat."""

from __future__ import annotations

import msgspec
import pytest

from azulejos import GAME_NAMES, game
from azulejos.bots.analysis import Analyst, decisions_of
from azulejos.bots.search.result import Budget
from azulejos.core.turn import CHANCE
from azulejos.skill.judging import CAP
from azulejos.skill.luck import deal_luck, deals, luck_of
from azulejos.skill.summary import (
    GameSummary,
    JudgedMove,
    has_usual_options,
    phases_of,
    summary_of,
)
from azulejos.testing import random_record


@pytest.mark.parametrize("name", GAME_NAMES)
def test_a_summary_adds_up_and_its_worst_moves_are_puzzles(name: str) -> None:
    played = game(name)
    record = random_record(played, played.options(), 5)
    judged = [
        JudgedMove.of(each)
        for each in Analyst(played).review(decisions_of(record), Budget(nodes=50, depth=1))
    ]
    for seat in range(2):
        result = summary_of(seat, judged, nodes=50)
        own = [each for each in judged if each.seat == seat]
        assert result.moves == len(own)
        assert result.lost == pytest.approx(sum(min(CAP, each.cost) for each in own), abs=0.1)
        for names in (("opening", "middle", "end"), ("early", "late")):
            shares = [result.phases[phase] for phase in names]
            assert sum(share.moves for share in shares) == result.moves
            assert sum(share.lost for share in shares) == pytest.approx(result.lost, abs=0.1)
        mistakes = sum(each.is_mistake for each in own)
        assert sum(share.moves for share in result.kinds.values()) == mistakes
        assert result.worst, "nobody plays at random without mistakes"
        for bad in result.worst:
            before = played.position(bad.position)
            assert before.to_move == seat
            assert {bad.move, bad.best} <= {str(move) for move in before.legal_moves}
            assert bad.move != bad.best
            assert bad.line[:1] in ([], [bad.best])
            assert record.events[bad.ply] == played.parse_move(bad.move)
        costs = [bad.cost for bad in result.worst if bad.kind != "victory"]
        assert costs == sorted(costs, reverse=True)
        again = msgspec.json.decode(msgspec.json.encode(result), type=GameSummary)
        assert again == result
        assert len(msgspec.json.encode(result)) < 8000


def test_phases_are_thirds_of_rounds_and_halves_of_games() -> None:
    azul = game("azul")
    decisions = decisions_of(random_record(azul, azul.options(), 1))
    result = phases_of(decisions)
    first = [p for p, d in zip(result, decisions, strict=True) if d.state.table.rounds == 1]
    assert first[0] == ("opening", "early")
    assert first[-1] == ("end", "early")
    assert result[-1] == ("end", "late")


@pytest.mark.parametrize("name", GAME_NAMES)
def test_luck_is_that_of_the_deals_that_begin_rounds(name: str) -> None:
    played = game(name)
    record = random_record(played, played.options(), 2)
    result = list(deals(record.states()))
    assert all(before.to_move == CHANCE for before, _ in result)
    rounds = [after.table.rounds for _, after in result]
    assert rounds == sorted(set(rounds))
    assert len(rounds) >= 3
    analyst = Analyst(played)
    once, again = (deal_luck(analyst.search, result[0]) for _ in range(2))
    assert once == pytest.approx(again, abs=3.0)  # the clock may end a look on a busy machine


def test_luck_of_one_is_the_bad_luck_of_the_other() -> None:
    assert luck_of([1.2, -0.4, 2.1]) == [3, -3]


@pytest.mark.parametrize(
    ("options", "is_usual"),
    [
        ({}, True),
        ({"start": 2}, True),
        ({"players": 3}, True),
        ({"side": "grey"}, False),
    ],
)
def test_games_with_other_options_than_the_levels_are_told_apart(
    options: dict[str, int | str], is_usual: bool
) -> None:
    assert has_usual_options(game("azul").new(**options)) == is_usual
