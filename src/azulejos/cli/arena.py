"""`azulejos arena`: bots against bots."""

from __future__ import annotations

import json
import math
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click
from rich import box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from azulejos.bots import arena as arenas
from azulejos.bots import cluster
from azulejos.bots.arena import Deal, Plan, Results
from azulejos.bots.elo import Estimate, Sprt
from azulejos.cli.arguments import FILE, GAME, game_options, number, seed_and_processes, wrong_usage
from azulejos.errors import AzulejosError
from azulejos.games import game as game_named
from azulejos.play.record import write_atomically

FORMAT = "azulejos-arena"
FORMAT_VERSION = 1
WIDE = 200  # columns for files and pipes
PLACES = ("1st", "2nd", "3rd", "4th")
INTERRUPTED = 130  # what shells report for a program that Ctrl-C ended


class SeveralValues(click.Command):
    """A command whose option `--players` takes all the words up to the next option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, list(_one_by_one(args, "--players")))


def _one_by_one(words: Sequence[str], option: str) -> Iterator[str]:
    """`--players a b` becomes `--players a --players b`."""
    is_listing = False
    for place, word in enumerate(words):
        if word.startswith("-"):
            is_listing = word == option
        elif is_listing and words[place - 1] != option:
            yield option
        yield word


def _read_sprt(_context: click.Context, _parameter: click.Parameter, text: Any) -> Sprt | None:
    if text is None:
        return None
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        raise click.BadParameter(f"{text!r} should be two numbers, like 0,20") from None
    if not -math.inf < low < high < math.inf:
        raise click.BadParameter("the first number is the smaller one, like 0,20")
    return Sprt(low, high)


@click.command(
    cls=SeveralValues,
    epilog="""\b
