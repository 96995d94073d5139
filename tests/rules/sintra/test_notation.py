"""Moves and positions of Sintra as text."""

from __future__ import annotations

import pytest

from azulejos import SINTRA
from azulejos.errors import NotationError
from azulejos.games.sintra.moves import NO_STRIP, Back, Keep, Take

WHOLE = """\
sintra players=2 side=B
round 2 phase=turn turn=1 start=2 marker=centre track=OPYWB
displays B2OY P2W2 - - -
centre BY
bag B11O18P13Y15W13
discard B4
seat 1 score=7 broken=2 wraps=1 glazier=3 strips=OW4:W2/B4W/O3Y2/P5/BOWJ2:PY/B5:B/W5/O5 \
windows=-/Y/-/-/P/-/-/-
seat 2 score=-3 broken=0 wraps=0 glazier=8 strips=O5/W5/B5/P4Y/P5:P2/O3Y2/BY4/- \
windows=-/-/-/-/-/-/-/WW"""


def test_moves_have_short_texts() -> None:
    assert str(Take(3, 0, 4)) == "3B5"
    assert str(Take(0, 4, NO_STRIP)) == "cW-"
    assert str(Keep(2)) == "kP"
    assert str(Back()) == "back"
    for code in range(SINTRA.move_codes):
        move = SINTRA.decode(code)
        assert SINTRA.encode(move) == code
        assert SINTRA.parse_move(str(move)) == move
    assert SINTRA.parse_move(" CY- ") == Take(0, 3, NO_STRIP)


@pytest.mark.parametrize("text", ["", "3R5", "3B9", "0B1", "kJ", "k", "3B", "forth"])
def test_other_texts_are_no_moves(text: str) -> None:
    with pytest.raises(NotationError, match="is not a move of Sintra"):
        SINTRA.parse_move(text)


def test_a_whole_position_reads_back() -> None:
    state = SINTRA.position(WHOLE)
    assert str(state) == WHOLE
    assert state.table.seats[0].accepts[4] == 0b10011  # a yellow and a pink lie on the jokers


def test_tiles_and_spaces_may_be_written_one_by_one() -> None:
    loose = WHOLE.replace("OW4:W2", "WWOWW:WW").replace("BOWJ2:PY", "JJBOW:YP")
    assert SINTRA.position(loose) == SINTRA.position(WHOLE)


def test_what_is_left_out_is_as_at_the_start() -> None:
    short = SINTRA.position("sintra players=2; round 3 phase=turn turn=1 start=1; centre B")
    assert str(short) == (
        "sintra players=2\n"
        "round 3 phase=turn turn=1 start=1 marker=centre track=OPYW\n"
        "displays - - - - -\n"
        "centre B\n"
        "bag B19O19P19Y19W19\n"
        "discard -\n"
        "seat 1 score=0 broken=0 wraps=0 glazier=1 "
        "strips=OW4/BY4/O3Y2/P5/P4Y/B5/W5/O5 windows=-/-/-/-/-/-/-/-\n"
        "seat 2 score=0 broken=0 wraps=0 glazier=1 "
        "strips=OW4/BY4/O3Y2/P5/P4Y/B5/W5/O5 windows=-/-/-/-/-/-/-/-"
    )


def test_strips_left_out_follow_their_windows() -> None:
    state = SINTRA.position(
        "sintra players=2; round 3 phase=turn turn=1 start=1; centre B; "
        "seat 1 windows=B/BO/-/-/-/-/-/-"
    )
    assert "strips=O4P/-/O3Y2/" in str(state)


def test_set_up_positions_read_back() -> None:
    for text in ("round 0 phase=choose-start", "round 0 phase=strips start=1"):
        state = SINTRA.position(f"sintra players=2; {text}")
        assert "strips=-/-/-/-/-/-/-/- " in str(state)
        assert SINTRA.position(str(state)) == state


