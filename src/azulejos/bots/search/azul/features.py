"""The features of a board of Azul that promise points in later rounds.

Each feature is an amount; its worth is a weight found by self-play (`versions/`).
"""

from __future__ import annotations

from azulejos.bots.search.azul.inputs import best_column
from azulejos.bots.search.offer import supply_of
from azulejos.core.compiled import bit_count, compiled
from azulejos.core.layout import Codes
from azulejos.core.pile import count
from azulejos.games.azul.rules import best_space, colours_accepted
from azulejos.games.azul.scoring import (
    points_for_tile,
    tiles_in_column,
    tiles_in_row,
    tiles_of_colour,
)
from azulejos.games.azul.table import COLOURS, EVERY_ROW, NONE, SIZE, Seat, Table
from azulejos.games.azul.tiling import in_grid, line_colour, room_on, spaces_for

COLUMNS = 0  # columns with 1, 2, 3, 4 and 5 tiles
SETS = 5  # colours with 1, 2, 3, 4 and 5 tiles on the wall
ROWS = 10  # rows with 1, 2, 3 and 4 tiles
LINE_POINTS = 14  # unfinished lines 2 to 5: tiles on it times the points its tile would score
LINE_TILES = 18  # unfinished lines 2 to 5: tiles on it
NEIGHBOURS = 22  # rows: the points that the best free space of the row would score
# Two features lie on no board: see `evaluation.py`
STARTS = 27  # it has the marker: it will start the next round
TO_MOVE = 28
ACCEPTED = 29  # colours that 0, 1, 2, 3, 4 and 5 lines accept
EMPTY_POINTS = (
    35  # empty lines 1 to 5: what a tile of a colour that they accept would score, the mean
)
SET_SUPPLY = 40  # by tiles of a colour on the wall, 0 to 5: how much of the colour is in the bag
LINE_SET = 46  # begun lines: tiles of their colours on the wall
LINE_ENDS_SET = 47  # begun lines that lack 1 to 4 tiles, and whose tile completes a colour
LINE_SUPPLY = 51  # begun lines: tiles that they lack, by how much of the colour is in the bag
LINE_COLUMN = 52  # begun lines: tiles in the columns of their spaces
LINE_ENDS_COLUMN = 53  # begun lines that lack 1 to 4 tiles, and whose tile completes a column
FEATURES = 57

PART = 4  # mean points are counted in quarters of a point


@compiled
def list_features(table: Table, seat: Seat, amounts: Codes) -> None:
    """List how much a board has of each feature after its complete lines were tiled."""
    for feature in range(FEATURES):
        amounts[feature] = 0
    for column in range(SIZE):
        tiles = tiles_in_column(seat, column)
        if tiles:
            amounts[COLUMNS + tiles - 1] += 1
    for line in range(SIZE):
        held = count(seat.line_tiles, line)
        tiles = tiles_in_row(seat, line)
        if 0 < tiles < SIZE:
            amounts[ROWS + tiles - 1] += 1
        if line:
            amounts[LINE_POINTS + line - 1] = held * line_points(table.side, seat, line)
            amounts[LINE_TILES + line - 1] = held
        amounts[NEIGHBOURS + line] = max_points(seat, line)
        if held:
            list_begun_line(table, seat, line, amounts)
        else:
            list_empty_line(table, seat, line, amounts)
    accepted = colours_accepted(seat)
    for colour in range(COLOURS):
        tiles = tiles_of_colour(seat, colour)
        if tiles:
            amounts[SETS + tiles - 1] += 1
        amounts[SET_SUPPLY + tiles] += supply_of(table.bag, colour)
        amounts[ACCEPTED + bit_count((accepted >> colour) & EVERY_ROW)] += 1


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
def max_points(seat: Seat, row: int) -> int:
    """What a tile on the best free space of a row would score now."""
    most = 0
    for column in range(SIZE):
        if seat.wall[row, column] == NONE:
            most = max(most, points_for_tile(seat, row, column))
    return most


@compiled
def list_empty_line(table: Table, seat: Seat, line: int, amounts: Codes) -> None:
    points = 0
    colours = 0
    accepted = colours_accepted(seat)
    for colour in range(COLOURS):
        if accepted & in_grid(line, colour):
            column = best_column(table.side, seat, line, colour)
            if column != NONE:
                points += points_for_tile(seat, line, column)
                colours += 1
    if colours:
        amounts[EMPTY_POINTS + line] = PART * points // colours


@compiled
def list_begun_line(table: Table, seat: Seat, line: int, amounts: Codes) -> None:
    lacking = room_on(seat, line)
    colour = line_colour(seat, line)
    in_set = tiles_of_colour(seat, colour)
    amounts[LINE_SET] += in_set
    amounts[LINE_SUPPLY] += lacking * supply_of(table.bag, colour)
    if lacking == 0:
        return
    amounts[LINE_ENDS_SET + lacking - 1] += in_set == SIZE - 1
    column = best_column(table.side, seat, line, colour)
    if column != NONE:
        in_column = tiles_in_column(seat, column)
        amounts[LINE_COLUMN] += in_column
        amounts[LINE_ENDS_COLUMN + lacking - 1] += in_column == SIZE - 1
