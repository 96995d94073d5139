"""The games. Each lives in a folder of its own; this module only finds them by name."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from azulejos.errors import UnknownName

if TYPE_CHECKING:
    from azulejos.core.game import Game

GAME_NAMES = ("azul", "sintra", "pavilion", "duel")


def game(name: str) -> Game:
    """The game of that name, loaded when it is first asked for."""
    if name not in GAME_NAMES:
        raise UnknownName("game", name, GAME_NAMES)
    module = import_module(f"azulejos.games.{name}.game")
    found: Game = getattr(module, name.upper())
    return found
