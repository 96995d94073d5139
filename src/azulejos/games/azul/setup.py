"""Setting up a game of Azul, and what chance deals."""

from __future__ import annotations

from azulejos.core.bag import sample_tiles
from azulejos.core.chance import Rng, below
from azulejos.core.compiled import compiled
from azulejos.core.displays import fill_displays, tiles_to_deal
from azulejos.core.layout import Codes
from azulejos.core.turn import CHANCE, MAX_SEATS
from azulejos.games.azul import table as azul
from azulejos.games.azul.table import Seat, Table


@compiled
def set_up(table: Table) -> None:
    """Lay out a table (AZ-1, AZ-2); without a start seat chance will name one."""
    table.bag = azul.FULL_BAG
    for seat in range(MAX_SEATS):
        clear_wall(table.seats[seat])
    table.tiling_line = azul.NONE
    table.marker_seat = azul.NONE
    table.phase = azul.CHOOSE_START if table.start_seat == azul.NONE else azul.DEAL
    table.turn = CHANCE


@compiled
def clear_wall(seat: Seat) -> None:
    """No tiles (AZ-1)."""
    for row in range(azul.SIZE):
        for column in range(azul.SIZE):
            seat.wall[row, column] = azul.NONE


# Chance


@compiled
def sample(table: Table, rng: Rng, pieces: Codes) -> int:
    """Answer for chance: list what it may draw now and return how many pieces that is."""
    if table.phase == azul.CHOOSE_START:
        pieces[0] = below(rng, table.players)
        return 1
    wanted = tiles_to_deal(table.players)  # (AZ-2)
    return sample_tiles(table.bag, table.discard, wanted, rng, pieces)


@compiled
def deal(table: Table, pieces: Codes, count: int) -> None:
    """Apply what chance drew."""
    if table.phase == azul.CHOOSE_START:
        table.start_seat = pieces[0]
        table.phase = azul.DEAL
        return
    fill_displays(table, pieces, count)
    begin_round(table)


@compiled
def begin_round(table: Table) -> None:
    """The marker lies in the centre, the start player begins (AZ-2, AZ-3)."""
    table.rounds += 1
    table.quiet_rounds += 1  # until a tile is added to a wall (AZ-20)
    table.marker_seat = azul.NONE
    table.phase = azul.OFFER
    table.turn = table.start_seat