HEAD = "sintra players=2; "
TURN = HEAD + "round 1 phase=turn turn=1 start=1; "


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (TURN + "bag B; centre B", "4 blue tiles instead of 20"),
        (TURN + "displays BBBBB - - - -", "display 1 holds more than 4"),
        (TURN, "tiles lie on displays or in the centre"),
        (HEAD + "round 1 phase=deal start=1; centre B", "tiles lie on displays or in the centre"),
        (HEAD + "round 1 phase=turn turn=1; centre B", "the first player is missing"),
        (HEAD + "round 0 phase=turn turn=1 start=1; centre B", "round 0 cannot be"),
        (HEAD + "round 6 phase=deal start=1", "round 6 cannot be"),
        (HEAD + "round 5 phase=over start=1", "round 5 cannot be"),
        (HEAD + "round 2 phase=deal start=1 track=BOPYW", "5 round tiles instead of 4"),
        (HEAD + "round 2 phase=deal start=1 track=BOPB", "a colour lies twice"),
        (HEAD + "round 0 phase=choose-start; seat 1 strips=OW4/-/-/-/-/-/-/-", "before their time"),
        (
            "sintra players=2 floor_at_zero=yes; round 1 phase=deal start=1; seat 2 score=-1",
            "player 2: fewer than 0 points",
        ),
        (
            TURN + "centre B; seat 1 strips=OW4/O4P/O3Y2/P5/P4Y/B5/W5/O5",
            "the same strip lies above two windows",
        ),
        (
            TURN + "centre B; seat 1 strips=-/BY4/O3Y2/P5/P4Y/B5/W5/O5",
            "window 1: a strip lies there until the window has its second tile",
        ),
        (
            TURN + "centre B; seat 1 strips=OW4/BY4/O3Y2/P5/BOWJ2/B5/W5/O5",
            "window 5: the joker side comes up only",
        ),
        (
            TURN + "centre B; seat 1 strips=OW4:B/BY4/O3Y2/P5/P4Y/B5/W5/O5",
            "window 1: the strip holds tiles that it has no spaces for",
        ),
        (
            TURN + "centre B; seat 1 strips=OW4:OW4/BY4/O3Y2/P5/P4Y/B5/W5/O5",
            "window 1: a strip is full while its tile",
        ),
        (
            HEAD + "round 0 phase=strips start=1; seat 2 strips=OW4/BY4/O3Y2/P5/P4Y/B5/W5/O5",
            "player 2: strips before their time",
        ),
        (HEAD + "round 0 phase=deal start=1; seat 2 broken=1", "player 2: points, tiles or"),
        (HEAD + "round 0 phase=strips start=1; seat 2 windows=B/-/-/-/-/-/-/-", "points, tiles or"),
        (
            HEAD + "round 1 phase=keep turn=1 start=1; seat 1 windows=BB/-/-/-/-/-/-/-",
            "window 1: a strip is full while its tile",
        ),
        (
            HEAD + "round 1 phase=keep turn=1 start=1",
            "window 1: a strip is full while its tile",
        ),
        (
            HEAD + "round 1 phase=keep turn=1 start=1; "
            "seat 1 glazier=4 strips=OW4/BY4/O3Y2/P5:P5/P4Y/B5/W5/O5",
            "window 4: the finished strip leaves no choice",
        ),
    ],
)
def test_impossible_positions_are_refused(text: str, fault: str) -> None:
    with pytest.raises(NotationError, match=fault):
        SINTRA.position(text)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (TURN + "walls B", "a position of Sintra has no section 'walls'"),
        (TURN + "displays B", "2 players have 5 displays"),
        (TURN + "seat 1 strips=OW4", "should have 8 parts"),
        (
            TURN + "seat 1 strips=O2W3/BY4/O3Y2/P5/P4Y/B5/W5/O5",
            "no strip has the side O2W3",
        ),
        (TURN + "seat 1 windows=BOB/-/-/-/-/-/-/-", "cannot be read; write it like BO"),
        (TURN + "seat 1 windows=X/-/-/-/-/-/-/-", "cannot be read; write it like BO"),
        (TURN + "seat 1 broken=9", "broken=9 should be a number from 0 to 8"),
        (TURN + "seat 1 wall=8", "has no value 'wall'"),
        (
            HEAD + "round 1 phase=turn turn=1 start=1 track=BOPYWXB",
            "'BOPYWXB' cannot be read",
        ),
    ],
)
def test_texts_that_are_no_position_are_refused(text: str, complaint: str) -> None:
    with pytest.raises(NotationError, match=complaint):
        SINTRA.position(text)
