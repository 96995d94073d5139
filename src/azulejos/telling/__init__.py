"""What happens at a table, in sentences that a catalogue of messages puts into words.

Every game has a module of its name here with one function:

`told(before, event, after, seat) -> list[Said]`
    What an event did, as a seat may know it (None: as everybody may). The first sentence is about
    the event itself; the others tell what followed by itself, like the points at the end of a
    round.

Sentences name seats by number and colours by name; whoever shows them puts in names and words.
"""

from __future__ import annotations

from importlib import import_module
from typing import Protocol, cast

import msgspec

from azulejos.core.state import State
from azulejos.play.record import Event

Value = int | str | list[str]


class Said(msgspec.Struct, frozen=True):
    """A sentence: a message of the catalogues, and what it speaks of.

    The value called `seat` is the number of a seat. Colours are words of the catalogues, too.
    """

    message: str  # like "azul.take"
    values: dict[str, Value] = {}


class Teller(Protocol):
    """What the module of a game offers."""

    def told(self, before: State, event: Event, after: State, seat: int | None) -> list[Said]: ...


def told(before: State, event: Event, after: State, seat: int | None = None) -> list[Said]:
    """What an event did, as a seat may know it."""
    teller = cast(Teller, import_module(f"azulejos.telling.{before.game.name}"))
    return teller.told(before, event, after, seat)
