"""The moves of Azul: as a code for kernels, as a value for programs, as a text for people."""

from __future__ import annotations

import re
from dataclasses import dataclass

from azulejos.core.compiled import compiled
from azulejos.core.displays import CENTRE, SOURCES
from azulejos.core.move import Move
from azulejos.errors import NotationError, quoted
from azulejos.games.azul.table import COLOURS, SIZE

LETTERS = "BYRKW"
FLOOR_LINE = SIZE  # the target after the five pattern lines
TARGETS = SIZE + 1
FIRST_PLACE_CODE = SOURCES * COLOURS * TARGETS
MOVE_CODES = FIRST_PLACE_CODE + SIZE * SIZE


@dataclass(frozen=True)
class Take(Move):
    """Take a colour from a source (0 is the centre) to a pattern line (5 is the floor line)."""

    source: int
    colour: int
    line: int

    def __str__(self) -> str:
        source = "c" if self.source == CENTRE else str(self.source)
        line = "f" if self.line == FLOOR_LINE else str(self.line + 1)
        return source + LETTERS[self.colour] + line


@dataclass(frozen=True)
class Place(Move):
    """Move the tile of a complete line to a space of the grey wall."""

    row: int
    column: int

    def __str__(self) -> str:
        return f"w{self.row + 1}{self.column + 1}"


def parse(text: str) -> Move:
    """Read a move: `3B2`, `cYf`, `w24`."""
    take = re.fullmatch(r"([1-9]|c)([byrkw])([1-5]|f)", text.strip().lower())
    if take:
        source, colour, line = take.groups()
        return Take(
            CENTRE if source == "c" else int(source),
            LETTERS.index(colour.upper()),
            FLOOR_LINE if line == "f" else int(line) - 1,
        )
    place = re.fullmatch(r"w([1-5])([1-5])", text.strip().lower())
    if place:
        return Place(int(place[1]) - 1, int(place[2]) - 1)
    raise NotationError(
        f"{quoted(text.strip())} is no move of Azul; write the display (1-9, c for the centre), "
        "the colour (B Y R K W) and the line (1-5, f for the floor line), like 3B2 or cYf; or w "
        "and row and column of a space of the grey wall, like w24"
    )


def encode(move: Move) -> int:
    """The code of a move."""
    match move:
        case Take(source, colour, line):
            return int(take_code(source, colour, line))
        case Place(row, column):
            return int(place_code(row, column))
    raise NotationError(f"{move.described()} is no move of Azul")


def decode(code: int) -> Move:
    """The move of a code."""
    if code < FIRST_PLACE_CODE:
        source, rest = divmod(code, COLOURS * TARGETS)
        return Take(source, *divmod(rest, TARGETS))
    return Place(*divmod(code - FIRST_PLACE_CODE, SIZE))


@compiled
def take_code(source: int, colour: int, line: int) -> int:
    return offer_code(source * COLOURS + colour, line)


@compiled
def offer_code(offer: int, line: int) -> int:
    """An offer is a source and a colour, in one number."""
    return offer * TARGETS + line


@compiled
def offer_colour(offer: int) -> int:
    return offer % COLOURS


@compiled
def take_source(code: int) -> int:
    return code // (COLOURS * TARGETS)


@compiled
def take_colour(code: int) -> int:
    return code // TARGETS % COLOURS


@compiled
def take_line(code: int) -> int:
    return code % TARGETS


@compiled
def place_code(row: int, column: int) -> int:
    return FIRST_PLACE_CODE + row * SIZE + column


@compiled
def place_column(code: int) -> int:
    return (code - FIRST_PLACE_CODE) % SIZE
