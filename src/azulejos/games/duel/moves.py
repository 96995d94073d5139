"""The moves of Azul Duel: as a code for kernels, as a value for programs, as a text for people."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from azulejos.core.compiled import compiled
from azulejos.core.move import Move
from azulejos.errors import NotationError, quoted
from azulejos.games.duel.data import CHIP_KINDS, CHIP_TEXTS, LETTERS, PLATES
from azulejos.games.duel.stacks import put_on
from azulejos.games.duel.table import COLOURS, FACTORIES, LARGE, SIZE, SLOTS, SMALL

BROKEN = SIZE  # the target after the six pattern lines
TARGETS = SIZE + 1
TURNS = 4
DIRECTIONS = "nesw"  # where the printed top of a plate points after 0 to 3 quarter turns
STACK_CODES = COLOURS**3 + COLOURS**2

FIRST_PLATE_CODE = 0
DRAW_CODE = FIRST_PLATE_CODE + PLATES
LOOK_CODE = DRAW_CODE + 1
FIRST_KEEP_CODE = LOOK_CODE + 1
FIRST_UNDER_CODE = FIRST_KEEP_CODE + PLATES
FIRST_LAY_CODE = FIRST_UNDER_CODE + PLATES
FIRST_SUN_CODE = FIRST_LAY_CODE + SLOTS * TURNS
FIRST_MOON_CODE = FIRST_SUN_CODE + FACTORIES * COLOURS * TARGETS
FIRST_STACK_CODE = FIRST_MOON_CODE + COLOURS * TARGETS
FIRST_CHIP_CODE = FIRST_STACK_CODE + STACK_CODES
SKIP_CODE = FIRST_CHIP_CODE + SMALL
PAY_CODE = SKIP_CODE + 1
FIRST_SPEND_CODE = PAY_CODE + 1
FIRST_PLACE_CODE = FIRST_SPEND_CODE + CHIP_KINDS
MOVE_CODES = FIRST_PLACE_CODE + SIZE * SIZE


@dataclass(frozen=True)
class TakePlate(Move):
    """Take a face-up plate."""

    plate: int

    def __str__(self) -> str:
        return f"p{self.plate + 1}"


@dataclass(frozen=True)
class DrawPlate(Move):
    """Draw the top plate of the stack, unseen."""

    def __str__(self) -> str:
        return "draw"


@dataclass(frozen=True)
class Look(Move):
    """Draw no more plates and look at those drawn."""

    def __str__(self) -> str:
        return "look"


@dataclass(frozen=True)
class Keep(Move):
    """Keep one of the plates drawn."""

    plate: int

    def __str__(self) -> str:
        return f"k{self.plate + 1}"


@dataclass(frozen=True)
class PutUnder(Move):
    """Put a plate under the stack, and under those put there before it."""

    plate: int

    def __str__(self) -> str:
        return f"u{self.plate + 1}"


@dataclass(frozen=True)
class Lay(Move):
    """Lay the plate at hand on a slot, turned clockwise by quarter turns."""

    slot: int
    turns: int

    def __str__(self) -> str:
        return f"@{self.slot + 1}{DIRECTIONS[self.turns]}"


@dataclass(frozen=True)
class SunTake(Move):
    """Take a colour from the sun side of a factory (4 is the large one) to a line (6: broken)."""

    factory: int
    colour: int
    line: int

    def __str__(self) -> str:
        factory = "l" if self.factory == LARGE else str(self.factory + 1)
        return factory + LETTERS[self.colour] + _line_text(self.line)


@dataclass(frozen=True)
class MoonTake(Move):
    """Take a colour from the moon sides of all factories to a line (6: broken)."""

    colour: int
    line: int

    def __str__(self) -> str:
        return "m" + LETTERS[self.colour] + _line_text(self.line)


@dataclass(frozen=True)
class Stack(Move):
    """Stack what a sun take leaves, named from the top down."""

    colours: tuple[int, ...]

    def __str__(self) -> str:
        return "o" + "".join(LETTERS[colour] for colour in self.colours)


@dataclass(frozen=True)
class TakeChip(Move):
    """Take the turned-up chip of a small factory."""

    factory: int

    def __str__(self) -> str:
        return f"c{self.factory + 1}"


@dataclass(frozen=True)
class Skip(Move):
    """Spend no chips on the line at hand."""

    def __str__(self) -> str:
        return "skip"


@dataclass(frozen=True)
class Pay(Move):
    """Spend no more chips: those spent complete the line at hand."""

    def __str__(self) -> str:
        return "pay"


@dataclass(frozen=True)
class Spend(Move):
    """Spend a chip of a kind on the line at hand; chips are named in the order of their kinds."""

    kind: int

    def __str__(self) -> str:
        return "+" + CHIP_TEXTS[self.kind]


@dataclass(frozen=True)
class Place(Move):
    """Move the tile of a complete line to a space of the dome."""

    row: int
    column: int

    def __str__(self) -> str:
        return f"d{self.row + 1}{self.column + 1}"


def _line_text(line: int) -> str:
    return "x" if line == BROKEN else str(line + 1)


# Text

COLOUR, LINE, PLATE = "([byrkt])", "([1-6x])", "([1-9]|1[0-8])"

FORMS: tuple[tuple[str, Callable[..., Move]], ...] = (
    ("p" + PLATE, lambda plate: TakePlate(int(plate) - 1)),
    ("draw", DrawPlate),
    ("look", Look),
    ("k" + PLATE, lambda plate: Keep(int(plate) - 1)),
    ("u" + PLATE, lambda plate: PutUnder(int(plate) - 1)),
    ("@([1-9])([nesw])", lambda slot, way: Lay(int(slot) - 1, DIRECTIONS.index(way))),
    ("([1-4l])" + COLOUR + LINE, lambda f, c, n: SunTake(_factory(f), _colour(c), _line(n))),
    ("m" + COLOUR + LINE, lambda colour, line: MoonTake(_colour(colour), _line(line))),
    ("o([byrkt]{2,3})", lambda colours: Stack(tuple(map(_colour, colours)))),
    ("c([1-4])", lambda factory: TakeChip(int(factory) - 1)),
    ("skip", Skip),
    ("pay", Pay),
    (r"\+([byrkt]{1,2})", lambda chip: Spend(_kind(chip))),
    ("d([1-6])([1-6])", lambda row, column: Place(int(row) - 1, int(column) - 1)),
)


def parse(text: str) -> Move:
    """Read a move: `p7`, `@5e`, `3B2`, `lYx`, `mK4`, `oYKR`, `c2`, `+BR`, `d24`."""
    for form, make in FORMS:
        found = re.fullmatch(form, text.strip().lower())
        if found:
            return make(*found.groups())
    raise NotationError(
        f"{quoted(text.strip())} is no move of Azul Duel; write 3B2, lB2 or mB2 to take blue from "
        "small factory 3, the large one or the moon sides to line 2 (x: the broken track), oYKR to "
        "stack what is left from the top down; p7 to take plate 7, draw, look, k7 to keep it, u7 "
        "to put it under the stack, @5e to lay it on slot 5 with its top to the east; c2 to take "
        "a chip, +BR to spend one, pay, skip; d24 to place in row 2, column 4"
    )


def _factory(text: str) -> int:
    return LARGE if text == "l" else int(text) - 1


def _colour(text: str) -> int:
    return LETTERS.index(text.upper())


def _line(text: str) -> int:
    return BROKEN if text == "x" else int(text) - 1


def _kind(text: str) -> int:
    """A chip's kind, its colours in any order."""
    letters = "".join(sorted(text.upper(), key=LETTERS.index))
    if letters not in CHIP_TEXTS:
        raise NotationError(f"no chip shows {letters}; there are: {' '.join(CHIP_TEXTS)}")
    return CHIP_TEXTS.index(letters)


