"""The features of a board of Azul that promise points in later rounds.

Each feature is an amount; its worth is a weight found by self-play (`versions/`).
"""

from __future__ import annotations

from azulejos.core.compiled import compiled
from azulejos.core.pile import count
from azulejos.games.azul.preview import best_space
from azulejos.games.azul.scoring import points_for_tile
from azulejos.games.azul.table import COLOURS, NONE, SIZE, Seat
from azulejos.games.azul.tiling import spaces_for

COLUMNS = 0  # columns with 1, 2, 3, 4 and 5 tiles
SETS = 5  # colours with 1, 2, 3, 4 and 5 tiles on the wall
ROWS = 10  # rows with 1, 2, 3 and 4 tiles
LINE_POINTS = 14  # unfinished lines 2 to 5: tiles on it times the points its tile would score
LINE_TILES = 18  # unfinished lines 2 to 5: tiles on it
NEIGHBOURS = 22  # rows: the points that the best free space of the row would score
BOARD_FEATURES = 27


@compiled
def board_feature(side: int, seat: Seat, feature: int) -> int:
    """How much of a feature a board has after its complete lines were tiled."""
    if feature < SETS:
        return columns_with(seat, feature - COLUMNS + 1)
    if feature < ROWS:
        return colours_with(seat, feature - SETS + 1)
    if feature < LINE_POINTS:
        return rows_with(seat, feature - ROWS + 1)
    if feature < LINE_TILES:
        line = feature - LINE_POINTS + 1
        return count(seat.line_tiles, line) * line_points(side, seat, line)
    if feature < NEIGHBOURS:
        return count(seat.line_tiles, feature - LINE_TILES + 1)
    return most_points(seat, feature - NEIGHBOURS)


@compiled
def columns_with(seat: Seat, tiles: int) -> int:
    """Columns with that many tiles."""
    columns = 0
    for column in range(SIZE):
        found = 0
        for row in range(SIZE):
            found += seat.wall[row, column] != NONE
        columns += found == tiles
    return columns


@compiled
def colours_with(seat: Seat, tiles: int) -> int:
    """Colours with that many tiles on the wall."""
    colours = 0
    for colour in range(COLOURS):
        found = 0
        for row in range(SIZE):
            found += (seat.wall_colours >> (COLOURS * row + colour)) & 1
        colours += found == tiles
    return colours


@compiled
def rows_with(seat: Seat, tiles: int) -> int:
    """Rows with that many tiles."""
    rows = 0
    for row in range(SIZE):
        found = 0
        for column in range(SIZE):
            found += seat.wall[row, column] != NONE
        rows += found == tiles
    return rows


@compiled
def line_points(side: int, seat: Seat, line: int) -> int:
    """What the tile of an unfinished line would score now, on the grey wall at best."""
    if count(seat.line_tiles, line) == 0:
        return 0
    spaces = spaces_for(side, seat, line)
    if spaces == 0:
        return 0
    return points_for_tile(seat, line, best_space(seat, line, spaces))


@compiled
def most_points(seat: Seat, row: int) -> int:
    """What a tile on the best free space of a row would score now."""
    most = 0
    for column in range(SIZE):
        if seat.wall[row, column] == NONE:
            most = max(most, points_for_tile(seat, row, column))
    return most
