"""Placing: complete lines, chips, the dome, the broken track (DU-14 to DU-19)."""

from __future__ import annotations

from azulejos.core.bag import discard
from azulejos.core.compiled import compiled
from azulejos.core.layout import Codes
from azulejos.core.pile import total
from azulejos.games.duel.factories import break_tiles, room_on
from azulejos.games.duel.moves import (
    FIRST_SPEND_CODE,
    PAY_CODE,
    SKIP_CODE,
    place_code,
)
from azulejos.games.duel.scoring import (
    broken_cost,
    points_for_special,
    points_for_tile,
    printed,
    slot_at,
)
from azulejos.games.duel.table import (
    CHIP_COLOURS,
    CHIP_KINDS,
    FIRST_TILE_COST,
    JOKER,
    NONE,
    PAYING,
    PLACING,
    SIZE,
    SLOTS_IN_A_ROW,
    SPECIAL,
    Seat,
    Table,
)

# Lines


@compiled
def settle_line(table: Table, seat: Seat) -> int:
    """Settle the line at hand; NONE if nothing is left to choose, else the phase that asks."""
    line = table.line_at_hand
    if seat.line_count[line] == 0:
        return NONE
    spaces = spaces_for(seat, line)
    if spaces == 0:
        if row_is_laid(seat, line):
            break_line(table, seat, line)
        return NONE
    if seat.line_count[line] <= line:
        return PAYING if may_pay(seat, line) else NONE
    return place_or_ask(table, seat, spaces)


@compiled
def spaces_for(seat: Seat, row: int) -> int:
    """The free spaces of a row that a line's colour fits, a bit for each column (DU-14)."""
    colour = seat.line_colour[row]
    spaces = 0
    for column in range(SIZE):
        if seat.dome[row, column] == NONE and accepts(printed(seat, row, column), colour):
            spaces |= 1 << column
    return spaces


@compiled
def accepts(space: int, colour: int) -> bool:
    """Whether a printed space takes a colour (DU-14)."""
    return True if space == JOKER else space == colour


@compiled
def row_is_laid(seat: Seat, row: int) -> bool:
    """Whether all three plates of a row are laid (DU-15)."""
    first = slot_at(row, 0)
    for slot in range(first, first + SLOTS_IN_A_ROW):
        if seat.laid[slot] == NONE:
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
    seat.line_colour[line] = NONE
    seat.line_count[line] = 0


@compiled
def place_or_ask(table: Table, seat: Seat, spaces: int) -> int:
    """Place where only one space fits, else ask for the space (DU-14)."""
    if spaces & (spaces - 1):
        return PLACING
    column = 0
    while not (spaces >> column) & 1:
        column += 1
    place_tile(table, seat, table.line_at_hand, column)
    return NONE


@compiled
def list_spaces(table: Table, seat: Seat, codes: Codes) -> int:
    """List the spaces for the line at hand (DU-14)."""
    row = table.line_at_hand
    spaces = spaces_for(seat, row)
    count = 0
    for column in range(SIZE):
        codes[count] = place_code(row, column)
        count += (spaces >> column) & 1
    return count


@compiled
def place_tile(table: Table, seat: Seat, row: int, column: int) -> None:
    """Move one tile to the dome, score it, discard the line's others (DU-14, DU-16)."""
    colour = seat.line_colour[row]
    seat.dome[row, column] = colour
    seat.score += points_for_tile(seat, row, column)
    complete_plate(seat, row, column)
    discard(table, colour, seat.line_count[row] - 1)
    empty_line(seat, row)
    close_payment(table)


@compiled
def complete_plate(seat: Seat, row: int, column: int) -> None:
    """Place the special tile of the plate there, if it is due (DU-18)."""
    special_row, special_column = special_due(seat, row, column)
    if special_row != NONE:
        seat.dome[special_row, special_column] = SPECIAL
        seat.score += points_for_special(special_row)


@compiled
def special_due(seat: Seat, row: int, column: int) -> tuple[int, int]:
    """Where the plate at a space has a special space, if its three others are filled (DU-18)."""
    special_row, special_column = NONE, NONE
    for r in (row // 2 * 2, row // 2 * 2 + 1):
        for c in (column // 2 * 2, column // 2 * 2 + 1):
            if printed(seat, r, c) == SPECIAL:
                special_row, special_column = r, c
            elif seat.dome[r, c] == NONE:
                return NONE, NONE
    return special_row, special_column


# Chips


@compiled
def shows(kind: int, colour: int) -> int:
    """1 if a chip shows the colour (DU-16)."""
    return (int(CHIP_COLOURS[kind]) >> colour) & 1


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
    colour = seat.line_colour[line]
    chips = 0
    showing = 0
    for kind in range(CHIP_KINDS):
        chips += seat.chips[kind]
        showing += seat.chips[kind] * shows(kind, colour)
    return can_pay(room_on(seat, line), 0, 0, chips, showing)


@compiled
def list_payments(table: Table, seat: Seat, codes: Codes) -> int:
    """List the next chip of a payment, and the end of it or none at all (DU-16)."""
    kinds = kinds_to_spend(table, seat)
    count = 0
    for kind in range(CHIP_KINDS):
        codes[count] = FIRST_SPEND_CODE + kind
        count += (kinds >> kind) & 1
    if table.paid == 0:
        codes[count] = SKIP_CODE
        count += 1
    elif is_paid(table, seat):
        codes[count] = PAY_CODE
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
    for kind in range(CHIP_KINDS - 1, max(table.paid_kind, 0) - 1, -1):
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
    table.paid_kind = NONE


# The broken track


@compiled
def count_broken(table: Table, index: int) -> None:
    """Pay for broken tiles and the first-player tile, not below 0, and clear them (DU-19)."""
    seat = table.seats[index]
    cost = broken_cost(total(seat.broken))
    if table.first_seat == index:
        cost += FIRST_TILE_COST
    seat.score = max(0, seat.score - cost)
    table.discard += seat.broken
    seat.broken = 0
