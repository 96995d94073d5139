"""What the scenes of several games are made of."""

from __future__ import annotations

from functools import cache

import msgspec

from azulejos.core.displays import CENTRE
from azulejos.core.game import Game
from azulejos.core.pile import counts

FIRST = "first"  # the first-player marker, where it lies among tiles


class Line(msgspec.Struct, frozen=True):
    """A pattern line."""

    colour: str | None
    tiles: int
    spaces: int


@cache
def colour_names(game: Game) -> tuple[str, ...]:
    """The colours' names, in the order of their numbers."""
    return tuple(colour.name for colour in game.colours)


def tiles_in(game: Game, pile: int) -> list[str]:
    """The tiles of a pile one by one, equal ones side by side."""
    names = colour_names(game)
    return [name for name, number in zip(names, counts(pile), strict=False) for _ in range(number)]


def amounts_in(game: Game, pile: int) -> dict[str, int]:
    """How many tiles of every colour lie in a pile."""
    return dict(zip(colour_names(game), counts(pile), strict=False))


def source_name(source: int) -> str:
    """The name of a display, counted from 1, or of the centre."""
    return "centre" if source == CENTRE else f"display-{source}"
