"""The features of a board of Azul Duel that promise points in later rounds.

Each feature is an amount; its worth is a weight found by self-play (`versions/`).
"""

from __future__ import annotations

from azulejos.core.compiled import bit_count, compiled
from azulejos.core.layout import Codes
from azulejos.games.duel.placing import spaces_for
from azulejos.games.duel.scoring import colours_in_row, points_for_tile, printed, tiles_on
from azulejos.games.duel.table import (
    CHIP_KINDS,
    CHIPS_A_ROUND,
    COLOURFUL_ROWS,
    COLOURS,
    COLUMNS,
    CORNERS,
    DIAGONALS,
    EMPTY_SPECIALS,
    JOKER,
    JOKERS,
    NONE,
    ROWS,
    SIZE,
    SLOTS,
    SPECIAL,
    Seat,
)

ANY_COLOUR = (1 << COLOURS) - 1

# Of each row
BEST_POINTS = 0  # what a tile on the best open space would score
OPEN_COLOURS = 6  # the colours that fit an open space
# Of each line but the first, if its tiles can be placed
LINE_BEGUN = 12  # it has some
LINE_TILES = 17
LINE_POINTS = 22  # its tiles times the points that the one on the dome would score
# Of the whole board
NEIGHBOURS = 27  # what tiles on all open spaces would score
TILES = 28  # on the dome
SPECIALS = 29  # the rows' points of special spaces whose plates have 0, 1 and 2 tiles
STUCK_TILES = 32  # on lines whose colour fits nowhere yet
STUCK_LINES = 33  # complete lines of this kind
CHIPS = 34
TWO_COLOURS = 35  # chips that show two
TOKENS = 36  # left in this round
CHIPS_DUE = 37  # in this round
# For the scoring tiles in play
BONUS = 38  # if the game ended now
LONG_ROWS = 39  # rows with 3, 4 and 5 tiles
COLOURFUL = 42  # rows with 3 and 4 colours
LONG_COLUMNS = 44  # columns with 2, 3, 4 and 5 tiles
LONG_DIAGONALS = 48  # diagonals with 2, 3, 4 and 5 tiles
TOP_CORNERS = 52  # upper corner plates with 1, 2 and 3 tiles
LOW_CORNERS = 55  # lower ones
OPEN_JOKERS = 58  # joker spaces without a tile
FULL_JOKERS = 59
LOST_SPECIALS = 60  # plates without their special tile, with 0, 1 and 2 tiles
BOARD_FEATURES = 63


@compiled
def count_features(seat: Seat, scoring: int, special_colour: int, amounts: Codes) -> None:
    """Write how much of every feature a board has, except the bonus."""
    for row in range(SIZE):
        count_row(seat, row, amounts)
        amounts[TILES] += tiles_on(seat, row, 0, 0, 1)
    for slot in range(SLOTS):
        if seat.laid[slot] != NONE:
            count_plate(seat, slot, scoring, amounts)
    for kind in range(CHIP_KINDS):
        amounts[CHIPS] += seat.chips[kind]
        if kind >= COLOURS:
            amounts[TWO_COLOURS] += seat.chips[kind]
    amounts[TOKENS] = seat.tokens
    amounts[CHIPS_DUE] = CHIPS_A_ROUND - seat.chips_taken
    count_scoring(seat, scoring, special_colour, amounts)


@compiled
def count_row(seat: Seat, row: int, amounts: Codes) -> None:
    """A row of the dome, and its line."""
    colours = 0
    most = 0
    for column in range(SIZE):
        space = printed(seat, row, column)
        if space in (NONE, SPECIAL) or seat.dome[row, column] != NONE:
            continue
        colours |= ANY_COLOUR if space == JOKER else 1 << space
        points = points_for_tile(seat, row, column)
        amounts[NEIGHBOURS] += points
        most = max(most, points)
    amounts[BEST_POINTS + row] = most
    amounts[OPEN_COLOURS + row] = bit_count(colours)
    if seat.line_count[row]:
        count_line(seat, row, amounts)


@compiled
def count_line(seat: Seat, line: int, amounts: Codes) -> None:
    """A line with tiles, complete only if they cannot be placed."""
    tiles = seat.line_count[line]
    spaces = spaces_for(seat, line)
    if spaces == 0:
        amounts[STUCK_TILES] += tiles
        amounts[STUCK_LINES] += tiles == line + 1
    elif line > 0:
        amounts[LINE_BEGUN + line - 1] = 1
        amounts[LINE_TILES + line - 1] = tiles
        amounts[LINE_POINTS + line - 1] = tiles * best_points(seat, line, spaces)


@compiled
def best_points(seat: Seat, row: int, spaces: int) -> int:
    """What a tile on the best of some spaces of a row would score."""
    most = 0
    for column in range(SIZE):
        if (spaces >> column) & 1:
            most = max(most, points_for_tile(seat, row, column))
    return most


@compiled
def count_plate(seat: Seat, slot: int, scoring: int, amounts: Codes) -> None:
    """A plate that is laid: how near its special tile or its corner is."""
    tiles = 0
    special = NONE
    for row in (slot // 3 * 2, slot // 3 * 2 + 1):
        for column in (slot % 3 * 2, slot % 3 * 2 + 1):
            space = printed(seat, row, column)
            if seat.dome[row, column] != NONE:
                tiles += 1
            elif space == SPECIAL:
                special = row
            if space == JOKER and (scoring >> JOKERS) & 1:
                amounts[OPEN_JOKERS if seat.dome[row, column] == NONE else FULL_JOKERS] += 1
    if special != NONE:
        amounts[SPECIALS + tiles] += special + 1
        if (scoring >> EMPTY_SPECIALS) & 1:
            amounts[LOST_SPECIALS + tiles] += 1
    if (scoring >> CORNERS) & 1 and 0 < tiles < 4:
        if slot in (0, 2):
            amounts[TOP_CORNERS + tiles - 1] += 1
        elif slot in (6, 8):
            amounts[LOW_CORNERS + tiles - 1] += 1


@compiled
def count_scoring(seat: Seat, scoring: int, special_colour: int, amounts: Codes) -> None:
    """How near rows, columns and diagonals are to what the scoring tiles ask for (DU-23)."""
    for number in range(SIZE):
        if (scoring >> ROWS) & 1:
            count_length(tiles_on(seat, number, 0, 0, 1), 3, LONG_ROWS, amounts)
        if (scoring >> COLOURFUL_ROWS) & 1:
            colours = bit_count(colours_in_row(seat, number, special_colour))
            if colours in (3, 4):
                amounts[COLOURFUL + colours - 3] += 1
        if (scoring >> COLUMNS) & 1:
            count_length(tiles_on(seat, 0, number, 1, 0), 2, LONG_COLUMNS, amounts)
    if (scoring >> DIAGONALS) & 1:
        count_length(tiles_on(seat, 0, 0, 1, 1), 2, LONG_DIAGONALS, amounts)
        count_length(tiles_on(seat, 0, SIZE - 1, 1, -1), 2, LONG_DIAGONALS, amounts)


@compiled
def count_length(tiles: int, least: int, feature: int, amounts: Codes) -> None:
    """One more row, column or diagonal with so many tiles, unless too few or all."""
    if least <= tiles < SIZE:
        amounts[feature + tiles - least] += 1
