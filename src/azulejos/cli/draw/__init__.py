"""Tables as text: drawn for the eye, or told in sentences.

Every game has a module of its name here with a `DRAWING`. What happens is told by
`azulejos.narration`, here in English.

Names are those of the seats, in order. Shared pieces are in `tiles`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from azulejos.core.registry import Registry
from azulejos.core.state import State
from azulejos.messages import signed
from azulejos.narration import narrate, scored, why_it_ended
from azulejos.narration.languages import catalogue
from azulejos.narration.score_trace import tally
from azulejos.play.record import Event, after

if TYPE_CHECKING:
    from rich.console import RenderableType


Names = Sequence[str]

DRAWINGS: Registry[Drawing] = Registry(
    lambda game: import_module(f"azulejos.cli.draw.{game}").DRAWING
)


@dataclass(frozen=True)
class Drawing:
    """One game in a terminal."""

    table: Callable[[State, Names], RenderableType]
    """The whole table as a drawing that fits 80 columns.

    All that lies on it, every seat's board with its name and points, the round, and whose turn it
    is. No colour may be the only carrier of anything: a tile is a symbol and a letter.
    """

    describe: Callable[[State, Names], str]
    """The same in plain sentences of ASCII, for a screen reader."""


def draw(state: State, names: Names) -> RenderableType:
    """The table as a drawing."""
    return DRAWINGS.of(state.game.name).table(state, names)


def describe(state: State, names: Names) -> str:
    """The table in plain sentences."""
    return DRAWINGS.of(state.game.name).describe(state, names)


def tell(state: State, event: Event, names: Names) -> str:
    """What an event did to the position before it: a sentence, and further lines for the rest."""
    english = catalogue("en")
    sentences = narrate(state, event, after(state, event))
    return "\n".join(english.words(sentence, names) for sentence in sentences)


# How a game ended


def standings(state: State, names: Names) -> list[str]:
    """Why the game ended, who won, and everybody's place; nothing while it goes on."""
    outcome = state.outcome
    if outcome is None:
        return []
    winners = " and ".join(names[seat] for seat in outcome.winners)
    verb = "share the victory" if len(outcome.winners) > 1 else "wins"
    ending = catalogue("en").words(why_it_ended(state.game, outcome), names)
    seats = sorted(range(len(names)), key=lambda seat: outcome.places[seat])
    return [
        f"The game is over. {ending} {winners} {verb}.",
        *(f"  {outcome.places[s]}. {names[s]}: {outcome.scores[s]} points" for s in seats),
        f"(Places by {', then '.join(state.game.ranked_by)}.)",
    ]


def breakdown(states: Sequence[State], events: Sequence[Event], names: Names) -> list[str]:
    """What everybody's points are made of, a line for each kind; nothing while the game goes on."""
    if states[-1].outcome is None:
        return []
    steps = [
        step for state, event in zip(states, events, strict=False) for step in scored(state, event)
    ]
    rows = tally(states[0], [step.part for step in steps if step.part])
    words = catalogue("en").messages
    return [
        "How the points came together:",
        *(
            f"  {words[row.name]}: "
            + ", ".join(f"{name} {signed(n)}" for name, n in zip(names, row.points, strict=True))
            for row in rows
        ),
    ]
