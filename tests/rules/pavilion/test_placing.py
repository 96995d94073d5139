"""Summer Pavilion, phase 2: SP-7 to SP-12. Purple is the joker unless a round is given.

Stars on the coloured side: 1 orange, 2 red, 3 blue, 4 yellow, 5 green, 6 purple.
"""

from __future__ import annotations

import pytest

from azulejos import PAVILION, State
from azulejos.errors import IllegalMove

FULL_SUPPLY = "supply G4Y6; "
PLACING = "pavilion; round 1 phase=placing turn=1 start=1; " + FULL_SUPPLY
GREY = "pavilion side=grey; round 1 phase=placing turn=1 start=1; " + FULL_SUPPLY


def moves(state: State) -> set[str]:
    return {str(move) for move in state.legal_moves}


def placed(state: State) -> set[str]:
    """The placements, without the number of jokers."""
    return {move.partition("+")[0] for move in moves(state) - {"pass"}}


def seat_text(state: State, seat: int) -> str:
    return next(line for line in str(state).splitlines() if line.startswith(f"seat {seat}"))


# Turns


def test_sp_07_players_place_one_tile_in_turn() -> None:
    state = PAVILION.position(PLACING + "seat 1 tiles=B2; seat 2 tiles=R3").play("s31B")
    assert state.to_move == 1
    state = state.play("s21R")
    assert state.to_move == 0


def test_sp_07_those_who_passed_are_left_out_and_the_last_goes_on_alone() -> None:
    state = PAVILION.position(
        "pavilion players=4; round 1 phase=placing turn=3 start=1; "
        + FULL_SUPPLY
        + "seat 1 tiles=R2; seat 2 passed=yes; seat 3 tiles=B4; seat 4 passed=yes"
    )
    state = state.play("s31B")
    assert state.to_move == 0
    state = state.play("pass").play("kR").play("kR")
    for move in ("s32B", "pass"):
        assert (state.to_move, state.phase) == (2, "placing")
        state = state.play(move)


def test_sp_07_placing_and_passing_are_the_only_moves() -> None:
    state = PAVILION.position(PLACING + "seat 1 tiles=B")
    assert moves(state) == {"s31B", *(f"sc{n}B" for n in (1,)), "pass"}
    for move in ("1B", "+G", "kB", "done"):
        with pytest.raises(IllegalMove, match=r"player 1 is to place a tile or pass \(SP-7\)"):
            state.play(move)


# Payment


def test_sp_08_seven_blue_buy_blue_6_and_one_stays() -> None:
    state = PAVILION.position(PLACING + "seat 1 tiles=B7").play("s36B")
    assert seat_text(state, 1) == "seat 1 score=6 tiles=B corners=- stars=-/-/.....B/-/-/-/-"
    assert "discard B5\n" in str(state)


def test_sp_08_every_mix_of_colour_and_jokers_is_offered_once() -> None:
    state = PAVILION.position(PLACING + "seat 1 tiles=P2B3 stars=-/-/-/-/-/PP..../PB....")
    blue = {move for move in moves(state) if move.startswith("s3")}
    assert blue == {
        "s31B",
        "s32B",
        "s32B+1",
        "s33B",
        "s33B+1",
        "s33B+2",
        "s34B+1",
        "s34B+2",
        "s35B+2",
    }
    assert moves(state) - blue == {"pass"}


def test_sp_08_spent_tiles_are_discarded_but_the_placed_one() -> None:
    state = PAVILION.position(PLACING + "seat 1 tiles=P3B4").play("s35B+2")
    assert "discard P2B2\n" in str(state)
    assert "tiles=PB " in seat_text(state, 1)
    assert "stars=-/-/....B./" in seat_text(state, 1)


def test_sp_08_one_tile_at_least_is_of_the_colour() -> None:
    state = PAVILION.position(PLACING + "seat 1 tiles=P6")
    assert placed(state) == {f"s6{n}P" for n in range(1, 7)} | {f"sc{n}P" for n in range(1, 7)}
    with pytest.raises(IllegalMove, match=r"it takes 1 B, and there are 0 \(SP-8\)"):
        state.play("s32B+1")
    with pytest.raises(
        IllegalMove, match=r"at least one of these tiles has the colour placed \(SP-8\)"
    ):
        state.play("s31B+1")


