"""SG-16 and SG-17: the end of a round, the next deal."""

from __future__ import annotations

import random

import pytest

from azulejos import CHANCE, SINTRA, Draw
from azulejos.core.pile import counts
from azulejos.errors import IllegalDraw

LAST = "sintra players=2; round 2 phase=turn turn=1 start=1"


def test_sg_16_the_round_ends_when_the_last_tiles_are_taken() -> None:
    state = SINTRA.position(f"{LAST}; displays BB - - - -; centre O").play("1B6")
    assert (state.phase, state.to_move) == ("turn", 1)
    state = state.play("cO1")
    assert (state.phase, state.to_move) == ("deal", CHANCE)


def test_sg_16_the_turn_ends_before_the_round() -> None:
    state = SINTRA.position(
        f"{LAST}; displays OO - - - -; seat 1 strips=OW4/BY4/O3Y2:OY2/P5/P4Y/B5/W5/O5"
    ).play("1O3")
    assert (state.phase, state.to_move) == ("keep", 0)
    assert state.play("kY").phase == "deal"


def test_sg_16_the_round_tile_is_discarded_and_can_be_drawn_at_once() -> None:
    state = SINTRA.position(f"{LAST} track=YOPBW; displays BB - - - -; discard -").play("1B6")
    assert "track=OPBW" in str(state)
    assert "discard Y" in str(state)
    assert "round 2" in str(state)


def test_sg_16_the_marker_decides_who_starts() -> None:
    state = SINTRA.position(f"{LAST}; displays BB - - - -; centre O").play("1B6").play("cO1")
    state = state.deal(state.sample(random.Random(1)))
    assert state.to_move == 1
    assert "round 3 phase=turn turn=2 start=2 marker=centre" in str(state)


def test_sg_16_without_the_marker_the_same_player_starts_again() -> None:
    state = SINTRA.position(
        "sintra players=2; round 2 phase=turn turn=1 start=2; displays BB - - - -"
    ).play("1B6")
    assert state.deal(state.sample(random.Random(1))).to_move == 1


def test_sg_16_six_rounds() -> None:
    state = SINTRA.position(
        "sintra players=2; round 6 phase=turn turn=1 start=1; displays BB - - - -"
    ).play("1B6")
    assert state.to_move is None
    assert state.outcome
    assert state.outcome.reason == "rounds"
    assert "track=-" in str(state)


FULL = "windows=BB/OO/PP/YY/WW/BO/BO/PY"


def test_sg_17_a_deal_may_be_short() -> None:
    palaces = "; ".join(f"seat {seat} {FULL}" for seat in (1, 2, 3, 4))
    state = SINTRA.position(
        f"sintra players=4; round 5 phase=turn turn=1 start=1; centre W; {palaces}"
    )
    state = state.play("cW-")
    draw = state.sample(random.Random(2))
    assert len(draw.pieces) == 100 - 64 - 1  # all but those in windows and the last round tile
    state = state.deal(draw)
    assert "bag -" in str(state)
    assert "discard -" in str(state)
    assert [sum(counts(pile)) for pile in state.table.sources] == [0] + [4] * 8 + [3]


def test_sg_17_the_bag_is_refilled_only_when_it_is_empty() -> None:
    state = SINTRA.position(
        "sintra players=2; round 1 phase=deal start=1; bag B2O3; discard B17O16P19Y19W19"
    )
    first = state.sample(random.Random(3)).pieces[:5]
    assert sorted(first) == [0, 0, 1, 1, 1]
    with pytest.raises(IllegalDraw, match="not in the bag"):
        state.deal(Draw("bag", (2,) * 20))


def test_sg_17_a_deal_has_all_the_tiles_it_can_have() -> None:
    state = SINTRA.position("sintra players=2; round 0 phase=deal start=1")
    with pytest.raises(IllegalDraw, match="19 tiles drawn, but 20"):
        state.deal(Draw("bag", (0, 1, 2, 3) * 4 + (0, 1, 2)))
