"""Points in Azul: placed tiles, the floor line, final bonuses, the ranking."""

from __future__ import annotations

from azulejos.core.compiled import bit_count, compiled
from azulejos.core.layout import Codes
from azulejos.games.azul.table import ALL_COLOURS, COLOURS, NONE, SIZE, Seat, Table

ROW_BONUS = 2  # (AZ-17)
COLUMN_BONUS = 7
COLOUR_BONUS = 10


@compiled
def points_for_tile(seat: Seat, row: int, column: int) -> int:
    """Score a tile just placed (AZ-13)."""
    across = run_length(seat, row, column, 0, 1)
    down = run_length(seat, row, column, 1, 0)
    if across == 1 and down == 1:
        return 1
    return (across if across > 1 else 0) + (down if down > 1 else 0)


@compiled
def run_length(seat: Seat, row: int, column: int, down: int, across: int) -> int:
    """Count the unbroken tiles through a space in one direction, itself included."""
    length = 1
    for way in (1, -1):
        r, c = row + way * down, column + way * across
        while 0 <= r < SIZE and 0 <= c < SIZE and seat.wall[r, c] != NONE:
            length += 1
            r += way * down
            c += way * across
    return length


@compiled
def floor_cost(spaces: int) -> int:
    """What the first spaces of the floor line cost: 1, 1, 2, 2, 2, 3, 3 (AZ-14)."""
    return spaces + max(0, spaces - 2) + max(0, spaces - 5)


@compiled
def has_complete_row(seat: Seat) -> bool:
    """Whether a horizontal row of the wall is full (AZ-15)."""
    return complete_rows(seat) > 0


@compiled
def complete_rows(seat: Seat) -> int:
    """A row holds each colour once, so it is full when it holds all of them."""
    rows = 0
    for row in range(SIZE):
        rows += (seat.wall_colours >> (COLOURS * row)) & ALL_COLOURS == ALL_COLOURS
    return rows


@compiled
def complete_columns(seat: Seat) -> int:
    """Columns with a tile in every row."""
    columns = 0
    for column in range(SIZE):
        filled = 0
        for row in range(SIZE):
            if seat.wall[row, column] != NONE:
                filled += 1
        if filled == SIZE:
            columns += 1
    return columns


@compiled
def complete_colours(seat: Seat) -> int:
    """Colours with all five tiles on the wall: one in every row."""
    in_all_rows = ALL_COLOURS
    for row in range(SIZE):
        in_all_rows &= seat.wall_colours >> (COLOURS * row)
    return bit_count(in_all_rows)


@compiled
def final_bonus(seat: Seat) -> int:
    """Points at the end of the game (AZ-17)."""
    return (
        ROW_BONUS * complete_rows(seat)
        + COLUMN_BONUS * complete_columns(seat)
        + COLOUR_BONUS * complete_colours(seat)
    )


@compiled
def rank_keys(table: Table, seat: int, keys: Codes) -> None:
    """Write what ranks a seat, the more the better: points, then complete rows (AZ-18)."""
    keys[0] = table.seats[seat].score
    keys[1] = complete_rows(table.seats[seat])
