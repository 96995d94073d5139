"""`azulejos arena`: bots against bots."""

from __future__ import annotations

import math
import re
import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import click

from azulejos.bots import LEVELS
from azulejos.bots import arena as arenas
from azulejos.bots.arena import Limits, Plan, Results, cluster
from azulejos.bots.arena.elo import PointsSprt, SequentialTest, Sprt
from azulejos.bots.arena.playing import Games
from azulejos.bots.arena.report import report_page
from azulejos.bots.arena.results import ResultsFile
from azulejos.cli.arena.files import Played, as_json, check_writable, collect, keep_records, write
from azulejos.cli.arena.table import show
from azulejos.cli.arguments import (
    FILE,
    GAME,
    counted,
    game_options,
    number,
    seed_and_processes,
    wrong_usage,
)
from azulejos.cli.main import INTERRUPTED
from azulejos.games import game as game_named

UNITS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}


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


def read_sprt(
    _context: click.Context, _parameter: click.Parameter, text: str | None
) -> Sprt | None:
    return None if text is None else Sprt(*_sizes(text, "0,20"))


def read_points_sprt(
    _context: click.Context, _parameter: click.Parameter, text: str | None
) -> PointsSprt | None:
    return None if text is None else PointsSprt(*_sizes(text, "0,2"))


def _sizes(text: str, example: str) -> tuple[float, float]:
    """The two sizes that a sequential test tells apart."""
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        raise click.BadParameter(f"{text!r} should be two numbers, like {example}") from None
    if not -math.inf < low < high < math.inf:
        raise click.BadParameter(f"the first number is the smaller one, like {example}")
    return low, high


