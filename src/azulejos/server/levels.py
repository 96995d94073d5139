"""The bots that a table offers, by level."""

from __future__ import annotations

from azulejos.bots.search.engine import SEARCHED_GAMES
from azulejos.errors import UnknownName

LEVELS = ("easy", "medium", "hard")
STANDARD = "medium"
"""The level of a bot that plays on for somebody who gave up."""

_SEARCHES = {"medium": "search:nodes=2k", "hard": "search:nodes=100k,2s"}


def bot_of(game: str, level: str) -> str:
    """The name of the bot of a level, as `azulejos.bots.bot` takes it."""
    if level == "easy":
        return "greedy"
    return _SEARCHES[level] if game in SEARCHED_GAMES else "greedy"


def check_level(level: str | None) -> str:
    """A level that exists."""
    if level not in LEVELS:
        raise UnknownName("level", str(level), LEVELS)
    return level
