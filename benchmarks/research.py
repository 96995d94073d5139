"""How fast programs that learn can play, beside OpenSpiel's and PettingZoo's own games.

python benchmarks/research.py [--seconds 1.5] [--game azul] [--clock processor]

Each figure is the best of many short runs. A step is a random legal action, with all that chance
answers to it, the observation of the seat to move and the mask of what is legal. On a busy machine
`--clock processor` counts the processor's time; what two threads do then says nothing.
"""

from __future__ import annotations

import pickle
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click
import numpy as np

import azulejos.research.openspiel  # noqa: F401 - registers the games
from azulejos import GAME_NAMES, Match, game
from azulejos.core.turn import NOBODY
from azulejos.research.dataset import GAMES_A_SHARD, Shard
from azulejos.research.gymnasium_vector import SeatVectorEnv
from azulejos.research.pettingzoo import env
from azulejos.research.selfplay import Plan
from azulejos.research.single import SingleGame
from azulejos.research.spec import Spec
from azulejos.research.vector import VectorEnv

N = 4096
N_SEATS = 512
WARM_UP = 200
RUN = 25
GOALS = {"azul": 2e6, "sintra": 2e6, "pavilion": 1e6, "duel": 1e6}
POSITIONS_GOAL = 500_000
SPIEL_GAMES = ("backgammon", "go(board_size=9)", "gin_rummy")
PETTINGZOO_GAMES = (("go_v5", {"board_size": 9}), ("connect_four_v3", {}))
CLOCKS = {"wall": time.perf_counter, "processor": time.process_time}

Clock = Callable[[], float]


@dataclass(frozen=True)
class Row:
    """A figure: what is measured of which game, and what is to be reached."""

    what: str
    game: str
    figure: float | str
    goal: float | None = None
    at_most: bool = False

    def __str__(self) -> str:
        if isinstance(self.figure, str):
            return f"{self.what:42}{self.game:20}{self.figure}"
        line = f"{self.what:42}{self.game:20}{number(self.figure):>12}"
        if self.goal is None:
            return line
        reached = self.figure <= self.goal if self.at_most else self.figure >= self.goal
        sign = "<=" if self.at_most else ">="
        return f"{line}   {sign} {number(self.goal):>9}  {'yes' if reached else 'NO'}"


def number(figure: float) -> str:
    """A figure for people."""
    return f"{figure:,.2f}" if figure < 100 else f"{figure:,.0f}"


def per_second(run: Callable[[], int], seconds: float, clock: Clock) -> float:
    """How often something is done in a second, by the best of many runs that say how often."""
    run()
    best = 0.0
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        start = clock()
        done = run()
        best = max(best, done / max(clock() - start, 1e-9))
    return best


# Ours


def vector(name: str, threads: int, seconds: float, clock: Clock) -> float:
    """Steps a second of many games; choosing the actions does not count.

    Games that begin together end a round together, so a run is several steps.
    """
    best = 0.0
    with VectorEnv(name, N, threads=threads, seed=1) as env:
        for _ in range(WARM_UP):
            env.step(env.random_actions())
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            spent = 0.0
            for _ in range(RUN):
                actions = env.random_actions()
                start = clock()
                env.step(actions)
                spent += clock() - start
            best = max(best, RUN * N / max(spent, 1e-9))
    return best


def single(name: str, seconds: float, clock: Clock) -> float:
    """Steps a second of one game from Python, with its mask; actions are chosen beforehand."""
    one = SingleGame(Spec(name), seed=1)
    actions: list[int] = []
    while one.seat != NOBODY:
        actions.append(int(random.Random(len(actions)).choice(np.flatnonzero(one.mask))))
        one.step(actions[-1])

    def run() -> int:
        one.reset(seed=1)
        step = one.step
        for action in actions:
            step(action)
        return len(actions)

    return per_second(run, seconds, clock)


def dataset(name: str, seconds: float, clock: Clock) -> float:
    """Positions of random games written a second, as Parquet."""
    plan = Plan(name, game(name).options(), ("random",) * 2)
    numbers = count()

    def run() -> int:
        with TemporaryDirectory() as directory:
            first = next(numbers) * GAMES_A_SHARD
            games = range(first, first + GAMES_A_SHARD)
            return Shard(plan, games, Path(directory) / "positions.parquet").write()

    return per_second(run, seconds, clock)


