"""A match takes moves from the seat to move only, and lets chance answer."""

from __future__ import annotations

import random

import pytest

from azulejos import AZUL, CHANCE, Draw, Match, Record
from azulejos.errors import (
    GameOver,
    IllegalMove,
    NotationError,
    NothingToUndo,
    NotYourTurn,
    RecordError,
)
from azulejos.testing import random_record

MOVES_AND_DRAWS = random_record(AZUL, AZUL.options(), seed=2)


def new_match(seed: int = 1, **options: int) -> Match:
    return Match(AZUL, AZUL.options(**options), source=random.Random(seed))


def play_on(match: Match, events: int) -> None:
    source = random.Random(3)
    for _ in range(events):
        if match.state.to_move is None:
            return
        match.play(match.state.to_move, source.choice(match.state.legal_moves))


def finished() -> Match:
    match = new_match()
    play_on(match, 1000)
    return match


def test_chance_answers_at_once() -> None:
    match = new_match(start=2)
    assert match.state.to_move == 1
    assert len(match.record.events) == 1
    play_on(match, 40)
    assert match.state.to_move != CHANCE


def test_only_the_seat_to_move_may_move() -> None:
    match = new_match(start=1)
    before = match.record
    with pytest.raises(NotYourTurn, match="seat 2 is not to move: seat 1 is"):
        match.play(1, match.state.legal_moves[0])
    for seat in (-1, 2):
        with pytest.raises(NotYourTurn, match=f"there is no seat {seat + 1}: seats go to 2"):
            match.play(seat, match.state.legal_moves[0])
        with pytest.raises(NotYourTurn, match="there is no seat"):
            match.view(seat)
    assert match.record == before


def test_illegal_moves_are_refused_with_the_rule_and_change_nothing() -> None:
    match = new_match(start=1)
    before, state = match.record, match.state
    with pytest.raises(IllegalMove, match=r"9B1: no B lies in display 9 \(AZ-4\)"):
        match.play(0, "9B1")
    with pytest.raises(NotationError):
        match.play(0, "nonsense")
    assert (match.record, match.state) == (before, state)


def test_nothing_can_be_played_after_the_end() -> None:
    match = finished()
    with pytest.raises(GameOver):
        match.play(0, "1B1")
    assert match.record.outcome == match.state.outcome
    match.record.check()


def test_moves_are_undone_until_chance_has_answered() -> None:
    match = new_match(start=1)
    first = match.state
    with pytest.raises(NothingToUndo, match="no move was made yet"):
        match.undo(0)
    match.play(0, first.legal_moves[0])
    match.play(1, match.state.legal_moves[0])
    with pytest.raises(NotYourTurn, match="the last move was not made by seat 1"):
        match.undo(0)
    match.undo(1)
    assert match.undo(0) == first
    assert len(match.record.events) == 1
    with pytest.raises(NothingToUndo):
        match.undo(0)


def test_moves_that_chance_has_answered_stand() -> None:
    match = new_match()
    while sum(isinstance(event, Draw) for event in match.record.events) < 3:
        play_on(match, 1)
    before = match.record
    for seat in (0, 1):
        with pytest.raises(NothingToUndo, match="chance has answered the last move"):
            match.undo(seat)
    assert match.record == before


def test_last_move_of_the_game_can_be_undone() -> None:
    match = finished()
    last = len(match.record.events)
    for seat in (0, 1):
        try:
            match.undo(seat)
        except NotYourTurn:
            continue
        break
    assert len(match.record.events) == last - 1
    assert match.record.outcome is None
    assert match.state.to_move is not None


@pytest.mark.parametrize("kept", [0, 1, 2, 5, 30])
def test_match_goes_on_from_a_record(kept: int) -> None:
    whole = MOVES_AND_DRAWS
    part = Record(AZUL, whole.options, whole.names, whole.events[:kept], None)
    match = Match.resume(part, source=random.Random(1))
    assert match.record.events[:kept] == whole.events[:kept]
    assert match.state.to_move in (0, 1)
    play_on(match, 1000)
    match.record.check()


def test_match_knows_who_made_every_event() -> None:
    match = new_match()
    play_on(match, 30)
    assert list(match.movers) == [state.to_move for state in match.states[:-1]]
    assert {CHANCE, 0, 1} == set(match.movers)
    match.cut(20)
    assert list(match.movers) == [state.to_move for state in match.states[:-1]]
    assert Match.resume(match.record).movers == match.movers


def test_finished_game_resumes_as_finished() -> None:
    match = Match.resume(MOVES_AND_DRAWS)
    assert match.record == MOVES_AND_DRAWS
    with pytest.raises(GameOver):
        match.play(0, "1B1")


@pytest.mark.parametrize(
    ("names", "complaint"),
    [
        (["Ann"], "1 names for 2 players"),
        (["Ann", "Bob", "Cid"], "3 names for 2 players"),
        (["Ann", ""], "a name has 1 to 40 characters"),
        (["Ann", " Bob"], "no space at its ends"),
        (["Ann", "B\x1b[2Job"], "cannot be shown"),
        (["Ann", "x" * 41], "a name has 1 to 40 characters"),
    ],
)
def test_wrong_names_are_refused_at_once(names: list[str], complaint: str) -> None:
    with pytest.raises(RecordError, match=complaint):
        Match(AZUL, names=names)


def test_same_source_same_game() -> None:
    one, two = finished(), finished()
    assert one.record == two.record
    assert new_match(seed=1).state != new_match(seed=2).state
