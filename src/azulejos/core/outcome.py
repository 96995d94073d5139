"""How a game ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Outcome:
    """Who won and why. Places count from 1; seats that are tied to the end share a place."""

    scores: tuple[int, ...]
    places: tuple[int, ...]
    reason: str  # one of `Game.endings`

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in first place."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


def places_by(keys: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Rank seats by their keys, the more the better; equal keys share the better place."""
    return tuple(1 + sum(other > key for other in keys) for key in keys)
