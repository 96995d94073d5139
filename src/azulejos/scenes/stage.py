"""What the page needs to know of a game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from azulejos.core.move import Move
from azulejos.core.state import State


@dataclass(frozen=True)
class Stage:
    """How one game is shown."""

    shows: type[msgspec.Struct]
    """The scene, tagged with the game's name; all have a `phase`, and `boards` with a `score`."""

    scene: Callable[[State], Any]
    """All that lies on the table as the seat sees it whose view the state is."""

    steps: Callable[[Move], list[str]]
    """The things to click for a legal move, in order, by the names that the page gives them.

    Like `display-3-blue`, `centre-red`, `line-2`, `floor`. A thing of a board is one of the
    mover's. No legal move's steps are the beginning of another's.
    """
