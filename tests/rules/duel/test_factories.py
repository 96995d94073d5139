"""Azul Duel, taking tiles and chips: DU-8 to DU-13."""

from __future__ import annotations

import pytest

from azulejos import DUEL, State
from azulejos.errors import IllegalDraw, IllegalMove
from states import dealt, line

TEXT = (
    "duel; round 2 phase=action turn=1 start=1 first={first}; plates 1 2 3; "
    "factories {small}; large {large}; seat 1 score=5 tokens=2{one}; seat 2 score=5 tokens=2{two}"
)

FULL = "B2YR/-/? K2T2/-/? Y4/-/? RKBT/-/?"


def position(
    small: str = FULL, large: str = "-/-", *, first: str = "factory", one: str = "", two: str = ""
) -> State:
    return DUEL.position(TEXT.format(small=small, large=large, first=first, one=one, two=two))


def moves(state: State) -> set[str]:
    return {str(move) for move in state.legal_moves}


def targets(state: State, take: str) -> str:
    return "".join(sorted(move[-1] for move in moves(state) if move.startswith(take)))


# DU-8


def test_du_08_a_sun_take_is_all_tiles_of_a_colour_from_one_factory() -> None:
    state = position(large="B2YRK/-").play("1B2")
    assert "lines=-/B2/-/-/-/-" in line(state, "seat 1")
    assert line(state, "large") == "large B2YRK/-"


def test_du_08_the_taker_orders_the_stack_on_the_moon_side() -> None:
    state = position().play("1B2")
    assert (state.phase, state.to_move) == ("stacking", 0)
    assert moves(state) == {"oYR", "oRY"}
    state = state.play("oRY")
    assert line(state, "factories").split()[1] == "-/RY/?"
    assert state.to_move == 1


def test_du_08_all_orders_of_three_tiles_are_asked_for() -> None:
    assert len(moves(position().play("4B1"))) == 6
    state = position("BYR2/-/? K2T2/-/? Y4/-/? RKBT/-/?").play("1B1")
    assert moves(state) == {"oYRR", "oRYR", "oRRY"}


def test_du_08_one_order_is_not_asked_for() -> None:
    state = position().play("2K2")
    assert state.to_move == 1
    assert line(state, "factories").split()[2] == "-/TT/?"


def test_du_08_only_the_tiles_left_can_be_stacked() -> None:
    with pytest.raises(IllegalMove, match=r"\(DU-8\)"):
        position().play("1B2").play("oYK")


def test_du_08_the_rest_of_the_large_factory_lies_each_for_itself() -> None:
    state = position(large="B2YRK/-").play("lB2")
    assert line(state, "large") == "large -/YRK"
    assert {move[:2] for move in moves(state) if move[0] == "m"} == {"mY", "mR", "mK"}


def test_du_08_the_colour_must_lie_there() -> None:
    for move, place in (("1K1", "factory 1"), ("lB1", "the large factory")):
        with pytest.raises(IllegalMove, match=rf"the sun side of {place} \(DU-8\)"):
            position().play(move)


# DU-9

MOONS = "-/BBY/? -/YB/? -/B/? -/RB/?"


def test_du_09_a_moon_take_is_the_top_tile_of_every_stack_and_all_of_the_large_factory() -> None:
    state = position(MOONS, "-/B2K", first="1").play("mB6")
    assert "lines=-/-/-/-/-/B4" in line(state, "seat 1")
    assert state.phase == "turn-chips"
    assert line(state, "factories") == "factories -/BY/? -/YB/? -/-/? -/RB/?"
    assert line(state, "large") == "large -/K"


def test_du_09_only_tops_can_be_taken() -> None:
    state = position(MOONS, "-/K2", first="1")
    assert {move[:2] for move in moves(state) if move[0] == "m"} == {"mB", "mY", "mR", "mK"}
    state = position("-/YB/? -/YB/? Y4/-/? R4/-/?", "-/K2", first="1")
    with pytest.raises(IllegalMove, match=r"no B lies on top of a moon side \(DU-9\)"):
        state.play("mB1")


def test_du_09_there_is_no_moon_take_from_a_single_factory() -> None:
    state = position(MOONS, "-/B2K", first="1")
    assert {move[0] for move in moves(state) if move[1] == "B"} == {"m"}


def test_du_09_a_sun_side_is_no_part_of_a_moon_take() -> None:
    state = position("B4/-/? -/BK/? Y4/-/? R4/-/?").play("mB6")
    assert line(state, "factories").split()[1:3] == ["B4/-/?", "-/K/?"]
    assert "lines=-/-/-/-/-/B " in line(state, "seat 1")


# DU-10


def test_du_10_the_first_moon_take_from_the_large_factory_brings_the_first_player_tile() -> None:
    state = position(MOONS, "-/B2K")
    assert " first=factory" in str(state)
    state = state.play("mK1")
    assert " first=1" in line(state, "round")
    state = state.play("mB1")
    assert " first=1" in line(state, "round")


def test_du_10_moon_takes_without_the_large_factory_do_not() -> None:
    state = position("-/BY/? -/YB/? B4/-/? R4/-/?", "-/K2").play("mB1")
    assert " first=factory" in line(state, "round")


