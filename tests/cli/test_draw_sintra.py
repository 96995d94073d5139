"""Sintra drawn and told, from positions written as text."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from azulejos import SINTRA, State
from azulejos.cli.draw import describe, draw, tell

NAMES = ("Ana", "Ben")
POSITION = SINTRA.position(
    "sintra players=2; round 2 phase=turn turn=1 start=2 track=OPYWB; displays B2YO - - - -; "
    "centre W3; discard Y; "
    "seat 1 score=4 broken=6 glazier=3 strips=OW4:W2/B4W/O3Y2:O3Y/P5/BOWJ2:BP/B5:B4/W5/- "
    "windows=-/Y/-/-/P/-/-/BO; seat 2 score=-9"
)


def drawn(state: State, width: int = 80) -> str:
    console = Console(file=io.StringIO(), width=width, color_system=None)
    console.print(draw(state, NAMES))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_a_drawing_fits_80_columns() -> None:
    for state in (POSITION, SINTRA.new(), SINTRA.position("sintra; round 6 phase=over start=1")):
        assert max(map(len, drawn(state).splitlines())) <= 80


def test_everything_is_drawn_with_a_letter() -> None:
    text = drawn(POSITION)
    assert "round 2: Ana to take tiles or move the glazier back" in text
    assert "c centre  1*  ◇W 3" in text
    assert "rounds  II ▲O  III ✿P  IV ☀Y  V ◇W  VI ✦B" in text
    assert "▶ Ana: 4 points" in text
    assert "Ben: -9 points" in text
    assert "broken 0 1 2 4 6 8 [10] 12 15 18" in text


def test_strips_stand_above_their_windows() -> None:
    rows = [line.split("┃")[1].rstrip() for line in drawn(POSITION).splitlines() if "┃" in line]
    assert rows == [
        "               ▼",
        " strips ·o ·w ☀Y ·p ✿P ✦B ·w",
        "        ◇W ·b ·y ·p ·* ✦B ·w",
        "        ◇W ·b ▲O ·p ·w ✦B ·w",
        "        ·w ·b ▲O ·p ✦B ✦B ·w",
        "        ·w ·b ▲O ·p ·o ·b ·w",
        " window  1  2  3  4  5  6  7  8",
        "         · ☀Y  ·  · ✿P  ·  · ✦B",
        "         ·  ·  ·  ·  ·  ·  · ▲O",
        " points  4  3  3  2  2  1  1  2",
        " broken 0 1 2 4 6 8 [10] 12 15 18",
    ]


def test_a_description_is_plain_and_complete() -> None:
    text = describe(POSITION, NAMES)
    assert text.isascii()
    assert "Display 1: 2 blue, 1 orange, 1 yellow." in text
    assert "Centre: the first-player marker, 3 white." in text
    assert "Round tiles: II orange, III pink, IV yellow, V white, VI blue." in text
    assert "Broken glass: on the space that costs 10; went round 0 times." in text
    assert "The glazier stands above window 3." in text
    assert (
        "Window 5, 2 points: holds pink; strip of 1 blue, 1 orange, 1 white, 2 joker, "
        "with 1 blue, 1 pink on it." in text
    )
    assert "Window 8, 2 points: holds blue and orange; no strip." in text


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("1B5", "Ana takes 2 blue from display 1 to the strip above window 5; 1 breaks."),
        ("1O5", "Ana takes 1 orange from display 1 to the strip above window 5."),
        (
            "cW7",
            "Ana takes 3 white and the first-player marker from the centre to the strip above "
            "window 7.",
        ),
        ("back", "Ana moves the glazier back to window 1."),
    ],
)
def test_a_move_is_told_in_one_sentence(move: str, sentence: str) -> None:
    assert tell(POSITION, SINTRA.parse_move(move), NAMES) == sentence


def test_what_a_move_brings_is_told() -> None:
    assert "Ana: 3 orange on the strip +3, now 7 points." in tell(
        POSITION, SINTRA.parse_move("1Y3"), NAMES
    )
    keeping = POSITION.play("1Y3")
    assert "Ana to choose the tile for window 3" in drawn(keeping)
    assert tell(keeping, SINTRA.parse_move("kY"), NAMES).splitlines() == [
        "Ana keeps a yellow tile for window 3.",
        "Ana: window 3 and 2 to its right +7, now 14 points.",
    ]


def test_broken_glass_and_the_end_of_a_round_are_told() -> None:
    state = SINTRA.position(
        "sintra players=2; round 2 phase=turn turn=2 start=1 marker=1; centre P3; "
        "seat 2 glazier=6 broken=8"
    )
    assert tell(state, SINTRA.parse_move("cP-"), NAMES).splitlines() == [
        "Ben takes 3 pink from the centre; no strip in reach has room, so all of them break.",
        "Ben: end of the broken-glass track −18, now −18 points.",
        "Round 2 is over.",
    ]


def test_the_end_of_the_game_is_told() -> None:
    state = SINTRA.position(
        "sintra players=2; round 6 phase=turn turn=1 start=1 marker=1; centre P; "
        "seat 1 windows=BB/-/-/-/-/-/-/-; seat 2 broken=5"
    )
    assert tell(state, SINTRA.parse_move("cP4"), NAMES).splitlines() == [
        "Ana takes 1 pink from the centre to the strip above window 4.",
        "The game is over. Now for the final scoring.",
        "Ana: ornament 1 +3, now 3 points.",
        "Ben: broken glass −8, now −8 points.",
    ]
    assert "after round 6: the game is over" in drawn(state.play("cP4"))


@pytest.mark.parametrize(
    ("phase", "draw", "sentence"),
    [
        ("choose-start", "start 2", "Ben goes first, drawn at random."),
        (
            "strips start=1",
            "strips OW4 BY4 O3Y2 P5 P4Y B5 W5 O5",
            "Ana lays out strips above the windows.",
        ),
        (
            "round-tiles start=1",
            "track YBOPYW",
            "Round tiles, I to VI: yellow, blue, orange, pink, yellow, white.",
        ),
        (
            "deal start=2",
            "bag BBBB OOOO PPPP YYYY WWWW",
            "Round 1: 20 tiles dealt to 5 displays. Ben starts.",
        ),
    ],
)
def test_draws_are_told(phase: str, draw: str, sentence: str) -> None:
    state = SINTRA.position(f"sintra players=2; round 0 phase={phase}")
    assert tell(state, SINTRA.parse_draw(draw), NAMES) == sentence
