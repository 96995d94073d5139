"""Why a move of Azul is illegal, with the rule, and what chance cannot have drawn."""

from __future__ import annotations

from azulejos.core.asking import ask
from azulejos.core.draw import Draw
from azulejos.core.move import Move
from azulejos.core.offer import check_deal, check_start
from azulejos.core.pile import counts
from azulejos.games.azul.checks import holds
from azulejos.games.azul.moves import FLOOR_LINE, LETTERS, Place, Take
from azulejos.games.azul.table import CHOOSE_START, NONE, OFFER, TILING, Table
from azulejos.games.azul.tiling import is_full, line_colour


def refusal(table: Table, move: Move) -> str:
    """Why a move is illegal, with the rule."""
    match move:
        case Take() if table.phase == OFFER:
            return _take_refusal(table, move)
        case Place() if table.phase == TILING:
            return _place_refusal(table, move)
    due = "take tiles (AZ-3)" if table.phase == OFFER else "choose a space of the wall (AZ-12)"
    return f"seat {table.turn + 1} is to {due}"


def _take_refusal(table: Table, take: Take) -> str:
    if counts(table.sources[take.source])[take.colour] == 0:
        place = f"display {take.source}" if take.source else "the centre"
        return f"no {LETTERS[take.colour]} lies in {place} (AZ-4)"
    if take.line == FLOOR_LINE:
        return "the floor line is always open (AZ-8)"
    seat = table.seats[table.turn]
    if holds(seat.wall_colours, take.line, take.colour):
        return f"row {take.line + 1} of the wall has {LETTERS[take.colour]} already (AZ-6)"
    if ask(is_full, seat, take.line):
        return f"line {take.line + 1} is full (AZ-6)"
    return f"line {take.line + 1} holds {LETTERS[ask(line_colour, seat, take.line)]} (AZ-6)"


def _place_refusal(table: Table, place: Place) -> str:
    seat = table.seats[table.turn]
    if place.row != table.tiling_line:
        return f"line {table.tiling_line + 1} is at hand (AZ-12)"
    if seat.wall[place.row, place.column] != NONE:
        return "that space is taken (AZ-12)"
    return f"column {place.column + 1} has that colour already (AZ-12)"


def check_draw(table: Table, draw: Draw) -> None:
    """Refuse what chance cannot have answered."""
    if table.phase == CHOOSE_START:
        check_start(table, draw)
        return
    check_deal(table, draw)