def test_du_10_a_sun_take_does_not() -> None:
    for move in ("lB2", "3Y6"):
        state = position(large="B2YRK/-").play(move)
        assert " first=factory" in line(state, "round")


def test_du_10_a_large_factory_of_one_colour_does() -> None:
    state = position(large="B5/-").play("lB6")
    assert " first=1" in line(state, "round")
    assert line(state, "large") == "large -/-"


# DU-11


def test_du_11_a_line_takes_one_colour_while_it_has_room() -> None:
    state = position(one=" lines=-/B/B3/-/Y2/-")
    assert targets(state, "1B") == "1246x"
    assert targets(state, "1Y") == "1456x"
    assert targets(state, "1R") == "146x"
    with pytest.raises(IllegalMove, match=r"line 3 is full \(DU-11\)"):
        state.play("1B3")
    with pytest.raises(IllegalMove, match=r"line 5 holds Y \(DU-11\)"):
        state.play("1B5")


def test_du_11_the_dome_does_not_matter() -> None:
    board = " plates=8n/-/-/-/-/-/-/-/- dome=Y...../....../....../....../....../......"
    assert targets(position(one=board), "3Y") == "123456x"


def test_du_11_surplus_is_broken() -> None:
    state = position().play("3Y3")
    assert "lines=-/-/Y3/-/-/- broken=Y " in line(state, "seat 1")


def test_du_11_beyond_the_fourth_space_tiles_are_discarded() -> None:
    state = position(one=" broken=B3").play("3Yx")
    assert "broken=B3Y " in line(state, "seat 1")
    assert line(state, "discard") == "discard Y3"


def test_du_11_all_tiles_may_be_broken_but_not_some() -> None:
    state = position().play("3Yx")
    assert "lines=-/-/-/-/-/- broken=Y4 " in line(state, "seat 1")
    assert "x" in targets(position(one=" broken=B4"), "3Y")


# DU-12


def test_du_12_a_chip_is_turned_up_when_both_sides_of_its_factory_are_empty() -> None:
    state = position("B2YR/-/? -/K/? Y4/-/? -/KT/?", first="1").play("mK2")
    assert (state.phase, state.table.actor) == ("turn-chips", 0)
    state = dealt(state, "chips BR")
    assert line(state, "factories") == "factories B2YR/-/? -/-/BR Y4/-/? -/T/?"
    assert state.to_move == 1
    assert {move for move in moves(state) if move[0] == "c"} == {"c2"}


def test_du_12_four_equal_tiles_taken_turn_the_chip_up_at_once() -> None:
    state = position().play("3Y4")
    assert state.phase == "turn-chips"
    assert line(dealt(state, "chips T"), "factories").split()[3] == "-/-/T"


def test_du_12_one_take_can_turn_up_several_chips() -> None:
    state = position("-/B/? -/K/? -/B/? Y4/-/?", first="1").play("mB2")
    assert state.phase == "turn-chips"
    state = dealt(state, "chips BK T")
    assert line(state, "factories") == "factories -/-/BK -/K/? -/-/T Y4/-/?"


def test_du_12_a_chip_is_one_of_the_unseen_ones() -> None:
    state = position("-/B/? -/K/? -/B/? Y4/-/?", first="1", one=" chips=T,T,BK").play("mB2")
    for wrong in ("chips T B", "chips BK BK", "chips B", "chips B B B"):
        with pytest.raises(IllegalDraw):
            dealt(state, wrong)
    dealt(state, "chips B B")


def test_du_12_a_turned_up_chip_is_taken_to_the_store() -> None:
    state = position("B2YR/-/? -/-/BR Y4/-/? -/KT/?").play("c2")
    assert " taken=1 " in line(state, "seat 1")
    assert " chips=BR " in line(state, "seat 1")
    assert line(state, "factories").split()[2] == "-/-/-"
    assert state.to_move == 1
    with pytest.raises(IllegalMove, match=r"has no chip any more \(DU-12\)"):
        state.play("c2")
    with pytest.raises(IllegalMove, match=r"is not turned up \(DU-12\)"):
        state.play("c1")


def test_du_12_two_chips_a_round_and_no_third() -> None:
    state = position("B2YR/-/? -/-/BR -/-/- -/-/-", one=" taken=2")
    assert not {move for move in moves(state) if move[0] == "c"}
    with pytest.raises(IllegalMove, match=r"2 chips a round"):
        state.play("c2")


# DU-13


def test_du_13_the_phase_goes_on_until_tiles_chips_and_tokens_are_gone() -> None:
    state = DUEL.position(
        "duel; round 1 phase=action turn=1 start=1 first=2; plates 1 2 3; "
        "factories -/B/? -/-/- -/-/- -/-/-; seat 1 score=5 tokens=1 taken=2; "
        "seat 2 score=5 tokens=1 taken=1"
    )
    state = dealt(state.play("mB1"), "chips T")
    assert (state.phase, state.to_move) == ("action", 1)
    state = state.play("c1")
    assert (state.phase, state.to_move) == ("action", 0)
    state = state.play("p1").play("@1n")
    assert (state.phase, state.to_move) == ("action", 1)
    assert state.play("p2").play("@1n").phase == "turn-plates"
