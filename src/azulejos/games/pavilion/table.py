"""What is printed on the boards of Summer Pavilion, and what lies on the table.

Six stars lie in a ring, clockwise from the upper left, around a seventh in the centre. A star has
six spaces. They are numbered clockwise as the coloured side prints them, on the grey side too,
where other numbers are printed; in code they count from 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import numpy as np

from azulejos.core.displays import SOURCES, TILES_PER_DISPLAY
from azulejos.core.layout import Int8, Int8s, Int32, Int32s, layout
from azulejos.core.pile import pile_of
from azulejos.core.turn import MAX_SEATS

STARS = 7
SPACES = 6  # of a star
CENTRE_STAR = 6
STAR_NAMES = ("upper left", "upper right", "right", "lower right", "lower left", "left", "centre")

FIRST_SLOTS = (1, 2, 3, 4, 5, 0, 0)
"""Where space 1 of each star points: 0 is up, then clockwise in steps of 60 degrees."""

# Colours in the order of the rounds in which they are the joker (SP-3)
PURPLE, GREEN, ORANGE, YELLOW, BLUE, RED = range(6)

STAR_COLOURS = (ORANGE, RED, BLUE, YELLOW, GREEN, PURPLE)
"""The colours of the outer stars on the coloured side (SP-10)."""

_COLOURED = [[1, 2, 3, 4, 5, 6]] * STARS
_GREY = [[3, 2, 1, 4, 5, 6]] * CENTRE_STAR + [[3, 3, 3, 3, 3, 3]]
COSTS = np.array([_COLOURED, _GREY])
"""The number printed on a space, by side, star and space: what a tile costs there (SP-8)."""

STAR_BONUS = (20, 18, 17, 16, 15, 14)
"""Points for a complete star of one colour (SP-17)."""

MULTICOLOUR_BONUS = 12
NUMBER_BONUS = (0, 4, 8, 12, 16)
"""Points for every space of a number filled, by number (SP-18); 5 and 6 bring nothing."""

MAX_BONUS = STARS * max(STAR_BONUS) + sum(NUMBER_BONUS)  # of all stars and numbers

# Ornaments, by the tiles they bring (SP-13)
PILLAR = 1
STATUE = 2
WINDOW = 3

# Stars as the ornaments below name them
_UL, _UR, _R, _LR, _LL, _L, _C = range(STARS)

ORNAMENTS = (
    (PILLAR, ((_UL, (2, 3)), (_C, (6, 1)))),
    (PILLAR, ((_UR, (2, 3)), (_C, (1, 2)))),
    (PILLAR, ((_R, (2, 3)), (_C, (2, 3)))),
    (PILLAR, ((_LR, (2, 3)), (_C, (3, 4)))),
    (PILLAR, ((_LL, (2, 3)), (_C, (4, 5)))),
    (PILLAR, ((_L, (2, 3)), (_C, (5, 6)))),
    (STATUE, ((_UL, (1, 2)), (_UR, (3, 4)))),
    (STATUE, ((_UR, (1, 2)), (_R, (3, 4)))),
    (STATUE, ((_R, (1, 2)), (_LR, (3, 4)))),
    (STATUE, ((_LR, (1, 2)), (_LL, (3, 4)))),
    (STATUE, ((_LL, (1, 2)), (_L, (3, 4)))),
    (STATUE, ((_L, (1, 2)), (_UL, (3, 4)))),
    (WINDOW, ((_UL, (5, 6)),)),
    (WINDOW, ((_UR, (5, 6)),)),
    (WINDOW, ((_R, (5, 6)),)),
    (WINDOW, ((_LR, (5, 6)),)),
    (WINDOW, ((_LL, (5, 6)),)),
    (WINDOW, ((_L, (5, 6)),)),
)
"""Each ornament: its kind, and the spaces around it by star, with their numbers."""


def _ornament_masks() -> list[list[int]]:
    """For each ornament the spaces of every star that surround it, a bit each."""
    masks = []
    for _, parts in ORNAMENTS:
        spaces = dict(parts)
        masks.append([sum(1 << (n - 1) for n in spaces.get(star, ())) for star in range(STARS)])
    return masks


ORNAMENT_TILES = np.array([kind for kind, _ in ORNAMENTS])
ORNAMENT_MASKS = np.array(_ornament_masks())


COLOURS = 6
TILES_OF_A_COLOUR = 22
FULL_BAG = pile_of([TILES_OF_A_COLOUR] * COLOURS)
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
