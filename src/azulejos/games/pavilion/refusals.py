"""Why a move of Summer Pavilion is illegal, with the rule, and what chance cannot have drawn."""

from __future__ import annotations

from azulejos.core.asking import ask
from azulejos.core.bag import check_tiles
from azulejos.core.draw import Draw
from azulejos.core.move import Move
from azulejos.core.offer import check_start
from azulejos.core.pile import counts
from azulejos.games.pavilion import table as pavilion
from azulejos.games.pavilion.checks import _colours_on
from azulejos.games.pavilion.moves import LETTERS, Keep, Place, Take, TakeBonus, star_text
from azulejos.games.pavilion.placing import joker_of
from azulejos.games.pavilion.scoring import colours_accepted, cost_of
from azulejos.games.pavilion.setup import tiles_wanted
from azulejos.games.pavilion.table import Seat, Table

DUE = {
    pavilion.TAKING: "take tiles (SP-4)",
    pavilion.PLACING: "place a tile or pass (SP-7)",
    pavilion.BONUS: "take a tile from the supply (SP-13)",
    pavilion.KEEPING: "choose the tiles to keep (SP-15)",
}


def refusal(table: Table, move: Move) -> str:
    """Why a move is illegal, with the rule."""
    match move:
        case Take() if table.phase == pavilion.TAKING:
            return _take_refusal(table, move)
        case Place() if table.phase == pavilion.PLACING:
            return _place_refusal(table, move)
        case TakeBonus() if table.phase == pavilion.BONUS:
            return f"no {LETTERS[move.colour]} lies in the supply (SP-13)"
        case Keep() if table.phase == pavilion.KEEPING:
            return f"no {LETTERS[move.colour]} lies beside the board (SP-15)"
    return f"seat {table.turn + 1} is to {DUE[table.phase]}"


def _take_refusal(table: Table, take: Take) -> str:
    place = f"display {take.source}" if take.source else "the centre"
    if counts(table.sources[take.source])[take.colour] == 0:
        return f"no {LETTERS[take.colour]} lies in {place} (SP-4)"
    return f"{LETTERS[take.colour]} is the joker, and other colours lie in {place} (SP-4)"


def _place_refusal(table: Table, place: Place) -> str:
    seat = table.seats[table.turn]
    space = f"space {place.space + 1} of star {star_text(place.star)}"
    if seat.board[place.star, place.space] != pavilion.NONE:
        return f"{space} is filled (SP-8)"
    return _colour_refusal(table.side, seat, place) or _payment_refusal(table, seat, place)


def _colour_refusal(side: int, seat: Seat, place: Place) -> str:
    """Why a star does not take a colour; nothing if it does."""
    star = f"star {star_text(place.star)}"
    accepted = ask(colours_accepted, side, seat, place.star)
    if (accepted >> place.colour) & 1:
        return ""
    if place.colour in _colours_on(seat, place.star):
        rule = "SP-10" if side == pavilion.COLOURED else "SP-11"
        return f"{star} has {LETTERS[place.colour]} already ({rule})"
    only = LETTERS[accepted.bit_length() - 1]
    return (
        f"{star} takes only {only} (SP-10)"
        if side == pavilion.COLOURED
        else f"{star} is all {only} (SP-11)"
    )


def _payment_refusal(table: Table, seat: Seat, place: Place) -> str:
    cost = ask(cost_of, table.side, place.star, place.space)
    own = cost - place.jokers
    held = counts(seat.tiles)
    joker = ask(joker_of, table)
    if own < 1:
        return f"the space costs {cost}: one tile at least is of the colour placed (SP-8)"
    if place.jokers and place.colour == joker:
        return f"{LETTERS[joker]} is the joker: it is placed with its own colour alone (SP-9)"
    if held[place.colour] < own:
        return f"it takes {own} {LETTERS[place.colour]}, and {held[place.colour]} are there (SP-8)"
    return f"it takes {place.jokers} jokers, and {held[joker]} are there (SP-8)"


def check_draw(table: Table, draw: Draw) -> None:
    """Refuse what chance cannot have answered."""
    if table.phase == pavilion.CHOOSE_START:
        check_start(table, draw)
    else:
        check_tiles(table, ask(tiles_wanted, table), draw)
