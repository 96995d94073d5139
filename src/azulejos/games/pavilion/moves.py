"""The moves of Summer Pavilion: `3B`, `s36B+3`, `+R`, `pass`, `kG`, `done`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from azulejos.core.compiled import compiled
from azulejos.core.displays import SOURCE_TEXTS
from azulejos.core.move import Move, MoveField, Moves, digit

LETTERS = "PGOYBR"
COLOUR_NAMES = ("purple", "green", "orange", "yellow", "blue", "red")
STAR_TEXTS = "123456c"  # clockwise from the upper left, then the centre

Source = Annotated[int, MoveField(SOURCE_TEXTS)]
Colour = Annotated[int, MoveField(LETTERS)]
Star = Annotated[int, MoveField(STAR_TEXTS)]
Space = Annotated[int, MoveField("123456")]
Jokers = Annotated[int, MoveField(("", "+1", "+2", "+3", "+4", "+5"), also={"+0": 0})]


@dataclass(frozen=True)
class Take(Move):
    """Take a colour from a source (0 is the centre), and the joker that comes with it."""

    how = "the display (1-9, c for the centre) and the colour (P G O Y B R), like 3B"
    source: Source
    colour: Colour


@dataclass(frozen=True)
class Place(Move):
    """Place a tile on a space of a star (6 is the centre), paying so many jokers with it."""

    word = "s"
    how = "s, star (1-6, c for the centre), space (1-6), colour and +jokers, like s36B+3"
    star: Star
    space: Space
    colour: Colour
    jokers: Jokers = 0


@dataclass(frozen=True)
class TakeBonus(Move):
    """Take a tile from the supply for an ornament."""

    word = "+"
    how = "+ and the colour of a bonus tile"
    colour: Colour


@dataclass(frozen=True)
class Keep(Move):
    """Having passed, keep a tile in a corner."""

    word = "k"
    how = "k and the colour of a tile to keep"
    colour: Colour


@dataclass(frozen=True)
class Pass(Move):
    """Place no more in this round."""

    word = how = "pass"


@dataclass(frozen=True)
class Done(Move):
    """Keep no more tiles."""

    word = "done"
    how = "done to keep no more"


MOVES = Moves(
    "Summer Pavilion",
    Take,
    Place,
    TakeBonus,
    Keep,
    Pass,
    Done,
    write="{Take}; or {Place}; or {TakeBonus}; or {Pass}, then {Keep}, and {Done}",
)


def star_text(star: int) -> str:
    """A star's name in the notation: 1 to 6 clockwise from the upper left, c in the centre."""
    return STAR_TEXTS[star]


# Codes

FIRST_PLACE_CODE = MOVES.first(Place)
FIRST_BONUS_CODE = MOVES.first(TakeBonus)
FIRST_KEEP_CODE = MOVES.first(Keep)
PASS_CODE = MOVES.first(Pass)
DONE_CODE = MOVES.first(Done)
MOVE_CODES = len(MOVES)
SOURCE, COLOUR = MOVES.digits(Take)
PLACE_STAR, PLACE_SPACE, PLACE_COLOUR, PLACE_JOKERS = MOVES.digits(Place)


@compiled
def take_code(source: int, colour: int) -> int:
    return source * SOURCE.unit + colour


@compiled
def place_code(star: int, space: int, colour: int, jokers: int) -> int:
    on_star = star * PLACE_STAR.unit + space * PLACE_SPACE.unit
    return FIRST_PLACE_CODE + on_star + colour * PLACE_COLOUR.unit + jokers


@compiled
def place_star(code: int) -> int:
    return digit(code, PLACE_STAR)


@compiled
def place_space(code: int) -> int:
    return digit(code, PLACE_SPACE)


@compiled
def place_colour(code: int) -> int:
    return digit(code, PLACE_COLOUR)


@compiled
def place_jokers(code: int) -> int:
    return digit(code, PLACE_JOKERS)
