"""The bots that tables offer by name: the levels, `random`, `greedy`, and those of the operator.

Only the server knows how a bot of the operator is made, from a file or a program. People and
programs choose among the names; what they send is never looked up in any other way.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from azulejos.bots import LEVELS, bot, needs_search
from azulejos.bots.search.games import is_searched
from azulejos.errors import UnknownName
from azulejos.tables.settings import OfferedBot

LONG = 10_000  # nodes: a level that searches more may take a second for a move
SIMPLEST = "easy"
"""A level that needs nothing compiled."""

PREFERRED = ("casual", SIMPLEST)
"""The default level is the first of these that plays the game."""

_BEGINNER, _EASY, *_OTHERS = LEVELS
NAMES = ("random", _BEGINNER, _EASY, "greedy", *_OTHERS)
"""What a seat's `level` may be, the weakest first."""


def levels(game: str) -> tuple[str, ...]:
    """The levels that play a game, the weakest first."""
    return tuple(
        name for name in NAMES if is_searched(game) or not needs_search(bot(name, external=False))
    )


def level_of(text: str) -> str:
    """The level of a bot that may be given with parameters: `skilled:seed=7`."""
    return text.partition(":")[0]


def takes_long(text: str) -> bool:
    """Whether a bot may take a second for a move."""
    name = level_of(text)
    return name in LEVELS and LEVELS[name].nodes > LONG


def standard(game: str) -> str:
    return next(name for name in PREFERRED if name in levels(game))


def check_level(game: str, level: str | None) -> str:
    """The level itself, if it plays the game."""
    if level not in levels(game):
        raise UnknownName("level", str(level), levels(game))
    return level


# External bots, which the operator offers


def names_for(game: str, offers: Iterable[OfferedBot]) -> tuple[str, ...]:
    """The external bots that play a game."""
    return tuple(each.name for each in offers if game in each.games)


def check_offered(name: str, names: Collection[str]) -> str:
    """The name itself, if such a bot is offered."""
    if name not in names:
        raise UnknownName("bot", name, names or ("no external ones",))
    return name
