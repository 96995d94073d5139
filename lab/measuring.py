"""How fast the rules of a game are: what `lab.bench` measures."""

from __future__ import annotations

import os
import platform
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

import click
import numpy as np

from azulejos import __version__
from azulejos.core.chance import new_rng
from azulejos.core.compiled import IS_FAST
from azulejos.core.game import Game
from azulejos.core.kernels import copy_all, for_game, list_all, play_all, play_games
from azulejos.core.layout import Codes
from azulejos.core.move import Move
from azulejos.core.options import Options
from azulejos.core.state import State
from azulejos.core.turn import CHANCE
from azulejos.games import game
from azulejos.play.kernels import use_every_kernel

Starts = tuple[float | None, float | None]
"""Seconds of a cold and of a warm start, where they were measured."""

SEED = 1
GAMES = 2000  # for the means
POSITIONS = 4000
"""Positions of random games to time lists, moves and copies: too many for a processor to learn."""

FEW = 100
"""Fewer of them for calls from Python, which take longer."""

RUN = 0.002
"""Seconds of a single run: the best of many short runs is what the machine can do undisturbed."""


@dataclass(frozen=True)
class Measurement:
    """What one set of options achieves; ns and us are for one call."""

    game: str
    options: str
    players: int
    games_per_second: float
    moves_per_second: float
    legal_ns: float  # the full list of legal moves
    apply_ns: float  # a move and all that follows from it
    copy_ns: float  # a table
    python_call_us: float  # the list of legal moves, the kernel called from Python
    state_play_us: float  # State.play: is the move legal, the copy, the move
    cold_start_s: float | None  # a new process until every kernel has run, nothing compiled before
    warm_start_s: float | None  # the same, everything compiled before
    mean_moves: float
    mean_score: float
    mean_legal: float
    state_bytes: int
    compiled: bool
    versions: dict[str, str]


