"""Summer Pavilion, ornaments and the supply: SP-13 and SP-14. Purple is the joker."""

from __future__ import annotations

import pytest

from azulejos import CHANCE, PAVILION, State
from azulejos.errors import IllegalDraw, IllegalMove

PLACING = "pavilion; round 1 phase=placing turn=1 start=1; "
TWO_TILES = "seat 2 tiles=G2; "


def bonus_of(stars: str, move: str, side: str = "coloured") -> int:
    """How many tiles a placement brings out of a full supply."""
    state = PAVILION.position(
        f"pavilion side={side}; round 1 phase=placing turn=1 start=1; supply G10; "
        f"seat 1 tiles=P5{move[3]}6 stars={stars}"
    )
    taken = 0
    state = state.play(move)
    while state.phase == "bonus":
        state = state.play("+G")
        taken += 1
    return taken


def seat_text(state: State, seat: int) -> str:
    return next(line for line in str(state).splitlines() if line.startswith(f"seat {seat}"))


# Ornaments


@pytest.mark.parametrize("star", range(6))
@pytest.mark.parametrize(("there", "move"), [("....{}.", 6), (".....{}", 5)])
def test_sp_13_a_window_brings_three_tiles(star: int, there: str, move: int) -> None:
    colour = "ORBYGP"[star]
    stars = ["-"] * 7
    stars[star] = there.format(colour)
    assert bonus_of("/".join(stars), f"s{star + 1}{move}{colour}") == 3


@pytest.mark.parametrize("star", range(6))
def test_sp_13_a_statue_brings_two_tiles(star: int) -> None:
    colours = "ORBYGP"
    colour, neighbour = colours[star], colours[(star + 1) % 6]
    stars = ["-"] * 7
    stars[star] = f"{colour}....."
    stars[(star + 1) % 6] = f"..{neighbour}{neighbour}.."
    assert bonus_of("/".join(stars), f"s{star + 1}2{colour}") == 2


@pytest.mark.parametrize("star", range(6))
def test_sp_13_a_pillar_brings_one_tile(star: int) -> None:
    """The pillar of a star stands between its spaces 2 and 3 and two spaces of the centre."""
    colour = "ORBYGP"[star]
    first, second = (star - 1) % 6, star
    centre = ["."] * 6
    centre[first], centre[second] = "GY" if colour not in "GY" else "PO"
    stars = ["-"] * 6 + ["".join(centre)]
    stars[star] = f".{colour}...."
    assert bonus_of("/".join(stars), f"s{star + 1}3{colour}") == 1
    centre[first] = "."
    stars[6] = "".join(centre)
    stars[star] = f".{colour}{colour}..."
    assert bonus_of("/".join(stars), f"sc{first + 1}{'B' if colour != 'B' else 'R'}") == 1


def test_sp_13_a_missing_space_leaves_an_ornament_incomplete() -> None:
    assert bonus_of("O...../..R.../-/-/-/-/-", "s12O") == 0
    assert bonus_of(".O..../-/-/-/-/-/Y.....", "s13O") == 0


def test_sp_13_ornaments_completed_at_once_add_up() -> None:
    pillar_and_statue = "O.O.../..RR../-/-/-/-/G....Y"
    assert bonus_of(pillar_and_statue, "s12O") == 3
    two_pillars = ".OO.../.RR.../-/-/-/-/.G...Y"
    assert bonus_of(two_pillars, "sc1B") == 2


def test_sp_13_an_ornament_brings_its_tiles_once() -> None:
    assert bonus_of("-/-/....BB/-/-/-/-", "s34B") == 0
    assert bonus_of("-/-/....BB/-/-/-/-", "s31B") == 0


def test_sp_13_grey_ornaments_are_the_same() -> None:
    assert bonus_of("O.O.../..RR../-/-/-/-/G....Y", "s12O", "grey") == 3
    assert bonus_of("-/-/....B./-/-/-/-", "s36B", "grey") == 3


