"""Why a move of Summer Pavilion is illegal, with the rule, and what chance cannot have drawn."""

from __future__ import annotations

from azulejos.core.asking import ask
from azulejos.core.bag import check_tiles
from azulejos.core.draw import Draw
from azulejos.core.move import Move
from azulejos.core.offer import check_start, due, not_there
from azulejos.core.pile import counts
from azulejos.games.pavilion import table as pavilion
from azulejos.games.pavilion.checks import colours_on
from azulejos.games.pavilion.moves import LETTERS, Keep, Place, Take, TakeBonus, star_text
from azulejos.games.pavilion.placing import joker_of
from azulejos.games.pavilion.scoring import colours_accepted, cost_of
from azulejos.games.pavilion.setup import tiles_wanted
from azulejos.games.pavilion.table import Seat, Table
from azulejos.messages import Message, fault

DUE = {
    pavilion.TAKING: fault("fault.pavilion.due_taking"),
    pavilion.PLACING: fault("fault.pavilion.due_placing"),
    pavilion.BONUS: fault("fault.pavilion.due_bonus"),
    pavilion.KEEPING: fault("fault.pavilion.due_keeping"),
}


def refusal(table: Table, move: Move) -> Message:
    """Why a move is illegal, with the rule."""
    match move:
        case Take() if table.phase == pavilion.TAKING:
            return _take_refusal(table, move)
        case Place() if table.phase == pavilion.PLACING:
            return _place_refusal(table, move)
        case TakeBonus(colour) if table.phase == pavilion.BONUS:
            return fault("fault.pavilion.not_in_supply", letter=LETTERS[colour])
        case Keep(colour) if table.phase == pavilion.KEEPING:
            return fault("fault.pavilion.not_beside", letter=LETTERS[colour])
    return due(table.turn, DUE[table.phase])


def _take_refusal(table: Table, take: Take) -> Message:
    letter = LETTERS[take.colour]
    if counts(table.sources[take.source])[take.colour] == 0:
        return not_there(letter, take.source, "SP-4")
    return fault("fault.pavilion.joker_taken", letter=letter)


def _place_refusal(table: Table, place: Place) -> Message:
    seat = table.seats[table.turn]
    if seat.board[place.star, place.space] != pavilion.NONE:
        return fault("fault.move.space_taken", rule="SP-8")
    accepted = ask(colours_accepted, table.side, seat, place.star)
    if (accepted >> place.colour) & 1:
        return _payment_refusal(table, seat, place)
    star, rule = star_text(place.star), "SP-10" if table.side == pavilion.COLOURED else "SP-11"
    if place.colour in colours_on(seat, place.star):
        letter = LETTERS[place.colour]
        return fault("fault.pavilion.star_has", star=star, letter=letter, rule=rule)
    only = LETTERS[accepted.bit_length() - 1]
    return fault("fault.pavilion.star_takes", star=star, letter=only, rule=rule)


def _payment_refusal(table: Table, seat: Seat, place: Place) -> Message:
    cost = ask(cost_of, table.side, place.star, place.space)
    own, held, joker = cost - place.jokers, counts(seat.tiles), ask(joker_of, table)
    if own < 1:
        return fault("fault.pavilion.own_colour", cost=cost)
    if place.jokers and place.colour == joker:
        return fault("fault.pavilion.joker_alone", letter=LETTERS[joker])
    if held[place.colour] < own:
        letter, there = LETTERS[place.colour], held[place.colour]
        return fault("fault.pavilion.tiles", n=own, letter=letter, held=there)
    return fault("fault.pavilion.jokers", n=place.jokers, held=held[joker])


def check_draw(table: Table, draw: Draw) -> None:
    """Refuse what chance cannot have answered."""
    if table.phase == pavilion.CHOOSE_START:
        check_start(table.players, draw)
    else:
        check_tiles(table, ask(tiles_wanted, table), draw)
