"""Azul, the offer: AZ-3 to AZ-9."""

from __future__ import annotations

import pytest

from azulejos import AZUL, State
from azulejos.errors import IllegalMove, NotationError

OFFER = "azul; round 1 phase=offer turn=1 start=1; "


def moves(state: State) -> set[str]:
    return {str(move) for move in state.legal_moves}


def targets(state: State, take: str) -> str:
    """The lines that a take, like `1B`, may go to."""
    return "".join(sorted(move[-1] for move in moves(state) if move.startswith(take)))


def seat_text(state: State, seat: int) -> str:
    return next(line for line in str(state).splitlines() if line.startswith(f"seat {seat}"))


def test_az_03_turns_go_clockwise_until_all_is_taken() -> None:
    state = AZUL.position(
        "azul players=3; round 1 phase=offer turn=3 start=3; displays B4 Y4 R4 K4 - - -"
    )
    turns = []
    for move in ("1B5", "2Y5", "3R5", "4K4"):
        turns.append(state.to_move)
        assert state.phase == "offer"
        state = state.play(move)
    assert turns == [2, 0, 1, 2]
    assert state.phase == "deal"


def test_az_03_there_is_no_pass() -> None:
    state = AZUL.position(OFFER + "displays B4 - - - -")
    assert moves(state) == {"1B1", "1B2", "1B3", "1B4", "1B5", "1Bf"}
    with pytest.raises(NotationError, match="is not a move of Azul"):
        state.play("pass")


def test_az_04_take_is_all_tiles_of_a_colour_and_the_rest_goes_to_the_centre() -> None:
    state = AZUL.position(OFFER + "displays B2YR K2W2 - - -; centre B").play("1B2")
    assert "displays - K2W2 - - -\ncentre BYR\n" in str(state)
    assert "lines=-/B2/-/-/- floor=-" in seat_text(state, 1)


def test_az_04_rest_of_the_centre_stays() -> None:
    state = AZUL.position(OFFER + "displays B4 - - - -; centre B3Y2").play("cB3")
    assert "displays B4 - - - -\ncentre Y2\n" in str(state)


def test_az_04_colour_must_lie_in_the_source() -> None:
    state = AZUL.position(OFFER + "displays B2YR - - - -; centre K")
    assert {move[:2] for move in moves(state)} == {"1B", "1Y", "1R", "cK"}
    for move, place in (("1K1", "display 1"), ("2B1", "display 2"), ("cB1", "the centre")):
        with pytest.raises(IllegalMove, match=rf"lies in {place} \(AZ-4\)"):
            state.play(move)


def test_az_05_first_to_take_from_the_centre_takes_the_marker() -> None:
    state = AZUL.position(OFFER + "displays B4 - - - -; centre YR")
    state = state.play("cY1")
    assert " marker=1 " in str(state)
    assert "floor=* " in seat_text(state, 1)
    state = state.play("cR1")
    assert " marker=1 " in str(state)
    assert "floor=- " in seat_text(state, 2)


def test_az_05_a_display_brings_no_marker() -> None:
    state = AZUL.position(OFFER + "displays B2YR Y4 - - -").play("1B2")
    assert " marker=centre " in str(state)


def test_az_05_marker_takes_its_space_before_the_tiles() -> None:
    """Six tiles lie on the floor line: the marker takes the last space, both tiles are discarded.

    Laid after the tiles, the marker would find no room and one tile less would be discarded.
    """
    state = AZUL.position(OFFER + "displays B4 - - - -; centre Y2; seat 1 floor=R6").play("cYf")
    assert "floor=R6* " in seat_text(state, 1)
    assert "discard Y2" in str(state)


def test_az_05_full_floor_line_has_no_room_for_the_marker_but_it_is_taken() -> None:
    state = AZUL.position(OFFER + "centre Y; seat 1 score=20 floor=R7").play("cY1")
    assert state.phase == "deal"
    assert " start=1 marker=1 " in str(state)
    assert state.scores[0] == 20 + 1 - 14  # the marker costs nothing more


