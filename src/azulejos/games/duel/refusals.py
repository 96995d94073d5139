"""Why a move of Azul Duel is illegal, with the rule."""

from __future__ import annotations

from azulejos.core.asking import ask
from azulejos.core.move import Move
from azulejos.core.pile import counts
from azulejos.games.duel.data import CHIP_TEXTS, LETTERS
from azulejos.games.duel.factories import room_on, tiles_on_moons
from azulejos.games.duel.moves import (
    BROKEN,
    DrawPlate,
    Keep,
    Lay,
    MoonTake,
    Pay,
    Place,
    PutUnder,
    Skip,
    Spend,
    Stack,
    SunTake,
    TakeChip,
    TakePlate,
)
from azulejos.games.duel.placing import shows
from azulejos.games.duel.table import (
    ACTION,
    CHIPS_A_ROUND,
    DRAWING,
    FIRST_PLATE,
    KEEPING,
    LARGE,
    LAYING,
    NONE,
    PAYING,
    PLACING,
    PLATE_ROUNDS,
    RETURNING,
    STACKING,
    Table,
)

DUE = {
    FIRST_PLATE: "take a face-up plate (DU-4)",
    ACTION: "take a plate, tiles or a chip (DU-5)",
    DRAWING: "draw another plate or look (DU-6)",
    KEEPING: "keep one of the plates drawn (DU-6)",
    RETURNING: "put the other plates under the stack (DU-6)",
    LAYING: "lay the plate (DU-6)",
    STACKING: "stack the tiles that are left (DU-8)",
    PAYING: "spend chips or skip (DU-16)",
    PLACING: "choose a space of the dome (DU-14)",
}


def refusal(table: Table, move: Move) -> str:
    """Why a move is illegal, with the rule."""
    match move:
        case TakePlate() if table.phase in (FIRST_PLATE, ACTION):
            return _plate_refusal(table, move)
        case DrawPlate() if table.phase == ACTION:
            return _draw_refusal(table)
        case SunTake() | MoonTake() if table.phase == ACTION:
            return _take_refusal(table, move)
        case TakeChip() if table.phase == ACTION:
            return _chip_refusal(table, move)
        case Keep() | PutUnder() if table.phase in (KEEPING, RETURNING):
            return _hand_refusal(table, move)
        case Lay() if table.phase == LAYING:
            return f"slot {move.slot + 1} is taken (DU-6)"
        case Stack() if table.phase == STACKING:
            return "these are not the tiles left on the factory (DU-8)"
        case Spend() | Pay() | Skip() if table.phase == PAYING:
            return _payment_refusal(table, move)
        case Place() if table.phase == PLACING:
            return _place_refusal(table, move)
    return f"seat {table.turn + 1} is to {DUE[table.phase]}"


def _plate_refusal(table: Table, move: TakePlate) -> str:
    if table.phase == ACTION and table.seats[table.turn].tokens == 0:
        return _token_refusal(table)
    return f"plate {move.plate + 1} does not lie face up (DU-6)"


def _token_refusal(table: Table) -> str:
    if table.rounds > PLATE_ROUNDS:
        return "no plates are taken in the last round (DU-6)"
    return "both tokens of the round are used (DU-6)"


def _draw_refusal(table: Table) -> str:
    if table.seats[table.turn].tokens == 0:
        return _token_refusal(table)
    if table.stack_height == 0:
        return "the stack is empty (DU-6)"
    return "a plate of the stack costs a point, and face-up plates are left (DU-7)"


def _take_refusal(table: Table, move: SunTake | MoonTake) -> str:
    letter = LETTERS[move.colour]
    if isinstance(move, SunTake) and counts(table.sun[move.factory])[move.colour] == 0:
        name = "the large factory" if move.factory == LARGE else f"factory {move.factory + 1}"
        return f"no {letter} lies on the sun side of {name} (DU-8)"
    if isinstance(move, MoonTake) and not ask(tiles_on_moons, table, move.colour):
        return f"no {letter} lies on top of a moon side (DU-9)"
    assert move.line != BROKEN, "the broken track is always open (DU-11)"
    seat = table.seats[table.turn]
    if ask(room_on, seat, move.line) == 0:
        return f"line {move.line + 1} is full (DU-11)"
    return f"line {move.line + 1} holds {LETTERS[seat.line_colour[move.line]]} (DU-11)"


def _chip_refusal(table: Table, move: TakeChip) -> str:
    if table.chips[move.factory] == NONE:
        return f"factory {move.factory + 1} has no chip any more (DU-12)"
    if table.chips[move.factory] < 0:
        return f"the chip of factory {move.factory + 1} is not turned up (DU-12)"
    return f"two chips a round, and {CHIPS_A_ROUND} are taken (DU-12)"


def _hand_refusal(table: Table, move: Keep | PutUnder) -> str:
    hand = [table.hand_front[place] for place in range(table.hand_count)]
    if move.plate not in hand:
        return f"plate {move.plate + 1} is not in hand (DU-6)"
    return f"seat {table.turn + 1} is to {DUE[table.phase]}"


def _payment_refusal(table: Table, move: Spend | Pay | Skip) -> str:
    if isinstance(move, Skip):
        return "chips are spent already: the payment must be made (DU-16)"
    if isinstance(move, Pay):
        return "the chips spent do not complete the line (DU-16)"
    seat = table.seats[table.turn]
    if seat.chips[move.kind] == 0:
        return f"no chip {CHIP_TEXTS[move.kind]} is left (DU-16)"
    if move.kind < table.paid_kind:
        kinds = " ".join(CHIP_TEXTS)
        return f"chips are spent in the order {kinds}: start with this one (DU-16)"
    showing = ask(shows, move.kind, seat.line_colour[table.line_at_hand])
    what = "shows the colour, but" if showing else "does not show the colour, and"
    return f"the chip {what} no payment can be made with it (DU-16)"


def _place_refusal(table: Table, move: Place) -> str:
    if move.row != table.line_at_hand:
        return f"line {table.line_at_hand + 1} is at hand (DU-14)"
    if table.seats[table.turn].dome[move.row, move.column] != NONE:
        return "that space is filled (DU-14)"
    return "that space does not take this colour (DU-14)"
