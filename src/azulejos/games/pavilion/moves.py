"""The moves of Summer Pavilion: code for kernels, value for programs, text for people."""

from __future__ import annotations

import re
from dataclasses import dataclass

from azulejos.core.compiled import compiled
from azulejos.core.displays import CENTRE, SOURCES
from azulejos.core.move import Move
from azulejos.errors import NotationError, quoted
from azulejos.games.pavilion.data import CENTRE_STAR, SPACES, STARS
from azulejos.games.pavilion.table import COLOURS

LETTERS = "PGOYBR"
PAYMENTS = SPACES  # a space of cost 6 takes 0 to 5 jokers
FIRST_PLACE_CODE = SOURCES * COLOURS
FIRST_BONUS_CODE = FIRST_PLACE_CODE + STARS * SPACES * COLOURS * PAYMENTS
FIRST_KEEP_CODE = FIRST_BONUS_CODE + COLOURS
PASS_CODE = FIRST_KEEP_CODE + COLOURS
DONE_CODE = PASS_CODE + 1
MOVE_CODES = DONE_CODE + 1


@dataclass(frozen=True)
class Take(Move):
    """Take a colour from a source (0 is the centre), and the joker that comes with it."""

    source: int
    colour: int

    def __str__(self) -> str:
        return ("c" if self.source == CENTRE else str(self.source)) + LETTERS[self.colour]


@dataclass(frozen=True)
class Place(Move):
    """Place a tile on a space of a star (6 is the centre), paying so many jokers with it."""

    star: int
    space: int
    colour: int
    jokers: int = 0

    def __str__(self) -> str:
        jokers = f"+{self.jokers}" if self.jokers else ""
        return f"s{star_text(self.star)}{self.space + 1}{LETTERS[self.colour]}{jokers}"


@dataclass(frozen=True)
class TakeBonus(Move):
    """Take a tile from the supply for an ornament."""

    colour: int

    def __str__(self) -> str:
        return "+" + LETTERS[self.colour]


@dataclass(frozen=True)
class Pass(Move):
    """Place no more in this round."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True)
class Keep(Move):
    """Having passed, keep a tile in a corner."""

    colour: int

    def __str__(self) -> str:
        return "k" + LETTERS[self.colour]


@dataclass(frozen=True)
class Done(Move):
    """Keep no more tiles."""

    def __str__(self) -> str:
        return "done"


def star_text(star: int) -> str:
    """A star's name in the notation: 1 to 6 clockwise from the upper left, c in the centre."""
    return "c" if star == CENTRE_STAR else str(star + 1)


def parse(text: str) -> Move:
    """Read a move: `3B`, `s36B+3`, `+R`, `pass`, `kG`, `done`."""
    word = text.strip().lower()
    if word == "pass":
        return Pass()
    if word == "done":
        return Done()
    if take := re.fullmatch(r"([1-9]|c)([pgoybr])", word):
        return Take(CENTRE if take[1] == "c" else int(take[1]), _colour(take[2]))
    if place := re.fullmatch(r"s([1-6]|c)([1-6])([pgoybr])(?:\+([0-5]))?", word):
        star, space, colour, jokers = place.groups()
        star_number = CENTRE_STAR if star == "c" else int(star) - 1
        return Place(star_number, int(space) - 1, _colour(colour), int(jokers or 0))
    if tile := re.fullmatch(r"([+k])([pgoybr])", word):
        return TakeBonus(_colour(tile[2])) if tile[1] == "+" else Keep(_colour(tile[2]))
    raise NotationError(
        f"{quoted(text.strip())} is no move of Summer Pavilion; write the display (1-9, c for the "
        "centre) and the colour (P G O Y B R), like 3B; or s, star (1-6, c for the centre), "
        "space (1-6), colour and +jokers, like s36B+3; or + and the colour of a bonus tile; or "
        "pass, then k and the colour of a tile to keep, and done to keep no more"
    )


def _colour(letter: str) -> int:
    return LETTERS.index(letter.upper())


def encode(move: Move) -> int:
    """The code of a move."""
    match move:
        case Take(source, colour):
            return int(take_code(source, colour))
        case Place(star, space, colour, jokers):
            return int(place_code(star, space, colour, jokers))
        case TakeBonus(colour):
            return FIRST_BONUS_CODE + colour
        case Keep(colour):
            return FIRST_KEEP_CODE + colour
        case Pass():
            return PASS_CODE
        case Done():
            return DONE_CODE
    raise NotationError(f"{move.described()} is no move of Summer Pavilion")


def decode(code: int) -> Move:
    """The move of a code."""
    if code < FIRST_PLACE_CODE:
        return Take(*divmod(code, COLOURS))
    if code < FIRST_BONUS_CODE:
        rest, jokers = divmod(code - FIRST_PLACE_CODE, PAYMENTS)
        rest, colour = divmod(rest, COLOURS)
        return Place(*divmod(rest, SPACES), colour, jokers)
    if code < FIRST_KEEP_CODE:
        return TakeBonus(code - FIRST_BONUS_CODE)
    if code < PASS_CODE:
        return Keep(code - FIRST_KEEP_CODE)
    return Pass() if code == PASS_CODE else Done()


@compiled
def take_code(source: int, colour: int) -> int:
    return source * COLOURS + colour


@compiled
def place_code(star: int, space: int, colour: int, jokers: int) -> int:
    return FIRST_PLACE_CODE + ((star * SPACES + space) * COLOURS + colour) * PAYMENTS + jokers


@compiled
def place_star(code: int) -> int:
    return (code - FIRST_PLACE_CODE) // (SPACES * COLOURS * PAYMENTS)


@compiled
def place_space(code: int) -> int:
    return (code - FIRST_PLACE_CODE) // (COLOURS * PAYMENTS) % SPACES


@compiled
def place_colour(code: int) -> int:
    return (code - FIRST_PLACE_CODE) // PAYMENTS % COLOURS


@compiled
def place_jokers(code: int) -> int:
    return (code - FIRST_PLACE_CODE) % PAYMENTS
