"""SG-5 to SG-11, SG-15 and SG-18: taking, filling, breaking, moving back."""

from __future__ import annotations

import pytest

from azulejos import SINTRA, State
from azulejos.errors import IllegalMove, NotationError

FIRST_ROUND = "round 1 phase=turn turn=1 start=1"


def at(*sections: str, options: str = "players=2", when: str = FIRST_ROUND) -> State:
    """A position; strips left out are OW4 BY4 O3Y2 P5 P4Y B5 W5 O5."""
    return SINTRA.position("; ".join([f"sintra {options}", when, *sections]))


def moves(state: State) -> set[str]:
    return {str(move) for move in state.legal_moves}


def seat_text(state: State, seat: int = 1) -> str:
    return next(line for line in str(state).splitlines() if line.startswith(f"seat {seat} "))


# The two actions


def test_sg_05_a_turn_is_a_take_or_the_way_back() -> None:
    state = at("displays BBBB - - - -", "centre W", "seat 1 glazier=3")
    assert moves(state) == {"1B6", "cW7", "back"}


def test_sg_05_moving_back_takes_the_whole_turn() -> None:
    state = at("displays BBBB - - - -", "seat 1 glazier=3").play("back")
    assert "glazier=1" in seat_text(state)
    assert "displays B4 - - - -" in str(state)
    assert state.to_move == 1


def test_sg_06_not_back_from_the_leftmost_strip() -> None:
    state = at("displays BBBB - - - -", "seat 1 glazier=2 windows=BB/-/-/-/-/-/-/-")
    with pytest.raises(IllegalMove, match=r"leftmost strip already.*SG-6"):
        state.play("back")


def test_sg_06_not_back_when_no_strip_remains() -> None:
    state = at("displays BBBB - - - -", "seat 1 glazier=5 windows=BB/BB/OO/OO/PP/PP/YY/YY")
    assert moves(state) == {"1B-"}
    with pytest.raises(IllegalMove, match=r"no strip is left.*SG-6"):
        state.play("back")


@pytest.mark.parametrize("glazier", [1, 3])
def test_sg_06_back_from_a_gap_on_either_side_of_the_leftmost_strip(glazier: int) -> None:
    state = at("displays BBBB - - - -", f"seat 1 glazier={glazier} windows=BB/-/OO/-/-/-/-/-")
    assert "glazier=2" in seat_text(state.play("back"))


# Taking


def test_sg_07_all_of_a_colour_and_the_rest_goes_to_the_centre() -> None:
    state = at("displays BBYW PPPP - - -", "centre B").play("1B6")
    assert "displays - P4 - - -" in str(state)
    assert "centre BYW" in str(state)
    assert "B5:B2" in seat_text(state)


def test_sg_07_a_colour_that_is_not_there_cannot_be_taken() -> None:
    with pytest.raises(IllegalMove, match=r"no O lies in display 1.*SG-7"):
        at("displays BBYW - - - -").play("1O1")
    with pytest.raises(IllegalMove, match=r"no O lies in the centre.*SG-7"):
        at("displays BBYW - - - -").play("cO1")


def test_sg_07_the_first_from_the_centre_gets_the_marker_and_goes_a_step_down() -> None:
    state = at("displays - - - - -", "centre BBOPP").play("cB6")
    assert "marker=1" in str(state)
    assert "broken=1" in seat_text(state)
    state = state.play("cO1")
    assert "marker=1" in str(state)
    assert "broken=0" in seat_text(state, 2)


def test_sg_07_the_marker_counts_before_the_rest_of_the_turn() -> None:
    # the step to the last space costs 18, but only the 5 points there are: the strip comes after
    state = at(
        "centre PYY",
        "seat 1 score=5 broken=8 strips=OW4/BY4/O3Y2/P5:P4/P4Y/B5/W5/O5",
        options="players=2 floor_at_zero=yes",
    )
    alone = at("displays PYY - - - -", "seat 1 strips=OW4/BY4/O3Y2/P5:P4/P4Y/B5/W5/O5")
    assert state.play("cP4").scores[0] == alone.play("1P4").scores[0] > 0


# Filling a strip


def test_sg_08_only_strips_from_the_glazier_on() -> None:
    state = at("displays WWYY - - - -", "seat 1 glazier=2")
    assert moves(state) == {"1W7", "1Y2", "1Y3", "1Y5", "back"}
    with pytest.raises(IllegalMove, match=r"window 1 is left of the glazier.*SG-8"):
        state.play("1W1")


def test_sg_08_the_strip_needs_a_free_space_of_the_colour() -> None:
    state = at("displays WWYY - - - -", "seat 1 strips=OW4:W4/BY4/O3Y2:Y2/P5/P4Y/B5/W5/O5")
    assert moves(state) == {"1W7", "1Y2", "1Y5"}
    for move in ("1W1", "1Y3", "1Y4"):
        with pytest.raises(IllegalMove, match=r"has no free space for \w \(SG-8\)"):
            state.play(move)


