"""The levels of bots that a table of a game offers."""

from __future__ import annotations

from azulejos.bots import LEVELS, bot, needs_search
from azulejos.bots.search.games import is_searched
from azulejos.errors import UnknownName

SIMPLEST = "easy"
"""A level that needs nothing compiled."""

PREFERRED = ("casual", SIMPLEST)
"""The default level is the first of these that plays the game."""


def levels(game: str) -> tuple[str, ...]:
    """The levels that play a game, the weakest first."""
    return tuple(
        name for name in LEVELS if is_searched(game) or not needs_search(bot(name, external=False))
    )


def standard(game: str) -> str:
    """The default level for a game."""
    return next(name for name in PREFERRED if name in levels(game))


def check_level(game: str, level: str | None) -> str:
    """A level that plays a game."""
    if level not in levels(game):
        raise UnknownName("level", str(level), levels(game))
    return level
