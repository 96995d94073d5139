"""What a tile on the dome would bring at once: its **gain**.

That is its points, those of the special tile of a plate that it completes, and those of scoring
tiles. The tiles on a dome are taken as bits, so that a run of them is looked up.
"""

from __future__ import annotations

import numpy as np

from azulejos.core.compiled import bit_count, compiled
from azulejos.core.pile import MOST, count, tiles
from azulejos.games.duel.scoring import (
    corner_points,
    is_at_edge,
    is_empty_special,
    points_for_special,
    printed,
)
from azulejos.games.duel.table import (
    COLOURS,
    COLUMN_POINTS,
    COLUMNS,
    CORNERS,
    DIAGONAL_POINTS,
    DIAGONALS,
    EDGE,
    EDGE_POINTS,
    EMPTY_SPECIAL_COST,
    EMPTY_SPECIALS,
    JOKER,
    NONE,
    ROW_POINTS,
    ROWS,
    SIZE,
    SPECIAL,
    Seat,
)

LINE_OF_BITS = (1 << SIZE) - 1
FALLING_BITS = sum(1 << (SIZE * row + row) for row in range(SIZE))
RISING_BITS = sum(1 << (SIZE * row + SIZE - 1 - row) for row in range(SIZE))
PLATE_BITS = 0b11 << SIZE | 0b11  # of the plate at the upper left


def _run(occupied: int, place: int) -> int:
    """How long the run through a place of a row would be; 0 instead of 1."""
    first = last = place
    while first > 0 and occupied >> (first - 1) & 1:
        first -= 1
    while last < SIZE - 1 and occupied >> (last + 1) & 1:
        last += 1
    return last - first + 1 if first < last else 0


RUN = np.array(
    [[_run(occupied, place) for place in range(SIZE)] for occupied in range(1 << SIZE)], np.int8
)
"""The points for the run of a tile: `RUN[tiles of its row or column as bits, its place there]`."""


@compiled
def tiles_as_bits(seat: Seat) -> tuple[int, int]:
    """The spaces with a tile, a bit each: row by row, and column by column."""
    by_row = 0
    by_column = 0
    for row in range(SIZE):
        for column in range(SIZE):
            if seat.dome[row, column] != NONE:
                by_row |= 1 << (SIZE * row + column)
                by_column |= 1 << (SIZE * column + row)
    return by_row, by_column


@compiled
def best_gains(seat: Seat, row: int, scoring: int, by_row: int, by_column: int) -> int:
    """The most that a tile of each colour would gain on a row, as a pile; 0 if it does not fit."""
    gains = 0
    for column in range(SIZE):
        if is_open(seat, row, column):
            gain = min(MOST, gain_at(seat, row, column, scoring, by_row, by_column))
            space = printed(seat, row, column)
            if space == JOKER:
                for colour in range(COLOURS):
                    gains = raised(gains, colour, gain)
            else:
                gains = raised(gains, space, gain)
    return gains


@compiled
def is_open(seat: Seat, row: int, column: int) -> bool:
    """Whether a tile of a line may go to a space."""
    return seat.dome[row, column] == NONE and printed(seat, row, column) not in (NONE, SPECIAL)


@compiled
def raised(gains: int, colour: int, gain: int) -> int:
    """Gains with at least so much for a colour."""
    return gains + tiles(colour, max(0, gain - count(gains, colour)))


@compiled
def gain_at(seat: Seat, row: int, column: int, scoring: int, by_row: int, by_column: int) -> int:
    """What a tile on a space would bring at once, with what it completes (DU-17, DU-18, DU-23)."""
    gain = points_at(row, column, by_row, by_column)
    gain += gain_of_plate(seat, row, column, scoring, by_row)
    if (scoring >> ROWS) & 1 and bit_count(line_of(by_row, row)) == SIZE - 1:
        gain += ROW_POINTS
    if (scoring >> COLUMNS) & 1 and bit_count(line_of(by_column, column)) == SIZE - 1:
        gain += COLUMN_POINTS
    if (scoring >> DIAGONALS) & 1:
        if row == column and bit_count(by_row & FALLING_BITS) == SIZE - 1:
            gain += DIAGONAL_POINTS
        if row + column == SIZE - 1 and bit_count(by_row & RISING_BITS) == SIZE - 1:
            gain += DIAGONAL_POINTS
    if (scoring >> EDGE) & 1 and is_at_edge(row, column):
        gain += EDGE_POINTS
    return gain


@compiled
def points_at(row: int, column: int, by_row: int, by_column: int) -> int:
    """What a tile on a space would score (DU-17)."""
    points = int(RUN[line_of(by_row, row), column]) + int(RUN[line_of(by_column, column), row])
    return max(1, points)


@compiled
def line_of(bits: int, line: int) -> int:
    """One of the rows, or of the columns."""
    return (bits >> (SIZE * line)) & LINE_OF_BITS


@compiled
def gain_of_plate(seat: Seat, row: int, column: int, scoring: int, by_row: int) -> int:
    """What it brings that a plate is full, if the tile on a space is the last that it lacks."""
    first_row, first_column = row // 2 * 2, column // 2 * 2
    filled = bit_count((by_row >> (SIZE * first_row + first_column)) & PLATE_BITS)
    gain = 0
    if filled == 2:
        special = empty_special(seat, first_row, first_column)
        if special == NONE:
            return 0
        gain += points_for_special(special)
        gain += EMPTY_SPECIAL_COST * ((scoring >> EMPTY_SPECIALS) & 1)
    elif filled < 3:
        return 0
    if (scoring >> CORNERS) & 1 and first_row != 2 and first_column != 2:
        gain += corner_points(first_row)
    return gain


@compiled
def empty_special(seat: Seat, first_row: int, first_column: int) -> int:
    """The row of the special space of a plate, if it has one without a tile."""
    for row in (first_row, first_row + 1):
        for column in (first_column, first_column + 1):
            if is_empty_special(seat, row, column):
                return row
    return NONE
