"""What can be edited in a position of Summer Pavilion."""

from __future__ import annotations

from azulejos.core.displays import TILES_PER_DISPLAY
from azulejos.core.offer import display_numbers
from azulejos.editing.places import (
    EMPTY_CELL,
    Editor,
    Place,
    Where,
    chosen,
    offered,
    round_places,
    score_place,
    seats,
    turn_place,
)
from azulejos.games.pavilion import table as pavilion
from azulejos.games.pavilion.game import PavilionOptions
from azulejos.games.pavilion.moves import LETTERS, star_text
from azulejos.games.pavilion.notation import EMPTY_STAR, PHASES, YES_OR_NO

TILES = chosen(LETTERS)
MAX_TAKEN = 60  # tiles beside a board: more than a seat can take in a round


def places(options: PavilionOptions) -> list[Place]:
    """Everything on the table, and the course of the round."""
    supply = Where("supply", 0)
    return [
        *_round(options),
        *offered(LETTERS, display_numbers(options.players), TILES_PER_DISPLAY),
        Place("supply", supply, "tiles", "supply", TILES, pavilion.SUPPLY_SPACES, is_dealt=True),
        *(place for seat in range(options.players) for place in _board(seat)),
    ]


def _round(options: PavilionOptions) -> list[Place]:
    return [
        *round_places(options.players, range(pavilion.ROUNDS + 1), PHASES),
        turn_place(options.players, ("taking", "placing", "bonus", "keeping")),
        Place(
            "after",
            Where("round", "after"),
            *("choice", "after", ("0", *seats(options.players))),
            phases=frozenset({"refill"}),
            otherwise="0",
        ),
        Place(
            "bonus",
            Where("round", "bonus"),
            *("number", "bonus"),
            numbers=range(1, pavilion.MAX_BONUS_TILES + 1),
            phases=frozenset({"bonus"}),
            otherwise="1",
        ),
    ]


def _board(seat: int) -> list[Place]:
    section, of = f"seat {seat + 1}", f"seat-{seat}"
    spaces = [
        Place(
            f"{of}-{star_text(star)}-{space + 1}",
            Where(section, "stars").part(star).letter(space, EMPTY_STAR),
            *("tile", "star-centre" if star == pavilion.STARS - 1 else "star", TILES),
            otherwise=EMPTY_CELL,
            said=(star + 1, space + 1),
            seat=seat,
        )
        for star in range(pavilion.STARS)
        for space in range(pavilion.SPACES)
    ]
    beside, corners = Where(section, "tiles"), Where(section, "corners")
    passed = Where(section, "passed")
    return [
        Place(f"{of}-tiles", beside, "tiles", "beside", TILES, MAX_TAKEN, seat=seat),
        Place(f"{of}-corners", corners, "tiles", "corners", TILES, pavilion.CORNERS, seat=seat),
        *spaces,
        Place(f"{of}-passed", passed, "choice", "passed", YES_OR_NO, otherwise="no", seat=seat),
        score_place(seat),
    ]


EDITOR = Editor(
    places,
    fresh="round 1 phase=taking turn=1 start=1",
    dealt={"phase": "taking", "marker": "centre"},
)
