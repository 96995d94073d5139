"""`azulejos bench`: how fast the rules are, on one core."""

from __future__ import annotations

import json
import os
import platform
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version

import click
import numpy as np

from azulejos import __version__
from azulejos.cli.arguments import GAME, game_options, wrong_usage
from azulejos.core.chance import new_rng
from azulejos.core.compiled import COMPILES
from azulejos.core.game import Game
from azulejos.core.kernels import for_game
from azulejos.core.layout import Codes
from azulejos.core.move import Move
from azulejos.core.options import Options, Value
from azulejos.core.simulation import copy_all, list_all, play_all, play_games
from azulejos.core.state import State
from azulejos.core.turn import CHANCE
from azulejos.games import GAME_NAMES, game
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


FIGURES = (
    ("games a second", "games_per_second", 0),
    ("moves a second", "moves_per_second", 0),
    ("list of legal moves, ns", "legal_ns", 1),
    ("a move, ns", "apply_ns", 1),
    ("copy of a table, ns", "copy_ns", 1),
    ("list from Python, us", "python_call_us", 2),
    ("State.play, us", "state_play_us", 2),
    ("cold start, s", "cold_start_s", 1),
    ("warm start, s", "warm_start_s", 1),
    ("moves of a game", "mean_moves", 1),
    ("score of a seat", "mean_score", 2),
    ("legal moves", "mean_legal", 1),
    ("bytes of a table", "state_bytes", 0),
)


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


@click.command(
    epilog="""\b
Examples:
  azulejos bench --game azul
  azulejos bench --game azul --players 2 -o side=grey --seconds 10 --json
  azulejos bench --game azul --start\n"""
)
@click.option("--game", "name", type=GAME, default=GAME_NAMES[0], show_default=True)
@click.option("--players", type=int, help="Number of players (default: every possible number).")
@game_options
@click.option(
    "--seconds",
    type=click.FloatRange(min=0.01),
    default=5.0,
    show_default=True,
    help="Seconds to measure for each number of players.",
)
@click.option(
    "--start",
    is_flag=True,
    help="Also time new processes, before and after compiling.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per line.")
def bench(
    name: str,
    players: int | None,
    options: Mapping[str, str],
    seconds: float,
    *,
    start: bool,
    as_json: bool,
) -> None:
    """Measure the rules of a game on one core: random games, lists, moves, copies."""
    found = game(name)
    with wrong_usage():
        chosen = [found.options.of(values) for values in _option_sets(found, players, options)]
    starts = _time_starts(name) if start else (None, None)
    measurements = []
    for each in chosen:
        click.echo(f"measuring {name} {each} for {seconds:g} s ...", err=True)
        measurements.append(measure(found, each, seconds, starts))
        if as_json:
            click.echo(json.dumps(asdict(measurements[-1])))
    if not as_json:
        click.echo(_as_table(measurements))


def _option_sets(
    found: Game, players: int | None, options: Mapping[str, str]
) -> Iterable[dict[str, Value]]:
    """The options by name, once for each number of players that is to be measured."""
    values: dict[str, Value] = {**options}
    if players is not None:
        values["players"] = players
    if "players" in values:
        return [values]
    allowed = next(each for each in found.options.each() if each.name == "players")
    return [{**values, "players": number} for number in allowed.metadata["allowed"]]


# Measuring


def measure(
    found: Game, options: Options, seconds: float, starts: Starts = (None, None)
) -> Measurement:
    """Measure one set of options: half of the time for whole games, the rest for the parts."""
    mean_moves, mean_score = _mean_game(found, options, GAMES if COMPILES else GAMES // 100)
    game_s = _time_games(found, options, seconds / 2)
    states, moves = _positions(found, options, POSITIONS if COMPILES else FEW)
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
        compiled=COMPILES,
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
    return np.zeros(found.move_codes, np.int32), np.zeros(found.most_pieces, np.int32)


# Starting


def run_every_kernel(name: str) -> None:
    """Call each kernel of a game from Python, as players, bots and simulations do."""
    found = game(name)
    use_every_kernel(found)
    raw = np.frombuffer(found.new().key, np.uint8).copy()
    found.kernels.play_randomly(raw, new_rng(random.Random(SEED)), *_room(found))


def _time_starts(name: str) -> Starts:
    """Time new processes until every kernel has run: the first compiles, the second loads."""
    program = f"from azulejos.cli.bench import run_every_kernel; run_every_kernel({name!r})"
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


# Telling


def _versions() -> dict[str, str]:
    found = {"azulejos": __version__, "python": platform.python_version()}
    for package in ("numpy", "numba"):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "none"
    return found


def _as_table(measurements: list[Measurement]) -> str:
    """A row for each figure, a column for each number of players."""
    rows = [["", *(f"{each.players} players" for each in measurements)]]
    for label, field, decimals in FIGURES:
        numbers = [getattr(each, field) for each in measurements]
        if None not in numbers:
            rows.append([label, *(f"{number:,.{decimals}f}" for number in numbers)])
    first = measurements[0]
    facts = [f"{first.game} {first.options}", "compiled" if first.compiled else "interpreted"]
    facts += [f"{name} {number}" for name, number in first.versions.items()]
    lines = [f"{row[0]:30}" + "".join(f"{cell:>14}" for cell in row[1:]) for row in rows]
    return "\n".join([", ".join(facts), *lines])
