"""What lies on the table of Azul Duel, as plain data: the types of its scene."""

from __future__ import annotations

import msgspec

from azulejos.narration.message import Bonus
from azulejos.scenes.pieces import Line


class SmallFactory(msgspec.Struct, frozen=True):
    """A small factory."""

    sun: list[str]
    moon: list[str]  # from the top down
    chip: list[str] | None  # its colours; none of them while it is face down


class LargeFactory(msgspec.Struct, frozen=True):
    """The large factory."""

    sun: list[str]
    moon: list[str]
    has_first: bool  # the first-player tile lies on it


class Plate(msgspec.Struct, frozen=True):
    """The front of a plate: top left, top right, bottom left, bottom right."""

    number: int
    spaces: list[str]  # a colour, "joker" or "special"


class DrawnPlate(msgspec.Struct, frozen=True):
    """A plate drawn from the stack: its front only where this seat knows it."""

    plate: Plate | None
    back: str | None  # "joker" or "special"


class PutBack(msgspec.Struct, frozen=True):
    """What this seat knows of plates that were put under the stack together."""

    seat: int  # who put them there
    first: int  # their places, counted from 1 at the top
    last: int
    specials: int  # how many of them are special
    plates: list[Plate]  # from the top down; none where their fronts are the other's secret


class PlateStack(msgspec.Struct, frozen=True):
    """The stack of plates."""

    height: int
    top: str | None  # the back that shows
    put_back: list[PutBack]


class LaidPlate(msgspec.Struct, frozen=True):
    """A plate on a slot of the dome."""

    number: int
    turn: str  # where its printed top points: n, e, s or w
    spaces: list[str]  # as they lie


class Dome(msgspec.Struct, frozen=True):
    """One player's board."""

    score: int
    slots: list[LaidPlate | None]  # three by three, in reading order
    tiles: list[list[str | None]]  # at [row][column]: a colour or "special"
    lines: list[Line]
    broken: list[str]
    has_first: bool
    chips: list[list[str]]  # the colours of every unused one
    used_chips: list[list[str]]
    tokens: int
    chips_to_take: int  # in this round
    bonuses: list[Bonus]  # the scoring tiles in play


class DuelScene(msgspec.Struct, frozen=True, tag="duel"):
    """Everything on the table."""

    phase: str
    round: int
    small: list[SmallFactory]
    large: LargeFactory
    bag: dict[str, int]
    discard: dict[str, int]
    unseen_chips: list[list[str]]  # face down, on factories and beside them
    plates: list[Plate]  # on offer
    stack: PlateStack
    hand: list[DrawnPlate]
    plate_at_hand: Plate | None  # taken and to be laid
    factory_at_hand: int | None  # from 1: its rest is to be stacked
    line_at_hand: int | None  # from 1: being placed
    paid: int  # chips spent so far on the line at hand
    broken_costs: list[int]
    first_cost: int
    actor: int | None  # whose turn it is
    start_seat: int | None
    boards: list[Dome]
