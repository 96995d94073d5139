"""The environments of Gymnasium by its own checker, vectors of games, and wrong use."""

from __future__ import annotations

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ClosedEnvironmentError, InvalidAction, ResetNeeded
from gymnasium.utils.env_checker import check_env

from azulejos.errors import OptionError, UnknownName
from azulejos.games import GAME_NAMES
from azulejos.research.gymnasium import SeatEnv, environment_id
from azulejos.research.gymnasium_vector import SeatVectorEnv
from option_sets import every_game, every_option_set

# Compiling a vector for each game and kind of opponents would take minutes.
VECTORS = [
    pytest.param(name, opponents, marks=[pytest.mark.interpreted] * (name != "azul"))
    for name in GAME_NAMES
    for opponents in ("random", "greedy")
    if opponents == "random" or name == "azul"
]


def play_on(env, observed, seed=0):
    """Play random legal actions to the end; return how many, and the last step."""
    source = np.random.default_rng(seed)
    steps = 0
    while True:
        steps += 1
        action = int(source.choice(np.flatnonzero(observed["action_mask"])))
        step = env.step(action)
        if step[2]:
            return steps, step
        observed = step[0]


@every_game()
def test_checker(game, capsys):
    env = gymnasium.make(environment_id(game.name), opponents="greedy", render_mode="ansi")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        check_env(env.unwrapped)
    # It tries actions that are masked, and is told so; nothing else is wrong.
    assert all("is masked" in str(each.message) for each in caught)


@every_option_set()
@pytest.mark.compiled
def test_whole_games_against_bots(game, options):
    env = SeatEnv(game, "random", reward="points", **options.as_dict())
    observed, info = env.reset(seed=3)
    assert info == {}
    while True:
        assert env.observation_space.contains(observed)
        assert np.array_equal(env.action_masks(), observed["action_mask"])
        assert env._game.seat == env.seat
        observed, reward, terminated, truncated, info = env.step(
            int(np.flatnonzero(observed["action_mask"])[0])
        )
        if terminated:
            break
        assert (reward, truncated) == (0, False)
    scores = list(env._game.state.outcome.scores)
    mine = scores.pop(env.seat)
    assert reward == mine - max(scores)
    assert not observed["action_mask"].any()


def test_bots_sit_in_turn_order_after_the_learner():
    env = SeatEnv("azul", ["greedy", "random"], seat=1, players=3)
    asked = []
    for number, player in enumerate(env._bots):
        player.choose = lambda view, n=number, choose=player.choose: (
            asked.append((n, view.seat)) or choose(view)
        )
    observed, _ = env.reset(seed=1)
    play_on(env, observed)
    assert set(asked) == {(0, 2), (1, 0)}


def test_learner_gets_any_seat():
    env = SeatEnv("azul", players=4)
    seats = set()
    for seed in range(20):
        env.reset(seed=seed)
        seats.add(env.seat)
    assert seats == {0, 1, 2, 3}


def test_seed_repeats_all_games():
    games = []
    for _ in range(2):
        env = SeatEnv("sintra", "greedy")
        first, _ = env.reset(seed=9)
        steps, last = play_on(env, first)
        second, _ = env.reset()
        games.append(
            (first["observation"].tolist(), steps, last[1], second["observation"].tolist())
        )
    assert games[0] == games[1]
    assert games[0][0] != games[0][3]


def test_named_bots_of_any_kind_are_made_by_text():
    env = SeatEnv("azul", "random:seed=7")
    observed, _ = env.reset(seed=1)
    play_on(env, observed)
    with pytest.raises(UnknownName, match="nobody"):
        SeatEnv("azul", "nobody")


# Vectors


@pytest.mark.parametrize(("name", "opponents"), VECTORS)
def test_vector_plays_as_single_games_do(name, opponents):
    envs = gymnasium.make_vec(environment_id(name), num_envs=2, opponents=opponents)
    assert isinstance(envs.unwrapped, SeatVectorEnv)
    observed, info = envs.reset(seed=5)
    source = np.random.default_rng(1)
    over = np.zeros(2, bool)
    ended = 0
    for _ in range(130):
        assert envs.observation_space.contains(observed)
        masks = observed["action_mask"]
        assert masks.any(axis=1)[~over].all()
        actions = [
            0 if o else source.choice(np.flatnonzero(m)) for o, m in zip(over, masks, strict=True)
        ]
        before = over
        observed, rewards, over, truncated, info = envs.step(np.array(actions))
        assert not truncated.any()
        assert info == {}
        assert not (before & over).any()  # what was over has begun anew
        assert set(np.abs(rewards[~over]).tolist()) <= {0}
        assert set(np.abs(rewards[over]).tolist()) <= {0, 1}
        ended += over.sum()
    assert ended >= 2


