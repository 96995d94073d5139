"""What happens at a table, in sentences that a catalogue of messages puts into words.

Every game has a module of its name here with two functions:

`told(before, event, after, seat) -> list[Said]`
    What an event did, as a seat may know it (None: as everybody may). The first sentence is about
    the event itself; the others tell what followed by itself, like the points at the end of a
    round. After the last move they go on with the final scoring, step by step.
`bonuses(...) -> list[Bonus]`
    How far a board has come towards what is counted at the end of the game.

Sentences name seats by number and colours by the names of messages; `words` puts them together.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Protocol, cast

import msgspec

from azulejos.core.state import State
from azulejos.play.record import Event

Value = int | str | list["str | Said"]


class Said(msgspec.Struct, frozen=True):
    """A sentence or a part of one: a message of the catalogues, and what it speaks of.

    The value called `seat` is the number of a seat. A text that is the name of a message, like
    `colour.blue`, stands for its words.
    """

    message: str  # like "azul.take"
    values: dict[str, Value] = {}


class Teller(Protocol):
    """What the module of a game offers."""

    def told(self, before: State, event: Event, after: State, seat: int | None) -> list[Said]: ...


def told(before: State, event: Event, after: State, seat: int | None = None) -> list[Said]:
    """What an event did, as a seat may know it."""
    return _teller(before.game.name).told(before, event, after, seat)


@cache
def _teller(name: str) -> Teller:
    return cast(Teller, import_module(f"azulejos.telling.{name}"))
