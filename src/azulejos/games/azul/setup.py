"""How a game of Azul begins."""

from __future__ import annotations

from azulejos.core.compiled import compiled
from azulejos.core.displays import SOURCES
from azulejos.core.pile import tiles
from azulejos.core.turn import CHANCE, MAX_SEATS
from azulejos.games.azul.table import (
    CHOOSE_START,
    COLOURS,
    DEAL,
    NONE,
    NOT_ENDED,
    SIZE,
    TILES_OF_A_COLOUR,
    Seat,
    Table,
)


@compiled
def set_up(table: Table) -> None:
    """Lay out a table (AZ-1, AZ-2); without a start seat chance will name one."""
    table.bag = 0
    for colour in range(COLOURS):
        table.bag += tiles(colour, TILES_OF_A_COLOUR)
    table.discard = 0
    for source in range(SOURCES):
        table.sources[source] = 0
    for seat in range(MAX_SEATS):
        clear_board(table.seats[seat])
    table.quiet_rounds = 0
    table.rounds = 0
    table.tiling_line = NONE
    table.marker_seat = NONE
    table.ending = NOT_ENDED
    table.phase = CHOOSE_START if table.start_seat == NONE else DEAL
    table.turn = CHANCE


@compiled
def clear_board(seat: Seat) -> None:
    """No points, no tiles (AZ-1)."""
    seat.score = 0
    seat.floor = 0
    seat.line_tiles = 0
    seat.line_colours = 0
    seat.wall_colours = 0
    for row in range(SIZE):
        for column in range(SIZE):
            seat.wall[row, column] = NONE