def test_sp_08_what_is_not_there_cannot_be_spent() -> None:
    state = PAVILION.position(PLACING + "seat 1 tiles=PB2")
    with pytest.raises(IllegalMove, match=r"it takes 3 B, and there are 2 \(SP-8\)"):
        state.play("s33B")
    with pytest.raises(IllegalMove, match=r"it takes 2 jokers, and there are 1 \(SP-8\)"):
        state.play("s34B+2")


def test_sp_08_a_filled_space_is_taken() -> None:
    state = PAVILION.position(PLACING + "seat 1 tiles=B stars=-/-/B...../-/-/-/-")
    with pytest.raises(IllegalMove, match=r"that space is taken \(SP-8\)"):
        state.play("s31B")


def test_sp_08_grey_spaces_have_other_numbers() -> None:
    """On the outer stars 1 and 3 change places; in the centre every space costs 3."""
    state = PAVILION.position(GREY + "seat 1 tiles=B3")
    spaces = {f"{star}{number}" for star in range(1, 7) for number in (1, 2, 3)}
    assert {move[1:3] for move in placed(state) - {"pass"}} == spaces | {
        f"c{number}" for number in range(1, 7)
    }
    assert "tiles=- " in seat_text(state.play("s11B"), 1)
    assert "tiles=B2 " in seat_text(state.play("s13B"), 1)
    assert "tiles=- " in seat_text(state.play("sc6B"), 1)


def test_sp_09_the_joker_colour_is_placed_with_its_own_tiles_only() -> None:
    state = PAVILION.position(PLACING + "seat 1 tiles=P4B2")
    assert {move for move in moves(state) if move.startswith("s6")} == {
        f"s6{n}P" for n in (1, 2, 3, 4)
    }
    with pytest.raises(IllegalMove, match=r"with its own colour alone \(SP-9\)"):
        state.play("s62P+1")


def test_sp_09_two_purple_on_purple_2() -> None:
    state = PAVILION.position(PLACING + "seat 1 tiles=P2 stars=-/-/-/-/-/P.P.../-").play("s62P")
    assert seat_text(state, 1).startswith("seat 1 score=8 tiles=- ")


def test_sp_09_a_former_joker_is_a_colour_like_any_other() -> None:
    state = PAVILION.position(
        "pavilion; round 2 phase=placing turn=1 start=1; supply Y10; seat 1 tiles=PG"
    )
    assert {move for move in moves(state) if move.startswith("s6")} == {"s61P", "s62P+1"}


# What a star takes


def test_sp_10_outer_stars_take_their_own_colour() -> None:
    state = PAVILION.position(PLACING + "seat 1 tiles=PGOYBR stars=-/-/-/-/-/-/PGO...")
    outer = {move for move in placed(state) if move[1] != "c"}
    assert {move for move in outer if move[2] == "1"} == {
        "s11O",
        "s21R",
        "s31B",
        "s41Y",
        "s51G",
        "s61P",
    }
    with pytest.raises(IllegalMove, match=r"star 3 takes only B \(SP-10\)"):
        state.play("s31R")


def test_sp_10_the_centre_star_takes_any_colour_on_any_space_the_joker_too() -> None:
    state = PAVILION.position(PLACING + "seat 1 tiles=PB")
    assert {move for move in moves(state) if move[1] == "c"} == {"sc1P", "sc1B", "sc2B+1"}
    assert "/P....." in seat_text(state.play("sc1P"), 1)


def test_sp_10_the_centre_star_takes_no_colour_twice() -> None:
    state = PAVILION.position(PLACING + "seat 1 tiles=B6 stars=-/-/-/-/-/-/..B...")
    assert not {move for move in moves(state) if move[1] == "c"}
    for move in ("sc1B", "sc2B"):
        with pytest.raises(IllegalMove, match=r"star c has B already \(SP-10\)"):
            state.play(move)


