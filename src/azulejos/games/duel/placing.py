"""Placing: complete lines, chips, the dome, the broken track (DU-14 to DU-19)."""

from __future__ import annotations

from azulejos.core.bag import discard
from azulejos.core.compiled import compiled
from azulejos.core.layout import Codes
from azulejos.core.pile import total
from azulejos.games.duel import moves, scoring
from azulejos.games.duel import table as duel
from azulejos.games.duel.factories import break_tiles, room_on
from azulejos.games.duel.table import Seat, Table

# Lines


@compiled
def settle_line(table: Table, seat: Seat) -> int:
    """Settle the line at hand; NONE if nothing is left to choose, else the phase that asks."""
    line = table.line_at_hand
    if seat.line_count[line] == 0:
        return duel.NONE
    spaces = spaces_for(seat, line)
    if spaces == 0:
        if row_is_laid(seat, line):
            break_line(table, seat, line)
        return duel.NONE
    if seat.line_count[line] <= line:
        return duel.PAYING if may_pay(seat, line) else duel.NONE
    return place_or_ask(table, seat, spaces)


@compiled
def spaces_for(seat: Seat, row: int) -> int:
    """The free spaces of a row that a line's colour fits, a bit for each column (DU-14)."""
    colour = seat.line_colour[row]
    spaces = 0
    for column in range(duel.SIZE):
        if seat.dome[row, column] == duel.NONE and accepts(
            scoring.printed(seat, row, column), colour
        ):
            spaces |= 1 << column
    return spaces


@compiled
def accepts(space: int, colour: int) -> bool:
    """Whether a printed space takes a colour (DU-14)."""
    return True if space == duel.JOKER else space == colour


@compiled
def row_is_laid(seat: Seat, row: int) -> bool:
    """Whether all three plates of a row are laid (DU-15)."""
    first = scoring.slot_at(row, 0)
    for slot in range(first, first + duel.SLOTS_IN_A_ROW):
        if seat.laid[slot] == duel.NONE:
            return False
    return True


@compiled
def break_line(table: Table, seat: Seat, line: int) -> None:
    """A line that can never be used breaks, complete or not (DU-15)."""
    break_tiles(table, seat, seat.line_colour[line], seat.line_count[line])
    empty_line(seat, line)


@compiled
def empty_line(seat: Seat, line: int) -> None:
    """Leave a pattern line without tiles."""
    seat.line_colour[line] = duel.NONE
    seat.line_count[line] = 0


@compiled
def place_or_ask(table: Table, seat: Seat, spaces: int) -> int:
    """Place where only one space fits, else ask for the space (DU-14)."""
    if spaces & (spaces - 1):
        return duel.PLACING
    column = 0
    while not (spaces >> column) & 1:
        column += 1
    place_tile(table, seat, table.line_at_hand, column)
    return duel.NONE


@compiled
def list_spaces(table: Table, seat: Seat, codes: Codes) -> int:
    """List the spaces for the line at hand (DU-14)."""
    row = table.line_at_hand
    spaces = spaces_for(seat, row)
    count = 0
    for column in range(duel.SIZE):
        codes[count] = moves.place_code(row, column)
        count += (spaces >> column) & 1
    return count


@compiled
def place_tile(table: Table, seat: Seat, row: int, column: int) -> None:
    """Move one tile to the dome, score it, discard the line's others (DU-14, DU-16)."""
    colour = seat.line_colour[row]
    seat.dome[row, column] = colour
    seat.score += scoring.points_for_tile(seat, row, column)
    complete_plate(seat, row, column)
    discard(table, colour, seat.line_count[row] - 1)
    empty_line(seat, row)
    close_payment(table)


@compiled
def complete_plate(seat: Seat, row: int, column: int) -> None:
    """Place the special tile of the plate there, if it is due (DU-18)."""
    special_row, special_column = special_due(seat, row, column)
    if special_row != duel.NONE:
        seat.dome[special_row, special_column] = duel.SPECIAL
        seat.score += scoring.points_for_special(special_row)


