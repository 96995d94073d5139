"""What is printed on the cardboard of Sintra, and what lies on the table.

Not every printed value could be seen. Each is given with the confidence that it is right (1 is
certain); a correction changes this file and the version of the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np

from azulejos.core.displays import SOURCES, TILES_PER_DISPLAY
from azulejos.core.layout import Int8, Int8s, Int32, Int32s, layout
from azulejos.core.pile import pile_of
from azulejos.core.turn import MAX_SEATS

LETTERS = "BOPYW"
COLOUR_NAMES = ("blue", "orange", "pink", "yellow", "white")
JOKER_LETTER = "J"


@dataclass(frozen=True)
class Printed:
    """A number printed on a board."""

    value: int
    confidence: float


@dataclass(frozen=True)
class Strip:
    """The five spaces of either side of a strip."""

    sides: tuple[str, str]
    confidence: float


STRIPS = (
    Strip(("OWWWW", "POOOO"), 0.95),
    Strip(("BYYYY", "WBBBB"), 0.95),
    Strip(("YYOOO", "YYYYY"), 0.97),
    Strip(("PPPPP", "PPWWW"), 0.95),
    Strip(("YPPPP", "JJWBO"), 0.93),
    Strip(("BBBBB", "BBPPP"), 0.93),
    Strip(("WWWWW", "WWYYY"), 0.95),
    Strip(("OOOOO", "OOBBB"), 0.92),
)

# Which sets of strips the players have: all the same, or each their own (SG-2)
STRIP_SETS = ("same", "own")
CYCLE = "WOPYB"  # in own sets colours are shifted along these, by one a seat
SIDES_OF_A_SET = 2 * len(STRIPS)


def turned(side: str, steps: int) -> str:
    """A side of a strip with its colours moved on by some steps of the cycle (SG-2)."""
    following = str.maketrans(CYCLE, CYCLE[steps:] + CYCLE[:steps])
    return side.translate(following)


SIDES_OF_STRIPS = tuple(
    turned(side, seat) for seat in range(MAX_SEATS) for strip in STRIPS for side in strip.sides
)
"""The spaces of every side: side s of strip n in the own set of a seat is 16 * seat + 2 * n + s.