def test_az_05_marker_on_a_full_floor_line_starts_the_next_round() -> None:
    state = AZUL.position(
        "azul; round 1 phase=offer turn=2 start=1; centre Y; seat 2 score=20 floor=R7"
    )
    assert " start=2 marker=2 " in str(state.play("cY1"))


def test_az_06_line_accepts_only_its_colour_and_only_with_room() -> None:
    state = AZUL.position(OFFER + "displays BYRK - - - -; seat 1 lines=Y/B/B3/-/B4")
    assert targets(state, "1B") == "245f"
    assert targets(state, "1Y") == "4f"


def test_az_06_full_line_is_no_target() -> None:
    state = AZUL.position(OFFER + "displays B4 - - - -; seat 1 lines=B/B2/-/-/-")
    assert targets(state, "1B") == "345f"
    with pytest.raises(IllegalMove, match=r"line 2 is full \(AZ-6\)"):
        state.play("1B2")


def test_az_06_line_refuses_another_colour() -> None:
    state = AZUL.position(OFFER + "displays B4 - - - -; seat 1 lines=-/Y/-/-/-")
    with pytest.raises(IllegalMove, match=r"line 2 holds Y \(AZ-6\)"):
        state.play("1B2")


def test_az_06_line_refuses_a_colour_of_its_wall_row() -> None:
    state = AZUL.position(OFFER + "displays B4 - - - -; seat 1 wall=B..../...../..B../...../.....")
    assert targets(state, "1B") == "245f"
    with pytest.raises(IllegalMove, match=r"row 3 of the wall has B already \(AZ-6\)"):
        state.play("1B3")


def test_az_06_only_the_own_board_counts() -> None:
    state = AZUL.position(
        OFFER + "displays B4 - - - -; seat 2 lines=-/Y/-/-/- wall=B..../...../...../...../....."
    )
    assert targets(state, "1B") == "12345f"


def test_az_07_tiles_too_many_fall() -> None:
    """Two yellow to the empty first line: one stays, one falls."""
    state = AZUL.position(OFFER + "displays Y2RK B4 - - -").play("1Y1")
    assert "lines=Y/-/-/-/- floor=Y " in seat_text(state, 1)


def test_az_07_line_is_filled_up_first() -> None:
    state = AZUL.position(OFFER + "displays Y4 B4 - - -; seat 1 lines=-/-/Y2/-/-").play("1Y3")
    assert "lines=-/-/Y3/-/- floor=Y3 " in seat_text(state, 1)


def test_az_07_tiles_beyond_the_seventh_space_are_discarded() -> None:
    with pytest.raises(NotationError):
        AZUL.position(OFFER + "displays Y4 B4 - - -; seat 1 floor=R8")
    state = AZUL.position(
        "azul; round 1 phase=offer turn=1 start=1 marker=1; displays Y4 B4 - - -;"
        "discard K; seat 1 floor=R4*"
    ).play("1Y1")
    assert "floor=Y2R4* " in seat_text(state, 1)
    assert "discard YK\n" in str(state)


def test_az_08_floor_line_is_always_open() -> None:
    state = AZUL.position(OFFER + "displays Y4 B4 - - -; seat 1 floor=R7")
    assert {"1Yf", "2Bf"} <= moves(state)
    assert "discard Y4\n" in str(state.play("1Yf"))


def test_az_09_grey_wall_looks_at_the_row_only() -> None:
    """Blue stands in every column already: line 5 may be filled, at the player's own risk."""
    state = AZUL.position(
        "azul side=grey; round 5 phase=offer turn=1 start=1; displays B4 - - - -;"
        "seat 1 wall=B..../.B.../..B../...B./KYRW."
    )
    assert targets(state, "1B") == "5f"
    state = AZUL.position(
        "azul side=grey; round 5 phase=offer turn=1 start=1; displays B4 - - - -;"
        "seat 1 wall=..B../...../...../...../....."
    )
    assert targets(state, "1B") == "2345f"
