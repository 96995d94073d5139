"""What can be edited in a position of Azul."""

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
    turn_place,
)
from azulejos.games.azul.game import AzulOptions
from azulejos.games.azul.moves import LETTERS
from azulejos.games.azul.notation import ENDINGS, FLOOR_LETTERS, PHASES
from azulejos.games.azul.table import FLOOR_SPACES, SIZE

TILES = chosen(LETTERS)


def places(options: AzulOptions) -> list[Place]:
    """Everything on the table, and the course of the round."""
    return [
        *_round(options),
        *offered(LETTERS, display_numbers(options.players), TILES_PER_DISPLAY),
        *(place for seat in range(options.players) for place in _board(seat)),
    ]


def _round(options: AzulOptions) -> list[Place]:
    lines = tuple(str(line + 1) for line in range(SIZE))
    return [
        *round_places(options.players, range(1000), PHASES),
        turn_place(options.players, ("offer", "tiling")),
        Place(
            "quiet",
            Where("round", "quiet"),
            "number",
            "quiet",
            numbers=range(options.quiet_rounds + 1),
        ),
        Place(
            "line-at-hand",
            Where("round", "line"),
            "choice",
            "line-at-hand",
            lines,
            phases=frozenset({"tiling"}),
            otherwise="1",
        ),
        Place(
            "ending",
            Where("round", "ending"),
            "choice",
            "ending",
            ENDINGS[1:],
            phases=frozenset({"over"}),
            otherwise=ENDINGS[1],
        ),
    ]


def _board(seat: int) -> list[Place]:
    section, of = f"seat {seat + 1}", f"seat-{seat}"
    lines = [
        Place(
            f"{of}-line-{line + 1}",
            Where(section, "lines").part(line),
            *("line", "line", TILES, line + 1),
            said=(line + 1,),
            seat=seat,
        )
        for line in range(SIZE)
    ]
    wall = [
        Place(
            f"{of}-wall-{row + 1}-{column + 1}",
            Where(section, "wall").part(row).letter(column),
            *("tile", "wall", TILES),
            otherwise=EMPTY_CELL,
            said=(row + 1, column + 1),
            seat=seat,
        )
        for row in range(SIZE)
        for column in range(SIZE)
    ]
    floor = Where(section, "floor")
    pieces = chosen(FLOOR_LETTERS)
    return [
        *lines,
        Place(f"{of}-floor", floor, "tiles", "floor", pieces, FLOOR_SPACES, seat=seat),
        *wall,
        score_place(seat),
    ]


EDITOR = Editor(
    places,
    fresh="round 1 phase=offer turn=1 start=1",
    dealt={"phase": "offer", "marker": "centre"},
)
