"""Positions of Summer Pavilion as text.

::

    pavilion players=2
    round 1 phase=placing turn=1 start=1 marker=1
    supply P2G2O2Y2BR
    displays - - - - -
    centre -
    bag P17G15O20Y20B15R18
    discard R2
    seat 1 score=5 tiles=P3B4 corners=- stars=-/-/...BB./-/-/-/-
    seat 2 score=4 tiles=- corners=G4 passed=yes stars=-/R...../-/-/-/-/..G...

The stars stand clockwise from the upper left, the centre last, `-` where nothing lies on one; the
spaces of a star stand in the order of their numbers. A seat that has passed says `passed=yes`.
Where chance refills the supply, `after=` tells whose turn is over; where tiles for ornaments are
due, `bonus=` tells how many. What is left out is empty; the bag left out holds all the tiles that
lie nowhere else.
"""

from __future__ import annotations

from dataclasses import dataclass

from azulejos.core.notation import NOTHING, SCORES, Section, unreadable
from azulejos.core.texts import (
    EMPTY_CELL,
    MARKER,
    Choice,
    Number,
    Pile,
    PositionText,
    Value,
    Who,
    cells_text,
    read_cells,
)
from azulejos.core.turn import NOBODY
from azulejos.games.pavilion.checks import tiles_missing
from azulejos.games.pavilion.moves import LETTERS
from azulejos.games.pavilion.table import (
    BONUS,
    KEEPING,
    MAX_BONUS_TILES,
    OVER,
    PLACING,
    REFILL,
    ROUNDS,
    ROUNDS_PLAYED,
    SPACES,
    STARS,
    START_SCORE,
    TAKING,
    Seat,
    Table,
)

PHASES = ("choose-start", "refill", "deal", "taking", "placing", "bonus", "keeping", "over")
YES_OR_NO = ("no", "yes")
EMPTY_STAR = EMPTY_CELL * SPACES


@dataclass(frozen=True)
class Stars(Value):
    """The tiles on the stars."""

    def write(self, seat: Seat) -> str:
        stars = [cells_text(star, LETTERS) for star in seat.board.tolist()]
        return "/".join(NOTHING if star == EMPTY_STAR else star for star in stars)

    def read(self, section: Section, seat: Seat, _table: Table) -> None:
        for star, text in enumerate(section.parts(self.key, STARS)):
            if text == NOTHING:
                continue
            if len(text) != SPACES:
                raise unreadable(text, ".B..B.")
            for space, colour in read_cells(text, LETTERS):
                seat.board[star, space] = colour
                seat.filled[star] |= 1 << space
                seat.star_colours[star] |= 1 << colour


def _complete(table: Table) -> None:
    if table.phase == OVER:
        table.turn = NOBODY
        table.ending = ROUNDS_PLAYED
    elif table.phase >= PLACING:
        table.placer = table.turn


TEXT = PositionText(
    "Summer Pavilion",
    Number("rounds", range(ROUNDS + 1), name="round"),
    round=(
        Choice("phase", PHASES),
        Who("turn", phases=(TAKING, PLACING, BONUS, KEEPING), is_needed=True),
        *MARKER,
        Who("placer", name="after", phases=(REFILL,)),
        Number("bonus_tiles", range(1, MAX_BONUS_TILES + 1), name="bonus", phases=(BONUS,)),
    ),
    seat=(
        Number("score", SCORES, START_SCORE),
        Pile("tiles", LETTERS),
        Pile("corners", LETTERS),
        Choice("passed", YES_OR_NO, "no"),
        Stars("stars"),
    ),
    letters=LETTERS,
    tiles_missing=tiles_missing,
    piles=("supply",),
    complete=_complete,
)
