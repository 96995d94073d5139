"""`azulejos dataset`: positions of self-play, written for programs that learn."""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import click
from rich.console import Console
from rich.progress import track

from azulejos.cli.arguments import GAME, game_options, number, seed_and_processes, wrong_usage
from azulejos.errors import DatasetError
from azulejos.games import game as game_named
from azulejos.research.dataset import FORMATS, GAMES_A_SHARD, Shard, make_directory, shards
from azulejos.research.selfplay import Plan, play_games
from azulejos.research.spec import REWARDS


@click.command(
    epilog="""\b
Examples:
  azulejos dataset azul data --games 100000            random games
  azulejos dataset duel data -p search:nodes=2k        self-play of the search, with its values
  azulejos dataset sintra data -p greedy -p random -o side=B --format npz

Read it with azulejos.research.dataset.batches("data", 1024): docs/research.md describes what is in
it. An interrupted run resumes where it stopped when it is started again."""
)
@click.argument("game", type=GAME)
@click.argument("directory", type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "-p",
    "--player",
    "players",
    multiple=True,
    default=("random",),
    metavar="BOT",
    help="A bot for each seat, or one for all; they rotate through the seats. Repeatable.",
)
@number("--games", 10_000, "Games to play.")
@number("--shard", GAMES_A_SHARD, "Games in a file.")
@click.option(
    "--format",
    "kind",
    type=click.Choice(FORMATS),
    default=FORMATS[0],
    help="Format of the files: npz needs only NumPy, but takes more room.",
)
@click.option(
    "--reward",
    type=click.Choice(tuple(REWARDS)),
    default="win",
    help="What a seat gets at the end of a game.",
)
@game_options
@seed_and_processes
def dataset(
    game: str,
    directory: Path,
    *,
    players: tuple[str, ...],
    games: int,
    shard: int,
    kind: str,
    reward: str,
    options: Mapping[str, str],
    seed: int,
    processes: int,
) -> None:
    """Write the positions of games between bots to DIRECTORY.

    Every decision is a row: what the mover sees, what is legal, what was played, what the search
    expected, how the game ended, and which game, seat and bot it was. Every file records the
    rules, options, bots and seed of its games.
    """
    with wrong_usage():
        played = game_named(game)
        if "players" not in options and len(players) > 1:
            options = {**options, "players": str(len(players))}
        chosen = played.options.of(options)
        bots = players * chosen.players if len(players) == 1 else players
        plan = Plan(game, chosen, bots, seed, reward)
    wanted = shards(plan, directory, games, games_a_shard=shard, kind=kind)
    make_directory(directory)
    missing = [each for each in wanted if not each.is_written()]
    begun = time.perf_counter()
    written, errors = _written(missing, processes), Console(stderr=True)
    positions = sum(
        track(written, "writing files", total=len(missing), console=errors, transient=True)
    )
    seconds = time.perf_counter() - begun
    there = f"; {len(wanted) - len(missing)} files were there" if len(missing) < len(wanted) else ""
    click.echo(
        f"{positions} positions of {sum(len(each.games) for each in missing)} games"
        f" in {len(missing)} files in {seconds:.1f} s{there}"
    )


def _written(missing: list[Shard], processes: int) -> Iterator[int]:
    """Write shards; hand out how many positions each holds."""
    if missing:
        play_games(missing[0].plan, range(1))  # compiles, before processes do it side by side
    if processes == 1 or len(missing) == 1:
        yield from (shard.write() for shard in missing)
        return
    with ProcessPoolExecutor(
        min(processes, len(missing) or 1),
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_end_at_once,
    ) as pool:
        try:
            written = [pool.submit(shard.write) for shard in missing]
            yield from (each.result() for each in as_completed(written))
        except BrokenProcessPool:
            raise DatasetError("a process died while playing: start again to resume") from None
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _end_at_once() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends a process without a traceback
