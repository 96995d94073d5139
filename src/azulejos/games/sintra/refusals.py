"""Why a move of Sintra is illegal, with the rule, and what chance cannot have drawn."""

from __future__ import annotations

from azulejos.core.asking import ask
from azulejos.core.draw import Draw
from azulejos.core.move import Move
from azulejos.core.offer import check_deal, check_start
from azulejos.core.pile import counts
from azulejos.errors import IllegalDraw
from azulejos.games.sintra import table as sintra
from azulejos.games.sintra.moves import NO_STRIP, Back, Keep, Take
from azulejos.games.sintra.setup import first_side, seat_without_strips
from azulejos.games.sintra.strips import has_jokers
from azulejos.games.sintra.table import Seat, Table


def refusal(table: Table, move: Move) -> str:
    """Why a move is illegal, with the rule."""
    seat = table.seats[table.turn]
    match move:
        case Take() if table.phase == sintra.TURN:
            return _take_refusal(table, seat, move)
        case Back() if table.phase == sintra.TURN:
            if any(side_up != sintra.NONE for side_up in seat.strips):
                return "the glazier stands above the leftmost strip already (SG-6)"
            return "no strip is left to move back to (SG-6)"
        case Keep() if table.phase == sintra.KEEP:
            return f"no {sintra.LETTERS[move.colour]} lies on the finished strip (SG-12)"
    if table.phase == sintra.KEEP:
        return f"seat {table.turn + 1} is to choose the tile for its window (SG-12)"
    return f"seat {table.turn + 1} has no finished strip: it is to take tiles (SG-5)"


def _take_refusal(table: Table, seat: Seat, take: Take) -> str:
    letter, place = sintra.LETTERS[take.colour], take.window + 1
    if counts(table.sources[take.source])[take.colour] == 0:
        source = f"display {take.source}" if take.source else "the centre"
        return f"no {letter} lies in {source} (SG-7)"
    if take.window == NO_STRIP:
        return f"a strip that can be reached has room for {letter} (SG-9)"
    if take.window < seat.glazier:
        return f"window {place} is left of the glazier, who stands at {seat.glazier + 1} (SG-8)"
    if seat.strips[take.window] == sintra.NONE:
        return f"window {place} is finished: its strip is gone (SG-13)"
    return f"the strip above window {place} has no free space for {letter} (SG-8)"


def check_draw(table: Table, draw: Draw) -> None:
    """Refuse what chance cannot have answered."""
    if table.phase == sintra.CHOOSE_START:
        check_start(table, draw)
    elif table.phase == sintra.LAY_STRIPS:
        seat = ask(seat_without_strips, table)
        _check_strips(ask(first_side, table.own_strips, seat), draw)
    elif table.phase == sintra.LAY_ROUND_TILES:
        _check_round_tiles(draw)
    else:
        check_deal(table, draw)


def _check_strips(first: int, draw: Draw) -> None:
    if sorted((piece - first) // 2 for piece in draw.pieces) != list(range(sintra.WINDOWS)):
        raise IllegalDraw(
            f"each of the seat's {sintra.WINDOWS} strips goes above one window (SG-2)"
        )
    if any(ask(has_jokers, piece) for piece in draw.pieces):
        raise IllegalDraw("the strip with jokers starts with its joker side down (SG-2)")


def _check_round_tiles(draw: Draw) -> None:
    if len(draw.pieces) != sintra.ROUNDS or not 0 <= draw.pieces[0] < sintra.COLOURS:
        raise IllegalDraw(f"the round track has {sintra.ROUNDS} spaces with a tile each (SG-4)")
    if sorted(draw.pieces[1:]) != list(range(sintra.COLOURS)):
        raise IllegalDraw("each colour lies once on the spaces II to VI (SG-4)")
