"""SG-12 to SG-14: a finished strip."""

from __future__ import annotations

import pytest

from azulejos import SINTRA, State
from azulejos.errors import IllegalMove
from azulejos.games.sintra.table import WINDOW_POINTS

A = [points.value for points in WINDOW_POINTS["A"]]
B = [points.value for points in WINDOW_POINTS["B"]]


def at(*sections: str, options: str = "players=2", number: int = 1, track: str = "") -> State:
    """Seat 1 to take; strips left out are OW4 BY4 O3Y2 P5 P4Y B5 W5 O5."""
    when = f"round {number} phase=turn turn=1 start=1" + (f" track={track}" if track else "")
    return SINTRA.position("; ".join([f"sintra {options}", when, *sections]))


def seat_text(state: State, seat: int = 1) -> str:
    return next(line for line in str(state).splitlines() if line.startswith(f"seat {seat} "))


# The round tile and the tile to keep


def test_sg_12_two_tiles_of_the_round_tile_score_two() -> None:
    """The rulebook's example: yellow in round III, a strip of three orange and two yellow."""
    nearly = "seat 1 strips=OW4/BY4/O3Y2:Y2O/P5/P4Y/B5/W5/O5"
    state = at("displays OO - - - -", "centre P", nearly, number=3, track="YOPW")
    assert state.play("1O3").scores[0] == 2
    other = at("displays OO - - - -", "centre P", nearly, number=3, track="BOPW")
    assert other.play("1O3").scores[0] == 0


def test_sg_12_tiles_on_jokers_count_by_their_own_colour() -> None:
    state = at(
        "displays YY - - - -",
        "centre P",
        "seat 1 strips=OW4/BY4/O3Y2/P5/BOWJ2:BOW/B5/W5/O5 windows=-/-/-/-/P/-/-/-",
        track="YBOPYW",
    )
    after = state.play("1Y5")
    assert after.phase == "keep"
    assert after.scores[0] == 2


def test_sg_12_one_tile_is_kept_and_four_are_discarded() -> None:
    state = at("displays OO - - - -", "centre P", "seat 1 strips=OW4/BY4/O3Y2:Y2O/P5/P4Y/B5/W5/O5")
    state = state.play("1O3")
    assert state.to_move == 0
    assert state.phase == "keep"
    assert {str(move) for move in state.legal_moves} == {"kO", "kY"}
    orange, yellow = state.play("kO"), state.play("kY")
    assert "windows=-/-/O/" in seat_text(orange)
    assert "discard O2Y2" in str(orange)
    assert "windows=-/-/Y/" in seat_text(yellow)
    assert "discard O3Y" in str(yellow)
    assert orange.to_move == yellow.to_move == 1


@pytest.mark.parametrize("side", ["A", "B"])
def test_sg_12_the_choice_is_asked_on_both_sides(side: str) -> None:
    state = at(
        "displays OO - - - -",
        "seat 1 strips=OW4/BY4/O3Y2:Y2O/P5/P4Y/B5/W5/O5",
        options=f"players=2 side={side}",
    )
    assert state.play("1O3").phase == "keep"


def test_sg_12_a_strip_of_one_colour_leaves_nothing_to_ask() -> None:
    state = at("displays PPP - - - -", "centre B", "seat 1 strips=OW4/BY4/O3Y2/P5:P2/P4Y/B5/W5/O5")
    state = state.play("1P4")
    assert state.to_move == 1
    assert "windows=-/-/-/P/" in seat_text(state)
    assert "discard P4" in str(state)


def test_sg_12_only_a_colour_of_the_strip_and_nothing_else_first() -> None:
    state = at("displays OO - - - -", "seat 1 strips=OW4/BY4/O3Y2:Y2O/P5/P4Y/B5/W5/O5").play("1O3")
    with pytest.raises(IllegalMove, match=r"no W lies on the finished strip.*SG-12"):
        state.play("kW")
    with pytest.raises(IllegalMove, match=r"choose the tile for its window.*SG-12"):
        state.play("back")
    with pytest.raises(
        IllegalMove, match=r"player \d is to take tiles or move the glazier back \(SG-5\)"
    ):
        at("displays B - - - -").play("kB")


# Windows


def test_sg_13_the_first_tile_goes_up_and_the_strip_is_flipped() -> None:
    state = at("displays PPP - - - -", "centre B", "seat 1 strips=OW4/BY4/O3Y2/P5:P2/P4Y/B5/W5/O5")
    state = state.play("1P4")
    assert "strips=OW4/BY4/O3Y2/P2W3/P4Y/B5/W5/O5" in seat_text(state)
    assert "glazier=4" in seat_text(state)


def test_sg_13_surplus_tiles_break_and_never_go_onto_the_other_side() -> None:
    state = at("displays PPPP - - - -", "centre B", "seat 1 strips=OW4/BY4/O3Y2/P5:P2/P4Y/B5/W5/O5")
    state = state.play("1P4")
    assert "P2W3/" in seat_text(state)
    assert "broken=1" in seat_text(state)
    assert "discard P5" in str(state)


def test_sg_13_the_second_tile_goes_down_and_the_strip_is_gone() -> None:
    state = at(
        "displays WWW - - - -",
        "centre BY",
        "seat 1 glazier=2 strips=OW4/BY4/O3Y2/P2W3:P2/P4Y/B5/W5/O5 windows=-/-/-/B/-/-/-/-",
    )
    state = state.play("1W4").play("kW")
    assert "strips=OW4/BY4/O3Y2/-/P4Y/B5/W5/O5" in seat_text(state)
    assert "windows=-/-/-/BW/-/-/-/-" in seat_text(state)
    assert "glazier=4" in seat_text(state)
    with pytest.raises(IllegalMove, match=r"its strip is gone.*SG-13"):
        state.play("cB6").play("cY4")


@pytest.mark.parametrize(("side", "points"), [("A", A), ("B", B)])
def test_sg_14_the_window_and_those_to_its_right_with_a_tile(side: str, points: list[int]) -> None:
    state = at(
        "displays PPPP - - - -",
        "centre B",
        "seat 1 glazier=4 strips=O4P/BY4/O3Y2/P5:P/P4Y/B2P3/W5/- windows=B/-/-/-/-/B/-/BB",
        options=f"players=2 side={side}",
    )
    assert state.play("1P4").scores[0] == points[3] + points[5] + points[7]


def test_sg_14_a_window_scores_again_when_its_second_tile_comes() -> None:
    state = at(
        "displays WWW - - - -",
        "centre B",
        "seat 1 strips=OW4/BY4/O3Y2/P2W3:P2/P4Y/B5/Y3W2/O5 windows=-/-/-/B/-/-/B/-",
    )
    assert state.play("1W4").play("kP").scores[0] == A[3] + A[6]


def test_sg_14_every_window_scores_alone() -> None:
    for window, points in enumerate(A, 1):
        strips = ["OW4", "BY4", "O3Y2", "P4Y", "B5", "W5", "O5"]
        strips.insert(window - 1, "P5:P")
        state = at("displays PPPP - - - -", "centre W", f"seat 1 strips={'/'.join(strips)}")
        assert state.play(f"1P{window}").scores[0] == points