Examples:
  azulejos arena --game azul --players search:100ms greedy --games 400
  azulejos arena --players search:nodes=20k greedy greedy --option side=grey --seed 7
  azulejos arena --players search:nodes=40k search:nodes=20k --sprt 0,30 --games 4000
  azulejos arena --players master expert --games 10000 --ray auto""",
)
@click.option("--game", type=GAME, default="azul", show_default=True)
@click.option(
    "--players",
    "bots",
    multiple=True,
    required=True,
    metavar="BOT BOT...",
    help="The bots, one per seat. Each plays from every seat.",
)
@number("--games", 100, "Number of games, rounded up so that every deal is played from every seat.")
@game_options
@seed_and_processes
@click.option(
    "--ray",
    metavar="ADDRESS",
    help="Play on a Ray cluster: `auto`, the address of its head like host:6379, or `local` for "
    "one on this machine alone. The results are the same. Needs azulejos[ray].",
)
@click.option(
    "--sprt",
    metavar="ELO0,ELO1",
    callback=_read_sprt,
    help="Stop as soon as the first of two bots is shown to be stronger by ELO1, or only by ELO0.",
)
@click.option(
    "--json",
    "json_file",
    type=FILE,
    help="Also write the results to FILE.",
)
@click.option(
    "--records",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write a record of every game to this directory.",
)
@click.pass_context
def arena(
    context: click.Context,
    *,
    game: str,
    bots: tuple[str, ...],
    games: int,
    options: Mapping[str, str],
    seed: int,
    processes: int,
    ray: str | None,
    sprt: Sprt | None,
    json_file: Path | None,
    records: Path | None,
) -> None:
    """Let bots play against each other and say which is stronger.

    Every deal is played once from every seat, and the same seed gives the same deals: repeatable
    for all bots that do not look at the clock.
    """
    plan = _plan(game, bots, options, seed, keeps_records=records is not None)
    if sprt and len(bots) != 2:
        raise click.UsageError("--sprt compares two bots")
    _check_writable(json_file, records)
    deals = -(-games // len(bots))
    processes = min(processes, deals)
    if ray:
        arriving = cluster.play(plan, deals, ray, processes)
    else:
        arriving = arenas.play(plan, deals, processes)
    if sprt:
        arriving = arenas.until_known(arriving, sprt)
    played, is_interrupted = collect(plan, deals, arriving)
    if played:
        results = arenas.count(plan, played)
        _show(plan, results, sprt)
        _save(plan, results, sprt, json_file, records)
    if is_interrupted:
        click.echo("stopped", err=True)
        context.exit(INTERRUPTED)


def _plan(
    game: str, bots: tuple[str, ...], options: Mapping[str, str], seed: int, *, keeps_records: bool
) -> Plan:
    with wrong_usage():
        settled = game_named(game).options.of({"players": len(bots), **options})
        return Plan(game, settled, bots, seed, keeps_records=keeps_records)


def _check_writable(json_file: Path | None, records: Path | None) -> None:
    """Fail at once, not after hours of games, if a directory is missing."""
    if json_file and not json_file.absolute().parent.is_dir():
        raise AzulejosError(f"cannot write {json_file}: there is no such directory")
    if records:
        try:
            records.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise AzulejosError(f"cannot write {records}: {error.strerror}") from None


def collect(
    plan: Plan, deals: int, arriving: Generator[Deal, None, None]
) -> tuple[list[Deal], bool]:
    """Play with a progress bar; Ctrl-C ends the arena but not what it has found so far."""
    played: list[Deal] = []
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("games"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar, closing(arriving):
        task = bar.add_task("preparing", total=deals * len(plan.bots))
        try:
            for deal in arriving:
                played.append(deal)
                bar.update(task, advance=len(deal), description=_leader(plan, played))
        except KeyboardInterrupt:
            return played, True
    return played, False


def _leader(plan: Plan, played: list[Deal]) -> str:
    scores = arenas.deal_scores(played, 0)
    return f"{plan.bots[0]} {sum(scores) / len(scores):.1%}"


# The table


def _show(plan: Plan, results: Results, sprt: Sprt | None) -> None:
    title = f"{game_named(plan.game).title}, {plan.options}, seed {plan.seed}"
    table = Table(title=title, box=box.SIMPLE_HEAD, title_justify="left")
    table.add_column("player")
    places = PLACES[: len(plan.bots)] if len(plan.bots) > 2 else ()
    for column in ("wins", "points", "Elo (95 %)", *places, "time/move", "longest"):
        table.add_column(column, justify="right")
    for standing in results.standings:
        table.add_row(
            standing.name,
            f"{standing.wins:.1%}",
            f"{standing.score:.1f}",
            elo_text(standing.elo),
            *map(str, standing.places[: len(places)]),
            time_text(standing.mean_time),
            time_text(standing.longest_time),
        )
    console = results_console()
    console.print(table)
    console.print(
        f"{results.games} games in {len(results.deals)} deals; "
        f"the first player won {results.first_player:.1%}; "
        f"{results.moves:.1f} moves and {results.rounds:.2f} rounds a game"
    )
    if sprt:
        console.print(_sprt_text(sprt, arenas.deal_scores(list(results.deals), 0)))


def results_console() -> Console:
    """Where tables go: in files and pipes nothing is wrapped."""
    console = Console(highlight=False)
    return console if console.is_terminal else Console(highlight=False, width=WIDE)


def elo_text(elo: Estimate) -> str:
    return f"{_signed(elo.value)} ({_signed(elo.low)} to {_signed(elo.high)})"


def _signed(elo: float) -> str:
    if math.isinf(elo):
        return "+∞" if elo > 0 else "-∞"
    return f"{elo:+.0f}"


def time_text(seconds: float) -> str:
    return f"{1000 * seconds:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"


def _sprt_text(sprt: Sprt, scores: list[float]) -> str:
    found = sprt.answer(scores)
    verdict = {
        None: "not known yet",
        "elo0": f"no, rather {sprt.elo0:+g}",
        "elo1": f"yes, rather {sprt.elo1:+g}",
    }[found]
    return (
        f"stronger by {sprt.elo1:+g} Elo than by {sprt.elo0:+g}? {verdict} "
        f"(log-likelihood ratio {sprt.ratio(scores):+.2f}, bounds ±{sprt.bound:.2f})"
    )


# Files


def _save(
    plan: Plan,
    results: Results,
    sprt: Sprt | None,
    json_file: Path | None,
    records: Path | None,
) -> None:
    try:
        if json_file:
            write_atomically(json_file, json.dumps(_as_json(plan, results, sprt), indent=1) + "\n")
        if records:
            for game in (game for deal in results.deals for game in deal):
                name = f"{game.deal + 1:05}-{game.rotation + 1}.txt"
                write_atomically(records / name, game.record or "")
    except OSError as error:
        raise AzulejosError(f"cannot write {error.filename}: {error.strerror}") from None


def _as_json(plan: Plan, results: Results, sprt: Sprt | None) -> dict[str, Any]:
    """All results. JSON has no infinity: an infinite Elo becomes null."""
    scores = arenas.deal_scores(list(results.deals), 0)
    return {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "game": plan.game,
        "options": plan.options.as_dict(),
        "seed": plan.seed,
        "players": [_standing_as_json(standing) for standing in results.standings],
        "first_player": results.first_player,
        "moves": results.moves,
        "rounds": results.rounds,
        "sprt": sprt
        and {**asdict(sprt), "ratio": sprt.ratio(scores), "answer": sprt.answer(scores)},
        "games": [
            {
                "deal": game.deal + 1,
                "rotation": game.rotation + 1,
                "scores": game.scores,
                "places": game.places,
                "first": game.first + 1,
                "moves": game.moves,
                "rounds": game.rounds,
            }
            for deal in results.deals
            for game in deal
        ],
    }


def _standing_as_json(standing: arenas.BotStanding) -> dict[str, Any]:
    values = asdict(standing)
    values["elo"] = {
        name: None if math.isinf(value) else value for name, value in values["elo"].items()
    }
    return values
