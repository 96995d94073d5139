"""One game played by actions: as `State` plays it, chance answered."""

from __future__ import annotations

import random

import numpy as np
import pytest

from azulejos import GAME_NAMES
from azulejos.core.turn import NOBODY
from azulejos.errors import GameOver, IllegalMove
from azulejos.research.single import SingleGame
from azulejos.research.spec import Spec


def play(game: SingleGame, source: random.Random) -> list[int]:
    """Play a random game and return its actions."""
    actions: list[int] = []
    while game.seat != NOBODY:
        legal = np.flatnonzero(game.mask)
        assert legal.tolist() == sorted(game.state.legal_codes)
        assert game.observe(game.seat).tolist() == game.state.observe(game.seat).tolist()
        assert not game.rewards.any()
        actions.append(int(legal[int(source.random() * len(legal))]))
        game.step(actions[-1])
        assert game.state.to_move == (None if game.seat == NOBODY else game.seat)
    return actions


@pytest.mark.parametrize("name", GAME_NAMES)
def test_a_game_is_played_as_the_rules_say(name: str) -> None:
    spec = Spec(name)
    game = SingleGame(spec, seed=3)
    play(game, random.Random(1))
    outcome = game.state.outcome
    assert outcome is not None
    scores, places = (np.array([row], np.int32) for row in (outcome.scores, outcome.places))
    assert game.rewards.tolist() == spec.rewards(scores, places)[0].tolist()
    assert not game.mask.any()
    with pytest.raises(GameOver, match="reset"):
        game.step(0)


def test_a_seed_repeats_a_game() -> None:
    game = SingleGame(Spec("azul"), seed=3)
    first = play(game, random.Random(1)), game.state
    game.reset(seed=3)
    assert (play(game, random.Random(1)), game.state) == first
    game.reset()
    assert (play(game, random.Random(1)), game.state) != first


def test_a_masked_action_is_refused_and_changes_nothing() -> None:
    game = SingleGame(Spec("azul"), seed=3)
    before, mask = game.state, game.mask.copy()
    with pytest.raises(IllegalMove, match=r"action 0 is masked: cB1: .*\(AZ-4\)"):
        game.step(0)
    with pytest.raises(IllegalMove, match="action 325: there are actions 0 to 324"):
        game.step(325)
    with pytest.raises(IllegalMove, match="action -1: there are"):
        game.step(-1)
    assert game.state == before
    assert (game.mask == mask).all()
