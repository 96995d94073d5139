"""What the scenes of several games are made of, and what the page needs to know of a game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec

from azulejos.core.displays import CENTRE
from azulejos.core.game import Game
from azulejos.core.move import Move
from azulejos.core.pile import counts
from azulejos.core.state import State

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


def or_none(index: int) -> int | None:
    """A seat or a place; a table has a negative number for none."""
    return None if index < 0 else index


def tiles_in(game: Game, pile: int) -> list[str]:
    """The tiles of a pile one by one, equal ones side by side."""
    names = colour_names(game)
    return [name for name, count in zip(names, counts(pile), strict=False) for _ in range(count)]


def amounts_in(game: Game, pile: int) -> dict[str, int]:
    """How many tiles of every colour lie in a pile."""
    return dict(zip(colour_names(game), counts(pile), strict=False))


def source_name(source: int) -> str:
    """The name of a display, counted from 1, or of the centre."""
    return "centre" if source == CENTRE else f"display-{source}"


@dataclass(frozen=True)
class Stage:
    """How one game is shown."""

    shows: type[msgspec.Struct]
    """The scene, tagged with the game's name; all have a `phase`, and `boards` with a `score`."""

    scene: Callable[[State], Any]
    """All that lies on the table as the seat sees it whose view the state is."""

    steps: Callable[[Move], list[str]]
    """The things to click for a legal move, in order, by the names that the page gives them.

    Like `display-3-blue`, `centre-red`, `line-2`, `floor`. A thing of a board is one of the
    mover's. No legal move's steps are the beginning of another's.
    """
