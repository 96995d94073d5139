"""The first game on a machine compiles the rules, and the search if a bot needs it: say so."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path

import numpy as np

from azulejos.bots import Bot, needs_search
from azulejos.bots.search import engine
from azulejos.cli.screen import Screen
from azulejos.core import compiled
from azulejos.core.game import Game
from azulejos.play.match import Match

NOT_FOR_PLAY = ("play_randomly",)  # kernels that only simulations call


def prepare(game: Game, screen: Screen, players: Iterable[Bot] = ()) -> None:
    """Compile the rules of a game and what its bots need, where that was never done."""
    if not is_prepared(game):
        with screen.busy(_notice("rules of", game)):
            use_every_kernel(game)
    if any(needs_search(player) for player in players):
        prepare_search(game, screen)


def prepare_search(game: Game, screen: Screen) -> None:
    """Compile the search for a game where that was never done."""
    if not engine.is_prepared(game):
        with screen.busy(_notice("search for", game)):
            engine.prepare(game)


def _notice(what: str, game: Game) -> str:
    when = "once per machine" if _cache(game) else "at every start: no cache can be written"
    return f"Preparing the {what} {game.title}, {when} (up to a minute)..."


def is_prepared(game: Game) -> bool:
    """Whether all kernels that a game needs are interpreted or in the cache."""
    if not compiled.COMPILES:
        return True
    cache = _cache(game)
    if cache is None:
        return False
    needed = {field.name for field in fields(game.kernels)}.difference(NOT_FOR_PLAY)
    return all(any(cache.glob(f"{game.name}_*/kernels.{kernel}-*.nbi")) for kernel in needed)


def _cache(game: Game) -> Path | None:
    return compiled.cache_for(f"azulejos.games.{game.name}.kernels")


def use_every_kernel(game: Game) -> None:
    """Call what a game needs to be played: Numba compiles a kernel when it is first called."""
    match = Match(game, source=random.Random(0))
    assert match.state.to_move is not None
    assert match.view(match.state.to_move).state.move_values
    match.play(match.state.to_move, match.state.legal_moves[0])
    game.kernels.rank_keys(game.empty_table(), 0, np.zeros(len(game.ranked_by), np.int32))
