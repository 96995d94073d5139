"""How a game ended, in sentences."""

from __future__ import annotations

from azulejos.cli.draw import Names
from azulejos.core.state import State


def standings(state: State, names: Names) -> list[str]:
    """Why the game ended, who won, and everybody's place; nothing while it goes on."""
    outcome = state.outcome
    if outcome is None:
        return []
    winners = " and ".join(names[seat] for seat in outcome.winners)
    verb = "share the victory" if len(outcome.winners) > 1 else "wins"
    seats = sorted(range(len(names)), key=lambda seat: outcome.places[seat])
    return [
        f"The game is over: {outcome.reason}. {winners} {verb}.",
        *(f"  {outcome.places[s]}. {names[s]}: {outcome.scores[s]} points" for s in seats),
        f"(Places by {', then '.join(state.game.ranked_by)}.)",
    ]
