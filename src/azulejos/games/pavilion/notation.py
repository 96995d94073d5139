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

from azulejos.core.notation import NOTHING, pile_text
from azulejos.core.offer import marker_text, offer_text
from azulejos.games.pavilion.data import SPACES, STARS
from azulejos.games.pavilion.moves import LETTERS
from azulejos.games.pavilion.table import BONUS, NONE, REFILL, Seat, Table

PHASES = ("choose-start", "refill", "deal", "taking", "placing", "bonus", "keeping", "over")
YES_OR_NO = ("no", "yes")
EMPTY_STAR = "." * SPACES


def write(table: Table) -> list[str]:
    """Write the sections of a position."""
    return [
        _round_text(table),
        "supply " + pile_text(table.supply, LETTERS),
        *offer_text(table, LETTERS),
        *(_seat_text(number, table.seats[number]) for number in range(table.players)),
    ]


def _round_text(table: Table) -> str:
    text = f"round {table.rounds} phase={PHASES[table.phase]}{marker_text(table)}"
    if table.phase == REFILL and table.placer != NONE:
        text += f" after={table.placer + 1}"
    if table.phase == BONUS:
        text += f" bonus={table.bonus_tiles}"
    return text


def _seat_text(number: int, seat: Seat) -> str:
    stars = [_star_text(seat, star) for star in range(STARS)]
    return (
        f"seat {number + 1} score={seat.score} tiles={pile_text(seat.tiles, LETTERS)} "
        f"corners={pile_text(seat.corners, LETTERS)}{' passed=yes' if seat.passed else ''} "
        f"stars={'/'.join(stars)}"
    )


def _star_text(seat: Seat, star: int) -> str:
    colours = [seat.board[star, space] for space in range(SPACES)]
    text = "".join("." if colour == NONE else LETTERS[colour] for colour in colours)
    return NOTHING if text == EMPTY_STAR else text
