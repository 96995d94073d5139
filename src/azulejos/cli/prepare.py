"""The first game on a machine compiles the rules: say so, and only then."""

from __future__ import annotations

import random
from dataclasses import fields
from pathlib import Path

import numpy as np

from azulejos.cli.screen import Screen
from azulejos.core import compiled
from azulejos.core.game import Game
from azulejos.play.match import Match

NOT_FOR_PLAY = ("play_randomly",)  # kernels that only simulations call


def prepare(game: Game, screen: Screen) -> None:
    """Load the compiled rules of a game; compile them first where that was never done."""
    if is_prepared(game):
        return
    when = "once per machine" if _cache(game) else "at every start: no cache can be written"
    with screen.busy(f"Preparing the rules of {game.title}, {when} (up to a minute)..."):
        use_every_kernel(game)


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
    assert match.state.move_values
    match.play(match.state.to_move, match.state.legal_moves[0])
    game.kernels.rank_keys(game.empty_table(), 0, np.zeros(len(game.ranked_by), np.int32))
