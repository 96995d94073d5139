"""The parts of a scoring."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from azulejos.core.state import State
from azulejos.messages import Message


class Part(msgspec.Struct, frozen=True):
    """A part of a scoring: points that one thing brought a seat, or cost it."""

    seat: int
    name: str  # of its kind, like "azul.tile"; the message "azul.tile.kind" has words for it
    points: int  # really gained or lost
    total: int  # the seat's points after it
    said: Message  # what it was, within a sentence
    places: list[str]  # on the seat's board: what earned the points, the first where they are shown


@dataclass(frozen=True)
class Step:
    """A moment of a scoring: a part of it, or a picture of the table before the next part."""

    state: State  # as it is to be shown
    part: Part | None = None
    is_final: bool = False  # it belongs to the end of the game
