"""What is printed on the cardboard of Sintra, and how sure we are of it.

Not every printed value could be seen. Each stands here, and only here, with the confidence that
it is right (1 is certain); a correction changes this file and the rules' version.
"""

from __future__ import annotations

from dataclasses import dataclass

LETTERS = "BOPYW"  # blue, orange, pink, yellow, white
JOKER_LETTER = "J"


@dataclass(frozen=True)
class Printed:
    """A number printed on a board."""

    value: int
    confidence: float


@dataclass(frozen=True)
class Strip:
    """The five spaces of either side of a strip; every player has the same eight strips."""

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

WINDOW_POINTS = {  # under the windows from left to right; those of side B are taken to be equal
    "A": tuple(Printed(points, 0.65) for points in (4, 3, 3, 2, 2, 1, 1, 2)),
    "B": tuple(Printed(points, 0.5) for points in (4, 3, 3, 2, 2, 1, 1, 2)),
}

BROKEN_GLASS = (  # what the spaces of the track cost, from the top to the last
    Printed(0, 0.95),
    Printed(1, 0.99),
    Printed(2, 0.99),
    Printed(4, 0.99),
    Printed(6, 0.85),
    Printed(8, 0.97),
    Printed(11, 0.75),
    Printed(14, 0.75),
    Printed(18, 0.99),
)

WINDOWS_OF_AN_ORNAMENT = 2  # side A: neighbours from the left
ORNAMENTS_CONFIDENCE = 0.9
ORNAMENT_POINTS = (0, 0, 3, 6, 10)  # side A, by the number of filled cells
