"""Summer Pavilion, phase 1: SP-4 to SP-6. Purple is the joker."""

from __future__ import annotations

import pytest

from azulejos import CHANCE, PAVILION, State
from azulejos.errors import IllegalMove

TAKING = "pavilion; round 1 phase=taking turn=1 start=1; "


def moves(state: State) -> set[str]:
    return {str(move) for move in state.legal_moves}


def seat_text(state: State, seat: int) -> str:
    return next(line for line in str(state).splitlines() if line.startswith(f"seat {seat}"))


def test_sp_04_a_colour_is_taken_whole_and_the_rest_goes_to_the_centre() -> None:
    state = PAVILION.position(TAKING + "displays B2YR G2O2 - - -; centre B").play("1B")
    assert "displays - G2O2 - - -\ncentre YBR\n" in str(state)
    assert "tiles=B2 " in seat_text(state, 1)
    assert state.to_move == 1


def test_sp_04_exactly_one_joker_comes_along() -> None:
    state = PAVILION.position(TAKING + "displays P2YR G4 - - -").play("1Y")
    assert "tiles=PY " in seat_text(state, 1)
    assert "centre PR\n" in str(state)


def test_sp_04_one_joker_comes_along_from_the_centre() -> None:
    state = PAVILION.position(TAKING + "displays G4 - - - -; centre P3Y3R").play("cY")
    assert "tiles=PY3 " in seat_text(state, 1)
    assert "centre P2R\n" in str(state)


def test_sp_04_of_jokers_alone_one_is_taken() -> None:
    state = PAVILION.position(TAKING + "displays P4 G4 - - -")
    assert moves(state) == {"1P", "2G"}
    state = state.play("1P")
    assert "tiles=P " in seat_text(state, 1)
    assert "centre P3\n" in str(state)


def test_sp_04_the_joker_cannot_be_chosen_beside_other_colours() -> None:
    state = PAVILION.position(TAKING + "displays P3Y - - - -; centre P2R")
    assert moves(state) == {"1Y", "cR"}
    for move in ("1P", "cP"):
        with pytest.raises(IllegalMove, match=r"is the joker, and other colours lie .* \(SP-4\)"):
            state.play(move)


def test_sp_04_the_colour_must_lie_in_the_source() -> None:
    state = PAVILION.position(TAKING + "displays B2YR - - - -; centre G")
    for move, place in (("1G", "display 1"), ("2B", "display 2"), ("cB", "the centre")):
        with pytest.raises(IllegalMove, match=rf"lies in {place} \(SP-4\)"):
            state.play(move)


def test_sp_04_nobody_may_pass_while_tiles_are_taken() -> None:
    state = PAVILION.position(TAKING + "displays B4 - - - -")
    with pytest.raises(IllegalMove, match=r"player 1 is to take tiles \(SP-4\)"):
        state.play("pass")


@pytest.mark.parametrize(("score", "left"), [(9, 5), (3, 1), (5, 1), (6, 2)])
def test_sp_05_first_from_the_centre_pays_for_each_tile_and_keeps_a_point(
    score: int, left: int
) -> None:
    """Three yellow and a joker are four tiles; the marker does not count."""
    state = PAVILION.position(TAKING + f"displays G4 - - - -; centre P2Y3; seat 1 score={score}")
    state = state.play("cY")
    assert state.scores[0] == left
    assert " marker=1\n" in str(state)


def test_sp_05_the_second_from_the_centre_pays_nothing() -> None:
    state = PAVILION.position(TAKING + "displays G4 - - - -; centre P2Y3").play("cY").play("cP")
    assert state.scores == (1, 5)
    assert " marker=1\n" in str(state)


def test_sp_05_a_display_brings_no_marker() -> None:
    state = PAVILION.position(TAKING + "displays B2YR G4 - - -").play("1B")
    assert state.scores == (5, 5)
    assert " marker=centre\n" in str(state)


def test_sp_06_the_markers_holder_starts_placing_and_the_next_round() -> None:
    state = PAVILION.position(
        "pavilion players=3; round 1 phase=taking turn=2 start=1; displays B - - - - - -; centre Y"
        "; seat 1 tiles=R"
    )
    state = state.play("cY")
    assert state.phase == "taking"
    state = state.play("1B")
    assert (state.phase, state.to_move) == ("placing", 1)
    for seat in (1, 2, 0):
        assert state.to_move == seat
        state = state.play("pass").play("done")
        state = state.deal(PAVILION.parse_draw("bag PPPP PPPP PP")) if seat == 1 else state
    assert state.phase == "deal"
    state = state.deal(PAVILION.parse_draw("bag" + " GGGG YYYY BBBB RRRR OOOO PPGY GYBR"))
    assert (state.phase, state.to_move) == ("taking", 1)


def test_sp_06_nobody_takes_the_marker_and_the_start_player_stays() -> None:
    state = PAVILION.position(TAKING.replace("start=1", "start=2") + "displays B4 - - - -")
    state = state.play("1B")
    assert " start=2 marker=centre\n" in str(state)
    assert (state.phase, state.to_move) == ("placing", 0)  # seat 2 has no tiles and has passed
    assert "passed=yes" in seat_text(state, 2)


def nothing_to_deal() -> State:
    """Every tile lies on a board, in the supply or in a corner, but the last of seat 1."""
    full = "OOOOOO/RRRRRR/BBBBBB/YYYYYY/GGGGGG/PPPPPP/-"
    return PAVILION.position(
        "pavilion players=4; round 3 phase=placing turn=1 start=2 marker=2; bag -; discard -; "
        "supply P3GY2B; "
        f"seat 1 tiles=O stars={full}; "
        f"seat 2 corners=G passed=yes stars={full}; "
        f"seat 3 corners=B2R2 passed=yes stars={full}; "
        "seat 4 passed=yes stars=OO..../R...../-/Y...../G...../-/PGOYBR"
    )


def test_sp_06_nothing_to_deal_leads_straight_to_placing() -> None:
    """The discard is empty, too, since seat 1 keeps its tile: phase 1 is left out."""
    state = nothing_to_deal().play("pass").play("kO")
    assert "round 4 phase=placing turn=2 start=2 marker=centre" in str(state)
    assert "tiles=G corners=- stars" in seat_text(state, 2)
    assert "tiles=B2R2 corners=- stars" in seat_text(state, 3)
    assert state.to_move != CHANCE
