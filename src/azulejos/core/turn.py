"""Whose turn it is: a seat from 0 to players - 1, chance, or nobody."""

from __future__ import annotations

from azulejos.core.compiled import compiled

CHANCE = -1
"""Chance is to deal: nothing random happens inside a rule."""

NOBODY = -2
"""The game is over."""

MAX_SEATS = 4


@compiled
def next_seat(seat: int, players: int) -> int:
    """The next seat clockwise."""
    return seat + 1 if seat + 1 < players else 0
