"""Whole games for the tests of bots from outside."""

from __future__ import annotations

import random
from collections.abc import Sequence

from azulejos import Bot, Game, Match


def play_out(game: Game, players: Sequence[Bot], seed: int = 1) -> Match:
    """Play a game to its end."""
    match = Match(game, source=random.Random(seed))
    while (seat := match.state.to_move) is not None:
        match.play(seat, players[seat].choose(match.view(seat)))
    return match
