"""Setting up a game of Summer Pavilion, and what chance deals."""

from __future__ import annotations

from azulejos.core.bag import draw, sample_tiles
from azulejos.core.chance import Rng, below
from azulejos.core.compiled import compiled
from azulejos.core.displays import fill_displays, tiles_to_deal
from azulejos.core.layout import Codes
from azulejos.core.pile import tiles, total
from azulejos.core.turn import CHANCE, MAX_SEATS
from azulejos.games.pavilion import table as pavilion
from azulejos.games.pavilion.placing import begin_round, go_on_placing
from azulejos.games.pavilion.scoring import clear_board
from azulejos.games.pavilion.table import Table


@compiled
def set_up(table: Table) -> None:
    """Lay out a table (SP-1, SP-2); without a start seat chance will name one."""
    table.bag = pavilion.FULL_BAG
    for seat in range(MAX_SEATS):
        clear_board(table.seats[seat])
    table.marker_seat = pavilion.NONE
    table.placer = pavilion.NONE
    table.phase = pavilion.CHOOSE_START if table.start_seat == pavilion.NONE else pavilion.REFILL
    table.turn = CHANCE


# Chance


@compiled
def sample(table: Table, rng: Rng, pieces: Codes) -> int:
    """Answer for chance: list what it may draw now and return how many pieces that is."""
    if table.phase == pavilion.CHOOSE_START:
        pieces[0] = below(rng, table.players)
        return 1
    return sample_tiles(table.bag, table.discard, tiles_wanted(table), rng, pieces)


@compiled
def tiles_wanted(table: Table) -> int:
    """As many as the supply lacks (SP-14), or four for each display (SP-2)."""
    if table.phase == pavilion.REFILL:
        return pavilion.SUPPLY_SPACES - total(table.supply)
    return tiles_to_deal(table.players)


@compiled
def deal(table: Table, pieces: Codes, count: int) -> None:
    """Apply what chance drew."""
    if table.phase == pavilion.CHOOSE_START:
        table.start_seat = pieces[0]
        table.phase = pavilion.REFILL
    elif table.phase == pavilion.REFILL:
        refill_supply(table, pieces, count)
    else:
        fill_displays(table, pieces, count)  # (SP-2)
        begin_round(table)


@compiled
def refill_supply(table: Table, pieces: Codes, count: int) -> None:
    """Lay tiles on the supply (SP-14); then the next seat is to place, or the first deal is due."""
    for drawn in range(count):
        colour = int(pieces[drawn])
        draw(table, colour)
        table.supply += tiles(colour, 1)
    if table.rounds == 0:
        table.phase = pavilion.DEAL
    else:
        go_on_placing(table)
