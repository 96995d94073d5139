"""Positions on their way through a game, for tests of the rules."""

from __future__ import annotations

from azulejos.core.state import State


def dealt(state: State, *draws: str) -> State:
    """The position after some draws, given as text."""
    for draw in draws:
        state = state.deal(state.game.parse_draw(draw))
    return state


def line(state: State, keyword: str) -> str:
    """The line of a position's text that begins so."""
    return next(line for line in str(state).splitlines() if line.startswith(keyword))