Seat 0 has the set that everybody has where all are the same.
"""

WINDOW_POINTS = {  # under the windows from left to right; those of side B are taken to be equal
    "A": tuple(Printed(points, 0.95) for points in (4, 3, 3, 2, 2, 1, 1, 2)),
    "B": tuple(Printed(points, 0.5) for points in (4, 3, 3, 2, 2, 1, 1, 2)),
}

BROKEN_GLASS = {  # what the spaces of the track cost, from the top to the last (SG-11)
    "long": (
        Printed(0, 0.97),
        Printed(1, 0.99),
        Printed(2, 0.99),
        Printed(4, 0.99),
        Printed(6, 0.6),
        Printed(8, 0.97),
        Printed(10, 0.75),
        Printed(12, 0.75),
        Printed(15, 0.75),
        Printed(18, 0.99),
    ),
    "short": (
        Printed(0, 0.95),
        Printed(1, 0.99),
        Printed(2, 0.99),
        Printed(4, 0.99),
        Printed(6, 0.85),
        Printed(8, 0.97),
        Printed(11, 0.3),
        Printed(14, 0.3),
        Printed(18, 0.99),
    ),
}

TILES_FOR_A_POINT = 3  # left on strips at the end (SG-19)

WINDOWS_OF_AN_ORNAMENT = 2  # side A: neighbours from the left
ORNAMENT_POINTS = (0, 0, 3, 6, 10)  # side A, by the number of filled cells; confidence 0.9


COLOURS = len(LETTERS)
ALL_COLOURS = (1 << COLOURS) - 1
TILES_OF_A_COLOUR = 20
FULL_BAG = pile_of([TILES_OF_A_COLOUR] * COLOURS)
JOKER = COLOURS  # a joker space counts in a pile of spaces like one of a sixth colour
WINDOWS = 8  # of a palace, and the number of strips (SG-2)
STRIP_SPACES = 5
UPPER = 0  # the cells of a window
LOWER = 1
ROUNDS = 6  # (SG-16)
MAX_DRAWN = (SOURCES - 1) * TILES_PER_DISPLAY

# A grid: a bit for every window and colour, `1 << (COLOURS * window + colour)`
EVERY_WINDOW = sum(1 << (COLOURS * window) for window in range(WINDOWS))  # with one colour

# Printed on the cardboard
SPACES = np.array(  # of every side of the strips, as a pile
    [pile_of([side.count(letter) for letter in LETTERS + JOKER_LETTER]) for side in SIDES_OF_STRIPS]
)
POINTS = np.array([[printed.value for printed in WINDOW_POINTS[side]] for side in "AB"])  # (SG-14)
TRACKS = tuple(BROKEN_GLASS)  # the readings of the broken-glass track (SG-11)
MAX_TRACK = max(len(track) for track in BROKEN_GLASS.values())
TRACK_ENDS = np.array(
    [len(track) - 1 for track in BROKEN_GLASS.values()]
)  # of each, the last space
LOSSES = np.array(  # by track and space; a shorter one goes on with zeros
    [
        [printed.value for printed in track] + [0] * (MAX_TRACK - len(track))
        for track in BROKEN_GLASS.values()
    ]
)

# What can happen at most
MAX_LOSS = int(LOSSES.max())  # at once (SG-11)
MAX_POINTS = STRIP_SPACES + int(POINTS.sum(axis=1).max())  # for a strip (SG-12, SG-14)
MAX_BONUS = WINDOWS * STRIP_SPACES + WINDOWS * 2 * WINDOWS  # tiles on strips, and side B
MAX_BROKEN = ROUNDS * (MAX_DRAWN + 1)  # steps of a seat: for all tiles and the marker (SG-11)

# Sides of the palace: this one, else B
SIDE_A = 0

# Phases
CHOOSE_START = 0  # chance names the start player
LAY_STRIPS = 1  # chance lays a seat's strips above its windows, seat after seat (SG-2)
LAY_ROUND_TILES = 2  # chance fills the round track (SG-4)
DEAL = 3  # chance fills the displays (SG-16)
TURN = 4  # a seat takes tiles or moves its glazier back (SG-5)
KEEP = 5  # a seat chooses the tile for the window below the strip it finished (SG-12)
OVER = 6

# How a game ends
NOT_ENDED = 0
ROUNDS_PLAYED = 1  # (SG-16)

NONE = -1  # no colour, no strip, no seat


class Seat:
    """One player's palace."""

    score: Int32
    tiles: Annotated[Int32s, (WINDOWS,)]  # the pile on the strip above each window
    strips: Annotated[Int8s, (WINDOWS,)]  # the side that lies up above each window, or NONE
    accepts: Annotated[Int8s, (WINDOWS,)]  # the colours each strip has room for, a bit each (SG-8)
    cells: Annotated[Int8s, (WINDOWS, 2)]  # the colour in [window, UPPER or LOWER], or NONE
    glazier: Int8  # the window above which the glazier stands
    broken: Int8  # the space on the broken-glass track, from 0 at the top
    wraps: Int8  # how often the last space was reached (SG-11)


class Table:
    """Everything: a position is these bytes and no others."""

    bag: Int32
    discard: Int32
    sources: Annotated[Int32s, (SOURCES,)]
    seats: Annotated[Sequence[Seat], MAX_SEATS]
    round_tiles: Annotated[Int8s, (ROUNDS,)]  # the colour on each space still to be used, or NONE
    rounds: Int8  # the round being played, from 1
    players: Int8
    side: Int8
    floor_at_zero: Int8  # option: no loss takes a score below 0 (SG-15)
    own_strips: Int8  # option: every seat has a set of strips of its own (SG-2)
    track: Int8  # option: which broken-glass track is used (SG-11)
    phase: Int8
    ending: Int8
    turn: Int8
    start_seat: Int8  # who began this round
    marker_seat: Int8  # who took the marker in this round; NONE while it lies in the centre


TABLE = layout(Table)
