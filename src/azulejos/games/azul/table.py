"""What is printed on the boards of Azul, and what lies on the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from azulejos.core.displays import SOURCES, TILES_PER_DISPLAY
from azulejos.core.layout import Int8, Int8s, Int16, Int32, Int32s, layout
from azulejos.core.pile import BITS, pile_of
from azulejos.core.turn import MAX_SEATS

FLOOR_COSTS = (1, 1, 2, 2, 2, 3, 3)
"""What each space of the floor line costs, from the left (AZ-14)."""

# Bonuses at the end of the game (AZ-17)
ROW_BONUS = 2
COLUMN_BONUS = 7
COLOUR_BONUS = 10


COLOURS = 5  # blue, yellow, red, black, white: the order of the wall
TILES_OF_A_COLOUR = 20
FULL_BAG = pile_of([TILES_OF_A_COLOUR] * COLOURS)
SIZE = 5  # of the wall, and the number of pattern lines; line r holds r + 1 tiles (AZ-1)
FLOOR_SPACES = len(FLOOR_COSTS)  # (AZ-1)
MARKER = COLOURS  # the first-player marker lies in the floor pile like a sixth colour (AZ-5)
MAX_DRAWN = (SOURCES - 1) * TILES_PER_DISPLAY

# Sides of the board
COLOURED = 0
GREY = 1

# Phases
CHOOSE_START = 0  # chance names the start player (AZ-2)
DEAL = 1  # chance fills the displays (AZ-2, AZ-15)
OFFER = 2  # a seat takes tiles (AZ-3)
TILING = 3  # a seat chooses a space of the grey wall (AZ-12)
OVER = 4

# How a game ends
NOT_ENDED = 0
ROW_COMPLETE = 1  # (AZ-15)
NO_TILES = 2  # (AZ-16)
QUIET = 3  # (AZ-20)

MAX_QUIET_ROUNDS = 100  # that one may choose before QUIET ends the game

NONE = -1  # no colour, no seat

# Grids
ALL_COLOURS = (1 << COLOURS) - 1  # a row of a grid
EVERY_ROW = sum(1 << (COLOURS * row) for row in range(SIZE))  # one colour in every row
WHOLE_GRID = ALL_COLOURS * EVERY_ROW
ROOM_TO_16 = sum((16 - (line + 1)) << (BITS * line) for line in range(SIZE))  # from full lines


class Seat:
    """One player's board.

    A grid is 25 bits, one for every row and colour: `1 << (COLOURS * row + colour)`. What the
    pattern lines accept (AZ-6) is asked before every move; of grids it takes a few operations.
    """

    score: Int32
    floor: Int32  # the pile on the floor line, the MARKER among the tiles
    line_tiles: Int32  # how many tiles lie on each pattern line: a pile of lines, not of colours
    line_colours: Int32  # a grid: the colour of each pattern line, if it holds tiles
    wall_colours: Int32  # a grid: the colours on each row of the wall
    wall: Annotated[Int8s, (SIZE, SIZE)]  # the colour at [row, column], or NONE


class Table:
    """Everything: a position is these bytes and no others."""

    bag: Int32
    discard: Int32
    sources: Annotated[Int32s, (SOURCES,)]
    seats: Annotated[Sequence[Seat], MAX_SEATS]
    quiet_limit: Int16  # option `quiet_rounds` (AZ-20)
    quiet_rounds: Int16  # rounds in a row, this one included, that added no tile to any wall
    rounds: Int16  # the round being played, from 1
    players: Int8
    side: Int8
    phase: Int8
    ending: Int8
    turn: Int8
    start_seat: Int8  # who began this round
    marker_seat: Int8  # who took the marker in this round; NONE while it lies in the centre
    tiling_line: Int8  # the line at hand while the seat whose turn it is tiles, else NONE


TABLE = layout(Table)