def measure(
    found: Game, options: Options, seconds: float, starts: Starts = (None, None)
) -> Measurement:
    """Measure one set of options: half of the time for whole games, the rest for the parts."""
    mean_moves, mean_score = _mean_game(found, options, GAMES if IS_FAST else GAMES // 100)
    game_s = _time_games(found, options, seconds / 2)
    states, moves = _positions(found, options, POSITIONS if IS_FAST else FEW)
    return Measurement(
        game=found.name,
        options=str(options),
        players=options.players,
        games_per_second=1 / game_s,
        moves_per_second=mean_moves / game_s,
        **_time_parts(found, states, moves, seconds / 10),
        cold_start_s=starts[0],
        warm_start_s=starts[1],
        mean_moves=mean_moves,
        mean_score=mean_score,
        mean_legal=sum(len(state.legal_codes) for state in states) / len(states),
        state_bytes=found.table.itemsize,
        compiled=IS_FAST,
        versions=_versions(),
    )


def _mean_game(found: Game, options: Options, games: int) -> tuple[float, float]:
    """The mean number of moves of a random game, and the mean score of a seat."""
    rng = new_rng(random.Random(SEED))
    moves = score = 0
    for _ in range(games):
        raw = np.frombuffer(found.new(options).key, np.uint8).copy()
        moves += found.kernels.play_randomly(raw, rng, *_room(found))
        score += sum(State(found, raw).scores)
    return moves / games, score / games / options.players


def _positions(found: Game, options: Options, wanted: int) -> tuple[list[State], list[Move]]:
    """Positions of random games in which somebody is to move, and the moves made there."""
    source = random.Random(SEED)
    states: list[State] = []
    moves: list[Move] = []
    state = found.new(options)
    while len(states) < wanted:
        if state.to_move is None:
            state = found.new(options)
        elif state.to_move == CHANCE:
            state = state.deal(state.sample(source))
        else:
            states.append(state)
            moves.append(found.decode(source.choice(state.legal_codes)))
            state = state.play(moves[-1])
    return states, moves


def _time_games(found: Game, options: Options, seconds: float) -> float:
    """Seconds for a random game, played to the end with the full legal list at every move."""
    run, rng = for_game(play_games, found.kernels.rules), new_rng(random.Random(SEED))
    fresh = np.frombuffer(found.new(options).key, np.uint8).copy()
    rest = (fresh, found.empty_table(), rng, *_room(found))

    def play(games: int) -> None:
        run(*rest, games)

    once = _best(lambda: play(1), 0)
    games = max(1, round(RUN / once))
    return _best(lambda: play(games), seconds) / games


def _time_parts(
    found: Game, states: list[State], moves: list[Move], seconds: float
) -> dict[str, float]:
    """Time what games are made of, so many seconds for each part."""
    list_moves, rules = found.kernels.list_moves, found.kernels.rules
    list_many, play_many = for_game(list_all, rules), for_game(play_all, rules)
    tables = np.array([np.frombuffer(state.key, np.uint8) for state in states])
    played = np.array([found.encode(move) for move in moves], np.int32)
    work = tables.copy()
    codes, _ = _room(found)
    few = slice(FEW)
    fresh: list[State] = []

    def restore() -> None:
        np.copyto(work, tables)

    def refresh() -> None:
        fresh[:] = [State(found, table) for table in tables[few]]  # they have listed no moves yet

    def call() -> None:
        for table in tables[few]:
            list_moves(table, codes)

    def play() -> None:
        for state, move in zip(fresh, moves[few], strict=True):
            state.play(move)

    def legal() -> None:
        list_many(tables, codes)

    def apply() -> None:
        play_many(work, played)

    def copy() -> None:
        copy_all(tables, work)

    return {
        "legal_ns": 1e9 * _best(legal, seconds) / len(tables),
        "apply_ns": 1e9 * _best(apply, seconds, restore) / len(tables),
        "copy_ns": 1e9 * _best(copy, seconds) / len(tables),
        "python_call_us": 1e6 * _best(call, seconds) / FEW,
        "state_play_us": 1e6 * _best(play, seconds, refresh) / FEW,
    }


def _best(run: Callable[[], object], seconds: float, restore: Callable[[], object] = int) -> float:
    """The shortest of many runs within so many seconds; the first, which compiles, is not timed."""
    restore()
    run()
    shortest = float("inf")
    end = time.perf_counter() + seconds
    while True:
        restore()
        begin = time.perf_counter()
        run()
        now = time.perf_counter()
        shortest = min(shortest, now - begin)
        if now > end:
            return shortest


def _room(found: Game) -> tuple[Codes, Codes]:
    """Room for the legal moves and for the pieces of a draw."""
    return np.zeros(found.move_codes, np.int32), np.zeros(found.max_pieces, np.int32)


def _versions() -> dict[str, str]:
    result = {"azulejos": __version__, "python": platform.python_version()}
    for package in ("numpy", "numba"):
        try:
            result[package] = version(package)
        except PackageNotFoundError:
            result[package] = "none"
    return result


def run_every_kernel(name: str) -> None:
    """Call each kernel of a game from Python, as players, bots and simulations do."""
    result = game(name)
    use_every_kernel(result)
    raw = np.frombuffer(result.new().key, np.uint8).copy()
    result.kernels.play_randomly(raw, new_rng(random.Random(SEED)), *_room(result))


def time_starts(name: str) -> Starts:
    """Time new processes until every kernel has run: the first compiles, the second loads."""
    program = f"from lab.measuring import run_every_kernel; run_every_kernel({name!r})"
    times = []
    with tempfile.TemporaryDirectory() as cache:
        for what in ("compiling", "loading"):
            click.echo(f"{what} the kernels of {name} in a new process ...", err=True)
            begin = time.perf_counter()
            subprocess.run(  # noqa: S603 - our own program
                [sys.executable, "-c", program],
                check=True,
                env={**os.environ, "AZULEJOS_CACHE": cache},
            )
            times.append(time.perf_counter() - begin)
    return times[0], times[1]
