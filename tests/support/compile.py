"""A program: compile what the tests call, with bounds checks, a game in each process at a time.

`./check` runs it before the tests. Without it they compile whatever they meet first, each of the
processes that test side by side for itself.
"""

from __future__ import annotations

import gc
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

os.environ["AZULEJOS_BOUNDSCHECK"] = "1"  # read when the package is first imported: so first

LONGEST_FIRST = ("duel", "pavilion", "sintra")


def compile_game(name: str) -> None:
    """Compile a game's rules and its search, or find them in the cache."""
    from azulejos import game  # noqa: PLC0415 - not in the process that only waits
    from azulejos.bots.search.engine import Search, prepare  # noqa: PLC0415
    from lab.measuring import run_every_kernel  # noqa: PLC0415

    gc.disable()  # there is little garbage, and the process ends soon
    run_every_kernel(name)
    Search(game(name)).value(game(name).new(), 0)  # first: kernels can call what Python can
    prepare(game(name))
    play_as_learners_do(name)


def play_as_learners_do(name: str) -> None:
    """Play by actions, one game to its end; in Azul also a vector of games.

    The vectors of other games are interpreted in the tests.
    """
    from azulejos.core.turn import NOBODY  # noqa: PLC0415
    from azulejos.research.gymnasium_vector import SeatVectorEnv  # noqa: PLC0415
    from azulejos.research.selfplay import Plan, play_randomly  # noqa: PLC0415
    from azulejos.research.single import SingleGame  # noqa: PLC0415
    from azulejos.research.spec import Spec  # noqa: PLC0415
    from azulejos.research.vector import VectorEnv  # noqa: PLC0415

    one = SingleGame(Spec(name), seed=1)
    while one.seat != NOBODY:
        one.step(int(one.mask.argmax()))
    one.observe(0)
    if name == "azul":
        games = VectorEnv(name, 1, seed=1)
        games.step(games.random_actions())
        play_randomly(Plan(name, one.spec.options, ("random",) * one.spec.players), range(1))
        seats = SeatVectorEnv(1, name)
        observed, _ = seats.reset(seed=1)
        seats.step(observed["action_mask"].argmax(axis=1))
    assert one.rewards.size == one.spec.players


def main() -> None:
    """Compile all games."""
    from azulejos.games import GAME_NAMES  # noqa: PLC0415

    ordered = [*LONGEST_FIRST, *(name for name in GAME_NAMES if name not in LONGEST_FIRST)]
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as processes:
        list(processes.map(compile_game, ordered))


if __name__ == "__main__":
    sys.exit(main())