def test_sg_08_the_glazier_moves_to_the_strip() -> None:
    state = at("displays WWYY - - - -").play("1Y3")
    assert "glazier=3" in seat_text(state)
    assert "O3Y2:Y2" in seat_text(state)


def test_sg_08_what_does_not_fit_breaks() -> None:
    state = at("displays OOOO W - - -").play("1O1")
    assert "OW4:O/" in seat_text(state)
    assert "broken=3" in seat_text(state)
    assert "discard O3" in str(state)


def test_sg_09_tiles_may_not_be_broken_at_will() -> None:
    state = at("displays OOOO - - - -")
    assert moves(state) == {"1O1", "1O3", "1O8"}
    with pytest.raises(IllegalMove, match=r"has room for O.*SG-9"):
        state.play("1O-")


def test_sg_09_all_break_where_no_strip_can_be_reached() -> None:
    state = at("displays PPPW O - - -", "seat 1 glazier=6").play("1P-")
    assert "glazier=6" in seat_text(state)
    assert "broken=3" in seat_text(state)
    assert "discard P3" in str(state)


def test_sg_09_a_colour_that_breaks_may_be_taken_even_if_another_fits() -> None:
    assert moves(at("displays PPPW - - - -", "seat 1 glazier=6")) == {"1P-", "1W7", "back"}


JOKERS_UP = "windows=-/-/-/-/P/-/-/-"


def test_sg_10_the_joker_strip_accepts_any_colour() -> None:
    state = at("displays BOPY W - - -", f"seat 1 glazier=5 {JOKERS_UP}")
    assert {"1B5", "1O5", "1P5", "1Y5", "2W5"} <= moves(state)


def test_sg_10_own_spaces_are_filled_before_jokers() -> None:
    state = at(
        "displays BBPY - - - -",
        f"seat 1 glazier=5 strips=OW4/BY4/O3Y2/P5/BOWJ2:B/B5/W5/O5 {JOKERS_UP}",
    )
    after = state.play("1B5")  # one blue had the blue space: two more take the jokers
    assert "BOWJ2:B3" in seat_text(after)
    assert "broken=0" in seat_text(after)
    later = at(
        "displays OPYW - - - -",
        f"seat 1 glazier=5 strips=OW4/BY4/O3Y2/P5/BOWJ2:B3/B5/W5/O5 {JOKERS_UP}",
    )
    assert moves(later) == {"1O5", "1O8", "1P-", "1Y-", "1W5", "1W7", "back"}


def test_sg_10_three_spaces_are_open_to_a_colour_of_the_joker_strip() -> None:
    state = at("displays WWWW P - - -", f"seat 1 glazier=5 {JOKERS_UP}").play("1W5")
    assert "BOWJ2:W3" in seat_text(state)
    assert "broken=1" in seat_text(state)


# Broken glass


def test_sg_11_reaching_the_last_space_costs_18_and_leads_on_from_the_top() -> None:
    state = at("displays PPPP B - - -", "seat 1 score=3 broken=7 glazier=6")
    after = state.play("1P-")  # two steps to the last space, two more from the top
    assert "score=-15 broken=2 wraps=1" in seat_text(after)


def test_sg_11_the_last_space_itself_leads_to_the_top() -> None:
    after = at("displays PPPP B - - -", "seat 1 broken=5 glazier=6").play("1P-")
    assert "score=-18 broken=0 wraps=1" in seat_text(after)


def test_sg_11_one_take_may_go_round_more_than_once() -> None:
    after = at("displays W - - - -", "centre P18", "seat 1 broken=0 glazier=6").play("cP-")
    assert "score=-36 broken=1 wraps=2" in seat_text(after)


def test_sg_11_by_option_the_track_has_nine_spaces() -> None:
    short = "players=2 track=short"
    state = at("displays PPPP B - - -", "seat 1 score=3 broken=6 glazier=6", options=short)
    assert "score=-15 broken=2 wraps=1" in seat_text(state.play("1P-"))
    with pytest.raises(NotationError, match="broken=8 should be a number from 0 to 7"):
        at("displays B - - - -", "seat 1 broken=8", options=short)


def test_sg_15_scores_may_become_negative() -> None:
    after = at("displays PPPP B - - -", "seat 1 score=10 broken=5 glazier=6").play("1P-")
    assert after.scores[0] == -8


def test_sg_15_by_option_every_loss_stops_at_zero_but_is_counted() -> None:
    after = at(
        "displays PPPP B - - -",
        "seat 1 score=10 broken=5 glazier=6",
        options="players=2 floor_at_zero=yes",
    ).play("1P-")
    assert after.scores[0] == 0
    assert "wraps=1" in seat_text(after)


def test_sg_18_a_seat_moves_back_at_most_once_between_two_takes() -> None:
    state = at("displays BBBB O - - -", "seat 1 glazier=3", "seat 2 glazier=4")
    state = state.play("back").play("back")
    assert "back" not in moves(state)
    state = state.play("1B6")
    assert "back" not in moves(state)
    state = state.play("2O1")
    assert state.phase == "deal"
