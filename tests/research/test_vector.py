"""Many games at once: by the rules, the same by the same seed, and nothing is done by mistake."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from azulejos import AZUL, Game
from azulejos.core.state import State
from azulejos.core.turn import CHANCE
from azulejos.errors import IllegalMove, Misused, OptionError
from azulejos.research.stepping import Threads
from azulejos.research.vector import Step, VectorEnv, shares
from option_sets import every_game

GAMES = 3


@pytest.fixture
def no_head_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few games are played by several threads, too."""
    monkeypatch.setattr("azulejos.research.vector.HEAD_START", 0)


def played(env: VectorEnv, steps: int) -> Iterator[tuple[list[State], NDArray[np.int64], Step]]:
    """Random steps: the positions before, the actions, and how the games stand after."""
    for _ in range(steps):
        before = [env.state(number) for number in range(env.n)]
        actions = env.random_actions()
        yield before, actions, env.step(actions)


def check_row(env: VectorEnv, number: int, step: Step) -> None:
    """A row tells what the position of its game says."""
    state = env.state(number)
    assert step.seats[number] == state.to_move
    assert np.flatnonzero(step.masks[number]).tolist() == sorted(state.legal_codes)
    assert step.observations[number].tolist() == state.observe(int(step.seats[number])).tolist()


@every_game(compiled=False)
def test_games_are_played_as_the_rules_say(game: Game) -> None:
    env = VectorEnv(game, GAMES, seed=5)
    ended = 0
    for before, actions, step in played(env, 200):
        for number in range(GAMES):
            check_row(env, number, step)
            next_state = before[number].play(game.decode(int(actions[number])))
            over = step.terminations[number]
            if next_state.to_move != CHANCE:
                assert over == (next_state.to_move is None)
                assert over or env.state(number) == next_state
            assert over or not step.rewards[number].any()
            if next_state.outcome:
                assert tuple(step.scores[number]) == next_state.outcome.scores
                assert tuple(step.places[number]) == next_state.outcome.places
                row = slice(number, number + 1)
                expected = env.spec.rewards(step.scores[row], step.places[row])
                assert step.rewards[row].tolist() == expected.tolist()
                ended += 1
        if ended >= GAMES:
            return
    raise AssertionError("too few games have ended")


@every_game(compiled=False)
@pytest.mark.usefixtures("no_head_start")
def test_a_seed_repeats_everything_whatever_the_number_of_threads(game: Game) -> None:
    def all_of(threads: int) -> list[list[Any]]:
        with VectorEnv(game, 5, threads=threads, seed=9) as env:
            return [
                [actions.tolist(), *(array.tolist() for array in step)]
                for _, actions, step in played(env, 40)
            ]

    assert all_of(1) == all_of(3)


def test_reset_goes_on_with_chance_or_repeats_it() -> None:
    env = VectorEnv(AZUL, 2, seed=1)
    first = env.last.observations.copy()
    assert (env.reset().observations != first).any()
    env.step(env.random_actions())
    assert (env.reset(seed=1).observations == first).all()
    assert (VectorEnv(AZUL, 2).last.observations != first).any()
    assert env.state(0) != env.state(1)


def test_arrays_are_written_in_place() -> None:
    env = VectorEnv(AZUL, 2, seed=1)
    first = env.reset()
    after = env.step(env.random_actions())
    assert [id(array) for array in after] == [id(array) for array in first]


def test_options_and_rewards_are_those_that_were_asked_for() -> None:
    env = VectorEnv("azul", 2, players=3, side="grey", reward="points")
    assert env.state(0).options == AZUL.options(players=3, side="grey")
    assert env.spec.reward.name == "points"
    assert env.last.rewards.shape == (2, 3)


# Wrong use


