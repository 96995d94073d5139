"""Bots from outside that the operator offers at its tables, by name.

How one is made, a file or a program, is known to the server alone: people and programs choose among
the names, and nothing that they send is ever looked up in any other way.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from azulejos.errors import UnknownName
from azulejos.tables.settings import OfferedBot


def names_for(game: str, offers: Iterable[OfferedBot]) -> tuple[str, ...]:
    """The bots from outside that play a game."""
    return tuple(each.name for each in offers if game in each.games)


def check_offered(name: str, names: Collection[str]) -> str:
    """A bot that is offered for a game."""
    if name not in names:
        raise UnknownName("bot", name, names or ("none from outside here",))
    return name
