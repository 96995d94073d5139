"""Why a move of Sintra is illegal, with the rule, and what chance cannot have drawn."""

from __future__ import annotations

from azulejos.core.asking import ask
from azulejos.core.draw import Draw
from azulejos.core.move import Move
from azulejos.core.offer import check_deal, check_start, due, not_there
from azulejos.core.pile import counts
from azulejos.errors import IllegalDraw
from azulejos.games.sintra import table as sintra
from azulejos.games.sintra.moves import NO_STRIP, Back, Keep, Take
from azulejos.games.sintra.setup import first_side, seat_without_strips
from azulejos.games.sintra.strips import has_jokers
from azulejos.games.sintra.table import Seat, Table
from azulejos.messages import Message, fault

DUE = {sintra.TURN: fault("fault.sintra.due_turn"), sintra.KEEP: fault("fault.sintra.due_keep")}


def refusal(table: Table, move: Move) -> Message:
    """Why a move is illegal, with the rule."""
    seat = table.seats[table.turn]
    match move:
        case Take() if table.phase == sintra.TURN:
            return _take_refusal(table, seat, move)
        case Back() if table.phase == sintra.TURN:
            if any(side_up != sintra.NONE for side_up in seat.strips):
                return fault("fault.sintra.leftmost")
            return fault("fault.sintra.no_strip")
        case Keep(colour) if table.phase == sintra.KEEP:
            return fault("fault.sintra.not_on_strip", letter=sintra.LETTERS[colour])
    return due(table.turn, DUE[table.phase])


def _take_refusal(table: Table, seat: Seat, take: Take) -> Message:
    letter, window = sintra.LETTERS[take.colour], take.window + 1
    if counts(table.sources[take.source])[take.colour] == 0:
        return not_there(letter, take.source, "SG-7")
    if take.window == NO_STRIP:
        return fault("fault.sintra.has_room", letter=letter)
    if take.window < seat.glazier:
        return fault("fault.sintra.left_of", window=window, glazier=seat.glazier + 1)
    if seat.strips[take.window] == sintra.NONE:
        return fault("fault.sintra.gone", window=window)
    return fault("fault.sintra.no_space", window=window, letter=letter)


def check_draw(table: Table, draw: Draw) -> None:
    """Refuse what chance cannot have answered."""
    if table.phase == sintra.CHOOSE_START:
        check_start(table.players, draw)
    elif table.phase == sintra.LAY_STRIPS:
        seat = ask(seat_without_strips, table)
        _check_strips(ask(first_side, table.own_strips, seat), draw)
    elif table.phase == sintra.LAY_ROUND_TILES:
        _check_round_tiles(draw)
    else:
        check_deal(table, draw)


def _check_strips(first: int, draw: Draw) -> None:
    if sorted((piece - first) // 2 for piece in draw.pieces) != list(range(sintra.WINDOWS)):
        raise IllegalDraw(fault("fault.sintra.each_strip", n=sintra.WINDOWS))
    if any(ask(has_jokers, piece) for piece in draw.pieces):
        raise IllegalDraw(fault("fault.sintra.joker_down"))


def _check_round_tiles(draw: Draw) -> None:
    if len(draw.pieces) != sintra.ROUNDS or not 0 <= draw.pieces[0] < sintra.COLOURS:
        raise IllegalDraw(fault("fault.sintra.track_length", n=sintra.ROUNDS))
    if sorted(draw.pieces[1:]) != list(range(sintra.COLOURS)):
        raise IllegalDraw(fault("fault.sintra.track_colours"))
