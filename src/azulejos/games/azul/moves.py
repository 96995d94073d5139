"""The moves of Azul: `3B2`, `cYf`, `w24`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from azulejos.core.compiled import compiled
from azulejos.core.displays import SOURCE_TEXTS
from azulejos.core.move import Move, MoveField, Moves, digit
from azulejos.games.azul.table import SIZE

LETTERS = "BYRKW"
COLOUR_NAMES = ("blue", "yellow", "red", "black", "white")
FLOOR_LINE = SIZE  # the target after the five pattern lines

Source = Annotated[int, MoveField(SOURCE_TEXTS)]
Colour = Annotated[int, MoveField(LETTERS)]
Line = Annotated[int, MoveField("12345f")]
Row = Annotated[int, MoveField("12345")]
Column = Annotated[int, MoveField("12345")]


@dataclass(frozen=True)
class Take(Move):
    """Take a colour from a source (0 is the centre) to a pattern line (5 is the floor line)."""

    how = (
        "the display (1-9, c for the centre), the colour (B Y R K W) and the line (1-5, f for the "
        "floor line), like 3B2 or cYf"
    )
    source: Source
    colour: Colour
    line: Line


@dataclass(frozen=True)
class Place(Move):
    """Move the tile of a complete line to a space of the grey wall."""

    word = "w"
    how = "w and row and column of a space of the grey wall, like w24"
    row: Row
    column: Column


MOVES = Moves("Azul", Take, Place)

# Codes

FIRST_PLACE_CODE = MOVES.first(Place)
SOURCE, COLOUR, LINE = MOVES.digits(Take)
ROW, COLUMN = MOVES.digits(Place)


@compiled
def offer_code(offer: int, line: int) -> int:
    """The code of a take. An offer is a source and a colour, in one number."""
    return offer * LINE.size + line


@compiled
def offer_colour(offer: int) -> int:
    return offer % COLOUR.size


@compiled
def take_source(code: int) -> int:
    return digit(code, SOURCE)


@compiled
def take_colour(code: int) -> int:
    return digit(code, COLOUR)


@compiled
def take_line(code: int) -> int:
    return digit(code, LINE)


@compiled
def place_code(row: int, column: int) -> int:
    return FIRST_PLACE_CODE + row * ROW.unit + column
