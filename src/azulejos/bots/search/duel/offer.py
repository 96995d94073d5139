"""What still lies out in a round of Azul Duel, and which lines it can complete.

What a line could gain does not depend on what lies out, so it is remembered with the board, packed
into a few words: then a position takes no more than comparing these with the tiles out.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from azulejos.bots.search.duel import prospects
from azulejos.bots.search.duel.gains import best_gains, tiles_as_bits
from azulejos.core.compiled import compiled, lowest_bit
from azulejos.core.layout import Codes, Int32, Int64, Int64s, layout
from azulejos.core.pile import BITS, colours_in, count, tiles
from azulejos.games.duel.table import COLOURS, FACTORIES, SIZE, SMALL, Seat, Table, take_off, top_of

FIRST = prospects.END
EMPTY_REACHED = FIRST  # empty lines: the most they gain with a colour of which enough lies out
BEGUN_REACHED = FIRST + 6  # begun lines: what they gain if enough lies out
SURPLUS = FIRST + 12  # tiles out that no line has room for
USELESS = FIRST + 13  # tiles out that no line gains by
USELESS_COLOURS = FIRST + 14  # how many colours these have
END = FIRST + 15

HALF = 32
ALL_GAINS = (1 << (BITS * COLOURS)) - 1
MAX_ROOM = 7  # as many as the bits for the room behind them can tell
EVERY_COLOUR = (1 << COLOURS) - 1
ONE_OF_EACH = sum(1 << (BITS * colour) for colour in range(COLOURS))

SPREAD = np.array(
    [sum(1 << (COLOURS * fewer) for fewer in range(number)) for number in range(SIZE + 1)], np.int64
)
"""For a number of tiles a bit for every number from 1 to it, so far apart as there are colours."""


class Board:
    """What is remembered of a board."""

    key: Int64
    points: Int32  # that the end of the round brings or costs
    bonus: Int32  # of the scoring tiles
    expected: Int32  # in hundredths of a point
    lines: Annotated[Int64s, (SIZE // 2,)]  # what each line gains by which tiles, in half a word
    room: Int64  # the tiles of each colour that lines have room for, and by which some line gains


BOARD = layout(Board)

# Boards


@compiled
def note_lines(before: Seat, seat: Seat, scoring: int, board: Board) -> None:
    """Remember what lines have room for, and gain once the complete ones were placed on `seat`."""
    by_row, by_column = tiles_as_bits(seat)
    for word in range(SIZE // 2):
        board.lines[word] = 0
    room = 0
    useful = 0
    for line in range(SIZE):
        packed = packed_line(before, seat, line, scoring, by_row, by_column)
        board.lines[line // 2] |= packed << (HALF * (line % 2))
        useful |= packed & ALL_GAINS
        room += room_on_line(before, line)
    board.room = room_and_uses(room, useful)


@compiled
def packed_line(
    before: Seat, seat: Seat, line: int, scoring: int, by_row: int, by_column: int
) -> int:
    """What a line would gain with each colour that it accepts, as a pile, and its room."""
    held = before.line_count[line]
    if held > line:
        return 0
    gains = best_gains(seat, line, scoring, by_row, by_column)
    if held:
        colour = before.line_colour[line]
        gains = tiles(colour, count(gains, colour))
    return gains | (line + 1 - held) << (BITS * COLOURS)


@compiled
def room_on_line(seat: Seat, line: int) -> int:
    """A pile: of each colour, the tiles that a line has room for."""
    held = seat.line_count[line]
    if held:
        return tiles(seat.line_colour[line], line + 1 - held)
    return ONE_OF_EACH * (line + 1)


@compiled
def room_and_uses(room: int, useful: int) -> int:
    """The room of all lines, and behind it the colours that some line gains by."""
    return room | colours_in(useful) << (BITS * COLOURS)


# Positions


@compiled
def tiles_out(table: Table) -> int:
    """The pile of all tiles that still lie out."""
    pile = table.large_moon
    for factory in range(FACTORIES):
        pile += table.sun[factory]
    for factory in range(SMALL):
        stack = table.stacks[factory]
        while stack:
            pile += tiles(top_of(stack), 1)
            stack = take_off(stack)
    return pile


@compiled
def list_offer(board: Board, out: int, amounts: Codes) -> None:
    """List what the tiles out mean to the lines of a board."""
    list_colours(board.room, out, amounts)
    enough = colours_enough(out)
    for line in range(SIZE):
        two_lines = int(board.lines[line // 2])
        list_line(two_lines >> (HALF * (line % 2)), line, enough, amounts)


@compiled
def describe_offer(before: Seat, seat: Seat, scoring: int, out: int, amounts: Codes) -> None:
    """List the same of a board that is not remembered."""
    by_row, by_column = tiles_as_bits(seat)
    enough = colours_enough(out)
    room = 0
    useful = 0
    for line in range(SIZE):
        packed = packed_line(before, seat, line, scoring, by_row, by_column)
        list_line(packed, line, enough, amounts)
        useful |= packed & ALL_GAINS
        room += room_on_line(before, line)
    list_colours(room_and_uses(room, useful), out, amounts)


@compiled
def list_colours(room_and_useful: int, out: int, amounts: Codes) -> None:
    """List the tiles out that lines have no room for, or do not gain by."""
    amounts[SURPLUS] = 0
    amounts[USELESS] = 0
    amounts[USELESS_COLOURS] = 0
    for colour in range(COLOURS):
        number = count(out, colour)
        if number:
            amounts[SURPLUS] += max(0, number - count(room_and_useful, colour))
            if not (room_and_useful >> (BITS * COLOURS + colour)) & 1:
                amounts[USELESS] += number
                amounts[USELESS_COLOURS] += 1


@compiled
def colours_enough(out: int) -> int:
    """For every number of tiles from 1 to 6, the colours of which so many lie out, a bit each."""
    enough = 0
    for colour in range(COLOURS):
        enough |= int(SPREAD[min(count(out, colour), SIZE)]) << colour
    return enough


@compiled
def list_line(packed: int, line: int, enough: int, amounts: Codes) -> None:
    """List the most that a line gains with a colour of which enough lies out."""
    amounts[EMPTY_REACHED + line] = 0
    amounts[BEGUN_REACHED + line] = 0
    room = (packed >> (BITS * COLOURS)) & MAX_ROOM
    if room == 0 or not packed & ALL_GAINS:
        return
    colours = (enough >> (COLOURS * (room - 1))) & EVERY_COLOUR
    most = 0
    while colours:
        most = max(most, count(packed, lowest_bit(colours)))
        colours &= colours - 1
    amounts[(EMPTY_REACHED if room > line else BEGUN_REACHED) + line] = most
