"""The games that the search knows; what it knows of one is loaded when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable

from azulejos.bots.search.knowledge import Knowledge
from azulejos.core.game import Game
from azulejos.errors import BotError


def _azul() -> Knowledge:
    from azulejos.bots.search.azul.knowledge import AZUL

    return AZUL


def _sintra() -> Knowledge:
    from azulejos.bots.search.sintra.knowledge import SINTRA

    return SINTRA


def _pavilion() -> Knowledge:
    from azulejos.bots.search.pavilion.knowledge import PAVILION

    return PAVILION


def _duel() -> Knowledge:
    from azulejos.bots.search.duel.knowledge import DUEL

    return DUEL


SEARCHED_GAMES: dict[str, Callable[[], Knowledge]] = {
    "azul": _azul,
    "sintra": _sintra,
    "pavilion": _pavilion,
    "duel": _duel,
}


def knowledge_of(game: str) -> Knowledge:
    """What the search knows of a game of this name."""
    return SEARCHED_GAMES[game]()


def check_searched(game: Game) -> None:
    """Refuse a game that there is no search for."""
    if game.name not in SEARCHED_GAMES:
        known = ", ".join(SEARCHED_GAMES)
        raise BotError(f"there is no search for {game.title} yet; there is one for: {known}")
