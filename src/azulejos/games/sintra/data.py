"""What is printed on the cardboard of Sintra, and how sure we are of it.

Not every printed value could be seen. Each stands here, and only here, with the confidence that
it is right (1 is certain); a correction changes this file and the rules' version.
"""

from __future__ import annotations

from dataclasses import dataclass

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