def test_sp_13_blue_6_with_three_jokers_scores_and_opens_the_window() -> None:
    state = PAVILION.position(
        PLACING + "supply P2GO3Y2BR; seat 1 tiles=P3B3 stars=-/-/...BB./-/-/-/-"
    )
    state = state.play("s36B+3")
    assert state.scores[0] == 8
    assert (state.to_move, state.phase) == (0, "bonus")
    assert {str(move) for move in state.legal_moves} == {"+P", "+G", "+O", "+Y", "+B", "+R"}
    state = state.play("+P").play("+G")
    assert {str(move) for move in state.legal_moves} == {"+P", "+O", "+Y", "+B", "+R"}
    state = state.play("+P")
    assert "tiles=P2G " in seat_text(state, 1)
    assert "supply O3Y2BR\n" in str(state)


def test_sp_13_bonus_tiles_must_be_taken() -> None:
    state = PAVILION.position(PLACING + "supply G10; seat 1 tiles=B6 stars=-/-/....B./-/-/-/-")
    state = state.play("s36B")
    for move in ("pass", "done", "s31B"):
        with pytest.raises(IllegalMove, match=r"take a tile from the supply \(SP-13\)"):
            state.play(move)
    with pytest.raises(IllegalMove, match=r"no B lies in the supply \(SP-13\)"):
        state.play("+B")


def test_sp_13_bonus_tiles_are_used_from_the_next_turn_on() -> None:
    state = PAVILION.position(
        PLACING + "supply P9B; seat 1 tiles=B6 stars=-/-/....B./-/-/-/-; seat 2 tiles=G2"
    )
    state = state.play("s36B").play("+B").play("+P").play("+P")
    state = state.deal(PAVILION.parse_draw("bag RRR"))
    assert state.to_move == 1
    state = state.play("s51G")
    assert (state.to_move, state.phase) == (0, "placing")
    assert "s31B" in map(str, state.legal_moves)


@pytest.mark.parametrize("supply", ["R", "R2"])
def test_sp_13_a_small_supply_gives_what_it_has_and_nobody_is_stuck(supply: str) -> None:
    state = PAVILION.position(
        PLACING + f"supply {supply}; seat 1 tiles=B6 stars=-/-/....B./-/-/-/-"
    )
    state = state.play("s36B").play("+R")
    if supply == "R2":
        assert state.phase == "bonus"
        state = state.play("+R")
    assert (state.to_move, state.phase) == (CHANCE, "refill")
    assert f"tiles={supply} " in seat_text(state, 1)


def test_sp_13_an_empty_supply_gives_nothing() -> None:
    state = PAVILION.position(PLACING + "supply -; seat 1 tiles=B6 stars=-/-/....B./-/-/-/-")
    assert state.play("s36B").phase == "refill"


# The supply


def test_sp_14_supply_is_refilled_after_a_turn_and_before_the_next() -> None:
    state = PAVILION.position(
        PLACING + "supply G10; seat 1 tiles=B7 stars=-/-/....B./-/-/-/-; seat 2 tiles=R"
    )
    state = state.play("s36B").play("+G").play("+G").play("+G")
    assert (state.to_move, state.phase) == (CHANCE, "refill")
    for wrong in ("bag RR", "bag RRRR"):
        with pytest.raises(IllegalDraw, match="3 are to be drawn"):
            state.deal(PAVILION.parse_draw(wrong))
    state = state.deal(PAVILION.parse_draw("bag RRY"))
    assert "supply G7YR2\n" in str(state)
    assert (state.to_move, state.phase) == (1, "placing")


def test_sp_14_a_full_supply_asks_nothing_of_chance() -> None:
    state = PAVILION.position(PLACING + "supply G10; seat 1 tiles=B2; seat 2 tiles=R")
    assert state.play("s31B").to_move == 1


