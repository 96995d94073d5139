"""The games. Each lives in a folder of its own; this module only finds them by name."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from azulejos.core.notation import sections
from azulejos.core.registry import Registry
from azulejos.errors import UnknownName

if TYPE_CHECKING:
    from azulejos.core.game import Game

GAME_NAMES = ("azul", "sintra", "pavilion", "duel")
"""The one list of games: every layer has a module of each name."""

GAMES: Registry[Game] = Registry(
    lambda name: getattr(import_module(f"azulejos.games.{name}.game"), name.upper())
)


def is_game(name: str) -> bool:
    """Whether there is a game of that name."""
    return name in GAME_NAMES or name in GAMES


def game(name: str) -> Game:
    """The game of that name, loaded when it is first asked for."""
    if not is_game(name):
        raise UnknownName("game", name, GAME_NAMES)
    return GAMES.of(name)


def game_of(position: str) -> Game:
    """The game that a position is of: its text begins with the name."""
    return game(sections(position)[0].keyword)
