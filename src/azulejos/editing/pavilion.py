"""What can be edited in a position of Summer Pavilion."""

from __future__ import annotations

from azulejos.core.displays import TILES_PER_DISPLAY
from azulejos.core.offer import display_numbers
from azulejos.editing import places
from azulejos.editing.places import EMPTY_CELL, Place, Where, round_value, seat_value
from azulejos.games.pavilion import table as pavilion
from azulejos.games.pavilion.game import PavilionOptions
from azulejos.games.pavilion.moves import LETTERS, star_text
from azulejos.games.pavilion.notation import EMPTY_STAR, PHASES, YES_OR_NO

TILES = tuple(LETTERS)
MAX_TAKEN = 60  # tiles beside a board: more than a seat can take in a round


def everything(options: PavilionOptions) -> list[Place]:
    """Everything on the table, and the course of the round."""
    rounds, moving = range(pavilion.ROUNDS + 1), ("taking", "placing", "bonus", "keeping")
    after, bonus = ("0", *places.seats(options.players)), range(1, pavilion.MAX_BONUS_TILES + 1)
    supply = Where("supply", 0)
    return [
        *places.round_places(options.players, rounds, PHASES, moving),
        round_value("after", "choice", after, phases=["refill"], otherwise="0"),
        round_value("bonus", "number", numbers=bonus, phases=["bonus"], otherwise="1"),
        *places.offered(LETTERS, display_numbers(options.players), TILES_PER_DISPLAY),
        Place("supply", supply, "tiles", "supply", TILES, pavilion.SUPPLY_SPACES, is_dealt=True),
        *(place for seat in range(options.players) for place in _board(seat)),
    ]


def _board(seat: int) -> list[Place]:
    where = Where(f"seat {seat + 1}", "stars")
    spaces = [
        Place(
            f"seat-{seat}-{star_text(star)}-{space + 1}",
            where.part(star).letter(space, EMPTY_STAR),
            *("tile", "star-centre" if star == pavilion.STARS - 1 else "star", TILES),
            otherwise=EMPTY_CELL,
            said=(star + 1, space + 1),
            seat=seat,
        )
        for star in range(pavilion.STARS)
        for space in range(pavilion.SPACES)
    ]
    return [
        seat_value(seat, "tiles", "tiles", TILES, MAX_TAKEN, label="beside"),
        seat_value(seat, "corners", "tiles", TILES, pavilion.CORNERS),
        *spaces,
        seat_value(seat, "passed", "choice", YES_OR_NO, otherwise="no"),
        places.score_place(seat),
    ]


EDITOR = places.Editor(
    everything,
    fresh="round 1 phase=taking turn=1 start=1",
    dealt={"phase": "taking", "marker": "centre"},
)
