"""Azul Duel, the set-up: DU-1 to DU-4."""

from __future__ import annotations

import random

import numpy as np
import pytest

from azulejos import CHANCE, DUEL, State
from azulejos.core.asking import ask
from azulejos.errors import IllegalDraw, OptionError
from azulejos.games.duel.scoring import printed
from states import dealt


def moves(state: State) -> set[str]:
    return {str(move) for move in state.legal_moves}


def seat_text(state: State, seat: int) -> str:
    return next(line for line in str(state).splitlines() if line.startswith(f"seat {seat}"))


def set_up() -> State:
    return dealt(DUEL.new(start=1), "plates 1 2 3 J", "large BBYRK", "small BBYR KKTT YYYY RKBT")


def test_du_01_everybody_starts_with_five_points_and_an_empty_board() -> None:
    state = set_up()
    assert state.scores == (5, 5)
    for seat in (1, 2):
        assert seat_text(state, seat) == (
            f"seat {seat} score=5 tokens=2 taken=0 lines=-/-/-/-/-/- broken=- chips=- used=- "
            "plates=-/-/-/-/-/-/-/-/- dome=....../....../....../....../....../......"
        )


def test_du_01_there_are_thirteen_tiles_of_each_colour() -> None:
    assert "bag B13Y13R13K13T13" in str(DUEL.new())


def test_du_02_three_plates_lie_face_up_and_the_top_back_shows() -> None:
    state = dealt(DUEL.new(start=1), "plates 1 2 3 J")
    assert "\nplates 1 2 3\nstack ?15 top=J\n" in str(state)


def test_du_02_a_front_is_of_the_kind_of_its_back() -> None:
    state = set_up().play("p1").play("@1n")  # the top shows a joker
    for plate in ("5", "7", "8"):
        with pytest.raises(IllegalDraw, match="DU-2"):
            dealt(state, f"plates {plate} S")
    assert "plates 2 3 4\n" in str(dealt(state, "plates 4 S"))


def test_du_02_no_plate_comes_twice() -> None:
    with pytest.raises(IllegalDraw, match="DU-2"):
        dealt(DUEL.new(start=1), "plates 1 2 1 J")


def test_du_02_there_are_nine_plates_of_each_kind() -> None:
    specials = []
    for plate in range(1, 19):
        try:
            dealt(set_up_with_top("S"), f"plates {plate}")
            specials.append(plate)
        except IllegalDraw:
            continue
    assert specials == [1, 5, 7, 8, 9, 11, 13, 16, 18]


def set_up_with_top(kind: str) -> State:
    """No plate has been seen but the back of the only one that will be turned up."""
    state = DUEL.position(
        f"duel; round 0 phase=turn-plates start=1; stack ?18 top={kind}; "
        "factories -/-/? -/-/? -/-/? -/-/?"
    )
    raw = np.frombuffer(state.key, np.uint8).copy()
    (table,) = raw.view(DUEL.table)
    table["stack_height"] = 1
    return State(DUEL, raw)


def test_du_02_there_are_two_chips_of_each_of_ten_kinds() -> None:
    assert list(DUEL.new().table.unseen_chips) == [2] * 10


def test_du_02_scoring_tiles_are_chosen() -> None:
    assert "scoring=1B2B4A" in str(DUEL.new(scoring="1B2B4A"))
    for wrong in ("1A1B2A", "1A2A", "2A1A3A", "5A2A3A"):
        with pytest.raises(OptionError):
            DUEL.new(scoring=wrong)


