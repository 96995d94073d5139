"""Points that are counted at the end of the game, and how far a board has come towards them."""

from __future__ import annotations

import msgspec


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
