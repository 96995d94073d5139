"""What lies on the table in Summer Pavilion."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from azulejos.core.displays import SOURCES, TILES_PER_DISPLAY
from azulejos.core.layout import Int8, Int8s, Int32, Int32s, layout
from azulejos.core.turn import MAX_SEATS
from azulejos.games.pavilion.data import SPACES, STARS

COLOURS = 6
TILES_OF_A_COLOUR = 22
START_SCORE = 5  # (SP-1)
MIN_SCORE = 1  # (SP-5, SP-15, SP-19)
SUPPLY_SPACES = 10  # (SP-2)
CORNERS = 4  # (SP-1)
ROUNDS = 6  # (SP-3)
MAX_DRAWN = (SOURCES - 1) * TILES_PER_DISPLAY
MAX_BONUS_TILES = 3  # a space completes at most a pillar and a statue, two pillars, or a window

# Sides of the board
COLOURED = 0
GREY = 1

# Phases
CHOOSE_START = 0  # chance names the start player (SP-2)
REFILL = 1  # chance fills the supply (SP-2, SP-14)
DEAL = 2  # chance fills the displays (SP-2, SP-16)
TAKING = 3  # a seat takes tiles (SP-4)
PLACING = 4  # a seat places a tile or passes (SP-7)
BONUS = 5  # a seat takes tiles from the supply for ornaments (SP-13)
KEEPING = 6  # a seat that passes chooses the tiles it keeps (SP-15)
OVER = 7

# How a game ends
NOT_ENDED = 0
ROUNDS_PLAYED = 1  # (SP-17)

NONE = -1  # no colour, no seat


class Seat:
    """One player's board and the tiles beside it."""

    score: Int32
    tiles: Int32  # the pile beside the board
    corners: Int32  # the pile kept for the next round (SP-15)
    board: Annotated[Int8s, (STARS, SPACES)]  # the colour at [star, space], or NONE
    filled: Annotated[Int8s, (STARS,)]  # the spaces of each star that hold a tile, a bit each
    star_colours: Annotated[Int8s, (STARS,)]  # the colours on each star, a bit each
    passed: Int8  # whether the seat has passed in this round


class Table:
    """Everything: a position is these bytes and no others."""

    bag: Int32
    discard: Int32
    supply: Int32
    sources: Annotated[Int32s, (SOURCES,)]
    seats: Annotated[Sequence[Seat], MAX_SEATS]
    rounds: Int8  # the round being played, from 1
    players: Int8
    side: Int8
    phase: Int8
    ending: Int8
    turn: Int8
    start_seat: Int8  # who begins: phase 1 and, unless the marker was taken, phase 2 (SP-6)
    marker_seat: Int8  # who took the marker in this round; NONE while it lies in the centre
    placer: Int8  # whose turn of phase 2 it is, also while chance refills after it; else NONE
    bonus_tiles: Int8  # how many tiles the seat has yet to take from the supply (SP-13)


TABLE = layout(Table)
