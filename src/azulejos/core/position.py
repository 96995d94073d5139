"""What the fields of a table hold, as plain data, so that a position is described once.

A game describes the fields of its table and of its seats, each by a kind; whatever is made of the
description adds its own behaviour for each kind: `core/observing.py` for programs that learn.
Nothing here is called by kernels.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, get_args, get_type_hints

Size = int | Callable[[int], int]
"""Of an axis: a number, or the kernel that tells it of the number of players."""


@dataclass(frozen=True)
class Kind:
    """What a field of the record holds."""

    help: str
    _: KW_ONLY
    name: str = ""
    """What it is called, if not like the field."""

    each: Mapping[str, Size] = field(default_factory=dict)
    """The axes of a field that holds many, as the record has them."""

    by: Callable[..., object] | None = None
    """The kernel that tells what it holds, of the record and an index for each axis."""


@dataclass(frozen=True)
class Number(Kind):
    """A number."""

    most: int
    _: KW_ONLY
    least: int = 0
    usual: int | None = None
    """What a game hardly ever exceeds, where that is much less than the most."""


@dataclass(frozen=True)
class Choice(Kind):
    """One of several things, counted from `first`; none of them is less."""

    axis: str
    options: int
    _: KW_ONLY
    first: int = 0


@dataclass(frozen=True)
class Who(Kind):
    """A seat; nobody is negative."""


@dataclass(frozen=True)
class Pile(Kind):
    """Tiles of some colours, in no order."""

    colours: int
    most: int
    _: KW_ONLY
    usual: int | None = None


@dataclass(frozen=True)
class Line(Pile):
    """Tiles of one colour: `by` tells the colour, and how many."""


@dataclass(frozen=True)
class Bits(Kind):
    """Which of several things, a bit each."""

    axis: str
    options: int


@dataclass(frozen=True)
class Secret(Kind):
    """What not every seat knows: `put(table, seat, out, place)` writes what a seat does."""

    most: int
    put: Callable[..., None]


Described = Mapping[str, Kind | Mapping[str, Kind]]
"""Fields of a table by name; of those of its seats, `seats` is the name."""


def check_described(table: type, fields: Described, apart: Collection[str]) -> None:
    """Refuse a description that leaves out a field of the record, or has one that is not there.

    Some fields are described by others, which a kernel tells: `apart` names them.
    """
    seat = get_args(get_args(get_type_hints(table, include_extras=True)["seats"])[0])[0]
    described: dict[str, Any] = dict(fields)
    seats = described.pop("seats")
    for record, kinds in ((table, described), (seat, seats)):
        names = get_type_hints(record).keys() - {"seats"}
        read = {name for name, kind in kinds.items() if not (kind.by or isinstance(kind, Secret))}
        if wrong := (read - names) | (names - kinds.keys() - set(apart)):
            raise TypeError(f"{record.__module__}: fields not described, or not there: {wrong}")
