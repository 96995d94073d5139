"""The moves of Azul Duel: `p7`, `@5e`, `3B2`, `lYx`, `mK4`, `oYKR`, `c2`, `+BR`, `d24`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import product
from typing import Annotated

from azulejos.core.compiled import compiled
from azulejos.core.move import Move, MoveField, Moves
from azulejos.games.duel.table import CHIP_TEXTS, COLOURS, LETTERS, PLATES, SIZE, put_on
from azulejos.messages import Message, fault

BROKEN = SIZE  # the target after the six pattern lines
DIRECTIONS = "nesw"  # where the printed top of a plate points after 0 to 3 quarter turns
TURNS = len(DIRECTIONS)
STACKS = (*product(range(COLOURS), repeat=3), *product(range(COLOURS), repeat=2))

PlateNumber = Annotated[int, MoveField([str(plate + 1) for plate in range(PLATES)])]
Slot = Annotated[int, MoveField("123456789")]
Turns = Annotated[int, MoveField(DIRECTIONS)]
Factory = Annotated[int, MoveField("1234l")]
SmallFactory = Annotated[int, MoveField("1234")]
Colour = Annotated[int, MoveField(LETTERS)]
Line = Annotated[int, MoveField("123456x")]
Colours = Annotated[
    tuple[int, ...],
    MoveField(["".join(LETTERS[colour] for colour in stack) for stack in STACKS], STACKS),
]
ChipKind = Annotated[
    int, MoveField(CHIP_TEXTS, also={text[::-1]: kind for kind, text in enumerate(CHIP_TEXTS)})
]
Row = Annotated[int, MoveField("123456")]
Column = Annotated[int, MoveField("123456")]


@dataclass(frozen=True)
class TakePlate(Move):
    """Take a face-up plate."""

    word = "p"
    how = "p7 for plate 7"
    plate: PlateNumber


@dataclass(frozen=True)
class DrawPlate(Move):
    """Draw the top plate of the stack, unseen."""

    word = how = "draw"


@dataclass(frozen=True)
class Look(Move):
    """Draw no more plates and look at those drawn."""

    word = how = "look"


@dataclass(frozen=True)
class Keep(Move):
    """Keep one of the plates drawn."""

    word = "k"
    how = "k7 to keep it"
    plate: PlateNumber


@dataclass(frozen=True)
class PutUnder(Move):
    """Put a plate under the stack, and under those put there before it."""

    word = "u"
    how = "u7 to return it"
    plate: PlateNumber


@dataclass(frozen=True)
class Lay(Move):
    """Lay the plate at hand on a slot, turned clockwise by quarter turns."""

    word = "@"
    how = "@5e to lay it on slot 5, top east"
    slot: Slot
    turns: Turns


@dataclass(frozen=True)
class SunTake(Move):
    """Take a colour from the sun side of a factory (4 is the large one) to a line (6: broken)."""

    how = "3B2, lB2"
    factory: Factory
    colour: Colour
    line: Line


@dataclass(frozen=True)
class MoonTake(Move):
    """Take a colour from the moon sides of all factories to a line (6: broken)."""

    word = "m"
    how = "mB2"
    colour: Colour
    line: Line


@dataclass(frozen=True)
class Stack(Move):
    """Stack what a sun take leaves, named from the top down."""

    word = "o"
    how = "oYKR to stack the rest, top first"
    colours: Colours


@dataclass(frozen=True)
class TakeChip(Move):
    """Take the turned-up chip of a small factory."""

    word = "c"
    how = "c2 for a chip"
    factory: SmallFactory


@dataclass(frozen=True)
class Skip(Move):
    """Spend no chips on the line at hand."""

    word = how = "skip"


@dataclass(frozen=True)
class Pay(Move):
    """Spend no more chips: those spent complete the line at hand."""

    word = how = "pay"


def no_chip(shown: str) -> Message:
    """What is wrong about colours that no chip shows."""
    return fault("fault.text.chip", text=shown, allowed=" ".join(CHIP_TEXTS))


@dataclass(frozen=True)
class Spend(Move):
    """Spend a chip of a kind on the line at hand; chips are named in the order of their kinds."""

    word = "+"
    how = "+BR to spend it"
    kind: ChipKind

    @classmethod
    def misread(cls, text: str, /) -> Message | None:
        """Colours that no chip shows."""
        chip = re.fullmatch(rf"\+([{LETTERS}]{{1,2}})", text.upper())
        if chip is None:
            return None
        shown = "".join(sorted(chip[1], key=LETTERS.index))
        return no_chip(shown)


@dataclass(frozen=True)
class Place(Move):
    """Move the tile of a complete line to a space of the dome."""

    word = "d"
    how = "d24 for row 2, column 4"
    row: Row
    column: Column


MOVES = Moves(
    "Azul Duel",
    TakePlate,
    DrawPlate,
    Look,
    Keep,
    PutUnder,
    Lay,
    SunTake,
    MoonTake,
    Stack,
    TakeChip,
    Skip,
    Pay,
    Spend,
    Place,
    write=(
        "{SunTake} or {MoonTake} to take blue from factory 3, the large one or the moon sides to "
        "line 2 (x: broken), {Stack}; {TakePlate}, {DrawPlate}, {Look}, {Keep}, "
        "{PutUnder}, {Lay}; {TakeChip}, {Spend}, {Pay}, {Skip}; {Place}"
    ),
)

# Codes

FIRST_PLATE_CODE = MOVES.first(TakePlate)
DRAW_CODE = MOVES.first(DrawPlate)
LOOK_CODE = MOVES.first(Look)
FIRST_KEEP_CODE = MOVES.first(Keep)
FIRST_UNDER_CODE = MOVES.first(PutUnder)
FIRST_LAY_CODE = MOVES.first(Lay)
FIRST_SUN_CODE = MOVES.first(SunTake)
FIRST_MOON_CODE = MOVES.first(MoonTake)
FIRST_STACK_CODE = MOVES.first(Stack)
FIRST_CHIP_CODE = MOVES.first(TakeChip)
SKIP_CODE = MOVES.first(Skip)
PAY_CODE = MOVES.first(Pay)
FIRST_SPEND_CODE = MOVES.first(Spend)
FIRST_PLACE_CODE = MOVES.first(Place)

LAY_SLOT, LAY_TURNS = MOVES.digits(Lay)
SUN_FACTORY, SUN_COLOUR, SUN_LINE = MOVES.digits(SunTake)
MOON_COLOUR, MOON_LINE = MOVES.digits(MoonTake)
PLACE_ROW, PLACE_COLUMN = MOVES.digits(Place)


@compiled
def lay_code(slot: int, turns: int) -> int:
    return FIRST_LAY_CODE + slot * LAY_SLOT.unit + turns


@compiled
def sun_code(factory: int, colour: int, line: int) -> int:
    return FIRST_SUN_CODE + factory * SUN_FACTORY.unit + colour * SUN_COLOUR.unit + line


@compiled
def moon_code(colour: int, line: int) -> int:
    return FIRST_MOON_CODE + colour * MOON_COLOUR.unit + line


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


@compiled
def place_code(row: int, column: int) -> int:
    return FIRST_PLACE_CODE + row * PLACE_ROW.unit + column
