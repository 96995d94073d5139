"""Why a move of Sintra is illegal, with the rule."""

from __future__ import annotations

from azulejos.core.move import Move
from azulejos.core.pile import counts
from azulejos.games.sintra.data import LETTERS
from azulejos.games.sintra.moves import NO_STRIP, Back, Keep, Take
from azulejos.games.sintra.table import KEEP, NONE, TURN, Seat, Table


def refusal(table: Table, move: Move) -> str:
    """Why a move is illegal, with the rule."""
    seat = table.seats[table.turn]
    match move:
        case Take() if table.phase == TURN:
            return _take_refusal(table, seat, move)
        case Back() if table.phase == TURN:
            if any(side_up != NONE for side_up in seat.strips):
                return "the glazier stands above the leftmost strip already (SG-6)"
            return "no strip is left to move back to (SG-6)"
        case Keep() if table.phase == KEEP:
            return f"no {LETTERS[move.colour]} lies on the finished strip (SG-12)"
    if table.phase == KEEP:
        return f"seat {table.turn + 1} is to choose the tile for its window (SG-12)"
    return f"seat {table.turn + 1} has no finished strip: it is to take tiles (SG-5)"


def _take_refusal(table: Table, seat: Seat, take: Take) -> str:
    letter, place = LETTERS[take.colour], take.window + 1
    if counts(table.sources[take.source])[take.colour] == 0:
        source = f"display {take.source}" if take.source else "the centre"
        return f"no {letter} lies in {source} (SG-7)"
    if take.window == NO_STRIP:
        return f"a strip that can be reached has room for {letter} (SG-9)"
    if take.window < seat.glazier:
        return f"window {place} is left of the glazier, who stands at {seat.glazier + 1} (SG-8)"
    if seat.strips[take.window] == NONE:
        return f"window {place} is finished: its strip is gone (SG-13)"
    return f"the strip above window {place} has no free space for {letter} (SG-8)"
