"""Summer Pavilion drawn and told, from positions written as text."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from azulejos import PAVILION, State
from azulejos.cli.draw import describe, draw, tell

NAMES = ("Ana", "Ben")
TAKING = PAVILION.position(
    "pavilion; round 1 phase=taking turn=1 start=2; supply G4Y6; displays P2BR - - - -; "
    "centre P3O2; seat 1 score=9"
)
PLACING = PAVILION.position(
    "pavilion; round 1 phase=placing turn=1 start=1 marker=1; supply G9Y; "
    "seat 1 score=5 tiles=P3B4 stars=-/-/...BB./-/-/-/-; "
    "seat 2 score=4 corners=G4 passed=yes stars=-/R...../-/-/-/-/..G..."
)
GREY = PAVILION.position(
    "pavilion side=grey; round 2 phase=placing turn=2 start=1; "
    "seat 2 tiles=B3 stars=....RR/-/-/-/-/-/-"
)


def drawn(state: State, width: int = 80) -> str:
    console = Console(file=io.StringIO(), width=width, color_system=None)
    console.print(draw(state, NAMES))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def sentences(state: State, move: str) -> list[str]:
    return tell(state, PAVILION.parse_move(move), NAMES).splitlines()


def test_the_headline_names_the_joker_and_what_is_due() -> None:
    assert "Summer Pavilion, round 1, joker purple: Ana to take tiles" in drawn(TAKING)
    assert "Summer Pavilion, round 1, joker purple: Ana to place a tile or pass" in drawn(PLACING)
    assert "joker green: Ben to place" in drawn(GREY)
    keeping = PLACING.play("pass").play("kB")
    assert "Ana to choose up to 3 tiles to keep" in drawn(keeping)
    bonus = PLACING.play("s36B+3")
    assert "Ana to take 3 tiles from the supply" in drawn(bonus)


def test_displays_centre_marker_and_supply_are_drawn() -> None:
    picture = drawn(TAKING)
    assert "│♣P ♣P ✦B ❖R│" in picture
    assert "c centre  1*  ♣P 3  ✹O 2" in picture
    assert "supply  ❧G 4  ☀Y 6  (10 tiles)" in picture
    assert "centre" not in drawn(PLACING)


def test_stars_lie_in_a_ring_with_their_numbers() -> None:
    lines = [line[1:38] for line in drawn(PLACING).splitlines() if line.startswith("┃")]
    assert lines[:14] == [
        "          ³ 6o          5r ³         ",
        "         5o  1 1o    4r  2 6r        ",
        "         4o    2o  ² 3r    1r        ",
        "            3o          2r           ",
        "         ²     ¹      ¹     ²        ",
        "      1p          1·          ✦B     ",
        "   6p  6 2p    6·  c 2·    3b  3 ✦B  ",
        " ³ 5p    3p  ¹ 5·    3·  ¹ 2b    6b ³",
        "      4p          4·          1b     ",
        "         ²     ¹      ¹     ²        ",
        "            2g          3y           ",
        "         1g  5 3g    2y  4 4y        ",
        "         6g    4g  ² 1y    5y        ",
        "          ³ 5g          6y ³         ",
    ]


def test_completed_ornaments_are_ticked() -> None:
    assert "³" in drawn(GREY)
    assert "          ✓ ❖R          5· ³" in drawn(GREY)


def test_the_grey_side_explains_its_costs() -> None:
    assert "space 1 costs 3" in drawn(GREY)
    assert "space 1 costs 3" not in drawn(PLACING)


def test_tiles_corners_and_who_passed_are_drawn() -> None:
    picture = drawn(PLACING)
    assert "▶ Ana: 5 points" in picture
    assert "─ Ben: 4 points, passed" in picture
    assert " tiles   ♣P3 ✦B4 " in picture
    assert " corners ❧G4 " in picture


@pytest.mark.parametrize("width", [80, 60])
def test_the_drawing_keeps_to_the_width(width: int) -> None:
    for state in (TAKING, PLACING, GREY):
        assert max(len(line) for line in drawn(state, width).splitlines()) <= width


def test_the_description_says_it_all_in_ascii() -> None:
    text = describe(TAKING, NAMES) + describe(PLACING, NAMES)
    assert text.isascii()
    for sentence in (
        "Summer Pavilion, round 1, joker purple: Ana to take tiles.",
        "Display 1: 2 purple, 1 blue, 1 red.",
        "Display 2: nothing.",
        "Centre: the first-player marker, 3 purple, 2 orange.",
        "Supply: 4 green, 6 yellow.",
        "Ana has 5 points.",
        "Tiles: 3 purple, 4 blue. Corners: nothing.",
        "Star 3, right: blue on space 4, blue on space 5.",
        "Ben has 4 points and has passed.",
        "Star c, centre: green on space 3.",
        "Ornaments completed: 0 of 18.",
    ):
        assert sentence in text


def test_a_take_is_told() -> None:
    assert sentences(TAKING, "1B") == ["Ana takes 1 blue and 1 purple joker from display 1."]
    assert sentences(TAKING, "cO") == [
        "Ana takes 2 orange and 1 purple joker from the centre, and the first-player marker.",
        "Ana: 3 tiles taken with the marker −3, now 6 points.",
    ]


def test_a_placement_is_told_with_its_points_and_ornaments() -> None:
    assert sentences(PLACING, "s36B+3") == [
        "Ana places blue on space 6 of star 3 for 3 blue and 3 purple.",
        "Ana: a group of 3 +3, now 8 points.",
        "Ana gets 3 tiles from the supply for ornaments.",
    ]
    assert sentences(PLACING.play("s36B+3"), "+Y") == ["Ana takes 1 yellow from the supply."]


def test_a_pass_is_told() -> None:
    assert sentences(PLACING, "pass") == ["Ana passes."]
    assert sentences(PLACING.play("pass"), "kB") == ["Ana keeps 1 blue."]
    assert sentences(PLACING.play("pass"), "done") == [
        "Ana doesn’t keep any more tiles.",
        "Ana: 7 tiles not kept −4, now 1 point.",
    ]


def test_a_seat_without_tiles_is_told_to_pass() -> None:
    state = PAVILION.position(
        "pavilion; round 1 phase=placing turn=1 start=1; supply G10; seat 1 tiles=B"
    )
    assert sentences(state, "s31B")[2:] == [
        "Ana has no tiles left and passes.",
        "Ben has no tiles left and passes.",
    ]


def test_the_end_is_told() -> None:
    state = PAVILION.position(
        "pavilion; round 6 phase=placing turn=2 start=1; seat 2 tiles=B; "
        "seat 1 score=10 passed=yes stars=OOOOOO/-/-/-/-/-/-"
    ).play("pass")
    assert sentences(state, "kB") == [
        "Ben keeps 1 blue.",
        "The game is over. Now for the final scoring.",
        "Ana: star 1 +17, now 27 points.",
        "Ben: 1 tile left in the corners −1, now 4 points.",
    ]


def test_draws_are_told() -> None:
    state = PAVILION.new(start=2)
    draw = PAVILION.parse_draw("bag PPGG GGBB BB")
    assert tell(state, draw, NAMES) == "10 tiles added to the supply: 2 purple, 4 green, 4 blue."
    state = state.deal(draw)
    draw = PAVILION.parse_draw("bag RRRR YYYY OOOO PPPP GGGG")
    assert tell(state, draw, NAMES) == (
        "Round 1, purple is the joker: 20 tiles dealt to 5 displays. Ben starts."
    )
