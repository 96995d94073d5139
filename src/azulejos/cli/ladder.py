"""`azulejos ladder`: every level against the one below it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import click
from rich import box
from rich.table import Table

from azulejos.bots import LEVELS, arena
from azulejos.bots.arena import Plan
from azulejos.cli.arena import collect, elo_text, results_console, time_text
from azulejos.cli.arguments import GAME, game_options, number, seed_and_processes, wrong_usage
from azulejos.cli.main import INTERRUPTED
from azulejos.games import game as game_named


@click.command(
    epilog="""\b
Examples:
  azulejos ladder --game azul --games 100
  azulejos ladder --from skilled --to master --games 40 -o side=grey"""
)
@click.option("--game", type=GAME, default="azul", show_default=True)
@number("--games", 100, "Games per pair.", least=2)
@click.option("--from", "lowest", type=click.Choice([*LEVELS]), default=next(iter(LEVELS)))
@click.option("--to", "highest", type=click.Choice([*LEVELS]), default=[*LEVELS][-1])
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
    options: Mapping[str, str],
    seed: int,
    processes: int,
) -> None:
    """Let every level play the next one below it, two players, and say how much stronger it is.

    The same seed gives the same games wherever no level runs out of time.
    """
    names = [*LEVELS]
    chosen = names[names.index(lowest) : names.index(highest) + 1]
    if len(chosen) < 2:
        raise click.UsageError(f"--from and --to name two levels, in the order {', '.join(names)}")
    with wrong_usage():
        settled = game_named(game).options.of({"players": 2, **options})
        plans = [Plan(game, settled, pair[::-1], seed) for pair in pairwise(chosen)]
    table = Table(
        title=f"{game_named(game).title}, {settled}, {games} games a pair, seed {seed}",
        box=box.SIMPLE_HEAD,
        title_justify="left",
    )
    for column in ("level", "against"):
        table.add_column(column)
    for column in ("wins", "points", "Elo (95 %)", "time/move", "longest"):
        table.add_column(column, justify="right")
    is_interrupted = False
    for plan in plans:
        if not is_interrupted:
            is_interrupted = _add_row(table, plan, -(-games // 2), processes)
    results_console().print(table)
    if is_interrupted:
        click.echo("stopped", err=True)
        context.exit(INTERRUPTED)


def _add_row(table: Table, plan: Plan, deals: int, processes: int) -> bool:
    """Play a pair of levels and tell the result; return whether that was interrupted."""
    arriving = arena.play(plan, deals, min(processes, deals))
    played, is_interrupted = collect(plan, deals, arriving)
    if played:
        better, worse = arena.count(plan, played).standings
        table.add_row(
            better.name,
            worse.name,
            f"{better.wins:.1%}",
            f"{better.score:.1f} : {worse.score:.1f}",
            elo_text(better.elo),
            time_text(better.mean_time),
            time_text(better.longest_time),
        )
    return is_interrupted
