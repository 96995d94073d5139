"""`azulejos ladder`: every level, or every bot of a list, against the one below it."""

from __future__ import annotations

from collections.abc import Mapping

import click
from rich import box
from rich.table import Table

from azulejos.bots import LEVELS, arena
from azulejos.bots.arena import Deal, Plan
from azulejos.bots.arena.words import elo_text, plain, time_text
from azulejos.cli.arena.arguments import SeveralValues
from azulejos.cli.arena.progress import collect
from azulejos.cli.arena.table import results_console
from azulejos.cli.arguments import GAME, game_options, number, seed_and_processes, wrong_usage
from azulejos.cli.main import INTERRUPTED
from azulejos.errors import OptionError
from azulejos.games import game as game_named


@click.command(
    cls=SeveralValues,
    epilog="""\b
Examples:
  azulejos ladder --game azul --games 100
  azulejos ladder --from skilled --to master --games 40 -o side=grey
  azulejos ladder --players casual my_bot.py:MyBot "exec:./engine --fast" strong""",
)
@click.option("--game", type=GAME, default="azul", show_default=True, help="Game to play.")
@number("--games", 100, "Games per pair.", least=2)
@click.option(
    "--from",
    "lowest",
    type=click.Choice([*LEVELS]),
    default=next(iter(LEVELS)),
    show_default=True,
    help="The weakest level to play.",
)
@click.option(
    "--to",
    "highest",
    type=click.Choice([*LEVELS]),
    default=[*LEVELS][-1],
    show_default=True,
    help="The strongest level to play.",
)
@click.option(
    "--players",
    "bots",
    multiple=True,
    metavar="BOT BOT...",
    help="These bots instead of the levels, the weakest first; levels may be among them.",
)
@game_options
@seed_and_processes
@click.pass_context
def ladder(
    context: click.Context,
    *,
    game: str,
    games: int,
    lowest: str,
    highest: str,
    bots: tuple[str, ...],
    options: Mapping[str, str],
    seed: int,
    processes: int,
) -> None:
    """Let every level play the next one below it, two players, and say how much stronger it is.

    Or every bot of a list: then it says where a bot of your own stands among the levels.

    Elo is against the one below; the ratings come from all games together, and that of the lowest
    level is 0.

    The same seed gives the same games wherever no level runs out of time.
    """
    with wrong_usage():
        chosen = _chosen(bots) if bots else _levels(lowest, highest)
        settled = game_named(game).options.of({"players": 2, **options})
        plan = Plan(game, settled, chosen[::-1], seed, "neighbours")
    deals = plan.deals(games)
    played = collect(plan, deals, arena.play(plan, deals, min(processes, deals)))
    title = f"{game_named(game).title}, {settled}, {games} games a pair, seed {seed}"
    if played.deals:
        results_console().print(_table(title, plan, played.deals))
    if played.is_interrupted:
        click.echo(f"stopped after {played.games} games", err=True)
        context.exit(INTERRUPTED)
    if played.ended_by:
        raise played.ended_by


def _chosen(bots: tuple[str, ...]) -> tuple[str, ...]:
    if len(bots) < 2:
        raise OptionError("--players names two bots or more, the weakest first")
    return bots


def _levels(lowest: str, highest: str) -> tuple[str, ...]:
    names = [*LEVELS]
    chosen = names[names.index(lowest) : names.index(highest) + 1]
    if len(chosen) < 2:
        raise OptionError(f"--from and --to name two levels, in the order {', '.join(names)}")
    return tuple(chosen)


def _table(title: str, plan: Plan, deals: list[Deal]) -> Table:
    """A row for every level: its result against the next one, and its rating among all."""
    table = Table(title=title, box=box.SIMPLE_HEAD, title_justify="left")
    for column in ("player", "against"):
        table.add_column(column)
    for column in ("wins", "points", "Elo (95 %)", "rating (95 %)", "time/move", "longest"):
        table.add_column(column, justify="right")
    everything = arena.count(plan, deals, anchor=len(plan.bots) - 1)
    for one, two in plan.lineups:
        theirs = [deal for deal in deals if deal[0].bots == (one, two)]
        if not theirs:
            continue
        standings = arena.count(plan, theirs).standings
        better, worse = standings[one], standings[two]
        table.add_row(
            better.name,
            worse.name,
            f"{better.wins:.1%}",
            f"{plain(better.score, 1)} : {plain(worse.score, 1)}",
            elo_text(better.elo),
            elo_text(everything.standings[one].rating),
            time_text(better.mean_time),
            time_text(better.max_time),
        )
    return table
