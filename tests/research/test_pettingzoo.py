"""The environments of PettingZoo, by its own tests, and what becomes of wrong use."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from gymnasium.error import ClosedEnvironmentError
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils import wrappers

from azulejos.errors import IllegalMove, OptionError, UnknownName
from azulejos.research.pettingzoo import env, raw_env
from option_sets import every_game, every_option_set

pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),  # nor is any with a mask
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


def legal_action(game):
    observed, _, termination, truncation, _ = game.last()
    return None if termination or truncation else int(observed["action_mask"].argmax())


def played(game):
    """A game that is over, its agents still to be asked for their rewards."""
    while not any(game.terminations.values()):
        game.step(legal_action(game))
    return game


@every_option_set()
def test_api(game, options, capsys):
    api_test(env(game, **options.as_dict()), num_cycles=200)
    assert "Passed API test" in capsys.readouterr().out


@every_game()
def test_raw_environment_behind_the_usual_wrappers(game, capsys):
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(game), illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    api_test(wrappers.OrderEnforcingWrapper(wrapped), num_cycles=10)
    assert "Passed API test" in capsys.readouterr().out


@every_game()
def test_seeds(game):
    seed_test(lambda: env(game), num_cycles=20)


@every_game()
def test_rendering(game, capsys):
    render_test(lambda render_mode: env(game, render_mode=render_mode))
    assert f"{game.name} players=2" in capsys.readouterr().out


@every_game()
def test_rewards_of_a_whole_game(game):
    played_once = env(game, reward="points")
    played_once.reset(seed=4)
    outcome = played(played_once).unwrapped._game.state.outcome
    difference = outcome.scores[0] - outcome.scores[1]
    assert played_once.rewards == {"player_0": difference, "player_1": -difference}
    rewards = {}
    for agent in played_once.agent_iter():
        _, rewards[agent], *_ = played_once.last()
        played_once.step(None)
    assert rewards == {"player_0": difference, "player_1": -difference}


def test_agents_are_the_seats_in_turn_order():
    game = env("azul", players=4, start=3)
    game.reset(seed=1)
    agents = []
    for _ in range(5):
        agents.append(game.agent_selection)
        game.step(legal_action(game))
    assert agents == ["player_2", "player_3", "player_0", "player_1", "player_2"]


def test_mask_of_an_agent_that_is_not_to_move_is_empty():
    game = env("azul", start=1)
    game.reset(seed=1)
    assert game.observe("player_0")["action_mask"].any()
    assert not game.observe("player_1")["action_mask"].any()


def test_observations_are_the_agents_to_keep():
    game = env("azul")
    game.reset(seed=1)
    observed, *_ = game.last()
    kept = {name: array.copy() for name, array in observed.items()}
    game.step(legal_action(game))
    game.last()
    assert all(np.array_equal(observed[name], kept[name]) for name in kept)


def test_state_is_what_all_agents_observe():
    game = env("duel")
    game.reset(seed=1)
    seen = [game.observe(agent)["observation"] for agent in game.agents]
    assert np.array_equal(game.state(), np.concatenate(seen))
    assert game.state_space.contains(game.state())


def test_pickled_as_it_was_made():
    again = pickle.loads(pickle.dumps(env("sintra", players=3, side="B", reward="place")))  # noqa: S301 - our own
    assert repr(again.spec) == repr(env("sintra", players=3, side="B", reward="place").spec)


# Wrong use


def masked_action(game):
    return int(game.last()[0]["action_mask"].argmin())


def test_masked_action_loses_the_game(caplog):
    game = env("azul", start=1)
    game.reset(seed=1)
    game.step(masked_action(game))
    assert "Illegal move made" in caplog.text
    assert game.rewards == {"player_0": -1, "player_1": 0}
    assert all(game.terminations.values())
    for _ in range(2):
        game.step(None)
    assert game.agents == []
    game.step(0)
    assert "Should reset() first" in caplog.text


def test_masked_action_of_a_raw_environment_is_refused_by_its_rule():
    game = raw_env("azul")
    game.reset(seed=1)
    before = game.last()[0]
    with pytest.raises(IllegalMove, match=r"action 0 is masked: cB1: no B lies in the centre"):
        game.step(0)
    assert np.array_equal(game.last()[0]["observation"], before["observation"])


@pytest.mark.parametrize("action", [-1, 10_000, None, 1.5, "3B2"])
def test_what_is_no_action_is_refused(action):
    game = env("azul")
    game.reset(seed=1)
    with pytest.raises(AssertionError, match="action is not in action space"):
        game.step(action)


def test_nothing_works_before_reset():
    game = env("azul")
    for use in (
        lambda: game.step(0),
        lambda: game.observe("player_0"),
        game.render,
        game.state,
        lambda: next(iter(game.agent_iter())),
    ):
        with pytest.raises(AssertionError, match="reset\\(\\) needs to be called before"):
            use()
    with pytest.raises(AttributeError, match="agents cannot be accessed before reset"):
        _ = game.agents


def test_loop_without_steps_is_refused():
    game = env("azul")
    game.reset(seed=1)
    agents = iter(game.agent_iter())
    next(agents)
    with pytest.raises(AssertionError, match="need to call step"):
        next(agents)


def test_closed_environment_says_so():
    game = env("azul")
    game.reset(seed=1)
    game.close()
    for use in (game.reset, game.render, lambda: game.step(0), lambda: game.observe("player_0")):
        with pytest.raises(ClosedEnvironmentError, match="is closed"):
            use()


def test_what_is_unknown_is_named():
    with pytest.raises(UnknownName, match="chess"):
        env("chess")
    with pytest.raises(OptionError, match="players=9"):
        env("azul", players=9)
    with pytest.raises(UnknownName, match="glory"):
        env("azul", reward="glory")
    with pytest.raises(OptionError, match="render_mode='rgb_array'"):
        env("azul", render_mode="rgb_array")
