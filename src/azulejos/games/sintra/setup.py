"""How a game of Sintra begins."""

from __future__ import annotations

from azulejos.core.compiled import compiled
from azulejos.core.displays import SOURCES
from azulejos.core.pile import tiles
from azulejos.core.turn import CHANCE, MAX_SEATS
from azulejos.games.sintra.strips import lay_strip
from azulejos.games.sintra.table import (
    CHOOSE_START,
    COLOURS,
    LAY_STRIPS,
    LOWER,
    NONE,
    NOT_ENDED,
    ROUNDS,
    TILES_OF_A_COLOUR,
    UPPER,
    WINDOWS,
    Seat,
    Table,
)


@compiled
def set_up(table: Table) -> None:
    """Lay out a table (SG-1, SG-3); without a start seat chance will name one."""
    table.bag = 0
    for colour in range(COLOURS):
        table.bag += tiles(colour, TILES_OF_A_COLOUR)
    table.discard = 0
    for source in range(SOURCES):
        table.sources[source] = 0
    for seat in range(MAX_SEATS):
        clear_palace(table.seats[seat])
    for space in range(ROUNDS):
        table.round_tiles[space] = NONE
    table.rounds = 0
    table.marker_seat = NONE
    table.ending = NOT_ENDED
    table.phase = CHOOSE_START if table.start_seat == NONE else LAY_STRIPS
    table.turn = CHANCE


@compiled
def clear_palace(seat: Seat) -> None:
    """No points, no broken glass, the glazier on the left, no strips yet (SG-3)."""
    seat.score = 0
    seat.glazier = 0
    seat.broken = 0
    seat.wraps = 0
    for window in range(WINDOWS):
        lay_strip(seat, window, NONE)
        seat.cells[window, UPPER] = NONE
        seat.cells[window, LOWER] = NONE