@pytest.mark.interpreted
def test_greedy_of_the_kernel_chooses_as_the_bot_does():
    # The bot begins; what it has taken lies on its board before the learner moves.
    envs = SeatVectorEnv(30, "azul", "greedy", seat=0, start=2)
    alone = SeatEnv("azul", "greedy", seat=0, start=2)
    fields = envs.game_spec.observation.read(envs.reset(seed=2)[0]["observation"])
    in_vector = fields["lines"][:, 1].sum(axis=(0, 2)) / 30
    by_bot = np.zeros(5)
    for seed in range(30):
        numbers = alone.reset(seed=seed)[0]["observation"]
        by_bot += alone.game_spec.observation.read(numbers)["lines"][1].sum(axis=1) / 30
    assert fields["floor"][:, 1].sum() == 0
    assert np.abs(in_vector - by_bot).max() < 0.7


@pytest.mark.interpreted
def test_vector_repeats_with_its_seed():
    runs = []
    for _ in range(2):
        envs = SeatVectorEnv(8, "azul", "random")
        observed, _ = envs.reset(seed=3)
        for _ in range(30):
            observed, *_ = envs.step(observed["action_mask"].argmax(axis=1))
        runs.append(observed["observation"])
    assert np.array_equal(*runs)


@pytest.mark.interpreted
def test_vector_writes_the_same_arrays_where_no_copies_are_wanted():
    envs = SeatVectorEnv(2, "azul", copy=False)
    observed, _ = envs.reset(seed=1)
    again, *_ = envs.step(observed["action_mask"].argmax(axis=1))
    assert again["observation"] is observed["observation"]


@pytest.mark.interpreted
def test_masked_action_loses_one_game_of_a_vector():
    envs = SeatVectorEnv(3, "azul")
    observed, _ = envs.reset(seed=1)
    actions = observed["action_mask"].argmax(axis=1)
    actions[1] = observed["action_mask"][1].argmin()
    observed, rewards, terminated, _, info = envs.step(actions)
    assert terminated.tolist() == [False, True, False]
    assert rewards.tolist() == [0, -1, 0]
    assert info["illegal_action"].tolist() == [False, True, False]
    observed, rewards, terminated, _, info = envs.step(observed["action_mask"].argmax(axis=1))
    assert not terminated.any()
    assert info == {}


# Wrong use


def test_masked_action_ends_the_episode_and_is_explained():
    env = SeatEnv("azul", illegal_reward=-5)
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="action 0 is masked: cB1: no B lies in the centre"):
        _, reward, terminated, truncated, info = env.step(0)
    assert (reward, terminated, truncated) == (-5, True, False)
    assert info["illegal_action"].startswith("action 0 is masked")
    with pytest.raises(ResetNeeded, match=r"call reset\(\)"):
        env.step(0)


@pytest.mark.parametrize("action", [-1, 10_000, None, 1.5])
def test_what_is_no_action_is_refused(action):
    env = SeatEnv("azul")
    env.reset(seed=1)
    with pytest.raises(InvalidAction, match="is not an action"):
        env.step(action)


@pytest.mark.interpreted
@pytest.mark.parametrize(
    "actions", [np.zeros(3, int), np.zeros((2, 1), int), np.zeros(2), np.array([0, 10_000])]
)
def test_actions_of_the_wrong_shape_are_refused(actions):
    envs = SeatVectorEnv(2, "azul")
    envs.reset(seed=1)
    with pytest.raises(InvalidAction, match=r"actions are 2 whole numbers|10000 is not an action"):
        envs.step(actions)


@pytest.mark.parametrize(
    "make", [lambda: SeatEnv("azul"), lambda: SeatVectorEnv(2, "azul")], ids=["one", "vector"]
)
def test_no_step_before_reset_nor_after_close(make):
    env = make()
    with pytest.raises(ResetNeeded, match="reset"):
        env.step(np.zeros(2, int))
    env.close()
    env.close()
    with pytest.raises(ClosedEnvironmentError, match="is closed"):
        env.step(0)
    with pytest.raises(ClosedEnvironmentError, match="is closed"):
        env.reset()


def test_what_cannot_be_made_is_explained():
    with pytest.raises(OptionError, match="2 opponents, but there are 1 other seats"):
        SeatEnv("azul", ["random", "greedy"])
    with pytest.raises(OptionError, match="seat 2: there are seats 0 to 1"):
        SeatEnv("azul", seat=2)
    with pytest.raises(OptionError, match="only random and greedy play in a vector"):
        SeatVectorEnv(2, "azul", "search")
    with pytest.raises(OptionError, match="render_mode"):
        SeatEnv("azul", render_mode="rgb_array")
