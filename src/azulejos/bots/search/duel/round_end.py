"""How a round of Azul Duel is taken to end for a seat: a simple way to place its lines."""

from __future__ import annotations

from azulejos.bots.search.knowledge import POINT
from azulejos.core.compiled import compiled
from azulejos.games.duel import placing
from azulejos.games.duel.factories import room_on
from azulejos.games.duel.scoring import points_for_tile, printed
from azulejos.games.duel.table import (
    CHIP_KINDS,
    JOKER,
    NONE,
    PAYING,
    PLACING,
    ROUNDS,
    SIZE,
    Seat,
    Table,
)

CHIP_PRICE = 150  # in hundredths: what a tile must score for every chip spent on it


@compiled
def expect_end(table: Table, number: int) -> None:
    """Place what can be placed, with chips where it is worth it, and count the broken track."""
    seat = table.seats[number]
    if table.line_at_hand == NONE or table.actor != number:
        table.line_at_hand = 0
        placing.close_payment(table)
    elif placing.is_placing(table):
        spend_and_place(table, seat)
        table.line_at_hand += 1
    while table.line_at_hand < SIZE:
        asking = placing.settle_line(table, seat)
        if asking == PLACING or (asking == PAYING and is_worth_chips(table, seat)):
            spend_and_place(table, seat)
        table.line_at_hand += 1
    placing.count_broken(table, number)


@compiled
def is_worth_chips(table: Table, seat: Seat) -> bool:
    """Whether the tile of the line at hand scores enough for the chips; in the end any does."""
    if table.rounds == ROUNDS:
        return True
    line = table.line_at_hand
    points = points_for_tile(seat, line, likely_space(seat, line))
    return POINT * points >= CHIP_PRICE * chips_needed(table, seat)


@compiled
def chips_needed(table: Table, seat: Seat) -> int:
    """The fewest further chips that complete the line at hand (DU-16)."""
    line = table.line_at_hand
    missing = room_on(seat, line)
    showing = table.paid_showing + placing.chips_showing(seat, seat.line_colour[line])
    return max(2 * missing, 3 * missing - showing // 2) - table.paid


@compiled
def spend_and_place(table: Table, seat: Seat) -> None:
    """Spend the fewest chips, those that show the colour first, and place the tile."""
    line = table.line_at_hand
    if room_on(seat, line):
        needed = chips_needed(table, seat)
        for wanted in (1, 0):
            for kind in range(CHIP_KINDS):
                if placing.shows(kind, seat.line_colour[line]) == wanted:
                    spent = min(needed, seat.chips[kind])
                    seat.chips[kind] -= spent
                    needed -= spent
    placing.place_tile(table, seat, line, likely_space(seat, line))


@compiled
def likely_space(seat: Seat, row: int) -> int:
    """The space that scores most at once; of equal ones rather not a joker."""
    spaces = placing.spaces_for(seat, row)
    best = NONE
    most = -1
    for column in range(SIZE):
        if (spaces >> column) & 1:
            points = 2 * points_for_tile(seat, row, column)
            points += printed(seat, row, column) != JOKER
            if points > most:
                best, most = column, points
    return best
