"""Perft: how many ways a position can go on. Two engines that agree on it list the same moves."""

from __future__ import annotations

from azulejos.core.state import State
from azulejos.core.turn import CHANCE


def perft(state: State, depth: int) -> int:
    """Count the positions that many decisions ahead; chance or the game's end cuts a line off."""
    if depth == 0 or state.to_move is None or state.to_move == CHANCE:
        return 1
    if depth == 1:
        return len(state.legal_codes)
    return sum(perft(state.play(move), depth - 1) for move in state.legal_moves)
