"""Azul Duel drawn and told, from positions written as text."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from azulejos import DUEL, State
from azulejos.cli.draw import describe, draw, tell
from states import dealt

NAMES = ("Ana", "Ben")
POSITION = DUEL.position(
    "duel; round 2 phase=action turn=1 start=1; plates 3 12; stack ?11 1:16 2:18 top=J; "
    "factories B2YR/-/? -/YK/? -/-/BR -/-/-; large -/YK2; "
    "seat 1 score=4 tokens=1 taken=1 lines=-/B/-/-/-/- broken=Y2 chips=YT "
    "plates=5e/-/-/-/-/-/-/-/- dome=.K..../....../....../....../....../......; "
    "seat 2 score=9 tokens=0 plates=1n/2n/-/-/-/-/-/-/- "
    "dome=YK..../T*..../....../....../....../......"
)
LAST_CHIP = DUEL.position(
    "duel; round 2 phase=action turn=1 start=1 first=2; factories -/-/R -/-/- -/-/- -/-/-; "
    "seat 1 score=4 taken=1 lines=T/-/-/-/-/- plates=5e/-/-/-/-/-/-/-/-; seat 2 score=9 taken=2"
)


def drawn(state: State, width: int = 80) -> str:
    console = Console(file=io.StringIO(), width=width, color_system=None)
    console.print(draw(state, NAMES))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


HAND = dealt(POSITION.play("draw"), "back S")
HAND = dealt(HAND.play("draw"), "back J").play("look")


def test_factories_show_both_sides_and_the_chip() -> None:
    lines = [line for line in drawn(POSITION).splitlines() if "│s" in line or "│m" in line]
    assert lines[0].startswith("│s ✦B ✦B ☀Y ❖R││s            │")
    assert lines[1].startswith("│m            ││m ☀Y ≈K      │")
    assert "chip ?" in drawn(POSITION)
    assert "chip BR" in drawn(POSITION)


def test_a_board_shows_lines_spaces_and_tiles() -> None:
    """Plate 5 with its top to the east is TK over R*; plate 1 of Ben's is complete."""
    shown = drawn(POSITION)
    assert "1  · 0/1 ▸ ·t ≈K  ·  ·  ·  ·" in shown
    assert "2 ✦B 1/2 ▸ ·r ·*  ·  ·  ·  ·" in shown
    assert "▸ ◇T ★* ·t ·k  ·  ·" in shown
    assert "x broken ☀Y ☀Y  ·  ·" in shown
    assert "tokens 1  chips YT" in shown


def test_no_line_is_longer_than_the_screen() -> None:
    for state in (POSITION, HAND, LAST_CHIP):
        assert max(len(line) for line in drawn(state).splitlines()) <= 80


def test_whose_turn_it_is_does_not_hang_on_colour() -> None:
    assert "▶ Ana: 4 points" in drawn(POSITION)
    assert "Azul Duel, round 2: Ana to take a plate, tiles or a chip" in drawn(POSITION)


def test_a_view_shows_what_its_seat_put_back_and_no_more() -> None:
    mine, theirs = (drawn(POSITION.view(seat).state) for seat in (0, 1))
    assert "plate 16 is number 12 from the top, put there by Ana" in mine
    assert "plate 18" not in mine
    assert "plate 18 is number 13 from the top, put there by Ben" in theirs
    assert "plate 16" not in theirs


def test_a_view_shows_the_backs_of_what_the_other_seat_put_back() -> None:
    text = str(POSITION).replace("stack ?11 1:16s1 2:18s1", "stack ?9 1:16s1 2:18s1 2:17 1:4s0")
    mine, theirs = (describe(DUEL.position(text).view(seat).state, NAMES) for seat in (0, 1))
    assert "number 10 from the top, put there by Ana, is a special plate" in theirs
    assert "number 13 from the top, put there by Ana, is a joker plate" in theirs
    assert "of numbers 11 to 12 from the top, put there by Ben, 1 is special" in mine
    assert "special" not in mine[mine.index("Stack:") :].split("of numbers")[0]


