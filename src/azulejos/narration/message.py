"""The parts of a scoring, and bonuses at the end of the game."""

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


class Bonus(msgspec.Struct, frozen=True):
    """A bonus at the end of the game: how much of it is there, and how much it takes."""

    name: str  # of a message in the catalogues, like "azul.row"
    number: int  # which row, star or colour, from 1; 0 where there is only one
    have: int
    need: int
    points: int  # when it is whole
    now: int  # as it stands


def whole(name: str, number: int, have: int, need: int, points: int) -> Bonus:
    """A bonus that brings nothing before it is whole."""
    return Bonus(name, number, have, need, points, points if have == need else 0)
