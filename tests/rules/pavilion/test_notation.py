"""Summer Pavilion as text: moves, positions, and what is refused."""

from __future__ import annotations

import pytest

from azulejos import PAVILION
from azulejos.errors import IllegalMove, NotationError, OptionError
from azulejos.games.pavilion.moves import Done, Keep, Pass, Place, Take, TakeBonus

WHOLE = """\
pavilion players=2
round 1 phase=placing turn=1 start=1 marker=1
supply P2G2O2Y2BR
displays - - - - -
centre -
bag P17G15O20Y20B15R18
discard R2
seat 1 score=5 tiles=P3B4 corners=- stars=-/-/...BB./-/-/-/-
seat 2 score=4 tiles=- corners=G4 passed=yes stars=-/R...../-/-/-/-/..G..."""


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("3B", Take(3, 4)),
        ("cY", Take(0, 3)),
        ("s36B", Place(2, 5, 4)),
        ("s36B+3", Place(2, 5, 4, 3)),
        ("sc1P", Place(6, 0, 0)),
        ("+R", TakeBonus(5)),
        ("kG", Keep(1)),
        ("pass", Pass()),
        ("done", Done()),
    ],
)
def test_moves_are_written_and_read(text: str, move: object) -> None:
    assert PAVILION.parse_move(text) == move
    assert PAVILION.parse_move(f" {text.lower()} ") == move
    assert str(move) == text


@pytest.mark.parametrize(
    "text", ["", "3", "0B", "3K", "s76B", "s37B", "s36", "s36B+6", "s36B+", "36B", "k", "+", "pas"]
)
def test_other_texts_are_no_moves(text: str) -> None:
    with pytest.raises(NotationError, match="is not a move of Summer Pavilion"):
        PAVILION.parse_move(text)


def test_a_move_with_a_number_out_of_range_is_refused() -> None:
    state = PAVILION.position(WHOLE)
    for move in (Place(2, 5, 4, 9), Place(7, 0, 0), Take(10, 0), Keep(6)):
        with pytest.raises(IllegalMove, match="is not a move of Summer Pavilion"):
            state.play(move)


def test_a_whole_position_reads_back() -> None:
    assert str(PAVILION.position(WHOLE)) == WHOLE
    assert (
        str(PAVILION.position(WHOLE.replace("\n", ";").replace("-/-/...", "....../-/..."))) == WHOLE
    )


def test_a_bag_left_out_holds_the_rest() -> None:
    short = "\n".join(line for line in WHOLE.splitlines() if not line.startswith("bag"))
    assert str(PAVILION.position(short)) == WHOLE


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("bag P17", "bag P18", "23 purple tiles instead of 22"),
        ("centre -\nbag P17", "centre P\nbag P16", "while they are taken, and only then"),
        ("supply P2", "supply P3", "the supply holds more than 10"),
        ("marker=1", "marker=2", r"whoever holds the marker starts \(SP-6\)"),
        ("round 1", "round 0", "the round does not fit the phase"),
        ("start=1 ", "", "the first player is missing"),
        ("tiles=P3B4", "tiles=-", r"no tiles: passes without a move \(SP-15\)"),
        ("corners=G4 passed=yes", "corners=G4", r"before passing \(SP-15\)"),
        ("corners=G4", "corners=G5", r"more than 4 tiles in the corners \(SP-15\)"),
        ("tiles=- corners=G4", "tiles=G corners=G3", r"after passing \(SP-15\)"),
        ("turn=1", "turn=2", r"not to move \(SP-7\)"),
        ("...BB.", "...BR.", r"star 3 holds another colour \(SP-10\)"),
        ("..G...", "..GG..", r"star c holds a colour twice \(SP-10\)"),
        ("phase=placing turn=1", "phase=keeping turn=2", "nothing is left to choose"),
        ("phase=placing turn=1", "phase=bonus turn=1", "lacks bonus="),
        ("phase=placing turn=1", "phase=refill after=1", r"the supply is full \(SP-14\)"),
        ("phase=placing turn=1", "phase=deal", r"has yet to pass \(SP-16\)"),
        ("phase=placing turn=1", "phase=taking turn=1", "while they are taken, and only then"),
        ("round 1 phase=placing turn=1", "round 6 phase=over", r"has yet to pass \(SP-16\)"),
        ("...BB.", "...BB", "cannot be read; write it like"),
        ("...BB.", "...BK.", "'K' is not a tile"),
        ("/..G...", "", "should have 7 parts"),
        ("score=5", "score=0", "fewer than 1 point"),
        ("displays - - - - -", "displays - -", "2 players have 5 displays"),
        ("discard", "waste", "has no section 'waste'"),
    ],
)
def test_impossible_positions_are_refused(old: str, new: str, fault: str) -> None:
    assert old in WHOLE
    with pytest.raises(NotationError, match=fault):
        PAVILION.position(WHOLE.replace(old, new))


def test_a_grey_star_is_of_one_colour_or_of_different_ones() -> None:
    text = "pavilion side=grey; round 1 phase=placing turn=1 start=1; seat 1 tiles=B stars={}"
    text += "/-" * 6
    for star in ("BB..B.", "BRG...", "B....."):
        PAVILION.position(text.format(star))
    with pytest.raises(NotationError, match=r"star 1 holds a colour twice \(SP-11\)"):
        PAVILION.position(text.format("BBR..."))


def test_a_refill_after_the_last_turn_is_impossible() -> None:
    text = "pavilion; round {} phase=refill after=1 start=1; seat 1 passed=yes; seat 2 passed=yes"
    PAVILION.position(text.format(5))
    with pytest.raises(NotationError, match=r"nothing is drawn after the last turn \(SP-14\)"):
        PAVILION.position(text.format(6))


def test_options_are_checked() -> None:
    with pytest.raises(OptionError, match="there are only 2 players"):
        PAVILION.options(players=2, start=3)
    with pytest.raises(OptionError, match="it must be one of coloured, grey"):
        PAVILION.options(side="red")
