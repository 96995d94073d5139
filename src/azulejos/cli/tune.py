"""`azulejos tune`: find the weights of an evaluation by self-play."""

from __future__ import annotations

import json
from pathlib import Path

import click
import numpy as np
from rich.progress import track

from azulejos.bots.search.games import KNOWLEDGE, SEARCHED_GAMES
from azulejos.bots.search.versions import find_version
from azulejos.bots.search.weights import load_weights
from azulejos.bots.tuning import CHUNK, Holds, collect, fit, settle_start
from azulejos.cli.arguments import number
from azulejos.cli.searching import read_option_sets, takes_option_sets
from azulejos.games import game as game_named
from azulejos.play.files import write_atomically


@click.command(
    epilog="""\b
Examples:
  azulejos tune azul games/                        2000 games with the newest weights
  azulejos tune azul games/ --output mine.json     write those that are found elsewhere
  azulejos arena --players search:nodes=2k,weights=mine.json search:nodes=2k"""
)
@click.argument("game", type=click.Choice(SEARCHED_GAMES))
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@number("--games", 2000, "Games to play.")
@takes_option_sets()
@number("--nodes", 1000, "For a move.")
@click.option("--blunders", default=0.05, show_default=True, help="The share of random moves.")
@click.option(
    "--hold", default=1000.0, show_default=True, help="Of a stage's weights on its period's."
)
@click.option(
    "--period-hold", default=100.0, show_default=True, help="Of a period's on the present ones."
)
@click.option("--evenly", is_flag=True, help="Hold weights of features of all sizes alike.")
@number(
    "--horizon",
    0,
    "After how many positions the weights themselves say what follows; 0 is the game's end.",
    least=0,
)
@number(
    "--sweeps", 3, "How often the weights are fitted to what they say themselves at the horizon."
)
@click.option(
    "--start",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Weights to play with and to hold on to, instead of the newest. A folder keeps them.",
)
@click.option("--afresh", is_flag=True, help="Start with weights that are all zero.")
@click.option(
    "--also",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    multiple=True,
    help="A folder with games of an earlier run to learn from, too. Repeatable.",
)
@click.option("--output", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--note", default="", help="What is to be said about where the weights come from.")
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

    They are written to FOLDER/weights.json unless another file is named; the arena says whether
    they are better than those of the newest version, which play and are held on to.

    --afresh starts from nothing: at first only points count that a round brings, and every run
    learns more from the games of the run before.
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
    weights = fit(knowledge, samples, load_weights(start), holds, horizon=horizon, sweeps=sweeps)
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
