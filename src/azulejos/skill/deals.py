"""The deals of a game: what chance did before each round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from azulejos.core.state import State
from azulejos.core.turn import CHANCE

Deal = tuple[State, State]
"""The position before chance deals, and the one in which somebody moves after it."""


def deals(states: Iterable[State]) -> Iterator[Deal]:
    """The deals of a game, from its states in order, each of which begins a round."""
    rounds = 0  # of the last deal
    before: State | None = None
    for state, following in pairwise(states):
        if state.to_move == CHANCE:
            before = before or state
        if following.to_move in (CHANCE, None) or before is None:
            continue
        if following.table.rounds != rounds:
            rounds = following.table.rounds
            yield before, following
        before = None
