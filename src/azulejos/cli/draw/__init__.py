"""Tables as text: drawn for the eye, or told in sentences.

Every game has a module of its name here with the same three functions:

`table(state, names) -> RenderableType`
    The whole table as a drawing that fits 80 columns: all that lies on it, every seat's board
    with its name and points, the round, and whose turn it is. No colour may be the only carrier
    of anything: a tile is a symbol and a letter.
`describe(state, names) -> str`
    The same in plain sentences of ASCII, for a screen reader.
`tell(state, event, names) -> str`
    What an event does to the position before it. The first line is one sentence about the event
    itself ("Ana takes 2 blue from display 3 to line 2."); further lines tell what followed by
    itself, like the points at the end of a round.

Names are those of the seats, in order. Shared pieces are in `tiles`.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

from azulejos.core.state import State
from azulejos.play.record import Event

if TYPE_CHECKING:
    from rich.console import RenderableType

Names = Sequence[str]


class Drawing(Protocol):
    """What the module of a game offers."""

    def table(self, state: State, names: Names) -> RenderableType: ...
    def describe(self, state: State, names: Names) -> str: ...
    def tell(self, state: State, event: Event, names: Names) -> str: ...


def draw(state: State, names: Names) -> RenderableType:
    """The table as a drawing."""
    return _drawing(state).table(state, names)


def describe(state: State, names: Names) -> str:
    """The table in plain sentences."""
    return _drawing(state).describe(state, names)


def tell(state: State, event: Event, names: Names) -> str:
    """What an event does to the position before it."""
    return _drawing(state).tell(state, event, names)


def _drawing(state: State) -> Drawing:
    return cast(Drawing, import_module(f"azulejos.cli.draw.{state.game.name}"))
