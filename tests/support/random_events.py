"""Every event of a random game, for tests of what is told and shown of them."""

from __future__ import annotations

import random
from collections.abc import Iterator

from azulejos.core.game import Game
from azulejos.core.options import Options
from azulejos.core.state import State
from azulejos.core.turn import CHANCE
from azulejos.play.record import Event, after


def random_events(game: Game, options: Options, seed: int) -> Iterator[tuple[State, Event, State]]:
    """Every event of a random game, with the positions before and after it."""
    source = random.Random(seed)
    state = game.new(options)
    while state.to_move is not None:
        is_chance = state.to_move == CHANCE
        event = state.sample(source) if is_chance else source.choice(state.legal_moves)
        following = after(state, event)
        yield state, event, following
        state = following
