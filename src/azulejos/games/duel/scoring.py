"""Points in Azul Duel: placed tiles, the broken track, the scoring tiles, the ranking."""

from __future__ import annotations

from itertools import accumulate

import numpy as np

from azulejos.core import runs
from azulejos.core.compiled import bit_count, compiled
from azulejos.core.layout import Codes
from azulejos.games.duel import table as duel
from azulejos.games.duel.table import Seat, Table

COSTS_SO_FAR = np.array([0, *accumulate(duel.BROKEN_COSTS)])  # of the first n spaces

LAST = duel.SIZE - 1
FALLING, RISING = 1, -1  # the main diagonals: to the right they go down, or up from the last row
CORNER_PLATES = ((0, 0), (0, LAST - 1), (LAST - 1, 0), (LAST - 1, LAST - 1))  # upper left spaces


@compiled
def printed(seat: Seat, row: int, column: int) -> int:
    """What a space of the dome asks for: a colour, JOKER, SPECIAL; NONE without a plate."""
    laid = seat.laid[slot_at(row, column)]
    if laid == duel.NONE:
        return duel.NONE
    return int(duel.PRINTED[laid, place_at(row, column)])


@compiled
def place_at(row: int, column: int) -> int:
    """The place on its plate of a space of the dome, row by row."""
    return row % 2 * 2 + column % 2


@compiled
def slot_at(row: int, column: int) -> int:
    """The slot that a space of the dome lies in."""
    return row // 2 * duel.SLOTS_IN_A_ROW + column // 2


@compiled
def points_for_tile(seat: Seat, row: int, column: int) -> int:
    """Score a tile just placed (DU-17)."""
    return runs.points_for_tile(seat.dome, row, column)


@compiled
def points_for_special(row: int) -> int:
    """A special tile brings the points of its row and nothing for neighbours (DU-18)."""
    return duel.SPECIAL_POINTS[row]


@compiled
def broken_cost(tiles: int) -> int:
    """What the first spaces of the broken track cost together (DU-19)."""
    return int(COSTS_SO_FAR[tiles])


# The end


@compiled
def final_score(table: Table, index: int) -> int:
    """A seat's points with those of the scoring tiles, not below 0 (DU-23)."""
    seat = table.seats[index]
    return max(0, seat.score + final_bonus(seat, table.scoring, table.special_colour))


@compiled
def final_bonus(seat: Seat, scoring: int, special_colour: int) -> int:
    """The points of all scoring tiles in play (DU-23)."""
    bonus = 0
    if (scoring >> duel.ROWS) & 1:
        bonus += duel.ROW_POINTS * complete_rows(seat)
    if (scoring >> duel.COLOURFUL_ROWS) & 1:
        bonus += duel.COLOURFUL_ROW_POINTS * colourful_rows(seat, special_colour)
    if (scoring >> duel.COLUMNS) & 1:
        bonus += duel.COLUMN_POINTS * complete_columns(seat)
    if (scoring >> duel.EDGE) & 1:
        bonus += duel.EDGE_POINTS * tiles_at_edge(seat)
    if (scoring >> duel.DIAGONALS) & 1:
        bonus += duel.DIAGONAL_POINTS * complete_diagonals(seat)
    if (scoring >> duel.CORNERS) & 1:
        bonus += points_for_corners(seat)
    if (scoring >> duel.JOKERS) & 1:
        bonus += points_for_jokers(seat)
    if (scoring >> duel.EMPTY_SPECIALS) & 1:
        bonus -= duel.EMPTY_SPECIAL_COST * empty_specials(seat)
    return bonus


@compiled
def tiles_on(seat: Seat, row: int, column: int, down: int, across: int) -> int:
    """Count the tiles on the six spaces from one space on in one direction."""
    tiles = 0
    for step in range(duel.SIZE):
        if seat.dome[row + step * down, column + step * across] != duel.NONE:
            tiles += 1
    return tiles


@compiled
def complete_rows(seat: Seat) -> int:
    rows = 0
    for row in range(duel.SIZE):
        rows += is_row_complete(seat, row)
    return rows