def test_plates_in_hand_are_shown_to_their_drawer_alone() -> None:
    state = dealt(HAND, "look 4 7")
    mine, theirs = (describe(state.view(seat).state, NAMES) for seat in (0, 1))
    assert "In hand: plate 4, black and yellow over red and joker." in mine
    assert "plate 4" not in theirs
    assert "In hand: a joker plate.\nIn hand: a special plate." in theirs


def test_no_secret_is_told() -> None:
    assert tell(HAND, DUEL.parse_draw("look 4 7"), NAMES) == "Ana looks at the plates they drew."
    state = dealt(POSITION.play("draw"), "back S")
    state = dealt(state.play("draw"), "back J")
    state = dealt(state.play("draw"), "back J").play("look")
    state = dealt(state, "look 4 7 6").play("k4")
    assert tell(state, DUEL.parse_move("u7"), NAMES) == "Ana puts a plate under the stack."


def test_the_description_says_it_all_in_ascii() -> None:
    words = describe(POSITION, NAMES)
    assert words.isascii()
    for sentence in (
        "Scoring tile 2A 7 points for each complete column.",
        "Plate 3 lies face up: turquoise and red over blue and joker.",
        "Stack: 13 plates, on top a joker plate",
        "Factory 1: sun side 2 blue, 1 yellow, 1 red; moon side nothing; a chip face down.",
        "Factory 2: sun side nothing; moon side yellow, black from the top down; a chip face down.",
        "Factory 3: sun side nothing; moon side nothing; the chip BR.",
        "Large factory: sun side nothing; moon side 1 yellow, 2 black; the first-player tile.",
        "Ana has 4 points and 1 token.",
        "Pattern lines: line 2 has 1 of 2 blue.",
        "Plates: slot 1 has plate 5, turquoise and black over red and special.",
        "Dome: row 1 has black in column 2.",
        "Broken track: 2 yellow; it costs 3.",
        "Chips: YT; used: -.",
    ):
        assert sentence in words


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("1B2", "Ana takes 2 blue from the sun side of factory 1 to line 2; 1 is broken."),
        ("mY1", "Ana takes 2 yellow and the first-player tile from the moon sides to line 1; "),
        ("mKx", "Ana takes 2 black and the first-player tile from the moon sides to the broken"),
        ("c3", "Ana takes the blue and red chip from factory 3."),
        ("p12", "Ana takes plate 12."),
        ("draw", "Ana draws a plate from the stack for 1 point."),
    ],
)
def test_a_move_is_told_in_one_sentence(move: str, sentence: str) -> None:
    assert tell(POSITION, DUEL.parse_move(move), NAMES).splitlines()[0].startswith(sentence)


def test_the_last_action_of_a_round_tells_the_placing() -> None:
    assert tell(LAST_CHIP, DUEL.parse_move("c1"), NAMES).splitlines() == [
        "Ana takes the red chip from factory 1.",
        "Ben: broken track and first-player tile −2, now 7 points.",
        "Ana: turquoise in row 1 +1, now 5 points.",
    ]


def test_chance_is_told() -> None:
    state = DUEL.new(scoring="random3")
    sentences = []
    for text in ("start 2", "scoring 1A 2B 4A", "plates 3 4 5 S", "large BBYRK"):
        sentences.append(tell(state, DUEL.parse_draw(text), NAMES))
        state = dealt(state, text)
    assert sentences == [
        "Ben goes first, drawn at random.",
        "Scoring tiles in this game: complete rows, tiles on the edge, all joker spaces.",
        "Plates 3, 4, 5 are turned face up. The next plate in the stack is a special plate.",
        "The large factory gets 5 tiles.",
    ]


def test_plates_are_named_as_they_are_typed() -> None:
    assert "─ p3 ─" in drawn(POSITION)
    assert "─ p12 ─" in drawn(POSITION)
    assert "─ lay 12 ─" in drawn(POSITION.play("p12"))
