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

from azulejos.core import texts
from azulejos.core.notation import NOTHING, SCORES, Section, unreadable
from azulejos.core.turn import NOBODY
from azulejos.games.pavilion import table as pavilion
from azulejos.games.pavilion.checks import tiles_missing
from azulejos.games.pavilion.moves import LETTERS
from azulejos.games.pavilion.table import Seat, Table

PHASES = ("choose-start", "refill", "deal", "taking", "placing", "bonus", "keeping", "over")
YES_OR_NO = ("no", "yes")
EMPTY_STAR = texts.EMPTY_CELL * pavilion.SPACES


@dataclass(frozen=True)
class Stars(texts.Value):
    """The tiles on the stars."""

    def write(self, seat: Seat) -> str:
        stars = [texts.cells_text(star, LETTERS) for star in seat.board.tolist()]
        return "/".join(NOTHING if star == EMPTY_STAR else star for star in stars)

    def read(self, section: Section, seat: Seat, _table: Table) -> None:
        for star, text in enumerate(section.parts(self.key, pavilion.STARS)):
            if text == NOTHING:
                continue
            if len(text) != pavilion.SPACES:
                raise unreadable(text, ".B..B.")
            for space, colour in texts.read_cells(text, LETTERS):
                seat.board[star, space] = colour
                seat.filled[star] |= 1 << space
                seat.star_colours[star] |= 1 << colour


def _complete(table: Table) -> None:
    if table.phase == pavilion.OVER:
        table.turn = NOBODY
        table.ending = pavilion.ROUNDS_PLAYED
    elif table.phase >= pavilion.PLACING:
        table.placer = table.turn


TEXT = texts.PositionText(
    "Summer Pavilion",
    texts.Number("rounds", range(pavilion.ROUNDS + 1), name="round"),
    round=(
        texts.Choice("phase", PHASES),
        texts.Who(
            "turn",
            phases=(pavilion.TAKING, pavilion.PLACING, pavilion.BONUS, pavilion.KEEPING),
            is_needed=True,
        ),
        *texts.MARKER,
        texts.Who("placer", name="after", phases=(pavilion.REFILL,)),
        texts.Number(
            "bonus_tiles",
            range(1, pavilion.MAX_BONUS_TILES + 1),
            name="bonus",
            phases=(pavilion.BONUS,),
        ),
    ),
    seat=(
        texts.Number("score", SCORES, pavilion.START_SCORE),
        texts.Pile("tiles", LETTERS),
        texts.Pile("corners", LETTERS),
        texts.Choice("passed", YES_OR_NO, "no"),
        Stars("stars"),
    ),
    letters=LETTERS,
    tiles_missing=tiles_missing,
    piles=("supply",),
    complete=_complete,
)
