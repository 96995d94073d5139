"""What a picture needs to know of a game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from azulejos.pictures.pieces import Box


@dataclass(frozen=True)
class Picture:
    """How one game is drawn, from its scenes."""

    middle: Callable[..., Box]
    """(scene, width, height, words): what lies between the players, no larger than that."""

    board: Callable[..., Box]
    """(scene, player, words): one player's board."""

    shape: str
    """Of the tiles in bag and discard."""

    rounds: int | None = None
    """How many there are at most, if the rules say so."""

    first: Callable[..., int | None] | None = None
    """(scene): who has the first-player marker, where the boards and the middle do not show it."""
