"""All kernels that a game needs to be played: whether they are compiled, and compiling them."""

from __future__ import annotations

import random
from dataclasses import fields

import numpy as np

from azulejos.core.compiled import COMPILES, cache_for
from azulejos.core.game import Game
from azulejos.core.kernels import Kernels
from azulejos.play.match import Match

NOT_FOR_PLAY = {"rules", "observe", "play_randomly"}  # what only simulations and learners call
NOT_IN_EVERY_GAME = {"conceal", "determinize"}


def are_cached(game: str) -> bool:
    """Whether all kernels that a game needs to be played are in the cache."""
    cache = cache_for(f"azulejos.games.{game}.rules") if COMPILES else None
    if cache is None:
        return False
    needed = {each.name for each in fields(Kernels)} - NOT_FOR_PLAY - NOT_IN_EVERY_GAME
    return all(any(cache.glob(f"*/kernels.{game}_{kernel}*-*.nbi")) for kernel in needed)


def use_every_kernel(game: Game) -> None:
    """Call what a game needs to be played: Numba compiles a kernel when it is first called."""
    match = Match(game, source=random.Random(0))
    assert match.state.to_move is not None
    assert match.view(match.state.to_move).state.move_values
    match.play(match.state.to_move, match.state.legal_moves[0])
    game.kernels.rank_keys(game.empty_table(), 0, np.zeros(len(game.ranked_by), np.int32))
