"""What a move of Azul is worth if the round ended right after it.

For people, and for the greedy bot.
"""

from __future__ import annotations

from azulejos.core.compiled import compiled, lowest_bit, record
from azulejos.core.layout import Raw
from azulejos.games.azul.scoring import points_for_tile
from azulejos.games.azul.table import COLOURS, NONE, OVER, SIZE, TABLE, Seat, Table
from azulejos.games.azul.tiling import count_floor, drop_line, full_lines, place_tile, spaces_for


@compiled
def preview(_before: Raw, after: Raw, _code: int, seat: int) -> int:
    """What a move is worth, whatever it was."""
    return round_points(record(after, TABLE), seat)


@compiled
def round_points(table: Table, number: int) -> int:
    """The score of a seat if the round ended now. Spoils the table.

    On the grey wall every tile goes where it scores most at once.
    """
    if table.phase == OVER:
        return table.seats[number].score
    seat = table.seats[number]
    lines = full_lines(seat)
    while lines:
        line = lowest_bit(lines) // COLOURS
        lines &= lines - 1
        spaces = spaces_for(table.side, seat, line)
        if spaces == 0:
            drop_line(table, seat, line)
        else:
            place_tile(table, seat, line, best_space(seat, line, spaces))
    count_floor(table, seat)
    return seat.score


@compiled
def best_space(seat: Seat, row: int, spaces: int) -> int:
    """The space that scores most at once."""
    best = NONE
    most = 0
    for column in range(SIZE):
        if (spaces >> column) & 1:
            points = points_for_tile(seat, row, column)
            if points > most:
                best, most = column, points
    return best
