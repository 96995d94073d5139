"""Azulejos: the Azul family of board games, exact and fast.

The public names load when they are first used: importing Numba takes a while, and `--help`
should not wait for it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from azulejos.core.notebook import draw_with

if TYPE_CHECKING:
    from azulejos.bots import BOTS, LEVELS, Bot, bot
    from azulejos.bots.preparation import prepare
    from azulejos.core.draw import Draw
    from azulejos.core.game import Game
    from azulejos.core.move import Move
    from azulejos.core.options import Options
    from azulejos.core.state import Outcome, State, View
    from azulejos.core.turn import CHANCE
    from azulejos.games import GAME_NAMES, game
    from azulejos.games.azul.game import AZUL
    from azulejos.games.duel.game import DUEL
    from azulejos.games.pavilion.game import PAVILION
    from azulejos.games.sintra.game import SINTRA
    from azulejos.pictures import svg
    from azulejos.play.match import Match
    from azulejos.play.record import Record

__version__ = "0.1.0"

_HOMES = {
    "AZUL": "azulejos.games.azul.game",
    "BOTS": "azulejos.bots",
    "Bot": "azulejos.bots",
    "CHANCE": "azulejos.core.turn",
    "DUEL": "azulejos.games.duel.game",
    "Draw": "azulejos.core.draw",
    "GAME_NAMES": "azulejos.games",
    "Game": "azulejos.core.game",
    "LEVELS": "azulejos.bots",
    "Match": "azulejos.play.match",
    "Move": "azulejos.core.move",
    "Options": "azulejos.core.options",
    "Outcome": "azulejos.core.state",
    "PAVILION": "azulejos.games.pavilion.game",
    "Record": "azulejos.play.record",
    "SINTRA": "azulejos.games.sintra.game",
    "State": "azulejos.core.state",
    "View": "azulejos.core.state",
    "bot": "azulejos.bots",
    "game": "azulejos.games",
    "prepare": "azulejos.bots.preparation",
    "svg": "azulejos.pictures",
}

__all__ = [
    "AZUL",
    "BOTS",
    "CHANCE",
    "DUEL",
    "GAME_NAMES",
    "LEVELS",
    "PAVILION",
    "SINTRA",
    "Bot",
    "Draw",
    "Game",
    "Match",
    "Move",
    "Options",
    "Outcome",
    "Record",
    "State",
    "View",
    "bot",
    "game",
    "prepare",
    "svg",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'azulejos' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def _drawn(shown: Any) -> str | None:
    result: str | None = import_module("azulejos.pictures").in_notebook(shown)
    return result


draw_with(_drawn)
