"""Counting lines of play: the test that finds a wrong move generator."""

from __future__ import annotations

from azulejos.core.state import State


def perft(state: State, depth: int) -> int:
    """Count the lines of so many decisions; a chance turn or the end is a leaf."""
    if depth == 0 or not state.legal_codes:
        return 1
    return sum(perft(state.play(move), depth - 1) for move in state.legal_moves)
