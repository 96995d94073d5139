"""Points in Azul Duel: placed tiles, the broken track, the scoring tiles, the ranking."""

from __future__ import annotations

from azulejos.core.compiled import bit_count, compiled
from azulejos.core.layout import Codes
from azulejos.games.duel.data import (
    COLOURFUL_ROWS,
    COLUMNS,
    CORNERS,
    DIAGONALS,
    EDGE,
    EMPTY_SPECIALS,
    JOKER,
    JOKERS,
    PRINTED,
    ROWS,
    SPECIAL,
)
from azulejos.games.duel.table import COLOURS, NONE, SIZE, Seat, Table

FIRST_TILE_COST = 2  # (DU-19)


@compiled
def printed(seat: Seat, row: int, column: int) -> int:
    """What a space of the dome asks for: a colour, JOKER, SPECIAL; NONE without a plate."""
    laid = seat.laid[slot_at(row, column)]
    if laid == NONE:
        return NONE
    return int(PRINTED[laid, row % 2 * 2 + column % 2])


@compiled
def slot_at(row: int, column: int) -> int:
    """The slot that a space of the dome lies in."""
    return row // 2 * 3 + column // 2


@compiled
def points_for_tile(seat: Seat, row: int, column: int) -> int:
    """Score a tile just placed (DU-17)."""
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
        while 0 <= r < SIZE and 0 <= c < SIZE and seat.dome[r, c] != NONE:
            length += 1
            r += way * down
            c += way * across
    return length


@compiled
def points_for_special(row: int) -> int:
    """A special tile brings the points of its row and nothing for neighbours (DU-18)."""
    return row + 1


@compiled
def broken_cost(tiles: int) -> int:
    """What the broken track costs: 1, 2, 3 and 4 for its spaces (DU-19)."""
    return tiles * (tiles + 1) // 2


# The end


@compiled
def final_bonus(seat: Seat, scoring: int, special_colour: int) -> int:
    """The points of all scoring tiles in play (DU-23)."""
    bonus = 0
    if (scoring >> ROWS) & 1:
        bonus += 3 * complete_rows(seat)
    if (scoring >> COLOURFUL_ROWS) & 1:
        bonus += 4 * colourful_rows(seat, special_colour)
    if (scoring >> COLUMNS) & 1:
        bonus += 7 * complete_columns(seat)
    if (scoring >> EDGE) & 1:
        bonus += tiles_at_edge(seat)
    if (scoring >> DIAGONALS) & 1:
        bonus += 10 * complete_diagonals(seat)
    if (scoring >> CORNERS) & 1:
        bonus += points_for_corners(seat)
    if (scoring >> JOKERS) & 1:
        bonus += points_for_jokers(seat)
    if (scoring >> EMPTY_SPECIALS) & 1:
        bonus -= 3 * empty_specials(seat)
    return bonus


@compiled
def tiles_on(seat: Seat, row: int, column: int, down: int, across: int) -> int:
    """Count the tiles on the six spaces from one space on in one direction."""
    tiles = 0
    for step in range(SIZE):
        if seat.dome[row + step * down, column + step * across] != NONE:
            tiles += 1
    return tiles


@compiled
def complete_rows(seat: Seat) -> int:
    rows = 0
    for row in range(SIZE):
        if tiles_on(seat, row, 0, 0, 1) == SIZE:
            rows += 1
    return rows


@compiled
def complete_columns(seat: Seat) -> int:
    columns = 0
    for column in range(SIZE):
        if tiles_on(seat, 0, column, 1, 0) == SIZE:
            columns += 1
    return columns


@compiled
def complete_diagonals(seat: Seat) -> int:
    diagonals = 0
    if tiles_on(seat, 0, 0, 1, 1) == SIZE:
        diagonals += 1
    if tiles_on(seat, 0, SIZE - 1, 1, -1) == SIZE:
        diagonals += 1
    return diagonals


@compiled
def tiles_at_edge(seat: Seat) -> int:
    last = SIZE - 1
    inner = 0
    outer = 0
    for row in range(SIZE):
        outer += tiles_on(seat, row, 0, 0, 1)
    for row in range(1, last):
        for column in range(1, last):
            if seat.dome[row, column] != NONE:
                inner += 1
    return outer - inner


@compiled
def colourful_rows(seat: Seat, special_colour: int) -> int:
    """Rows with five colours; special tiles have none, or by option one of their own."""
    rows = 0
    for row in range(SIZE):
        colours = 0
        for column in range(SIZE):
            tile = seat.dome[row, column]
            if tile != NONE and (tile != SPECIAL or special_colour):
                colours |= 1 << tile
        if bit_count(colours) >= COLOURS:
            rows += 1
    return rows


@compiled
def points_for_corners(seat: Seat) -> int:
    """Full corner plates: 3 points above, 8 below."""
    points = 0
    for row, worth in ((0, 3), (4, 8)):
        for column in (0, 4):
            if is_full(seat, row, column):
                points += worth
    return points


@compiled
def is_full(seat: Seat, row: int, column: int) -> bool:
    """Whether the four spaces from this one on to the right and below have tiles."""
    for r in (row, row + 1):
        for c in (column, column + 1):
            if seat.dome[r, c] == NONE:
                return False
    return True


@compiled
def points_for_jokers(seat: Seat) -> int:
    """All joker spaces of the dome must be filled, else they bring nothing."""
    filled = 0
    for row in range(SIZE):
        for column in range(SIZE):
            if printed(seat, row, column) == JOKER:
                if seat.dome[row, column] == NONE:
                    return 0
                filled += 1
    return 2 * filled


@compiled
def empty_specials(seat: Seat) -> int:
    empty = 0
    for row in range(SIZE):
        for column in range(SIZE):
            if printed(seat, row, column) == SPECIAL and seat.dome[row, column] == NONE:
                empty += 1
    return empty


@compiled
def rank_keys(table: Table, seat: int, keys: Codes) -> None:
    """Write what ranks a seat: points, then holding the first-player tile (DU-24)."""
    keys[0] = table.seats[seat].score
    keys[1] = 1 if table.first_seat == seat else 0
