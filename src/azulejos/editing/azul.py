"""What can be edited in a position of Azul."""

from __future__ import annotations

from azulejos.core.displays import TILES_PER_DISPLAY
from azulejos.core.offer import display_numbers
from azulejos.editing import places
from azulejos.editing.places import Place, round_value
from azulejos.games.azul.game import AzulOptions
from azulejos.games.azul.moves import LETTERS
from azulejos.games.azul.notation import ENDINGS, FLOOR_LETTERS, PHASES
from azulejos.games.azul.table import FLOOR_SPACES, SIZE


def everything(options: AzulOptions) -> list[Place]:
    """Everything on the table, and the course of the round."""
    quiet, lines = range(options.quiet_rounds + 1), places.seats(SIZE)
    return [
        *places.round_places(options.players, range(1000), PHASES, ("offer", "tiling")),
        round_value("quiet", "number", numbers=quiet),
        round_value("line-at-hand", "choice", lines, key="line", phases=["tiling"], otherwise="1"),
        round_value("ending", "choice", ENDINGS[1:], phases=["over"], otherwise=ENDINGS[1]),
        *places.offered(LETTERS, display_numbers(options.players), TILES_PER_DISPLAY),
        *(place for seat in range(options.players) for place in _board(seat)),
    ]


def _board(seat: int) -> list[Place]:
    return [
        *places.line_places(seat, tuple(LETTERS), SIZE),
        places.seat_value(seat, "floor", "tiles", tuple(FLOOR_LETTERS), FLOOR_SPACES),
        *places.cell_places(seat, "wall", tuple(LETTERS), SIZE),
        places.score_place(seat),
    ]


EDITOR = places.Editor(
    everything,
    fresh="round 1 phase=offer turn=1 start=1",
    dealt={"phase": "offer", "marker": "centre"},
)
