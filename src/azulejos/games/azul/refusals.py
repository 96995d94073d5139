"""Why a move of Azul is illegal, with the rule, and what chance cannot have drawn."""

from __future__ import annotations

from azulejos.core.asking import ask
from azulejos.core.draw import Draw
from azulejos.core.move import Move
from azulejos.core.offer import check_deal, check_start, due, not_there
from azulejos.core.pile import counts
from azulejos.games.azul.checks import holds
from azulejos.games.azul.moves import FLOOR_LINE, LETTERS, Place, Take
from azulejos.games.azul.table import CHOOSE_START, NONE, OFFER, TILING, Table
from azulejos.games.azul.tiling import is_full, line_colour
from azulejos.messages import Message, fault

DUE = {OFFER: fault("fault.azul.due_offer"), TILING: fault("fault.azul.due_tiling")}


def refusal(table: Table, move: Move) -> Message:
    """Why a move is illegal, with the rule."""
    match move:
        case Take() if table.phase == OFFER:
            return _take_refusal(table, move)
        case Place() if table.phase == TILING:
            return _place_refusal(table, move)
    return due(table.turn, DUE[table.phase])


def _take_refusal(table: Table, take: Take) -> Message:
    letter, line = LETTERS[take.colour], take.line + 1
    if counts(table.sources[take.source])[take.colour] == 0:
        return not_there(letter, take.source, "AZ-4")
    assert take.line != FLOOR_LINE, "the floor line is always open (AZ-8)"
    seat = table.seats[table.turn]
    if holds(seat.wall_colours, take.line, take.colour):
        return fault("fault.azul.row_has", row=line, letter=letter)
    if ask(is_full, seat, take.line):
        return fault("fault.move.line_full", line=line, rule="AZ-6")
    held = LETTERS[ask(line_colour, seat, take.line)]
    return fault("fault.move.line_holds", line=line, letter=held, rule="AZ-6")


def _place_refusal(table: Table, place: Place) -> Message:
    if place.row != table.tiling_line:
        return fault("fault.move.other_line", line=table.tiling_line + 1, rule="AZ-12")
    if table.seats[table.turn].wall[place.row, place.column] != NONE:
        return fault("fault.move.space_taken", rule="AZ-12")
    return fault("fault.azul.column_has", column=place.column + 1)


def check_draw(table: Table, draw: Draw) -> None:
    """Refuse what chance cannot have answered."""
    if table.phase == CHOOSE_START:
        check_start(table.players, draw)
    else:
        check_deal(table, draw)