FULL = "OOOOOO/RRRRRR/BBBBBB/YYYYYY/GGGGGG/PPPPPP/-"
SHORT = (
    "pavilion players=4; round {round} phase=placing turn=1 start=1; bag {bag}; discard -; "
    "supply P3GY2B; seat 1 tiles={tiles} stars="
    + FULL
    + "; seat 2 tiles={two} stars="
    + FULL
    + "; seat 3 passed=yes stars="
    + FULL
    + "; "
    "seat 4 passed=yes stars=OO..../R...../-/Y...../G...../-/PGOYBR"
)
"""Only six tiles are not on a board or in the supply: O G B2 R2."""


def test_sp_14_nothing_left_to_draw_leaves_the_supply_short() -> None:
    state = PAVILION.position(SHORT.format(round=1, bag="-", tiles="O", two="GB2R2"))
    state = state.play("sc1O")  # costs one tile: nothing is discarded
    assert (state.to_move, state.phase) == (1, "placing")


def test_sp_14_the_next_turn_tries_again_with_what_was_discarded() -> None:
    state = PAVILION.position(SHORT.format(round=1, bag="-", tiles="O", two="GB2R2"))
    state = state.play("sc1O").play("sc2B")
    assert (state.to_move, state.phase) == (CHANCE, "refill")
    state = state.deal(PAVILION.parse_draw("bag B"))
    assert "supply P3GY2B2\n" in str(state)
    assert "discard -\n" in str(state)


def test_sp_14_bag_runs_out_during_a_refill_and_the_discard_follows() -> None:
    state = PAVILION.position(SHORT.format(round=1, bag="O", tiles="G", two="B2R2"))
    state = state.play("sc1G").deal(PAVILION.parse_draw("bag O")).play("sc2R")
    assert "supply P3GOY2B\n" in str(state)
    state = state.deal(PAVILION.parse_draw("bag R"))
    assert "supply P3GOY2BR\n" in str(state)


def test_sp_14_supply_goes_before_the_next_deal() -> None:
    """Two tiles are left when all have passed: both go to the supply, and nothing is dealt."""
    state = PAVILION.position(
        SHORT.format(round=1, bag="-", tiles="OG", two="-").replace("bag -; ", "")
    )
    assert "bag B2R2\n" in str(state)
    state = state.play("pass").play("kO").play("done")
    assert state.phase == "refill"
    assert "discard G\n" in str(state)
    state = state.deal(PAVILION.parse_draw("bag RBR"))
    assert "supply P3GY2B2R2\n" in str(state)
    assert state.phase == "deal"
    state = state.deal(PAVILION.parse_draw("bag BG"))
    assert "round 2 phase=taking turn=1 start=1" in str(state)


def test_sp_14_a_pass_is_a_turn_too() -> None:
    state = PAVILION.position(PLACING + "supply G9; seat 1 tiles=B; seat 2 tiles=R")
    state = state.play("pass").play("kB")
    assert (state.to_move, state.phase) == (CHANCE, "refill")


def test_sp_14_nothing_is_drawn_after_the_last_turn_of_the_game() -> None:
    last = "pavilion; round {} phase=placing turn=1 start=1; supply G9; seat 1 tiles=B; "
    state = PAVILION.position(last.format(6) + "seat 2 passed=yes").play("pass").play("kB")
    assert state.to_move is None
    state = PAVILION.position(last.format(5) + "seat 2 passed=yes").play("pass").play("kB")
    assert (state.to_move, state.phase) == (CHANCE, "refill")


def test_sp_14_nothing_is_drawn_when_the_last_tile_of_the_game_is_laid() -> None:
    """The other has passed, or passes without a tile: no turn follows."""
    last = "pavilion; round {} phase=placing turn=1 start=1; supply G9; seat 1 tiles=B2; "
    for other in ("seat 2 passed=yes", "seat 2 tiles=-"):
        assert PAVILION.position(last.format(6) + other).play("s32B").to_move is None
        assert PAVILION.position(last.format(5) + other).play("s32B").phase == "refill"
    state = PAVILION.position(last.format(6) + "seat 2 tiles=R").play("s32B")
    assert (state.to_move, state.phase) == (CHANCE, "refill")
