"""What the correction of a value looks at: the offer, and what the boards could do with it.

Every input is a small whole number. Some are of a colour, and the same for all five; the others
are of the whole board or the whole offer. Amounts have an input for each up to a limit, of which
one is 1, or none if the amount is 0.
"""

from __future__ import annotations

from azulejos.bots.search.offer import tiles_out
from azulejos.core.compiled import bit_count, compiled
from azulejos.core.displays import CENTRE, displays_for
from azulejos.core.layout import Codes
from azulejos.core.pile import colours_in, count, total
from azulejos.games.azul.rules import best_space
from azulejos.games.azul.scoring import (
    points_for_tile,
    tiles_in_column,
    tiles_in_row,
    tiles_of_colour,
)
from azulejos.games.azul.table import (
    COLOUR_BONUS,
    COLOURED,
    COLOURS,
    COLUMN_BONUS,
    NONE,
    ROW_BONUS,
    SIZE,
    Seat,
    Table,
)
from azulejos.games.azul.tiling import in_grid, spaces_of_colour, wall_column

# Of a board and a colour
EMPTY = 0  # lines 1 to 5: empty, and the colour may go there
BEGUN = 5  # lines 2 to 5: begun with the colour, and lacking 1, 2, ... tiles
TILE_POINTS = 15  # lines 1 to 5, if the colour may go there: what its tile would score
TILE_BONUS = 20  # the same: of the final bonuses it would complete
BOARD_COLOUR_INPUTS = 25

# Of a board
FILLED = 0  # lines 1 to 5: holding 1, 2, ... tiles
BOARD_INPUTS = 15

# Of the offer and a colour
TILES = 0  # an amount up to 8
CENTRE_TILES = 8  # up to 6
GROUPS_OF = 14  # displays with 1 tile or more, with 2, and with 3
ALL_TILES = 17  # of all colours
ALL_GROUPS = 18
DISPLAYS_LEFT = 19
OFFER_COLOUR_INPUTS = 21
OFFER_COLOUR_ONE = 20  # always 1

# Of the offer
TILES_LEFT = 0  # an amount up to 20
GROUPS_LEFT = 20  # up to 15: how many ways there are to take tiles
SOURCES_LEFT = 35  # displays, up to 5
CENTRE_COLOURS = 40  # up to 5
CENTRE_TOTAL = 45  # up to 10
MARKER_LEFT = 55  # whether the marker lies in the centre
OFFER_ONE = 56  # always 1
OFFER_INPUTS = 57

# Totals of the offer; with three and more players they are inputs, too
TOTAL_TILES = 0
TOTAL_GROUPS = 1  # ways to take tiles
TOTAL_DISPLAYS = 2
TOTAL_CENTRE = 3  # tiles in the centre
OFFER_TOTALS = 4

COLOUR_AMOUNTS = ((TILES, 8), (CENTRE_TILES, 6))  # their first inputs and limits
OFFER_AMOUNTS = (
    (TILES_LEFT, 20),
    (GROUPS_LEFT, 15),
    (SOURCES_LEFT, 5),
    (CENTRE_COLOURS, 5),
    (CENTRE_TOTAL, 10),
)

# Of a seat, beside its board: spaces of the floor line taken, and 8 more with the marker
FLOORS = 16


@compiled
def set_amount(inputs: Codes, first: int, limit: int, amount: int) -> None:
    for place in range(first, first + limit):
        inputs[place] = 0
    if amount:
        inputs[first + min(amount, limit) - 1] = 1


