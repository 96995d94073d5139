"""How a game ended, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from azulejos.cli.draw import Names
from azulejos.core.state import State
from azulejos.messages import signed
from azulejos.narration import scored, why_it_ended
from azulejos.narration.tally import tally
from azulejos.narration.words import catalogue
from azulejos.play.record import Event


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
