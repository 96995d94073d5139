"""What the board of Azul Duel promises at the end of a round, beside what `features.py` lists."""

from __future__ import annotations

from azulejos.bots.search.duel.gains import (
    best_gains,
    empty_special,
    is_open,
    line_of,
    points_at,
    tiles_as_bits,
)
from azulejos.core.compiled import bit_count, compiled
from azulejos.core.layout import Codes
from azulejos.core.pile import count
from azulejos.games.duel.factories import room_on
from azulejos.games.duel.placing import accepts, chips_showing, may_pay
from azulejos.games.duel.scoring import colours_in_row, points_for_special, printed
from azulejos.games.duel.table import (
    COLOURFUL_ROWS,
    COLOURS,
    JOKER,
    NONE,
    SIZE,
    SLOTS,
    SLOTS_IN_A_ROW,
    SPECIAL,
    Seat,
)

FIRST = 67  # of these features; before it is one that does not lie on a board
OPEN_POINTS = 67  # rows: what tiles on all open spaces would score
HIGH_POINTS = 73  # open spaces that would score 4 and more, and 6 and more: rows 1 to 3, 4 to 6
EMPTY_POINTS = 77  # empty lines: what a tile of a colour that fits would score, the mean
LACKING = 83  # begun lines that lack 1 to 5 tiles: their gain
YIELDS = 88  # the four best lines: their gain for each tile that they lack
SPECIAL_NEAR = 92  # special plates, their points times how many tiles fewer than 4, 8, 12, 16 lack
SPECIAL_NEXT = 96  # special plates with two tiles, by the row of their special space
ROW_SQUARES = 102  # tiles in rows 1 to 3, and 4 to 6: the sum of their squares
COLOURFUL_NEAR = 104  # rows that may get five colours: tiles fewer than 3, 6, 9 and 12 that lack
CHIPS_THAT_SHOW = 108  # of begun lines that lack 1, 2 and more tiles, as many as could be spent
CHIPS_PAY = 111  # begun lines that chips could complete: their gain
END = 112

PART = 4  # mean points are counted in quarters of a point
WHOLE = 60  # yields are counted in parts of a point that 1 to 6 divide
HIGH, HIGHEST = 4, 6


@compiled
def count_prospects(seat: Seat, scoring: int, special_colour: int, amounts: Codes) -> None:
    """Write how much of these features a board has."""
    for feature in range(FIRST, END):
        amounts[feature] = 0
    by_row, by_column = tiles_as_bits(seat)
    for row in range(SIZE):
        amounts[ROW_SQUARES + row // 3] += bit_count(line_of(by_row, row)) ** 2
        count_open_spaces(seat, row, by_row, by_column, amounts)
        gains = best_gains(seat, row, scoring, by_row, by_column)
        if seat.line_count[row]:
            count_begun_line(seat, row, gains, amounts)
        elif gains:
            count_empty_line(seat, row, gains, by_row, by_column, amounts)
        if (scoring >> COLOURFUL_ROWS) & 1:
            count_colourful_row(seat, row, special_colour, amounts)
    for slot in range(SLOTS):
        if seat.laid[slot] != NONE:
            count_special_plate(seat, slot, amounts)


@compiled
def count_open_spaces(seat: Seat, row: int, by_row: int, by_column: int, amounts: Codes) -> None:
    for column in range(SIZE):
        if is_open(seat, row, column):
            points = points_at(row, column, by_row, by_column)
            amounts[OPEN_POINTS + row] += points
            amounts[HIGH_POINTS + row // 3] += points >= HIGH
            amounts[HIGH_POINTS + 2 + row // 3] += points >= HIGHEST


# Lines


@compiled
def count_begun_line(seat: Seat, line: int, gains: int, amounts: Codes) -> None:
    colour = seat.line_colour[line]
    gain = count(gains, colour)
    lacking = room_on(seat, line)
    if gain == 0 or lacking == 0:
        return
    amounts[LACKING + lacking - 1] += gain
    add_yield(WHOLE * gain // lacking, amounts)
    showing = chips_showing(seat, colour)
    amounts[CHIPS_THAT_SHOW + min(lacking, 3) - 1] += min(2 * lacking, showing)
    if may_pay(seat, line):
        amounts[CHIPS_PAY] += gain


@compiled
def count_empty_line(
    seat: Seat, line: int, gains: int, by_row: int, by_column: int, amounts: Codes
) -> None:
    colours = 0
    gain = 0
    most = 0
    points = 0
    for colour in range(COLOURS):
        more = count(gains, colour)
        if more:
            colours += 1
            gain += more
            most = max(most, more)
            points += best_points(seat, line, colour, by_row, by_column)
    amounts[EMPTY_POINTS + line] = PART * points // colours
    add_yield(WHOLE * ((gain // colours + most) // 2) // (line + 1), amounts)


@compiled
def best_points(seat: Seat, row: int, colour: int, by_row: int, by_column: int) -> int:
    """What a tile of a colour would score on the best space of a row."""
    most = 0
    for column in range(SIZE):
        if is_open(seat, row, column) and accepts(printed(seat, row, column), colour):
            most = max(most, points_at(row, column, by_row, by_column))
    return most


@compiled
def add_yield(gain: int, amounts: Codes) -> None:
    """Sort the yield of a line in among the best."""
    for place in range(YIELDS, YIELDS + 4):
        if gain > amounts[place]:
            better = gain
            gain = amounts[place]
            amounts[place] = better


# Plates and rows


@compiled
def count_special_plate(seat: Seat, slot: int, amounts: Codes) -> None:
    """How many tiles a special plate lacks, less those that its lines hold."""
    row = slot // SLOTS_IN_A_ROW * 2
    column = slot % SLOTS_IN_A_ROW * 2
    special = empty_special(seat, row, column)
    if special == NONE:
        return
    filled = 0
    lacking = 0
    for r in (row, row + 1):
        for c in (column, column + 1):
            if seat.dome[r, c] != NONE:
                filled += 1
            elif printed(seat, r, c) != SPECIAL:
                lacking += tiles_lacking(seat, r, c)
    amounts[SPECIAL_NEXT + special] += filled == 2
    for place in range(4):
        fewer = max(0, 4 * place + 4 - lacking)
        amounts[SPECIAL_NEAR + place] += points_for_special(special) * fewer


@compiled
def tiles_lacking(seat: Seat, row: int, column: int) -> int:
    """How many tiles a space lacks: as many as its line holds, or has still room for."""
    if seat.line_count[row] and accepts(printed(seat, row, column), seat.line_colour[row]):
        return room_on(seat, row)
    return row + 1


@compiled
def count_colourful_row(seat: Seat, row: int, special_colour: int, amounts: Codes) -> None:
    """How many tiles a row lacks that may get five colours (DU-23)."""
    there = colours_in_row(seat, row, special_colour)
    possible = there
    for column in range(SIZE):
        space = printed(seat, row, column)
        if seat.dome[row, column] != NONE:
            continue
        if space in (NONE, JOKER):
            possible |= (1 << COLOURS) - 1
        elif space != SPECIAL or special_colour:
            possible |= 1 << space
    colours = bit_count(there)
    if colours < COLOURS <= bit_count(possible):
        for place in range(4):
            fewer = 3 * place + 3 - (COLOURS - colours) * (row + 1)
            amounts[COLOURFUL_NEAR + place] += max(0, fewer)
