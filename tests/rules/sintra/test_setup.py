"""SG-1 to SG-4: setting up."""

from __future__ import annotations

import random

import pytest

from azulejos import CHANCE, SINTRA, Draw, Match, State
from azulejos.core.displays import displays_for
from azulejos.core.pile import counts
from azulejos.errors import IllegalDraw, OptionError
from states import dealt

STRIPS = "strips OW4 BY4 O3Y2 P5 P4Y B5 W5 O5"


def sampled(state: State, number: int = 200) -> list[Draw]:
    source = random.Random(1)
    return [state.sample(source) for _ in range(number)]


@pytest.mark.parametrize(("players", "displays"), [(2, 5), (3, 7), (4, 9)])
def test_sg_01_displays_for_each_number_of_players(players: int, displays: int) -> None:
    state = Match(SINTRA, SINTRA.options(players=players)).state
    assert displays_for(players) == displays
    filled = [sum(counts(pile)) for pile in state.table.sources]
    assert filled == [0] + [4] * displays + [0] * (9 - displays)


def test_sg_01_one_side_for_all() -> None:
    assert SINTRA.new(side="B").options.side == "B"
    with pytest.raises(OptionError):
        SINTRA.new(side="C")


def test_sg_02_every_seat_gets_the_eight_strips() -> None:
    state = SINTRA.new(players=3, start=1)
    for _ in range(3):
        assert state.phase == "strips"
        state = state.deal(state.sample(random.Random(5)))
    assert state.phase == "round-tiles"
    for seat in range(3):
        assert sorted(side // 2 for side in state.table.seats[seat].strips) == [*range(8)]


def test_sg_02_strips_lie_anywhere_either_side_up_but_no_joker() -> None:
    seen = {
        (window, side)
        for draw in sampled(SINTRA.new(start=1), 600)
        for window, side in enumerate(draw.pieces)
    }
    joker_side = SINTRA.pool("strips").symbols.index("BOWJ2")
    assert seen == {(w, side) for w in range(8) for side in range(16) if side != joker_side}


@pytest.mark.parametrize(
    ("draw", "reason"),
    [
        ("strips OW4 BY4 O3Y2 P5 BOWJ2 B5 W5 O5", "joker side down"),
        ("strips OW4 BY4 O3Y2 P5 P4Y B5 W5 W5", "each of the player’s 8 strips"),
        ("strips OW4 BY4 O3Y2 P5 P4Y B5 W5 O4P", "each of the player’s 8 strips"),
        ("strips OW4 BY4 O3Y2 P5 P4Y B5 W5", "each of the player’s 8 strips"),
    ],
)
def test_sg_02_impossible_strips_are_refused(draw: str, reason: str) -> None:
    with pytest.raises(IllegalDraw, match=reason):
        dealt(SINTRA.new(start=1), draw)


def test_sg_02_the_record_holds_the_strips_of_every_seat() -> None:
    record = Match(SINTRA, SINTRA.options(players=4)).record
    pools = [event.pool for event in record.events if isinstance(event, Draw)]
    assert pools == ["start", "strips", "strips", "strips", "strips", "track", "bag"]


def test_sg_03_everybody_starts_at_nothing_with_the_glazier_on_the_left() -> None:
    state = dealt(SINTRA.new(start=1), STRIPS, STRIPS)
    for seat in range(2):
        palace = state.table.seats[seat]
        assert (palace.score, palace.broken, palace.wraps, palace.glazier) == (0, 0, 0, 0)


def test_sg_04_each_colour_lies_once_on_ii_to_vi_and_any_tile_on_i() -> None:
    draws = sampled(dealt(SINTRA.new(start=1), STRIPS, STRIPS))
    assert all(sorted(draw.pieces[1:]) == [0, 1, 2, 3, 4] for draw in draws)
    assert {draw.pieces[0] for draw in draws} == {0, 1, 2, 3, 4}
    assert len({draw.pieces[1:] for draw in draws}) > 90  # of 120 orders


def test_sg_04_ninety_four_tiles_are_left_for_the_first_deal() -> None:
    state = dealt(SINTRA.new(start=1), STRIPS, STRIPS, "track YBOPYW")
    assert state.to_move == CHANCE
    assert "bag B19O19P19Y18W19" in str(state)
    assert "track=YBOPYW" in str(state)


@pytest.mark.parametrize("draw", ["track YBOPYB", "track BOPYW", "track YBOPYWB"])
def test_sg_04_impossible_round_tiles_are_refused(draw: str) -> None:
    with pytest.raises(IllegalDraw, match="SG-4"):
        dealt(SINTRA.new(start=1), STRIPS, STRIPS, draw)


def test_sg_04_the_tile_of_the_round_is_the_one_on_its_space() -> None:
    # seat 1 finishes five pink in round 3; track from I: B B O P Y W, so pink counts in round 4
    finish = "displays PPPP - - - -; seat 1 strips=OW4/BY4/O3Y2/P5:P/P4Y/B5/W5/O5"
    third = SINTRA.position(f"sintra players=2; round 3 phase=turn turn=1 start=1; {finish}")
    fourth = SINTRA.position(f"sintra players=2; round 4 phase=turn turn=1 start=1; {finish}")
    assert fourth.play("1P4").scores[0] - third.play("1P4").scores[0] == 5


OWN = (
    "strips OW4 BY4 O3Y2 P5 P4Y B5 W5 O5",
    "strips 2:O4P 2:B4W 2:B2P3 2:Y5 2:BY4 2:W5 2:O5 2:P5",
    "strips 3:P4Y 3:OW4 3:Y3W2 3:B5 3:B4W 3:O5 3:P5 3:Y5",
)


def test_sg_02_by_option_every_seat_has_a_set_with_other_colours() -> None:
    state = dealt(SINTRA.new(players=3, start=1, strips="own"), *OWN)
    assert state.phase == "round-tiles"
    seats = [line for line in str(state).splitlines() if line.startswith("seat")]
    assert [line.partition("strips=")[2].split(" ")[0].split("/") for line in seats] == [
        [word.partition(":")[2] or word for word in draw.split()[1:]] for draw in OWN
    ]
    assert SINTRA.position(str(state)) == state


def test_sg_02_an_own_strip_turns_to_its_own_other_side() -> None:
    state = SINTRA.position(
        "sintra players=2 strips=own; round 1 phase=turn turn=2 start=1; displays O - - - P; "
        "seat 2 strips=O4P:O3P/B4W/B2P3/Y5/BY4/W5/O5/P5"
    )
    state = state.play("1O1").play("kO")
    assert "strips=P4Y/" in str(state)


@pytest.mark.parametrize(
    ("draws", "reason"),
    [
        ((OWN[1],), "each of the player’s 8 strips"),
        ((OWN[0], OWN[0]), "each of the player’s 8 strips"),
        ((OWN[0], OWN[1].replace("2:BY4", "2:OPWJ2")), "joker side down"),
    ],
)
def test_sg_02_strips_of_another_seat_are_refused(draws: tuple[str, ...], reason: str) -> None:
    with pytest.raises(IllegalDraw, match=reason):
        dealt(SINTRA.new(start=1, strips="own"), *draws)
