"""The games of OpenSpiel, by its own tests; chance, information states, and wrong use."""

from __future__ import annotations

import pickle
import random
import unittest

import numpy as np
import pyspiel
import pytest
from open_spiel.python.observation import make_observation

from azulejos import DUEL
from azulejos.errors import IllegalDraw, IllegalMove, OptionError, UnknownName
from azulejos.games import GAME_NAMES
from azulejos.research.openspiel import PREFIX, SpielGame

every_game = pytest.mark.parametrize("name", [PREFIX + name for name in GAME_NAMES])

OTHERS = (
    "azul(players=4,side=grey,reward=points)",
    "sintra(players=3,side=B,strips=own,reward=place)",
    "pavilion(players=3,side=grey)",
    "duel(scoring=random3,stack_draw_at_zero=free,reward=points)",
)


def play(state, source, until=lambda _state: False):
    """Play at random, to the end or until something holds."""
    while not state.is_terminal() and not until(state):
        actions, weights = state.legal_actions(), None
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(source.choices(actions, weights)[0])
    return state


# OpenSpiel's own tests


@pytest.mark.parametrize("game", [PREFIX + text for text in (*GAME_NAMES, *OTHERS)])
def test_random_simulation(game):
    pyspiel.random_sim_test(pyspiel.load_game(game), num_sims=1, serialize=True, verbose=False)


@every_game
def test_python_simulation(name, capfd):
    from open_spiel.python.tests import games_sim_test  # noqa: PLC0415 - imports all of SciPy

    np.random.seed(3)  # what that test draws from
    games_sim_test.GamesSimTest().sim_game(pyspiel.load_game(name))
    assert "terminated with" in capfd.readouterr().out


@every_game
def test_api(name, capfd):
    from open_spiel.integration_tests import api_test  # noqa: PLC0415 - imports all of SciPy

    random.seed(3)
    game = {"game": pyspiel.load_game(name), "game_name": name}
    tests = type("EnforceAPI", (api_test.EnforceAPIOnPartialTreeBase,), game)
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(tests).run(result)
    assert result.testsRun >= 5
    assert [text for _, text in result.errors + result.failures] == []


@pytest.mark.parametrize("name", ["azul", "duel"])
def test_sampled_chance(name):
    game = pyspiel.load_game(f"{PREFIX}{name}(chance=sampled,rng_seed=4)")
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


# What is asked of games


@every_game
def test_observations_are_those_of_the_kernel(name):
    game = pyspiel.load_game(name)
    state = play(game.new_initial_state(), random.Random(2), lambda s: len(s.events) > 20)
    scales = game.spec.observation.scales
    for seat in range(2):
        numbers = np.array(state.observation_tensor(seat)) * scales
        assert np.allclose(numbers, state.position.observe(seat), atol=1e-3)
        assert state.observation_string(seat) == str(state.position.view(seat).state)
    observation = make_observation(game)
    observation.set_from(state, 1)
    assert set(observation.dict) == {field.name for field in game.spec.observation.fields}


def test_returns_are_the_rewards_of_the_outcome():
    game = pyspiel.load_game("azulejos_azul(players=3,reward=points)")
    state = play(game.new_initial_state(), random.Random(5))
    scores = state.position.outcome.scores
    best = max(scores)
    second = sorted(scores)[-2]
    assert state.returns() == [s - (second if s == best else best) for s in scores]


def test_states_can_begin_at_any_position():
    text = "azul players=2; round 1 phase=offer turn=1 start=1; displays BBYR - - - -"
    state = pyspiel.load_game("azulejos_azul").new_initial_state(text)
    assert [state.action_to_string(action) for action in state.legal_actions()][:2] == [
        "1B1",
        "1B2",
    ]
    with pytest.raises(OptionError, match="a position of 2 players, not 3"):
        pyspiel.load_game("azulejos_azul(players=3)").new_initial_state(text)


