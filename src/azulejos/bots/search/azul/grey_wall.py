"""What seats do in the tiling on grey walls, without any search.

The spaces that a seat chooses are on its own board, and no other seat can answer: for all of them
it is best to choose what makes their own boards worth most. Were all ways in which all seats may
choose searched, one after the other, there would be thousands of ways for a round to end. Only a
seat that can choose whether the game ends is left to the search: that depends on who would win.

The best ways for a board's complete lines are found by trying them all: what the tiles score and
what the board then promises, or in a last round the final bonuses. Only what tiles cost that fall
to the floor line is not exact where others lie there. What is best is remembered, since boards
repeat.
"""

from __future__ import annotations

from azulejos.bots.search.azul import evaluation
from azulejos.bots.search.azul.evaluation import LAST_ROUND, Memory
from azulejos.bots.search.azul.features import FEATURES, list_features
from azulejos.bots.search.knowledge import POINT, Position, Weights, weighted
from azulejos.core.compiled import compiled, lowest_bit, multiply_add, record
from azulejos.core.layout import Layout
from azulejos.core.pile import total
from azulejos.core.tables import copy_table
from azulejos.games.azul.scoring import (
    COSTS_SO_FAR,
    complete_rows,
    final_bonus,
    floor_cost,
    tiles_in_row,
)
from azulejos.games.azul.table import COLOURS, NONE, SIZE, TABLE, TILING, Seat, Table
from azulejos.games.azul.tiling import (
    choose_space,
    drop_line,
    full_lines,
    is_full,
    line_colour,
    place_tile,
    spaces_for,
)

# How a round will end: the most certain of all rows counts
NOT_LAST = 0
UNDECIDED = 1  # a seat can choose whether the game ends
LAST = 2

# What is remembered
KEY = 0
COLUMN = 1

MAX_LOSS = int(COSTS_SO_FAR[-1])  # to whoever has as many points, it does not matter how many
SCORES = 4 * MAX_LOSS  # more than there are to tell apart

NO_SPACE = 1 << SIZE  # in the place of spaces: the line falls to the floor line
CHOICES = 8  # a value and a column in one number: the value times this, and the column
LEAST = -1 << 40


def resolve_tiling(_layout: Layout, position: Position, memory: Memory, weights: Weights) -> None:
    """Let each seat choose the spaces that are best for it, to the end of the tiling."""
    table = record(position.raw, TABLE)
    if table.phase != TILING:
        return
    ending = how_it_will_end(table)
    if ending == UNDECIDED:
        return
    period = LAST_ROUND if ending == LAST else min(table.rounds, LAST_ROUND) - 1
    while table.phase == TILING:
        choose_space(table, best_column(position, period, memory, weights))


@compiled
def how_it_will_end(table: Table) -> int:
    """Whether a row is or will be complete, so that the game ends with this round (AZ-15)."""
    ending = NOT_LAST
    for number in range(table.players):
        for row in range(SIZE):
            ending = max(ending, ends_by_row(table.side, table.seats[number], row))
    return ending


@compiled
def ends_by_row(side: int, seat: Seat, row: int) -> int:
    """Whether a seat's row is or will be complete.

    A seat may keep the last space of a row from its tile, by another one of the colour above it.
    """
    tiles = tiles_in_row(seat, row)
    if tiles == SIZE:
        return LAST
    if tiles < SIZE - 1 or not is_full(seat, row):
        return NOT_LAST
    space = spaces_for(side, seat, row)
    if space == 0:
        return NOT_LAST
    for line in range(row):
        is_same = is_full(seat, line) and line_colour(seat, line) == line_colour(seat, row)
        if is_same and spaces_for(side, seat, line) & space:
            return UNDECIDED
    return LAST


@compiled
def cost_of_floor(seat: Seat) -> int:
    return floor_cost(total(seat.floor))


@compiled
def best_column(position: Position, period: int, memory: Memory, weights: Weights) -> int:
    """Where the seat to move places the tile of the line at hand."""
    table = record(position.raw, TABLE)
    seat = table.seats[table.turn]
    score = min(MAX_LOSS, seat.score - cost_of_floor(seat))
    valued_as = multiply_add(SCORES * (1 + period) + score, table.bag, evaluation.BAG_FACTOR)
    key = evaluation.board_hash(position.words, table.turn) ^ valued_as
    remembered = memory.spaces[key & (len(memory.spaces) - 1)]
    if remembered[KEY] != key:
        copy_table(position.raw, position.scratch)
        tried = record(position.scratch, TABLE)
        tried.seats[table.turn].score = score
        tried.seats[table.turn].floor = 0
        remembered[COLUMN] = best_choice(tried, table.turn, period, memory, weights) % CHOICES
        remembered[KEY] = key
    return int(remembered[COLUMN])


@compiled
def best_choice(table: Table, number: int, period: int, memory: Memory, weights: Weights) -> int:
    """The best that a seat can make of its complete lines, and with it the column of the first.

    It tries the spaces of the first line, and for each of them those of the others.
    """
    seat = table.seats[number]
    lines = full_lines(seat)
    if lines == 0:
        return CHOICES * value_tiled(table, number, period, memory, weights)
    line = lowest_bit(lines) // COLOURS
    spaces = spaces_for(table.side, seat, line)
    if spaces == 0:
        spaces = NO_SPACE
    score, floor, discard = seat.score, seat.floor, table.discard
    tiles, colours, wall_colours = seat.line_tiles, seat.line_colours, seat.wall_colours
    best = LEAST
    while spaces:
        column = lowest_bit(spaces)
        spaces &= spaces - 1
        if column == SIZE:
            drop_line(table, seat, line)
        else:
            place_tile(table, seat, line, column)
        result = best_choice(table, number, period, memory, weights) // CHOICES
        best = max(best, CHOICES * result + column)
        seat.score, seat.floor, table.discard = score, floor, discard
        seat.line_tiles, seat.line_colours, seat.wall_colours = tiles, colours, wall_colours
        if column < SIZE:
            seat.wall[line, column] = NONE
    return best


@compiled
def value_tiled(table: Table, number: int, period: int, memory: Memory, weights: Weights) -> int:
    """What a tiled board is worth for its seat, as a position at the end of the round is valued."""
    seat = table.seats[number]
    value = POINT * max(0, seat.score - cost_of_floor(seat))  # (AZ-14)
    if period == LAST_ROUND:
        return value + POINT * final_bonus(seat) + complete_rows(seat)  # (AZ-17, AZ-18)
    list_features(table, seat, memory.amounts)
    return value + weighted(memory.amounts, weights[period, 0], 0, FEATURES)
