"""What happens at a table, in sentences that a catalogue of messages puts into words.

Every game has a module of its name here with

`told(before, event, after, seat, steps) -> list[Said]`
    What an event did, as a seat may know it (None: as everybody may). The first sentence is about
    the event itself; the others tell what followed by itself: points by their parts, seat by seat,
    then the total. `steps` are those of its scoring.

and a module `NAME_scoring` with

`REHEARSAL`
    Which rules are listened to while an event happens once more, and what parts of a scoring they
    make: see `rehearsal`.
`KINDS`
    The kinds of these parts, in the order in which they are counted.
`bonuses(...) -> list[Bonus]`
    How far a board has come towards what is counted at the end of the game.

Sentences name seats by number and colours by the names of messages; `words` puts them together.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any, Protocol, cast

from azulejos.core.game import Game
from azulejos.core.outcome import Outcome
from azulejos.core.state import State
from azulejos.play.record import Event
from azulejos.telling.said import Part, Said, Step, Value

__all__ = ["Part", "Said", "Step", "Value", "kinds", "scored", "told", "why_it_ended"]


class Teller(Protocol):
    """What the module of a game offers."""

    def told(
        self, before: State, event: Event, after: State, seat: int | None, steps: list[Step]
    ) -> list[Said]: ...


def told(
    before: State,
    event: Event,
    after: State,
    seat: int | None = None,
    steps: list[Step] | None = None,
) -> list[Said]:
    """What an event did, as a seat may know it; the steps of its scoring may be given."""
    teller = cast(Teller, _module(before.game, ""))
    return teller.told(
        before, event, after, seat, scored(before, event) if steps is None else steps
    )


def scored(before: State, event: Event) -> list[Step]:
    """What an event scored, step by step."""
    steps: list[Step] = _module(before.game, "_scoring").REHEARSAL.steps(before, event)
    return steps


def kinds(game: Game) -> tuple[str, ...]:
    """The kinds of parts that a scoring of a game has, in the order of the rules."""
    found: tuple[str, ...] = _module(game, "_scoring").KINDS
    return found


def why_it_ended(game: Game, outcome: Outcome) -> Said:
    """How the rules ended a game."""
    return Said(f"{game.name}.ending.{outcome.reason}")


@cache
def _module(game: Game, suffix: str) -> Any:
    return import_module(f"azulejos.telling.{game.name}{suffix}")
