"""How a game of Summer Pavilion begins."""

from __future__ import annotations

from azulejos.core.compiled import compiled
from azulejos.core.displays import SOURCES
from azulejos.core.pile import tiles
from azulejos.core.turn import CHANCE, MAX_SEATS
from azulejos.games.pavilion.board import clear_board
from azulejos.games.pavilion.table import (
    CHOOSE_START,
    COLOURS,
    NONE,
    NOT_ENDED,
    REFILL,
    TILES_OF_A_COLOUR,
    Table,
)


@compiled
def set_up(table: Table) -> None:
    """Lay out a table (SP-1, SP-2); without a start seat chance will name one."""
    table.bag = 0
    for colour in range(COLOURS):
        table.bag += tiles(colour, TILES_OF_A_COLOUR)
    table.discard = 0
    table.supply = 0
    for source in range(SOURCES):
        table.sources[source] = 0
    for seat in range(MAX_SEATS):
        clear_board(table.seats[seat])
    table.rounds = 0
    table.marker_seat = NONE
    table.placer = NONE
    table.bonus_tiles = 0
    table.ending = NOT_ENDED
    table.phase = CHOOSE_START if table.start_seat == NONE else REFILL
    table.turn = CHANCE