@compiled
def line_inputs(seat: Seat, colour: int, inputs: Codes) -> None:
    """What a colour could do on each line: before the tiling, as the others come after it."""
    for place in range(BOARD_COLOUR_INPUTS):
        inputs[place] = 0
    for line in range(SIZE):
        if (seat.wall_colours >> (COLOURS * line + colour)) & 1:
            continue
        held = count(seat.line_tiles, line)
        if held == 0:
            inputs[EMPTY + line] = 1
        elif seat.line_colours & in_grid(line, colour) and held <= line:
            inputs[BEGUN + line * (line - 1) // 2 + line - held] = 1


@compiled
def accepts(inputs: Codes, line: int) -> bool:
    """Whether a line could hold more of the colour."""
    first = BEGUN + line * (line - 1) // 2
    result = inputs[EMPTY + line]
    for place in range(first, first + line):
        result += inputs[place]
    return bool(result)


@compiled
def tile_inputs(side: int, seat: Seat, colour: int, inputs: Codes) -> None:
    """What the colour's tile of each line that accepts it would bring, on the wall as it is."""
    for line in range(SIZE):
        if not accepts(inputs, line):
            continue
        column = best_column(side, seat, line, colour)
        if column != NONE:
            inputs[TILE_POINTS + line] = points_for_tile(seat, line, column)
            inputs[TILE_BONUS + line] = bonus_of(seat, line, column, colour)


@compiled
def best_column(side: int, seat: Seat, row: int, colour: int) -> int:
    """Where a tile may go in a row: on the grey wall the space that scores most, if any."""
    if side == COLOURED:
        return wall_column(row, colour)
    return best_space(seat, row, spaces_of_colour(side, seat, row, colour))


@compiled
def bonus_of(seat: Seat, row: int, column: int, colour: int) -> int:
    """The final bonuses that a tile completes (AZ-17)."""
    bonus = 0
    if tiles_in_row(seat, row) == SIZE - 1:
        bonus += ROW_BONUS
    if tiles_in_column(seat, column) == SIZE - 1:
        bonus += COLUMN_BONUS
    if tiles_of_colour(seat, colour) == SIZE - 1:
        bonus += COLOUR_BONUS
    return bonus


@compiled
def board_inputs(seat: Seat, inputs: Codes) -> None:
    for place in range(BOARD_INPUTS):
        inputs[place] = 0
    for line in range(SIZE):
        held = count(seat.line_tiles, line)
        if held:
            inputs[FILLED + line * (line + 1) // 2 + held - 1] = 1


@compiled
def offer_totals(table: Table, totals: Codes) -> None:
    """How large an offer is, without limits."""
    groups = 0
    displays = 0
    for source in range(1 + displays_for(table.players)):
        pile = table.sources[source]
        groups += colours_of(pile)
        displays += source != CENTRE and pile != 0
    totals[TOTAL_TILES] = total(tiles_out(table))
    totals[TOTAL_GROUPS] = groups
    totals[TOTAL_DISPLAYS] = displays
    totals[TOTAL_CENTRE] = total(table.sources[CENTRE])


@compiled
def offer_inputs(table: Table, totals: Codes, inputs: Codes) -> None:
    """What an offer is as a whole, with its totals as amounts up to a limit."""
    set_amount(inputs, TILES_LEFT, 20, totals[TOTAL_TILES])
    set_amount(inputs, GROUPS_LEFT, 15, totals[TOTAL_GROUPS])
    set_amount(inputs, SOURCES_LEFT, 5, totals[TOTAL_DISPLAYS])
    set_amount(inputs, CENTRE_COLOURS, 5, colours_of(table.sources[CENTRE]))
    set_amount(inputs, CENTRE_TOTAL, 10, totals[TOTAL_CENTRE])
    inputs[MARKER_LEFT] = table.marker_seat == NONE
    inputs[OFFER_ONE] = 1


@compiled
def offer_colour_inputs(table: Table, colour: int, totals: Codes, inputs: Codes) -> None:
    """What an offer has of a colour, and how much there is beside (`offer_totals`)."""
    tiles = 0
    for level in range(3):
        inputs[GROUPS_OF + level] = 0
    for source in range(1 + displays_for(table.players)):
        number = count(table.sources[source], colour)
        tiles += number
        if source != CENTRE:
            for level in range(min(3, number)):
                inputs[GROUPS_OF + level] += 1
    set_amount(inputs, TILES, 8, tiles)
    set_amount(inputs, CENTRE_TILES, 6, count(table.sources[CENTRE], colour))
    inputs[ALL_TILES] = totals[TOTAL_TILES]
    inputs[ALL_GROUPS] = totals[TOTAL_GROUPS]
    inputs[DISPLAYS_LEFT] = totals[TOTAL_DISPLAYS]
    inputs[OFFER_COLOUR_ONE] = 1


@compiled
def colours_of(pile: int) -> int:
    """How many colours lie in a pile."""
    return bit_count(colours_in(pile))


@compiled
def floor_input(table: Table, number: int) -> int:
    """Which of the inputs of its floor line a seat has."""
    return total(table.seats[number].floor) + (FLOORS // 2) * (table.marker_seat == number)
