"""What chance may draw in Azul, and what then happens."""

from __future__ import annotations

from azulejos.core.bag import draw, sample_tiles
from azulejos.core.chance import Rng, below
from azulejos.core.compiled import compiled
from azulejos.core.displays import TILES_PER_DISPLAY, tiles_to_deal
from azulejos.core.layout import Codes
from azulejos.core.pile import tiles
from azulejos.games.azul.table import CHOOSE_START, DEAL, NONE, OFFER, Table


@compiled
def sample(table: Table, rng: Rng, pieces: Codes) -> int:
    """Answer for chance: list what it may draw now and return how many pieces that is."""
    if table.phase == CHOOSE_START:
        pieces[0] = below(rng, table.players)
        return 1
    wanted = tiles_to_deal(table.players)  # (AZ-2)
    return sample_tiles(table.bag, table.discard, wanted, rng, pieces)


@compiled
def deal(table: Table, pieces: Codes, number: int) -> None:
    """Apply what chance drew."""
    if table.phase == CHOOSE_START:
        table.start_seat = pieces[0]
        table.phase = DEAL
        return
    for place in range(number):
        colour = pieces[place]
        draw(table, colour)
        table.sources[1 + place // TILES_PER_DISPLAY] += tiles(colour, 1)
    begin_round(table)


@compiled
def begin_round(table: Table) -> None:
    """The marker lies in the centre, the start player begins (AZ-2, AZ-3)."""
    table.rounds += 1
    table.quiet_rounds += 1  # until a tile is added to a wall (AZ-20)
    table.marker_seat = NONE
    table.phase = OFFER
    table.turn = table.start_seat