# Codes


def encode(move: Move) -> int:  # noqa: PLR0912 - one line for each kind of move
    """The code of a move."""
    match move:
        case TakePlate(plate):
            code = FIRST_PLATE_CODE + plate
        case DrawPlate():
            code = DRAW_CODE
        case Look():
            code = LOOK_CODE
        case Keep(plate):
            code = FIRST_KEEP_CODE + plate
        case PutUnder(plate):
            code = FIRST_UNDER_CODE + plate
        case Lay(slot, turns):
            code = int(lay_code(slot, turns))
        case SunTake(factory, colour, line):
            code = int(sun_code(factory, colour, line))
        case MoonTake(colour, line):
            code = int(moon_code(colour, line))
        case Stack(colours):
            code = int(stack_code(*(*colours, -1, -1, -1)[:3]))
        case TakeChip(factory):
            code = FIRST_CHIP_CODE + factory
        case Skip():
            code = SKIP_CODE
        case Pay():
            code = PAY_CODE
        case Spend(kind):
            code = FIRST_SPEND_CODE + kind
        case Place(row, column):
            code = int(place_code(row, column))
        case _:
            raise NotationError(f"{move.described()} is no move of Azul Duel")
    return code


def decode(code: int) -> Move:
    """The move of a code."""
    for first, make in reversed(DECODERS):
        if code >= first:
            return make(code - first)
    raise ValueError(code)


