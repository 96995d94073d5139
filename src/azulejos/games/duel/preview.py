"""What a move of Azul Duel is worth if the round ended right after it.

For people, and for the greedy bot.
"""

from __future__ import annotations

from azulejos.core.compiled import compiled, record
from azulejos.core.layout import Raw
from azulejos.core.tables import copy_table
from azulejos.games.duel import placing, plates, rules
from azulejos.games.duel.moves import TURNS
from azulejos.games.duel.scoring import final_score, points_for_tile
from azulejos.games.duel.table import (
    LAYING,
    NONE,
    OVER,
    PLACING,
    ROUNDS,
    SIZE,
    SLOTS,
    TABLE,
    Seat,
    Table,
)


@compiled
def preview(before: Raw, after: Raw, code: int, seat: int) -> int:
    """A move that brings a plate to be laid is worth the best place for it."""
    if record(after, TABLE).phase != LAYING:
        return round_points(record(after, TABLE), seat)
    most = 0
    for slot in range(SLOTS):
        if record(before, TABLE).seats[seat].laid[slot] != NONE:
            continue
        for turns in range(TURNS):
            copy_table(before, after)
            table = record(after, TABLE)
            rules.make_move(table, code)
            plates.lay(table, table.seats[seat], slot, turns)
            most = max(most, round_points(table, seat))
    return most


@compiled
def round_points(table: Table, number: int) -> int:
    """The score of a seat if the round ended now. Spoils the table.

    Chips are spent wherever they complete a line, and every tile goes where it scores most at
    once. In the last round the scoring tiles count too.
    """
    seat = table.seats[number]
    if table.phase == OVER:
        return seat.score
    if not has_placed(table, number):
        place_all(table, seat, number)
    return final_score(table, number) if table.rounds == ROUNDS else seat.score


@compiled
def has_placed(table: Table, number: int) -> bool:
    """Whether the round is over for a seat."""
    return table.actor == NONE or (table.placed > 0 and table.actor != number)


@compiled
def place_all(table: Table, seat: Seat, number: int) -> None:
    """Go through the lines that are left, then count the broken track."""
    is_at_line = table.actor == number and table.line_at_hand != NONE
    if not is_at_line:
        table.line_at_hand = 0
        placing.close_payment(table)
    elif table.phase == PLACING or table.paid > 0:
        pay_and_place(table, seat)
        table.line_at_hand += 1
    while table.line_at_hand < SIZE:
        asking = placing.settle_line(table, seat)
        if asking != NONE:
            pay_and_place(table, seat)
        table.line_at_hand += 1
    placing.count_broken(table, number)


@compiled
def pay_and_place(table: Table, seat: Seat) -> None:
    """Pay with the first chips that do, and place the tile where it scores most."""
    line = table.line_at_hand
    while seat.line_count[line] <= line and not placing.is_paid(table, seat):
        kinds = placing.kinds_to_spend(table, seat)
        kind = 0
        while not (kinds >> kind) & 1:
            kind += 1
        placing.spend(table, seat, kind)
    placing.place_tile(table, seat, line, best_space(seat, line))


@compiled
def best_space(seat: Seat, row: int) -> int:
    """The space that scores most at once."""
    spaces = placing.spaces_for(seat, row)
    best = NONE
    most = 0
    for column in range(SIZE):
        if (spaces >> column) & 1:
            points = points_for_tile(seat, row, column)
            if points > most:
                best, most = column, points
    return best
