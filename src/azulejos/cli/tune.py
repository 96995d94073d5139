"""`azulejos tune`: find the weights of an evaluation by self-play."""

from __future__ import annotations

import json
from pathlib import Path

import click
import numpy as np
from rich.progress import track

from azulejos.bots.search.games import KNOWLEDGE, SEARCHED_GAMES
from azulejos.bots.search.versions import find_version
from azulejos.bots.search.weights import load_weights, widened
from azulejos.bots.tuning import CHUNK, Holds, collect, fit, settle_start
from azulejos.cli.arguments import number
from azulejos.cli.searching import read_option_sets, takes_option_sets
from azulejos.games import game as game_named
from azulejos.play.files import write_atomically


@click.command(
    epilog="""\b
Examples:
  azulejos tune azul games/                        2000 games with the newest weights
  azulejos tune azul games/ --output mine.json     write the weights to another file
  azulejos arena --players search:nodes=2k,weights=mine.json search:nodes=2k"""
)
@click.argument("game", type=click.Choice(SEARCHED_GAMES))
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@number("--games", 2000, "Games to play.")
@takes_option_sets()
@number("--nodes", 1000, "Search nodes per move.")
@click.option("--blunders", default=0.05, show_default=True, help="Share of moves that are random.")
@click.option(
    "--hold",
    default=1000.0,
    show_default=True,
    help="Ridge penalty that holds a stage's weights to those of its period.",
)
@click.option(
    "--period-hold",
    default=100.0,
    show_default=True,
    help="Ridge penalty that holds a period's weights to the present ones.",
)
@click.option("--evenly", is_flag=True, help="Scale the penalties by the size of each feature.")
@number(
    "--horizon",
    0,
    "Fit to the value that the weights predict so many positions later; 0 for the final result.",
    least=0,
)
@number(
    "--sweeps", 3, "With a horizon: how often to fit, each time to the predictions of the last fit."
)
@click.option(
    "--start",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Weights to start from instead of the newest; FOLDER remembers them.",
)
@click.option("--afresh", is_flag=True, help="Start from weights that are all zero.")
@click.option(
    "--also",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    multiple=True,
    help="Also learn from the games in this folder of an earlier run. Repeatable.",
)
@click.option(
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    help="File to write the weights to (default: weights.json in FOLDER).",
)
@click.option("--note", default="", help="Where the weights come from, for the file.")
def tune(
    game: str,
    folder: Path,
    *,
    games: int,
    option_sets: tuple[str, ...],
    nodes: int,
    blunders: float,
    hold: float,
    period_hold: float,
    evenly: bool,
    horizon: int,
    sweeps: int,
    start: Path | None,
    afresh: bool,
    also: tuple[Path, ...],
    output: Path | None,
    note: str,
) -> None:
    """Fit the weights of GAME to games kept in FOLDER.

    The search plays the games against itself with the newest weights, or those of --start, and
    the new weights stay close to these where there is little to learn from. Whether they are
    better is for `azulejos arena` to say.

    --afresh starts from nothing: at first only the points of a round count, and every run learns
    from the games of the run before.
    """
    knowledge = KNOWLEDGE.of(game)
    played = game_named(game)
    sets = read_option_sets(played, option_sets)
    fewest = min(options.players for options in sets)
    newest = find_version(knowledge).edition(fewest).weights
    start = settle_start(folder, knowledge, start or newest, afresh=afresh)
    chunks = collect(
        played, knowledge, folder, games, sets, weights=start, nodes=nodes, blunders=blunders
    )
    played_now = track(chunks, total=-(-games // CHUNK), description="playing")
    earlier = [np.load(file) for each in also for file in sorted(each.glob("*.npy"))]
    samples = np.concatenate([*earlier, *played_now])
    holds = Holds(period_hold, hold, evenly)
    present = widened(load_weights(start), knowledge.features)
    weights = fit(knowledge, samples, present, holds, horizon=horizon, sweeps=sweeps)
    provenance = {
        "how": "least squares on self-play: azulejos tune",
        "games": games,
        "options": [str(options) for options in sets],
        "samples": len(samples),
        "nodes": nodes,
        "blunders": blunders,
        "hold": hold,
        "period_hold": period_hold,
        "evenly": evenly,
        "horizon": horizon,
        "sweeps": sweeps,
        "also": [each.name for each in also],
        "start": json.loads(start.read_text(encoding="utf-8"))["provenance"],
        "note": note,
    }
    text = json.dumps({"provenance": provenance, "weights": weights.tolist()})
    output = output or folder / "weights.json"
    write_atomically(output, text + "\n")
    click.echo(f"{len(samples)} samples; wrote {output}")
