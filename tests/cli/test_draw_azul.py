"""Azul drawn and told, from positions written as text."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from azulejos import AZUL, Draw, State
from azulejos.cli.draw import describe, draw, tell

NAMES = ("Ana", "Ben")
POSITION = AZUL.position(
    "azul players=2; round 2 phase=offer turn=1 start=2; displays B2YR - - - -; centre K3; "
    "bag B15Y18R17K17W18; discard Y1; "
    "seat 1 score=4 lines=-/-/R2/-/- floor=W2 wall=B..../...../...../...../.....; "
    "seat 2 score=9 lines=B/-/-/-/- floor=- wall=...../.B.../...../...../....."
)
ALMOST_DONE = AZUL.position(
    "azul players=2; round 2 phase=offer turn=1 start=1 marker=2; displays - - - - -; centre Y; "
    "bag B18Y19R20K20W20; "
    "seat 1 score=4 lines=-/B2/-/-/- floor=-; seat 2 score=9 floor=*"
)
TILING = AZUL.position(
    "azul players=2 side=grey; round 1 phase=tiling turn=1 start=1 marker=2 line=2; "
    "bag B18Y20R20K20W20; seat 1 score=0 lines=-/B2/-/-/-; seat 2 score=0 floor=*"
)


def drawn(state: State, width: int = 80) -> str:
    console = Console(file=io.StringIO(), width=width, color_system=None)
    console.print(draw(state, NAMES))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_a_tile_is_a_symbol_and_a_letter() -> None:
    assert "│✦B ✦B ☀Y ❖R│" in drawn(POSITION)


def test_the_marker_lies_in_the_centre_until_it_is_taken() -> None:
    assert "c centre  1*  ≈K 3" in drawn(POSITION)
    assert "c centre  ☀Y 1" in drawn(ALMOST_DONE)
    assert "f floor line 1*  ·" in drawn(ALMOST_DONE)


def test_pattern_lines_fill_from_the_right() -> None:
    assert "3        · ❖R ❖R ▸" in drawn(POSITION)


def test_free_spaces_of_the_coloured_wall_show_their_colour() -> None:
    assert "▸ ✦B ·y ·r ·k ·w" in drawn(POSITION)
    assert "▸ ·w ✦B ·y ·r ·k" in drawn(POSITION)


def test_free_spaces_of_the_grey_wall_show_none() -> None:
    assert "✦B ✦B ▸  ·  ·  ·  ·  ·" in drawn(TILING)


def test_the_floor_line_shows_its_costs() -> None:
    assert "f floor line ◇W ◇W  ·" in drawn(POSITION)
    assert "-1 -1 -2 -2 -2 -3 -3" in drawn(POSITION)


def test_whose_turn_it_is_does_not_hang_on_colour() -> None:
    assert "▶ Ana: 4 points" in drawn(POSITION)
    assert "─ Ben: 9 points" in drawn(POSITION)
    assert "Azul, round 2: Ana to take tiles" in drawn(POSITION)


def test_boards_stand_below_each_other_where_it_is_narrow() -> None:
    lines = drawn(POSITION, width=60).splitlines()
    assert not any("Ana" in line and "Ben" in line for line in lines[1:])
    assert max(len(line) for line in lines) <= 60


def test_the_description_says_it_all_in_ascii() -> None:
    words = describe(POSITION, NAMES)
    assert words.isascii()
    for sentence in (
        "Azul, round 2: Ana to take tiles.",
        "Display 1: 2 blue, 1 yellow, 1 red.",
        "Display 2: nothing.",
        "Centre: the first-player marker, 3 black.",
        "Discard: 1 yellow.",
        "Ana has 4 points.",
        "Pattern lines: line 3 has 2 of 3 red.",
        "Wall: row 1 has blue in column 1.",
        "Floor line: 2 white; it costs 2.",
        "Wall: row 2 has blue in column 2.",
    ):
        assert sentence in words


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("1B2", "Ana takes 2 blue from display 1 to line 2."),
        ("1R3", "Ana takes 1 red from display 1 to line 3."),
        ("1Bf", "Ana takes 2 blue from display 1 to the floor line."),
        (
            "cK1",
            "Ana takes 3 black and the first-player marker from the centre to line 1; "
            "2 fall to the floor line.",
        ),
    ],
)
def test_a_take_is_told_in_one_sentence(move: str, sentence: str) -> None:
    assert tell(POSITION, AZUL.parse_move(move), NAMES) == sentence


def test_the_last_take_of_a_round_tells_the_tiling() -> None:
    assert tell(ALMOST_DONE, AZUL.parse_move("cYf"), NAMES).splitlines() == [
        "Ana takes 1 yellow from the centre to the floor line.",
        "Ana: blue in row 2 +1, floor line −1 = ±0, now 4 points.",
        "Ben: floor line −1, now 8 points.",
    ]


def test_a_chosen_space_is_told() -> None:
    assert tell(TILING, AZUL.parse_move("w24"), NAMES).splitlines() == [
        "Ana places blue in row 2, column 4.",
        "Ana: blue in row 2 +1, now 1 point.",
        "Ben: floor line ±0, now 0 points.",
    ]


def test_chance_is_told() -> None:
    new = AZUL.new()
    assert tell(new, Draw("start", (1,)), NAMES) == "Ben goes first, drawn at random."
    deal = AZUL.parse_draw("bag BBBB YYYY RRRR KKKK WWWW")
    sentence = tell(new.deal(Draw("start", (1,))), deal, NAMES)
    assert sentence == "Round 1: 20 tiles dealt to 5 displays. Ben starts."