def colours_for(star: str, text: str) -> set[str]:
    """The colours that a star of the grey side takes, with every colour in hand."""
    stars = "/".join(text if name == star else "-" for name in "123456c")
    hand = "P3G3O3Y3B3R3"
    state = PAVILION.position(
        f"pavilion players=2 side=grey; round 1 phase=placing turn=1 start=1; seat 1 tiles={hand} "
        f"stars={stars}"
    )
    return {move[3] for move in placed(state) if move[1] == star}


@pytest.mark.parametrize("star", "123456c")
@pytest.mark.parametrize(
    ("text", "colours"),
    [
        ("-", "PGOYBR"),
        ("B.....", "PGOYBR"),
        ("B..B..", "B"),
        ("BBBB..", "B"),
        ("PP....", "P"),
        ("B..R..", "PGOY"),
        ("R.B.P.", "GOY"),
        ("PGOYB.", "R"),
        ("BBBBBB", ""),
        ("PGOYBR", ""),
    ],
)
def test_sp_11_the_second_tile_commits_a_grey_star(star: str, text: str, colours: str) -> None:
    assert colours_for(star, text) == set(colours)


def test_sp_11_second_tile_may_equal_the_first_or_differ() -> None:
    state = PAVILION.position(GREY + "seat 1 tiles=B3R3 stars=B...../-/-/-/-/-/-")
    assert {"s12B", "s12R"} <= moves(state)
    alike = PAVILION.position(GREY + "seat 1 tiles=B3R3 stars=BB..../-/-/-/-/-/-")
    with pytest.raises(IllegalMove, match=r"star 1 takes only B \(SP-11\)"):
        alike.play("s13R")
    mixed = PAVILION.position(GREY + "seat 1 tiles=B3R3 stars=BR..../-/-/-/-/-/-")
    with pytest.raises(IllegalMove, match=r"star 1 has B already \(SP-11\)"):
        mixed.play("s13B")


def test_sp_11_several_stars_may_have_one_colour_or_all() -> None:
    state = PAVILION.position(GREY + "seat 1 tiles=BR2 stars=BB..../BR..../.BB.../RB..../-/-/-")
    assert {"s13B", "s33B", "s23B", "s43B"} & placed(state) == {"s13B"}
    assert {"s53R", "s53B", "s12B+1"} & moves(state) == {"s53R", "s53B"}


# Points


@pytest.mark.parametrize(
    ("star", "number", "points"),
    [
        ("......", 6, 1),
        ("...BB.", 6, 3),
        ("...BB.", 3, 3),
        ("B....B", 3, 1),
        ("B....B", 2, 3),
        ("BBB...", 5, 1),
        ("BB.BB.", 3, 5),
        ("BBBB.B", 5, 6),
        (".BBBBB", 1, 6),
        ("B...B.", 6, 3),
        ("B.B.B.", 4, 3),
    ],
)
def test_sp_12_a_tile_scores_its_whole_group_round_the_star(
    star: str, number: int, points: int
) -> None:
    stars = "/".join(["-", "-", star, "-", "-", "-", "-"])
    state = PAVILION.position(PLACING + f"seat 1 tiles=B6 stars={stars}").play(f"s3{number}B")
    assert state.scores[0] == 5 + points


def test_sp_12_red_3_has_no_neighbour_in_6_and_1() -> None:
    state = PAVILION.position(PLACING + "seat 1 tiles=R3 stars=-/R....R/-/-/-/-/-")
    assert state.play("s23R").scores[0] == 6


def test_sp_12_orange_4_between_3_and_5_completes_no_ornament() -> None:
    state = PAVILION.position(PLACING + "seat 1 tiles=P3O stars=..O.O./-/-/-/-/-/-")
    state = state.play("s14O+3")
    assert state.scores[0] == 8
    assert state.phase != "bonus"


def test_sp_12_stars_do_not_touch_each_other() -> None:
    """The spaces across a pillar and a statue are no neighbours."""
    state = PAVILION.position(PLACING + "seat 1 tiles=B2 stars=-/-/-/YYYY../-/-/.GO...")
    assert state.play("s32B").scores[0] == 6


def test_sp_12_colours_do_not_matter_for_a_group() -> None:
    state = PAVILION.position(PLACING + "seat 1 tiles=B3 stars=-/-/-/-/-/-/PG.OY.")
    assert state.play("sc3B").scores[0] == 10