@compiled
def special_due(seat: Seat, row: int, column: int) -> tuple[int, int]:
    """Where the plate at a space has a special space, if its three others are filled (DU-18)."""
    special_row, special_column = duel.NONE, duel.NONE
    for r in (row // 2 * 2, row // 2 * 2 + 1):
        for c in (column // 2 * 2, column // 2 * 2 + 1):
            if scoring.printed(seat, r, c) == duel.SPECIAL:
                special_row, special_column = r, c
            elif seat.dome[r, c] == duel.NONE:
                return duel.NONE, duel.NONE
    return special_row, special_column


# Chips


@compiled
def shows(kind: int, colour: int) -> int:
    """1 if a chip shows the colour (DU-16)."""
    return (int(duel.CHIP_COLOURS[kind]) >> colour) & 1


@compiled
def can_pay(missing: int, spent: int, showing: int, more: int, more_showing: int) -> bool:
    """Whether the chips spent, with some of the others, can pay for the missing tiles (DU-16).

    n chips pay for m tiles if 2m <= n <= 3m and at least 2(3m - n) of them show the colour. The
    more chips the better, up to 3m, so it is enough to add all that fit, showing ones first.
    """
    chips = min(3 * missing, spent + more)
    if chips < spent:
        return False
    showing += min(more_showing, chips - spent)
    return chips >= 2 * missing and showing >= 2 * (3 * missing - chips)


@compiled
def may_pay(seat: Seat, line: int) -> bool:
    """Whether chips can complete a line (DU-16)."""
    chips = 0
    for kind in range(duel.CHIP_KINDS):
        chips += seat.chips[kind]
    return can_pay(room_on(seat, line), 0, 0, chips, chips_showing(seat, seat.line_colour[line]))


@compiled
def chips_showing(seat: Seat, colour: int) -> int:
    """How many of a seat's chips show a colour (DU-16)."""
    showing = 0
    for kind in range(duel.CHIP_KINDS):
        showing += seat.chips[kind] * shows(kind, colour)
    return showing


@compiled
def is_placing(table: Table) -> bool:
    """Whether the line at hand is complete, or chips are spent to complete it (DU-16)."""
    return table.phase == duel.PLACING or table.paid > 0


@compiled
def list_payments(table: Table, seat: Seat, codes: Codes) -> int:
    """List the next chip of a payment, and the end of it or none at all (DU-16)."""
    kinds = kinds_to_spend(table, seat)
    count = 0
    for kind in range(duel.CHIP_KINDS):
        codes[count] = moves.FIRST_SPEND_CODE + kind
        count += (kinds >> kind) & 1
    if table.paid == 0:
        codes[count] = moves.SKIP_CODE
        count += 1
    elif is_paid(table, seat):
        codes[count] = moves.PAY_CODE
        count += 1
    return count


@compiled
def kinds_to_spend(table: Table, seat: Seat) -> int:
    """The kinds of chips that lead to a payment, a bit each (DU-16).

    Chips are spent in the order of their kinds, so that each payment is made in one way only.
    """
    line = table.line_at_hand
    colour = seat.line_colour[line]
    missing = room_on(seat, line)
    more = 0
    more_showing = 0
    kinds = 0
    for kind in range(duel.CHIP_KINDS - 1, max(table.paid_kind, 0) - 1, -1):
        if seat.chips[kind] == 0:
            continue
        showing = shows(kind, colour)
        more += seat.chips[kind]
        more_showing += seat.chips[kind] * showing
        if can_pay(
            missing, table.paid + 1, table.paid_showing + showing, more - 1, more_showing - showing
        ):
            kinds |= 1 << kind
    return kinds


@compiled
def is_paid(table: Table, seat: Seat) -> bool:
    """Whether the chips spent complete the line at hand (DU-16)."""
    line = table.line_at_hand
    missing = room_on(seat, line)
    return can_pay(missing, table.paid, table.paid_showing, 0, 0)


@compiled
def spend(table: Table, seat: Seat, kind: int) -> None:
    """Turn a chip down for good (DU-16)."""
    seat.chips[kind] -= 1
    seat.used_chips[kind] += 1
    table.paid += 1
    table.paid_showing += shows(kind, seat.line_colour[table.line_at_hand])
    table.paid_kind = kind


@compiled
def close_payment(table: Table) -> None:
    """Clear the payment."""
    table.paid = 0
    table.paid_showing = 0
    table.paid_kind = duel.NONE


# The broken track


@compiled
def count_broken(table: Table, index: int) -> None:
    """Pay for broken tiles and the first-player tile, not below 0, and clear them (DU-19)."""
    seat = table.seats[index]
    cost = scoring.broken_cost(total(seat.broken))
    if table.first_seat == index:
        cost += duel.FIRST_TILE_COST
    seat.score = max(0, seat.score - cost)
    table.discard += seat.broken
    seat.broken = 0
