"""What happens at a table, in sentences that a catalogue of messages puts into words.

Every game has a module of its name here with a `NARRATOR`. The module also has the `bonuses` of a
board: how far it has come towards what is counted at the end of the game.

Sentences name seats by number and colours by the names of messages; `languages` has the catalogues
that put them into words.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from azulejos.core.game import Game
from azulejos.core.registry import Registry
from azulejos.core.state import Outcome, State
from azulejos.messages import Message, Value
from azulejos.narration.message import Part, Step
from azulejos.play.record import Event

if TYPE_CHECKING:
    from azulejos.narration.score_trace import ScoreTracer

__all__ = [
    "NARRATORS",
    "Message",
    "Narrator",
    "Part",
    "Step",
    "Value",
    "kinds",
    "narrate",
    "scored",
    "why_it_ended",
]


@dataclass(frozen=True)
class Narrator:
    """How one game is narrated."""

    narrate: Callable[[State, Event, State, int | None, list[Step]], list[Message]]
    """(before, event, after, seat, steps): what an event did, as a seat may know it.

    The seat None stands for everybody. The first sentence is about the event itself; the others say
    what followed automatically: points by their parts, seat by seat, then the total. `steps` are
    those of its scoring.
    """

    tracer: ScoreTracer
    """Which rules are listened to while an event happens once more, and what parts they make."""

    kinds: tuple[str, ...]
    """The kinds of these parts, in the order in which they are counted."""


NARRATORS: Registry[Narrator] = Registry(
    lambda game: import_module(f"azulejos.narration.{game}").NARRATOR
)


def narrate(
    before: State,
    event: Event,
    after: State,
    seat: int | None = None,
    steps: list[Step] | None = None,
) -> list[Message]:
    """What an event did, as a seat may know it; the steps of its scoring may be given."""
    steps = scored(before, event) if steps is None else steps
    return NARRATORS.of(before.game.name).narrate(before, event, after, seat, steps)


def scored(before: State, event: Event) -> list[Step]:
    """What an event scored, step by step."""
    return NARRATORS.of(before.game.name).tracer.steps(before, event)


def kinds(game: Game) -> tuple[str, ...]:
    """The kinds of parts that a scoring of a game has, in the order of the rules."""
    return NARRATORS.of(game.name).kinds


def why_it_ended(game: Game, outcome: Outcome) -> Message:
    """How the rules ended a game."""
    return Message(f"{game.name}.ending.{outcome.reason}")
