"""The moves of Sintra. A turn is one of them, or two where a finished strip leaves a choice:

- `3B5`: take blue from display 3 to the strip above window 5; `c` is the centre.
- `cB-`: take blue from the centre; no strip that can be reached has room for it, so it breaks.
- `kB`: keep a blue tile of the finished strip for the window below.
- `back`: move the glazier back to the leftmost strip.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from azulejos.core.compiled import compiled
from azulejos.core.displays import SOURCE_TEXTS
from azulejos.core.move import Move, MoveField, Moves, digit
from azulejos.games.sintra.table import LETTERS, WINDOWS

NO_STRIP = WINDOWS  # the target after the eight windows

Source = Annotated[int, MoveField(SOURCE_TEXTS)]
Colour = Annotated[int, MoveField(LETTERS)]
Window = Annotated[int, MoveField("12345678-")]


@dataclass(frozen=True)
class Take(Move):
    """Take a colour from a source (0 is the centre) to the strip above a window (8 is none)."""

    how = (
        "the display (1-9, c for the centre), the colour (B O P Y W) and the window whose strip it "
        "goes to (1-8, - for none), like 3B5 or cB-"
    )
    source: Source
    colour: Colour
    window: Window


@dataclass(frozen=True)
class Keep(Move):
    """Keep a tile of a finished strip for the window below it."""

    word = "k"
    how = "k and the colour to keep, like kB"
    colour: Colour


@dataclass(frozen=True)
class Back(Move):
    """Move the glazier back to the leftmost strip."""

    word = how = "back"


MOVES = Moves("Sintra", Take, Keep, Back)

# Codes

FIRST_KEEP_CODE = MOVES.first(Keep)
BACK_CODE = MOVES.first(Back)
SOURCE, COLOUR, WINDOW = MOVES.digits(Take)


@compiled
def offer_code(offer: int, window: int) -> int:
    """The code of a take. An offer is a source and a colour, in one number."""
    return offer * WINDOW.size + window


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
def take_window(code: int) -> int:
    return digit(code, WINDOW)


@compiled
def keep_code(colour: int) -> int:
    return FIRST_KEEP_CODE + colour


@compiled
def keep_colour(code: int) -> int:
    return code - FIRST_KEEP_CODE