class Seconds(click.ParamType[float]):
    """A time like 100ms, 2s or 5m; `forever` is infinite."""

    name = "time"

    def convert(
        self, value: float | str, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        if isinstance(value, float):
            return value
        if value == "forever":
            return math.inf
        result = re.fullmatch(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)(ms|s|m|h)", value)
        if result is None:
            self.fail(
                f"{value!r} is not a time; it should be like 100ms, 2s, 5m or forever", param, ctx
            )
        return float(result[1]) * UNITS[result[2]]


@click.command(
    cls=SeveralValues,
    epilog="""\b
Examples:
  azulejos arena --game azul --players search:100ms greedy --games 400
  azulejos arena --players search:nodes=20k greedy greedy --option side=grey --seed 7
  azulejos arena --players search:nodes=40k search:nodes=20k --sprt 0,30 --games 4000
  azulejos arena --players search:nodes=40k search:nodes=20k --sprt-points 0,2 --games 4000
  azulejos arena --players search:nodes=40k search:nodes=20k search:nodes=20k --sprt-points 0,2
  azulejos arena --players my_bot.py:MyBot casual strong --gauntlet --report mine.html
  azulejos arena --players easy casual skilled strong --round-robin -o players=3
  azulejos arena --ladder --game duel --games 40
  azulejos arena --ladder --players casual my_bot.py:MyBot "exec:./engine --fast" strong
  azulejos arena --players master expert --games 10000 --results games.jsonl
  azulejos arena --players master expert --games 10000 --ray auto""",
)
@click.option("--game", type=GAME, default="azul", help="Game to play.")
@click.option(
    "--players",
    "bots",
    multiple=True,
    metavar="BOT BOT...",
    help="The bots, one per seat. Each plays from every seat. In a ladder the weakest first.",
)
@click.option(
    "--gauntlet",
    "pairing",
    flag_value="gauntlet",
    help="The first bot plays each of the others; more bots than seats may be named.",
)
@click.option(
    "--round-robin",
    "pairing",
    flag_value="round-robin",
    help="Every bot plays every other; with -o players=3, every set of three plays.",
)
@click.option(
    "--ladder",
    "pairing",
    flag_value="ladder",
    help="Every bot plays the one below it, in pairs: all levels, or the bots of --players.",
)
@number(
    "--games",
    100,
    "Number of games, or of games of each set of bots that meet. Rounded up so that every deal is "
    "played from every seat.",
)
@game_options
@seed_and_processes
@click.option(
    "--move-time",
    type=Seconds(),
    metavar="TIME",
    help="Time that every bot has for a move, like 500ms, 2s or forever; it forfeits a game in "
    "which it takes longer. By default a bot that names its time (search:100ms) has that; others "
    "from outside the package have 60 s, and built-in ones no limit.",
)
@click.option(
    "--grace",
    type=Seconds(),
    metavar="TIME",
    default="5s",
    help="How much longer than its time a bot may take before it forfeits.",
)
@click.option(
    "--anchor", metavar="BOT", help="Give this bot the rating 0, instead of a mean of 0 for all."
)
@click.option(
    "--ray",
    metavar="ADDRESS",
    help="Play on a Ray cluster: `auto`, the address of its head like host:6379, or `local` for "
    "one on this machine alone. The results are the same. Needs azulejos[ray].",
)
@click.option(
    "--sprt",
    metavar="ELO0,ELO1",
    callback=read_sprt,
    help="Stop as soon as the first of two bots is shown to be stronger by ELO1, or only by ELO0. "
    "With three or four players the second bot has all other seats.",
)
@click.option(
    "--sprt-points",
    metavar="POINTS0,POINTS1",
    callback=read_points_sprt,
    help="The same by points: stop as soon as the first of two bots is shown to be POINTS1 ahead "
    "of the other on average, or only POINTS0. Deals with a forfeit are left out.",
)
@click.option(
    "--results",
    "results_file",
    type=FILE,
    help="Write every game to FILE as soon as it is over, a line each. If FILE holds games of the "
    "same command, resume after them.",
)
@click.option("--json", "json_file", type=FILE, help="Also write the results to FILE.")
@click.option(
    "--report",
    "report_file",
    type=FILE,
    help="Also write a report with plots to FILE, as one page of HTML.",
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
    pairing: str | None,
    games: int,
    options: Mapping[str, str],
    seed: int,
    processes: int,
    move_time: float | None,
    grace: float,
    anchor: str | None,
    ray: str | None,
    sprt: Sprt | None,
    sprt_points: PointsSprt | None,
    results_file: Path | None,
    json_file: Path | None,
    report_file: Path | None,
    records: Path | None,
) -> None:
    """Let bots play against each other and say which is stronger.

    Every deal is played once from every seat, and the same seed gives the same deals: repeatable
    for all bots that do not look at the clock.

    A bot that raises an error, plays an illegal move, takes too long or dies forfeits that game:
    it is last, and the others are placed by their points. The arena goes on.

    In a ladder, Elo is against the bot below; the ratings come from all games together, and that of
    the lowest bot is 0.
    """
    if pairing == "ladder":
        bots = (bots or tuple(LEVELS))[::-1]
        anchor = anchor or bots[-1]
    elif not bots:
        raise click.UsageError("name the bots with --players")
    if sprt and sprt_points:
        raise click.UsageError("give --sprt or --sprt-points, not both")
    test = sprt or sprt_points
    if test and (len(set(bots[1:])) != 1 or (pairing and len(bots) > 2)):
        raise click.UsageError(
            "--sprt and --sprt-points compare two bots: the first, and one that has all other seats"
        )
    if anchor is not None and anchor not in bots:
        raise click.UsageError(f"--anchor {anchor} is not one of the players")
    limits = Limits(move_time, grace)
    with wrong_usage():
        given: dict[str, int | str] = {"players": 2 if pairing else len(bots), **options}
        settled = game_named(game).options.of(given)
        plan = Plan(game, settled, bots, seed, pairing or "all", limits, records is not None)
    check_writable(results_file, json_file, report_file, folder=records)
    deals = plan.deals(games)

    def play(wanted: Iterator[arenas.Task]) -> Games:
        arriving = (
            cluster.play(plan, wanted, ray, processes)
            if ray
            else arenas.play_games(plan, wanted, min(processes, deals))
        )
        return keep_records(arriving, records) if records else arriving

    with _results(results_file, plan) as known:
        before = {} if known is None else known.games
        arriving = play(arenas.tasks(plan, deals, before))
        kept = arriving if known is None else known.keep(arriving)
        whole = arenas.in_deals(plan, kept, (each for each in before.values() if each.deal < deals))
        played = collect(plan, deals, arenas.until_known(whole, test) if test else whole)
    if played.deals:
        results = arenas.count(plan, played.deals, None if anchor is None else bots.index(anchor))
        show(results, test)
        _save(results, test, json_file, report_file)
    _end(context, played, results_file)


@contextmanager
def _results(file: Path | None, plan: Plan) -> Iterator[ResultsFile | None]:
    """The file that games are kept in, if there is one."""
    if file is None:
        yield None
        return
    with ResultsFile(file, plan) as kept:
        if kept.games:
            click.echo(f"resuming after {counted(len(kept.games), 'game')} of {file}", err=True)
        yield kept


def _save(
    results: Results, test: SequentialTest | None, json_file: Path | None, report_file: Path | None
) -> None:
    if json_file:
        write(json_file, as_json(results, test))
    if report_file:
        command = shlex.join(["azulejos", *sys.argv[1:]])
        write(report_file, report_page(results, command, test))


def _end(context: click.Context, played: Played, results_file: Path | None) -> None:
    """Say what ended the arena early, and how to resume."""
    if played.is_interrupted:
        how = (
            "the same command resumes from there"
            if results_file
            else "with --results FILE it could resume from there"
        )
        click.echo(f"stopped after {counted(played.games, 'game')}; {how}", err=True)
        context.exit(INTERRUPTED)
    if played.ended_by:
        raise played.ended_by
