"""`azulejos accuracy`: how good the search's values are before it searches."""

from __future__ import annotations

from pathlib import Path

import click
import numpy as np

from azulejos.bots.search.engine import Search
from azulejos.bots.search.games import SEARCHED_GAMES
from azulejos.bots.training.accuracy import bands_of, errors, is_held_out, static_values
from azulejos.bots.training.positions import Plan, collect
from azulejos.cli.arguments import number
from azulejos.cli.searching import read_option_sets, takes_option_sets, who_plays_where
from azulejos.games import game as game_named


@click.command(
    epilog="""\b
Examples:
  azulejos accuracy azul solved/ --games 200 --deep-nodes 2000000
  azulejos accuracy azul solved/ --weights mine.json     the same positions, other weights
  azulejos accuracy azul solved/ --version 1             the same, valued by an older version"""
)
@click.argument("game", type=click.Choice(SEARCHED_GAMES))
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@number("--games", 100, "Games to take positions from.")
@takes_option_sets()
@number("--nodes", 5000, "Search nodes per move of the games.")
@number("--deep-nodes", 1_000_000, "Search nodes to search a position to the end of its round.")
@click.option(
    "--share",
    type=click.FloatRange(0, 1),
    default=0.25,
    show_default=True,
    help="Share of the positions of a game to search.",
)
@click.option(
    "--weights",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Weights to measure, instead of the package's.",
)
@who_plays_where
def accuracy(
    game: str,
    folder: Path,
    *,
    games: int,
    option_sets: tuple[str, ...],
    nodes: int,
    deep_nodes: int,
    share: float,
    weights: Path | None,
    version: int | None,
    processes: int,
    ray: str | None,
) -> None:
    """Compare values in GAME with what a search to the end of the round finds.

    The positions come from games that the search plays against itself, half of them with some odd
    moves, and are kept in FOLDER with what was found. Only positions that were searched to the end
    of a round, with another round to follow, count. Positions of every fifth game, which training
    does not fit to, are listed separately.
    """
    played = game_named(game)
    read_option_sets(played, option_sets)
    plan = Plan(game, option_sets, nodes, deep_nodes, share, version=version)
    rows = np.concatenate([*collect(plan, folder, games, processes=processes, ray=ray)])
    values = static_values(Search(played, weights, version), rows)
    held_out = is_held_out(rows)
    for title, chosen in (("fitted to", ~held_out), ("held out", held_out)):
        click.echo(f"{title}: {chosen.sum()} positions")
        click.echo("tiles left  solved  deviation   bias  spread  correlation")
        for each in errors(rows[chosen], values[chosen], [*bands_of(rows), range(9, 17)]):
            click.echo(
                f"{each.tiles.start:4} to {each.tiles.stop - 1:2} {each.positions:7} "
                f"{each.deviation:10.2f} {each.bias:+6.2f} {each.spread:7.2f} "
                f"{each.correlation:12.3f}"
            )