def test_copies_of_a_sampled_state_are_dealt_other_tiles():
    game = pyspiel.load_game("azulejos_azul(chance=sampled,rng_seed=1,start=1)")
    state = game.new_initial_state()
    deals = set()
    for _ in range(3):
        copy = state.clone()
        copy.apply_action(0)
        deals.add(str(copy))
    assert len(deals) == 3
    assert str(game.deserialize_state(copy.serialize())) == str(copy)
    again = pyspiel.load_game(
        "azulejos_azul(chance=sampled,rng_seed=1,start=1)"
    ).new_initial_state()
    again.apply_action(0)
    assert str(again) in deals


# Secrets of Duel


def puts_back(state):
    """Whether a seat puts plates under the stack, in an order of its own."""
    return state.position.phase == "returning"


def test_what_a_seat_puts_back_is_told_to_it_alone():
    game = pyspiel.load_game("azulejos_duel(stack_draw_at_zero=free)")
    state = play(game.new_initial_state(), random.Random(1), puts_back)
    drawer = state.current_player()
    own = {state.child(action).information_state_string(drawer) for action in state.legal_actions()}
    others = {
        state.child(action).information_state_string(1 - drawer) for action in state.legal_actions()
    }
    assert len(own) == len(state.legal_actions()) > 1
    assert len(others) == 1
    look = [text for keeper, text in state.events if keeper == drawer][-1]
    assert look in state.information_state_string(drawer)
    assert look not in state.information_state_string(1 - drawer)


def test_resampled_states_look_the_same_to_a_seat():
    game = pyspiel.load_game("azulejos_duel(stack_draw_at_zero=free)")
    source = random.Random(1)
    state = game.new_initial_state()
    differing = 0
    for _ in range(12):
        number = len(state.events)
        play(state, source, lambda s, n=number: not s.is_chance_node() and len(s.events) > n + 8)
        if state.is_terminal():
            break
        for seat in range(2):
            other = state.resample_from_infostate(seat, source.random)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.observation_tensor(seat) == state.observation_tensor(seat)
            assert other.current_player() == state.current_player()
            differing += str(other) != str(state)
    assert differing > 0


def test_public_observation_tells_no_secret():
    game = pyspiel.load_game("azulejos_duel(stack_draw_at_zero=free)")
    state = play(game.new_initial_state(), random.Random(1), puts_back)
    nobody = pyspiel.PrivateInfoType.NONE
    public = make_observation(
        game, pyspiel.IIGObservationType(perfect_recall=False, private_info=nobody)
    )
    assert public.string_from(state, state.current_player()) == str(state.position.public)
    private = make_observation(
        game, pyspiel.IIGObservationType(public_info=False, perfect_recall=False)
    )
    drawer = state.current_player()
    assert "hand" in private.string_from(state, drawer)
    assert private.string_from(state, 1 - drawer) == f"seat {2 - drawer}"
    assert DUEL.has_secrets


# Wrong use


def test_illegal_actions_are_refused_by_their_rule():
    game = pyspiel.load_game("azulejos_azul(start=1)")
    state = game.new_initial_state()
    with pytest.raises(IllegalDraw, match="chance cannot draw 77 now"):
        state.apply_action(77)
    play(state, random.Random(1), lambda s: not s.is_chance_node())
    with pytest.raises(IllegalMove, match="no B lies in the centre"):
        state.apply_action(0)


def test_parameters_that_are_wrong_are_explained():
    with pytest.raises(OptionError, match="players=9"):
        pyspiel.load_game("azulejos_azul(players=9)")
    with pytest.raises(OptionError, match="chance=hidden: it is explicit or sampled"):
        pyspiel.load_game("azulejos_azul(chance=hidden)")
    with pytest.raises(UnknownName, match="glory"):
        pyspiel.load_game("azulejos_azul(reward=glory)")


def test_games_travel_by_pickle():
    game = pyspiel.load_game("azulejos_sintra(players=3,reward=place)")
    again = pickle.loads(pickle.dumps(game))  # noqa: S301 - our own
    assert isinstance(again, SpielGame)
    assert str(again) == str(game)