@pytest.mark.parametrize(("option", "number"), [("random3", 3), ("random4", 4)])
def test_du_02_scoring_tiles_are_drawn_one_side_each(option: str, number: int) -> None:
    state = DUEL.new(scoring=option, start=1)
    assert state.to_move == CHANCE
    assert state.phase == "choose-scoring"
    for seed in range(30):
        draw = state.sample(random.Random(seed))
        assert len({piece // 2 for piece in draw.pieces}) == number
    for wrong in ("scoring 1A 1B 2A 3A"[: 7 + 3 * number], "scoring 1A 2A", "scoring 2A 1A 3A"):
        with pytest.raises(IllegalDraw, match="DU-2"):
            dealt(state, wrong)
    text = " ".join(("1A", "2B", "3B", "4A")[:number])
    assert f"scoring={text.replace(' ', '')}" in str(dealt(state, f"scoring {text}"))


def test_du_03_the_large_factory_is_filled_before_the_small_ones() -> None:
    state = dealt(DUEL.new(start=1), "plates 1 2 3 J")
    assert state.phase == "fill-large"
    state = dealt(state, "large BBYRK")
    assert state.phase == "fill-small"
    state = dealt(state, "small BBYR KKTT YYYY RKBT")
    assert "factories B2YR/-/? K2T2/-/? Y4/-/? BRKT/-/?\nlarge B2YRK/-\n" in str(state)
    assert " first=factory" in str(state)


def test_du_03_five_equal_tiles_are_drawn_again() -> None:
    state = dealt(DUEL.new(start=1), "plates 1 2 3 J", "large BBBBB")
    assert state.phase == "fill-large"
    assert "bag B13Y13R13K13T13" in str(state)
    assert "large B4Y/-" in str(dealt(state, "large BBBBY"))


LAST_ROUND = (
    "duel; round 4 phase=fill-large start=1; stack -; plates -; "
    "factories -/-/? -/-/? -/-/? -/-/?; bag {bag}; discard {discard}; "
    "seat 1 plates=1n/2n/3n/4n/5n/6n/7n/8n/9n; "
    "seat 2 plates=10n/11n/12n/13n/14n/15n/16n/17n/18n"
)


def test_du_03_one_colour_is_accepted_where_the_bag_has_no_other() -> None:
    """The discard is not asked: only what is in the bag together with the five counts."""
    state = DUEL.position(LAST_ROUND.format(bag="B7", discard="B6Y13R13K13T13"))
    state = dealt(state, "large BBBBB")
    assert state.phase == "fill-small"
    assert "large B5/-" in str(state)


def test_du_03_a_second_colour_in_the_refilled_bag_makes_it_drawn_again() -> None:
    state = DUEL.position(LAST_ROUND.format(bag="B3", discard="B10Y13R13K13T13"))
    state = dealt(state, "large BBBBB")
    assert state.phase == "fill-large"
    assert "bag B13Y13R13K13T13\ndiscard -" in str(state)


def test_du_04_the_other_player_takes_the_first_plate() -> None:
    state = set_up()
    assert (state.phase, state.to_move) == ("first-plate", 1)
    assert moves(state) == {"p1", "p2", "p3"}
    state = state.play("p2")
    assert len(moves(state)) == 9 * 4
    state = state.play("@5e")
    assert "plates=-/-/-/-/2e/-/-/-/-" in seat_text(state, 2)
    state = dealt(state, "plates 4 S")
    assert (state.phase, state.to_move) == ("first-plate", 0)
    assert moves(state) == {"p1", "p3", "p4"}
    state = dealt(state.play("p1").play("@1n"), "plates 5 J")
    assert (state.phase, state.to_move) == ("action", 0)
    assert "round 1 " in str(state)
    assert "\nplates 3 4 5\nstack ?13 top=J\n" in str(state)


def test_du_04_the_plate_of_the_set_up_costs_no_token() -> None:
    state = dealt(set_up().play("p2").play("@5e"), "plates 4 S")
    state = dealt(state.play("p1").play("@1n"), "plates 5 J")
    assert " tokens=2 " in seat_text(state, 1)
    assert " tokens=2 " in seat_text(state, 2)


def test_du_04_plates_turn_clockwise() -> None:
    """Plate 2 is ?B over TK; with its top to the east it is T? over KB."""
    seat = set_up().play("p2").play("@1e").table.seats[1]
    spaces = [ask(printed, seat, row, column) for row in (0, 1) for column in (0, 1)]
    assert "".join("BYRKT?*"[space] for space in spaces) == "T?KB"


def test_du_04_the_start_player_is_drawn() -> None:
    state = DUEL.new()
    assert state.phase == "choose-start"
    state = dealt(state, "start 2", "plates 1 2 3 J", "large BBYRK", "small BBYR KKTT YYYY RKBT")
    assert state.to_move == 0
