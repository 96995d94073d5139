"""Summer Pavilion, passing and the next round: SP-15 and SP-16."""

from __future__ import annotations

import random

import pytest

from azulejos import PAVILION, Match, State
from azulejos.errors import IllegalMove

PLACING = "pavilion; round 1 phase=placing turn=1 start=1; supply Y10; "


def moves(state: State) -> set[str]:
    return {str(move) for move in state.legal_moves}


def play(state: State, turn: str) -> State:
    for move in turn.split():
        state = state.play(move)
    return state


def seat_text(state: State, seat: int) -> str:
    return next(line for line in str(state).splitlines() if line.startswith(f"seat {seat}"))


def test_sp_15_four_tiles_are_kept_and_the_others_cost_a_point_each() -> None:
    state = PAVILION.position(PLACING + "seat 1 tiles=G4R2; seat 2 tiles=B")
    state = play(state, "pass kG kG kG kG")
    assert seat_text(state, 1).startswith("seat 1 score=3 tiles=- corners=G4 passed=yes")
    assert "discard R2\n" in str(state)
    assert state.to_move == 1


def test_sp_15_any_four_may_be_kept() -> None:
    state = PAVILION.position(PLACING + "seat 1 tiles=G4R2; seat 2 tiles=B").play("pass")
    assert moves(state) == {"kG", "kR", "done"}
    state = play(state, "kR kG kR")
    assert moves(state) == {"kG", "done"}
    state = state.play("kG")
    assert "corners=G2R2 passed=yes" in seat_text(state, 1)
    assert "discard G2\n" in str(state)


def test_sp_15_up_to_four_tiles_can_all_be_kept() -> None:
    state = PAVILION.position(PLACING + "seat 1 tiles=GR; seat 2 tiles=B")
    state = play(state, "pass kG kR")
    assert seat_text(state, 1).startswith("seat 1 score=5 tiles=- corners=GR passed=yes")


@pytest.mark.parametrize("number", [1, 6])
@pytest.mark.parametrize(("kept", "score"), [("", 2), ("kG", 3), ("kG kG", 4)])
def test_sp_15_fewer_may_be_kept(number: int, kept: str, score: int) -> None:
    text = PLACING.replace("round 1", f"round {number}")
    state = PAVILION.position(text + "seat 1 tiles=G2R; seat 2 tiles=B")
    state = play(state, f"pass {kept} done")
    assert state.scores[0] == score


def test_sp_15_nobody_falls_below_one_point() -> None:
    state = PAVILION.position(PLACING + "seat 1 score=3 tiles=G6; seat 2 tiles=B")
    assert play(state, "pass done").scores[0] == 1


def test_sp_15_a_seat_without_tiles_passes_by_itself() -> None:
    state = PAVILION.position(PLACING + "seat 1 tiles=B2; seat 2 tiles=R").play("s31B")
    state = state.play("s21R")
    assert state.to_move == 0
    assert "passed" not in seat_text(state, 2)  # its turn has not come
    state = state.play("sc1B")
    assert state.phase == "deal"


def test_sp_15_tiles_without_a_placement_must_be_passed_by_a_move() -> None:
    state = PAVILION.position(PLACING + "seat 1 tiles=R stars=-/RR..../-/-/-/-/R.....")
    assert moves(state) == {"pass"}


def test_sp_15_passing_is_always_possible() -> None:
    state = PAVILION.position(PLACING + "seat 1 tiles=P6G6O6")
    assert "pass" in moves(state)


def test_sp_15_after_passing_tiles_are_to_be_chosen() -> None:
    state = PAVILION.position(PLACING + "seat 1 tiles=G4R2").play("pass")
    for move in ("s51G", "pass"):
        with pytest.raises(IllegalMove, match=r"choose the tiles to keep \(SP-15\)"):
            state.play(move)
    with pytest.raises(IllegalMove, match=r"no B lies beside the board \(SP-15\)"):
        state.play("kB")


def test_sp_15_undoing_a_pass_gives_points_and_tiles_back() -> None:
    match = Match(PAVILION, PAVILION.options(start=1), source=random.Random(2))
    while match.state.phase == "taking":
        match.play(match.state.to_move or 0, match.state.legal_moves[0])
    before, seat = match.state, match.state.to_move or 0
    match.play(seat, "pass")
    keeping = match.state
    match.play(seat, "done")
    assert match.state.scores[seat] < before.scores[seat] or before.scores[seat] == 1
    assert match.undo(seat) == keeping
    assert match.undo(seat) == before
    assert len(match.record.events) == len(list(match.record.states())) - 1


def test_sp_16_kept_tiles_come_back_the_marker_too_and_the_joker_changes() -> None:
    state = PAVILION.position(
        "pavilion; round 1 phase=placing turn=1 start=2 marker=2; supply Y10; "
        "seat 1 tiles=P2G; seat 2 corners=R3 passed=yes"
    )
    state = play(state, "pass kP kP kG")
    assert "round 1 phase=deal start=2 marker=2\n" in str(state)
    state = state.deal(PAVILION.parse_draw("bag PGGG OOOO BBBB PPPP RRRR"))
    assert "round 2 phase=taking turn=2 start=2 marker=centre\n" in str(state)
    assert "tiles=P2G corners=- stars" in seat_text(state, 1)
    assert "tiles=R3 corners=- stars" in seat_text(state, 2)
    assert {"1P", "4P"} <= moves(state)
    assert "1G" not in moves(state)
