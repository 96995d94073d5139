"""`azulejos refine`: fit the weights of boards to what searches find."""

from __future__ import annotations

import json
from pathlib import Path

import click
import numpy as np

from azulejos.bots.search.engine import Search
from azulejos.bots.search.games import KNOWLEDGE, SEARCHED_GAMES
from azulejos.bots.search.versions import find_version
from azulejos.bots.search.weights import load_weights, widened
from azulejos.bots.training import boards
from azulejos.bots.training.accuracy import static_values
from azulejos.bots.training.positions import Plan, collect
from azulejos.cli.arguments import number
from azulejos.cli.searching import read_option_sets, takes_option_sets, who_plays_where
from azulejos.errors import BotError
from azulejos.games import game as game_named
from azulejos.play.files import write_atomically


@click.command(
    epilog="""\b
Examples:
  azulejos refine sintra once/ --output once.json
  azulejos refine sintra twice/ --weights once.json --output twice.json
  azulejos arena --game sintra --players search:nodes=20k,weights=twice.json search:nodes=20k""",
)
@click.argument("game", type=click.Choice(SEARCHED_GAMES))
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@number("--games", 1500, "Games to take positions from.")
@takes_option_sets()
@number("--nodes", 2000, "For a move of the games.")
@number("--deep-nodes", 5000, "For the value of a position, or of a deal.")
@number("--deals", 4, "Of the next round, for each position in which a round has ended.")
@click.option(
    "--share",
    type=click.FloatRange(0, 1),
    default=0.12,
    show_default=True,
    help="Of the positions within rounds that are searched.",
)
@click.option(
    "--blunders", default=0.1, show_default=True, help="The share of random moves in the games."
)
@click.option("--hold", default=100.0, show_default=True, help="On the present weights.")
@click.option(
    "--weights",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="To play and search with, and to begin from; else those of the version.",
)
@click.option(
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    required=True,
    help="File to write the weights to.",
)
@who_plays_where
def refine(
    game: str,
    folder: Path,
    *,
    games: int,
    option_sets: tuple[str, ...],
    nodes: int,
    deep_nodes: int,
    deals: int,
    share: float,
    blunders: float,
    hold: float,
    weights: Path | None,
    output: Path,
    version: int | None,
    processes: int,
    ray: str | None,
) -> None:
    """Fit the weights of boards in GAME to positions of two players kept in FOLDER.

    They come from games that the search plays against itself. Where a round has ended, the next one
    is dealt several times, and boards should be worth what it brings on average; within a round,
    what a search finds. Every fifth game is held out. It prints how far values were off there, and
    are now, in points. Run it again with what it wrote, in another folder, to learn from that.
    """
    knowledge = KNOWLEDGE.of(game)
    played = game_named(game)
    read_option_sets(played, option_sets)
    start = weights or find_version(knowledge, version).edition(2).weights
    plan = Plan(
        game, option_sets, nodes, deep_nodes, share, blunders, version, weights, deals=deals
    )
    rows = np.concatenate([*collect(plan, folder, games, processes=processes, ray=ray)])
    present = widened(load_weights(start), knowledge.features)
    values = static_values(Search(played, weights, version), rows)
    result, fits = boards.refine(boards.lesson_of(knowledge, rows, values), present, hold)
    if not fits:
        raise BotError(f"there is too little to learn from in {games} games")
    echo_fits(fits)
    content = json.loads(start.read_text(encoding="utf-8"))
    content["provenance"] = {
        "how": "least squares on searched positions: azulejos refine",
        "games": games,
        "positions": sum(each.positions for each in fits),
        "options": option_sets,
        "nodes": nodes,
        "deep_nodes": deep_nodes,
        "deals": deals,
        "share": share,
        "blunders": blunders,
        "hold": hold,
        "start": content["provenance"],
    }
    write_atomically(output, json.dumps(content | {"weights": result.tolist()}) + "\n")
    click.echo(f"learnt from {len(rows)} positions; wrote {output}")


def echo_fits(fits: list[boards.Fit]) -> None:
    """Print how much better weights have become."""
    click.echo("period  stage  positions  held out: before  after")
    for each in fits:
        click.echo(
            f"{each.period:6} {each.stage:6} {each.positions:10} {each.before:17.2f} "
            f"{each.after:6.2f}"
        )