@compiled
def is_row_complete(seat: Seat, row: int) -> bool:
    return tiles_on(seat, row, 0, 0, 1) == duel.SIZE


@compiled
def complete_columns(seat: Seat) -> int:
    columns = 0
    for column in range(duel.SIZE):
        columns += is_column_complete(seat, column)
    return columns


@compiled
def is_column_complete(seat: Seat, column: int) -> bool:
    return tiles_on(seat, 0, column, 1, 0) == duel.SIZE


@compiled
def complete_diagonals(seat: Seat) -> int:
    return int(is_diagonal_complete(seat, FALLING)) + int(is_diagonal_complete(seat, RISING))


@compiled
def is_diagonal_complete(seat: Seat, way: int) -> bool:
    return tiles_on(seat, first_row(way), 0, way, 1) == duel.SIZE


@compiled
def first_row(way: int) -> int:
    """The row of the first column in which a main diagonal begins."""
    return 0 if way == FALLING else LAST


@compiled
def tiles_at_edge(seat: Seat) -> int:
    tiles = 0
    for row in range(duel.SIZE):
        for column in range(duel.SIZE):
            if is_at_edge(row, column) and seat.dome[row, column] != duel.NONE:
                tiles += 1
    return tiles


@compiled
def is_at_edge(row: int, column: int) -> bool:
    return not (0 < row < LAST and 0 < column < LAST)


@compiled
def colourful_rows(seat: Seat, special_colour: int) -> int:
    rows = 0
    for row in range(duel.SIZE):
        rows += is_row_colourful(seat, row, special_colour)
    return rows


@compiled
def is_row_colourful(seat: Seat, row: int, special_colour: int) -> bool:
    """Whether a row has five colours (DU-23)."""
    return bit_count(colours_in_row(seat, row, special_colour)) >= duel.COLOURS


@compiled
def colours_in_row(seat: Seat, row: int, special_colour: int) -> int:
    """The colours of a row, a bit each; its special tiles are one, or by option none."""
    colours = 0
    for column in range(duel.SIZE):
        tile = seat.dome[row, column]
        if tile != duel.NONE and (tile != duel.SPECIAL or special_colour):
            colours |= 1 << tile
    return colours


@compiled
def points_for_corners(seat: Seat) -> int:
    """The points of full plates in the corners."""
    points = 0
    for row, column in CORNER_PLATES:
        if is_full(seat, row, column):
            points += corner_points(row)
    return points


@compiled
def corner_points(row: int) -> int:
    """The points of a full plate in a corner, by its row."""
    return duel.CORNER_POINTS[0] if row == 0 else duel.CORNER_POINTS[1]


@compiled
def is_full(seat: Seat, row: int, column: int) -> bool:
    """Whether the four spaces from this one on to the right and below have tiles."""
    for r in (row, row + 1):
        for c in (column, column + 1):
            if seat.dome[r, c] == duel.NONE:
                return False
    return True


@compiled
def points_for_jokers(seat: Seat) -> int:
    """All joker spaces of the dome must be filled, else they bring nothing."""
    filled = 0
    for row in range(duel.SIZE):
        for column in range(duel.SIZE):
            if printed(seat, row, column) == duel.JOKER:
                if seat.dome[row, column] == duel.NONE:
                    return 0
                filled += 1
    return duel.JOKER_POINTS * filled


@compiled
def empty_specials(seat: Seat) -> int:
    empty = 0
    for row in range(duel.SIZE):
        for column in range(duel.SIZE):
            empty += is_empty_special(seat, row, column)
    return empty


@compiled
def is_empty_special(seat: Seat, row: int, column: int) -> bool:
    """Whether a space is for a special tile that is not there yet."""
    return printed(seat, row, column) == duel.SPECIAL and seat.dome[row, column] == duel.NONE


@compiled
def rank_keys(table: Table, seat: int, keys: Codes) -> None:
    """Write what ranks a seat: points, then holding the first-player tile (DU-24)."""
    keys[0] = table.seats[seat].score
    keys[1] = 1 if table.first_seat == seat else 0