def against_bots(name: str, opponents: str, seconds: float, clock: Clock) -> float:
    """Steps a second of one seat of many games, with what the bots answer."""
    envs = SeatVectorEnv(N_SEATS, name, opponents, copy=False)
    observed, _ = envs.reset(seed=1)
    source = np.random.default_rng(1)
    best = 0.0
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        spent = 0.0
        for _ in range(RUN):
            liking = source.random(observed["action_mask"].shape, np.float32)
            actions = (liking * observed["action_mask"]).argmax(axis=1)
            start = clock()
            envs.step(actions)
            spent += clock() - start
        best = max(best, RUN * N_SEATS / max(spent, 1e-9))
    return best


def pickled(name: str) -> int:
    """Bytes of a pickled state of which everything was asked."""
    state = Match(game(name), source=random.Random(1)).state
    assert state.legal_moves
    return len(pickle.dumps(state))


# Others'


def open_spiel(name: str, seconds: float, clock: Clock) -> float:
    """Random steps a second of a game of OpenSpiel, with observation and mask."""
    played = import_module("pyspiel").load_game(name)
    source = random.Random(1)

    def run() -> int:
        state, steps = played.new_initial_state(), 0
        while not state.is_terminal() and steps < 200:
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(source.choices(outcomes, chances)[0])
                continue
            state.legal_actions_mask()
            state.observation_tensor()
            state.apply_action(source.choice(state.legal_actions()))
            steps += 1
        return steps

    return per_second(run, seconds, clock)


def pettingzoo(make: Callable[[], Any], seconds: float, clock: Clock) -> float:
    """Random steps a second of a game of PettingZoo, ours or one of its classic games."""
    played = make()
    source = random.Random(1)

    def run() -> int:
        played.reset(seed=1)
        steps = 0
        for _ in played.agent_iter(200):
            observed, _reward, terminated, truncated, _info = played.last()
            legal = np.flatnonzero(observed["action_mask"])
            over = terminated or truncated
            played.step(None if over else int(source.choice(legal)))
            steps += 1
        return steps

    return per_second(run, seconds, clock)


# The table


def rows(names: tuple[str, ...], seconds: float, clock: Clock) -> Iterator[Row]:
    """Measure one row after the other."""
    for name in names:
        one = vector(name, 1, seconds, clock)
        yield Row(f"vector step, n = {N:,}", name, one, GOALS[name])
        two = vector(name, 2, seconds, clock)
        yield Row("  two threads", name, two)
        yield Row("  two threads, times one", name, two / one, 1.8)
    for name in names:
        yield Row("single step from Python with mask", name, single(name, seconds, clock), 300_000)
    for name in names:
        steps = against_bots(name, "random", seconds, clock)
        yield Row("Gymnasium vector against random, step", name, steps)
    for name in names:
        steps = pettingzoo(lambda n=name: env(n), seconds, clock)
        yield Row("PettingZoo AEC, step", name, steps, 50_000)
    for name in names:
        steps = open_spiel(f"azulejos_{name}(chance=sampled)", seconds, clock)
        yield Row("OpenSpiel, step", name, steps)
    for name in names:
        positions = dataset(name, seconds, clock)
        yield Row("positions into a dataset, random", name, positions, POSITIONS_GOAL)
    for name in names:
        yield Row("pickled state, bytes", name, pickled(name), 1024, at_most=True)
    for name in SPIEL_GAMES:
        yield theirs("OpenSpiel's own, step", name, lambda n=name: open_spiel(n, seconds, clock))
    for name, options in PETTINGZOO_GAMES:
        yield theirs(
            "PettingZoo's own, step",
            name,
            lambda n=name, o=options: pettingzoo(lambda: classic(n, o), seconds, clock),
        )


def classic(module: str, options: dict[str, Any]) -> Any:
    """One of PettingZoo's own games."""
    return import_module(f"pettingzoo.classic.{module}").env(**options)


def theirs(what: str, name: str, measure: Callable[[], float]) -> Row:
    """A row of another library, or what is missing for it."""
    try:
        return Row(what, name, measure())
    except ImportError as error:
        return Row(what, name, f"not installed: {error}")


@click.command()
@click.option("--game", "names", multiple=True, type=click.Choice(GAME_NAMES))
@click.option("--seconds", default=1.5, show_default=True, help="For each row.")
@click.option("--clock", type=click.Choice(list(CLOCKS)), default="wall", show_default=True)
def main(names: tuple[str, ...], seconds: float, clock: str) -> None:
    """Print a row for each figure."""
    print(f"{'':42}{'game':20}{'a second':>12}   {'to reach':>12}")
    for row in rows(names or GAME_NAMES, seconds, CLOCKS[clock]):
        print(row, flush=True)


if __name__ == "__main__":
    main()