def _decode_sun(code: int) -> Move:
    factory, rest = divmod(code, COLOURS * TARGETS)
    return SunTake(factory, *divmod(rest, TARGETS))


def _decode_stack(code: int) -> Move:
    if code < COLOURS**3:
        return Stack((code // COLOURS**2, code // COLOURS % COLOURS, code % COLOURS))
    return Stack(divmod(code - COLOURS**3, COLOURS))


DECODERS: tuple[tuple[int, Callable[[int], Move]], ...] = (
    (FIRST_PLATE_CODE, TakePlate),
    (DRAW_CODE, lambda _: DrawPlate()),
    (LOOK_CODE, lambda _: Look()),
    (FIRST_KEEP_CODE, Keep),
    (FIRST_UNDER_CODE, PutUnder),
    (FIRST_LAY_CODE, lambda code: Lay(*divmod(code, TURNS))),
    (FIRST_SUN_CODE, _decode_sun),
    (FIRST_MOON_CODE, lambda code: MoonTake(*divmod(code, TARGETS))),
    (FIRST_STACK_CODE, _decode_stack),
    (FIRST_CHIP_CODE, TakeChip),
    (SKIP_CODE, lambda _: Skip()),
    (PAY_CODE, lambda _: Pay()),
    (FIRST_SPEND_CODE, Spend),
    (FIRST_PLACE_CODE, lambda code: Place(*divmod(code, SIZE))),
)


@compiled
def sun_code(factory: int, colour: int, line: int) -> int:
    return FIRST_SUN_CODE + (factory * COLOURS + colour) * TARGETS + line


@compiled
def lay_code(slot: int, turns: int) -> int:
    return FIRST_LAY_CODE + slot * TURNS + turns


@compiled
def place_code(row: int, column: int) -> int:
    return FIRST_PLACE_CODE + row * SIZE + column


@compiled
def moon_code(colour: int, line: int) -> int:
    return FIRST_MOON_CODE + colour * TARGETS + line


@compiled
def stack_code(top: int, second: int, third: int) -> int:
    """Code a stack from the top down; with two tiles the third is -1."""
    if third < 0:
        return FIRST_STACK_CODE + COLOURS**3 + top * COLOURS + second
    return FIRST_STACK_CODE + (top * COLOURS + second) * COLOURS + third


@compiled
def stack_of(code: int) -> int:
    """A stack as the table holds it."""
    code -= FIRST_STACK_CODE
    if code >= COLOURS**3:
        code -= COLOURS**3
        return put_on(put_on(0, code % COLOURS), code // COLOURS)
    top, second, third = code // COLOURS**2, code // COLOURS % COLOURS, code % COLOURS
    return put_on(put_on(put_on(0, third), second), top)
