"""Compiling everything that a game needs, before anybody waits for a move."""

from __future__ import annotations

from azulejos.bots.search import engine
from azulejos.bots.search.games import is_searched
from azulejos.core.compiled import COMPILES
from azulejos.core.game import Game
from azulejos.games import game as game_named
from azulejos.play.kernels import use_every_kernel


def prepare(game: Game | str, *, search: bool = True) -> None:
    """Compile what playing a game and its `search` bot need, or load it from the cache.

    The first time on a machine this takes a minute or two; afterwards a second.
    """
    chosen = game_named(game) if isinstance(game, str) else game
    if COMPILES:
        use_every_kernel(chosen)
        if search and is_searched(chosen.name):
            engine.prepare(chosen)
