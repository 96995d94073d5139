"""Points in Azul: placed tiles, the floor line, final bonuses, the ranking."""

from __future__ import annotations

from itertools import accumulate

import numpy as np

from azulejos.core import runs
from azulejos.core.compiled import bit_count, compiled
from azulejos.core.layout import Codes
from azulejos.games.azul import table as azul
from azulejos.games.azul.table import Seat, Table

COSTS_SO_FAR = np.array([0, *accumulate(azul.FLOOR_COSTS)])  # of the first n spaces


@compiled
def points_for_tile(seat: Seat, row: int, column: int) -> int:
    """Score a tile just placed (AZ-13)."""
    return runs.points_for_tile(seat.wall, row, column)


@compiled
def floor_cost(spaces: int) -> int:
    """What the first spaces of the floor line cost together (AZ-14)."""
    return int(COSTS_SO_FAR[spaces])


@compiled
def has_complete_row(seat: Seat) -> bool:
    """Whether a horizontal row of the wall is full (AZ-15)."""
    return complete_rows(seat) > 0


@compiled
def complete_rows(seat: Seat) -> int:
    """Rows with a tile in every column."""
    rows = 0
    for row in range(azul.SIZE):
        rows += tiles_in_row(seat, row) == azul.SIZE
    return rows


@compiled
def tiles_in_row(seat: Seat, row: int) -> int:
    """A row holds each colour once, so it has as many tiles as colours."""
    return bit_count((seat.wall_colours >> (azul.COLOURS * row)) & azul.ALL_COLOURS)


@compiled
def complete_columns(seat: Seat) -> int:
    """Columns with a tile in every row."""
    columns = 0
    for column in range(azul.SIZE):
        columns += tiles_in_column(seat, column) == azul.SIZE
    return columns


@compiled
def tiles_in_column(seat: Seat, column: int) -> int:
    tiles = 0
    for row in range(azul.SIZE):
        tiles += seat.wall[row, column] != azul.NONE
    return tiles


@compiled
def complete_colours(seat: Seat) -> int:
    """Colours with all five tiles on the wall: one in every row."""
    colours = 0
    for colour in range(azul.COLOURS):
        colours += tiles_of_colour(seat, colour) == azul.SIZE
    return colours


@compiled
def tiles_of_colour(seat: Seat, colour: int) -> int:
    return bit_count(seat.wall_colours & (azul.EVERY_ROW << colour))


@compiled
def final_bonus(seat: Seat) -> int:
    """Points at the end of the game (AZ-17)."""
    return (
        azul.ROW_BONUS * complete_rows(seat)
        + azul.COLUMN_BONUS * complete_columns(seat)
        + azul.COLOUR_BONUS * complete_colours(seat)
    )


@compiled
def rank_keys(table: Table, seat: int, keys: Codes) -> None:
    """Write what ranks a seat, the more the better: points, then complete rows (AZ-18)."""
    keys[0] = table.seats[seat].score
    keys[1] = complete_rows(table.seats[seat])
