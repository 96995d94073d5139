"""What chance cannot have answered in Sintra."""

from __future__ import annotations

from azulejos.core.asking import ask
from azulejos.core.draw import Draw
from azulejos.core.offer import check_deal, check_start
from azulejos.errors import IllegalDraw
from azulejos.games.sintra.chance import first_side, seat_without_strips
from azulejos.games.sintra.strips import has_jokers
from azulejos.games.sintra.table import (
    CHOOSE_START,
    COLOURS,
    LAY_ROUND_TILES,
    LAY_STRIPS,
    ROUNDS,
    WINDOWS,
    Table,
)


def check_draw(table: Table, draw: Draw) -> None:
    """Refuse what chance cannot have answered."""
    if table.phase == CHOOSE_START:
        check_start(table, draw)
    elif table.phase == LAY_STRIPS:
        seat = ask(seat_without_strips, table)
        _check_strips(ask(first_side, table.own_strips, seat), draw)
    elif table.phase == LAY_ROUND_TILES:
        _check_round_tiles(draw)
    else:
        check_deal(table, draw)


def _check_strips(first: int, draw: Draw) -> None:
    if sorted((piece - first) // 2 for piece in draw.pieces) != list(range(WINDOWS)):
        raise IllegalDraw(f"each of the seat's {WINDOWS} strips goes above one window (SG-2)")
    if any(ask(has_jokers, piece) for piece in draw.pieces):
        raise IllegalDraw("the strip with jokers starts with its joker side down (SG-2)")


def _check_round_tiles(draw: Draw) -> None:
    if len(draw.pieces) != ROUNDS or not 0 <= draw.pieces[0] < COLOURS:
        raise IllegalDraw(f"the round track has {ROUNDS} spaces with a tile each (SG-4)")
    if sorted(draw.pieces[1:]) != list(range(COLOURS)):
        raise IllegalDraw("each colour lies once on the spaces II to VI (SG-4)")
