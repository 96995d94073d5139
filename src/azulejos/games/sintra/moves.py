"""The moves of Sintra: as a code for kernels, as a value for programs, as a text for people.

A turn is one move, or two where a finished strip leaves a choice:

- `3B5`: take blue from display 3 to the strip above window 5; `c` is the centre.
- `cB-`: take blue from the centre; no strip that can be reached has room for it, so it breaks.
- `kB`: keep a blue tile of the finished strip for the window below.
- `back`: move the glazier back to the leftmost strip.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from azulejos.core.compiled import compiled
from azulejos.core.displays import CENTRE, SOURCES
from azulejos.core.move import Move
from azulejos.errors import NotationError, quoted
from azulejos.games.sintra.data import LETTERS
from azulejos.games.sintra.table import COLOURS, WINDOWS

NO_STRIP = WINDOWS  # the target after the eight windows
TARGETS = WINDOWS + 1
FIRST_KEEP_CODE = SOURCES * COLOURS * TARGETS
BACK_CODE = FIRST_KEEP_CODE + COLOURS
MOVE_CODES = BACK_CODE + 1


@dataclass(frozen=True)
class Take(Move):
    """Take a colour from a source (0 is the centre) to the strip above a window (8 is none)."""

    source: int
    colour: int
    window: int

    def __str__(self) -> str:
        source = "c" if self.source == CENTRE else str(self.source)
        window = "-" if self.window == NO_STRIP else str(self.window + 1)
        return source + LETTERS[self.colour] + window


@dataclass(frozen=True)
class Keep(Move):
    """Keep a tile of a finished strip for the window below it."""

    colour: int

    def __str__(self) -> str:
        return "k" + LETTERS[self.colour]


@dataclass(frozen=True)
class Back(Move):
    """Move the glazier back to the leftmost strip."""

    def __str__(self) -> str:
        return "back"


def parse(text: str) -> Move:
    """Read a move: `3B5`, `cB-`, `kB`, `back`."""
    written = text.strip().lower()
    if written == "back":
        return Back()
    take = re.fullmatch(r"([1-9]|c)([bopyw])([1-8]|-)", written)
    if take:
        source, colour, window = take.groups()
        return Take(
            CENTRE if source == "c" else int(source),
            LETTERS.index(colour.upper()),
            NO_STRIP if window == "-" else int(window) - 1,
        )
    keep = re.fullmatch(r"k([bopyw])", written)
    if keep:
        return Keep(LETTERS.index(keep[1].upper()))
    raise NotationError(
        f"{quoted(text.strip())} is no move of Sintra; write the display (1-9, c for the centre), "
        "the colour (B O P Y W) and the window whose strip it goes to (1-8, - for none), like 3B5 "
        "or cB-; or k and the colour to keep, like kB; or back"
    )


def encode(move: Move) -> int:
    """The code of a move."""
    match move:
        case Take(source, colour, window):
            return int(take_code(source, colour, window))
        case Keep(colour):
            return int(keep_code(colour))
        case Back():
            return BACK_CODE
    raise NotationError(f"{move.described()} is no move of Sintra")


def decode(code: int) -> Move:
    """The move of a code."""
    if code < FIRST_KEEP_CODE:
        source, rest = divmod(code, COLOURS * TARGETS)
        return Take(source, *divmod(rest, TARGETS))
    return Back() if code == BACK_CODE else Keep(code - FIRST_KEEP_CODE)


@compiled
def take_code(source: int, colour: int, window: int) -> int:
    return offer_code(source * COLOURS + colour, window)


@compiled
def offer_code(offer: int, window: int) -> int:
    """An offer is a source and a colour, in one number."""
    return offer * TARGETS + window


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
def take_window(code: int) -> int:
    return code % TARGETS


@compiled
def keep_code(colour: int) -> int:
    return FIRST_KEEP_CODE + colour


@compiled
def keep_colour(code: int) -> int:
    return code - FIRST_KEEP_CODE
