"""The games that the search knows, and what it knows of each."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from azulejos.bots.search.knowledge import Knowledge
from azulejos.bots.search.versions import find_version
from azulejos.core.game import Game
from azulejos.core.registry import Registry
from azulejos.errors import BotError
from azulejos.games import GAME_NAMES

HERE = Path(__file__).parent
SEARCHED_GAMES = tuple(name for name in GAME_NAMES if (HERE / name).is_dir())

KNOWLEDGE: Registry[Knowledge] = Registry(
    lambda game: import_module(f"azulejos.bots.search.{game}.knowledge").KNOWLEDGE
)


def is_searched(game: str) -> bool:
    """Whether there is a search for the game of a name."""
    return game in SEARCHED_GAMES or game in KNOWLEDGE


def check_searched(game: Game, version: int | None = None) -> None:
    """Refuse a game that there is no search for, and a version of it that there is not."""
    if not is_searched(game.name):
        known = ", ".join(SEARCHED_GAMES)
        raise BotError(f"there is no search for {game.title} yet; there is one for: {known}")
    if version is not None:
        find_version(KNOWLEDGE.of(game.name), version)