def test_a_masked_action_is_refused_before_any_game_is_played() -> None:
    env = VectorEnv(AZUL, 4, seed=1)
    before = [env.state(number) for number in range(4)]
    step = env.last
    kept = [array.copy() for array in step]
    actions = env.random_actions()
    masked = int(np.flatnonzero(step.masks[2] == 0)[0])
    actions[2] = masked
    with pytest.raises(IllegalMove, match=rf"game 2: action {masked} is masked: cB1: .*\(AZ-4\)"):
        env.step(actions)
    for beyond in (-1, 325, 2**40):
        actions[2] = beyond
        with pytest.raises(IllegalMove, match=f"game 2: no action {beyond}, there are 0 to 324"):
            env.step(actions)
    assert [env.state(number) for number in range(4)] == before
    assert all((one == other).all() for one, other in zip(kept, env.last, strict=True))


@pytest.mark.parametrize(
    "actions",
    [[0], [[0, 0]], [0, 0, 0], [0.0, 1.0], [True, False], 0, ["a", "b"], None],
    ids=str,
)
def test_actions_of_a_wrong_shape_or_type_are_refused(actions: Any) -> None:
    env = VectorEnv(AZUL, 2, seed=1)
    with pytest.raises(Misused, match="2 whole numbers are needed, one for each game"):
        env.step(actions)


@pytest.mark.parametrize("kind", [np.int8, np.int32, np.uint16, np.uint64, np.int64])
def test_whole_numbers_of_any_type_are_actions(kind: type) -> None:
    env = VectorEnv(AZUL, 2, seed=1)
    low = np.array([np.flatnonzero(mask)[0] for mask in env.last.masks])
    env.step(low.astype(kind) if low.max() <= np.iinfo(kind).max else list(low))
    env.step(np.repeat(env.random_actions(), 2)[::2])  # with gaps in memory


def test_masks_cannot_be_written() -> None:
    env = VectorEnv(AZUL, 2, seed=1)
    with pytest.raises(ValueError, match="read-only"):
        env.last.masks[0, 0] = 1


@pytest.mark.usefixtures("no_head_start")
def test_a_closed_environment_says_so() -> None:
    env = VectorEnv(AZUL, 2, threads=2, seed=1)
    actions = env.random_actions()
    env.close()
    env.close()
    for use in (lambda: env.step(actions), env.reset, env.random_actions):
        with pytest.raises(Misused, match="closed"):
            use()


def test_no_games_and_no_threads_are_refused() -> None:
    with pytest.raises(OptionError, match="0 games by 1 threads"):
        VectorEnv(AZUL, 0)
    with pytest.raises(OptionError, match="1 games by 0 threads"):
        VectorEnv(AZUL, 1, threads=0)


# Threads


def test_every_game_is_in_one_share_and_the_callers_is_the_largest() -> None:
    for games in (1, 64, 65, 66, 100, 1000):
        for threads in (1, 2, 3, 7):
            sizes = np.diff(shares(games, threads))
            assert sum(sizes) == games
            assert len(sizes) <= threads
            assert sizes[0] == max(sizes)
            assert min(sizes) > 0
    assert np.diff(shares(4096, 2)).tolist() == [2080, 2016]


def test_what_goes_wrong_in_a_thread_is_raised_and_they_live_on() -> None:
    threads = Threads([0, 1, 2])
    done: list[int] = []

    def fail(part: int) -> None:
        if part == 1:
            raise ValueError("it broke")
        done.append(part)

    with pytest.raises(ValueError, match="it broke"):
        threads.run(fail)
    threads.run(done.append)
    assert sorted(done) == [0, 0, 1, 2, 2]


@pytest.mark.usefixtures("no_head_start")
def test_threads_end_with_who_used_them() -> None:
    running = set(threading.enumerate())
    env = VectorEnv(AZUL, 4, threads=3, seed=1)
    started = [thread for thread in threading.enumerate() if thread not in running]
    assert len(started) == 2
    env.step(env.random_actions())
    del env
    gc.collect()
    for thread in started:
        thread.join(60)
        assert not thread.is_alive()
