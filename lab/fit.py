"""Fit the evaluation of a game's search: `python -m lab.fit --help`.

Collects positions from self-play, makes targets, fits the linear weights of boards, and in Azul a
network on top of them. lab/README.md explains how, and how well it does.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
import numpy as np

from azulejos.bots.search.engine import Search
from azulejos.bots.search.games import KNOWLEDGE, SEARCHED_GAMES
from azulejos.bots.search.knowledge import POINT, Knowledge
from azulejos.bots.search.versions import find_version
from azulejos.bots.search.weights import load_weights
from azulejos.games import game as game_named
from azulejos.play.record_file import write_atomically
from lab import network
from lab.arguments import options_of, processes, takes_options
from lab.dataset import Dataset, Floats, dataset_of, values_by
from lab.linear import fit_weights
from lab.selfplay import Plan, Rows, collect

MAX_GAMES = 10_000_000  # in a folder
FILE = click.Path(path_type=Path, exists=True, dir_okay=False)
DEFAULTS = network.TrainConfig()


@click.command(
    epilog="""\b
Examples:
  python -m lab.fit azul once/ --options players=3 --output once.json
  python -m lab.fit azul more/ --options players=3 --weights once.json --output more.json
  python -m lab.fit sintra deep/ --deep-nodes 5000 --output deep.json
  python -m lab.fit azul once/ --options players=3 --weights more.json     only measure
  azulejos arena --players search:nodes=20k,weights=more.json search:nodes=20k search:nodes=20k"""
)
@click.argument("game", type=click.Choice(SEARCHED_GAMES))
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--games", default=4000, show_default=True, help="Games to learn from.")
@takes_options(help_more=" All with the same number of players.")
@click.option("--nodes", default=2500, show_default=True, help="Search nodes per move.")
@click.option(
    "--deep-nodes",
    default=0,
    show_default=True,
    help="Fit to deeper searches of so many nodes (two players); 0: to how rounds ended.",
)
@click.option("--deals", default=4, show_default=True, help="To search at the end of a round.")
@click.option("--share", default=0.25, show_default=True, help="Of other positions, to search.")
@click.option("--l2", default=300.0, show_default=True, help="Ridge penalty on changed weights.")
@click.option("--epochs", default=DEFAULTS.epochs, show_default=True, help="Of Azul's network.")
@click.option("--decay", default=DEFAULTS.decay, show_default=True, help="Of Azul's network.")
@click.option("--seed", default=0, show_default=True, help="Of Azul's network.")
@click.option(
    "--also",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    multiple=True,
    help="Folder with games of an earlier run to learn from as well. Repeatable.",
)
@click.option("--weights", type=FILE, help="To play with and begin from; else the version's.")
@click.option("--afresh", is_flag=True, help="Begin from weights that are all zero.")
@click.option(
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    help="File to write the weights to. Without it, only the present ones are measured.",
)
@click.option("--version", type=int, help="Version of the search (default: the newest).")
@processes
def fit(
    game: str,
    folder: Path,
    *,
    games: int,
    options: tuple[str, ...],
    nodes: int,
    deep_nodes: int,
    deals: int,
    share: float,
    l2: float,
    epochs: int,
    decay: float,
    seed: int,
    also: tuple[Path, ...],
    weights: Path | None,
    afresh: bool,
    output: Path | None,
    version: int | None,
    processes: int,
    ray: str | None,
) -> None:
    """Fit the evaluation of GAME to positions of self-play, kept in FOLDER.

    Prints how far values are off in every fifth game, which is held out, in points: before and
    after. Most of it is the luck of one round. Whether new weights are better is for the arena to
    say. Run it again with what it wrote, in another folder, to learn from better games.
    """
    knowledge = KNOWLEDGE.of(game)
    counts = {each.players for each in options_of(game_named(game), options)}
    if len(counts) > 1 or (deep_nodes and counts != {2}):
        wanted = "two players" if deep_nodes else "the same number of players"
        raise click.BadParameter(f"all games need {wanted}", param_hint="--options")
    start = weights or find_version(knowledge, version).edition(counts.pop()).weights
    if afresh:
        weights = start = zero_weights(knowledge, folder / "zero.json")
    plan = Plan(game, options, nodes, deep_nodes, deals, share, version, weights)
    rows = collect(plan, folder, games, processes=processes, ray=ray)
    rows = np.concatenate([rows, *earlier_games(also)])
    dataset = dataset_of(knowledge, rows, searched=bool(deep_nodes))
    present = load_weights(start)
    files = {"before": start}
    fitted = present
    if output:
        config = network.TrainConfig(epochs=epochs, decay=decay, seed=seed)
        fitted = fit_weights(dataset, present, l2)
        content: dict[str, Any] = {"weights": fitted.tolist()}
        if knowledge.load_correction and epochs:
            content = with_network(dataset, rows, fitted, config)
        content["provenance"] = {
            "how": "python -m lab.fit",
            "games": len(np.unique(rows["game"])),
            "positions": int((dataset.is_known & ~dataset.held_out).sum()),
            "options": options,
            "nodes": nodes,
            "deep_nodes": deep_nodes,
            "l2": l2,
            "network": vars(config) if "correction" in content else None,
            "start": json.loads(start.read_text(encoding="utf-8")).get("provenance"),
        }
        write_atomically(output, json.dumps(content) + "\n")
        files["after"] = output
    searches = {name: Search(game_named(game), file, version) for name, file in files.items()}
    echo_errors(dataset, rows, searches, dataset.targets(fitted))


def zero_weights(knowledge: Knowledge, file: Path) -> Path:
    """A file of weights that are all zero."""
    file.parent.mkdir(parents=True, exist_ok=True)
    nothing = np.zeros(knowledge.shape, int).tolist()
    write_atomically(file, json.dumps({"provenance": {"how": "zero"}, "weights": nothing}))
    return file


def earlier_games(folders: tuple[Path, ...]) -> list[Rows]:
    """The positions of games in other folders, with indexes that no other games have."""
    earlier = []
    for place, folder in enumerate(folders, 1):
        for file in sorted(folder.glob("*.npy")):
            rows = np.load(file)
            rows["game"] += place * MAX_GAMES
            earlier.append(rows)
    return earlier


def with_network(
    dataset: Dataset, rows: Rows, weights: Floats, config: network.TrainConfig
) -> dict[str, Any]:
    """Weights with the network that corrects what they say within rounds."""
    chosen = dataset.is_known & (dataset.stages > 0) & ~dataset.held_out
    examples = network.examples_of(dataset, rows, weights, chosen)
    return network.as_file(network.fit_network(examples, weights.shape, config), weights)


def echo_errors(dataset: Dataset, rows: Rows, searches: dict[str, Search], targets: Floats) -> None:
    """Print by period and stage how far values are off in games that are held out."""
    chosen = dataset.is_known & dataset.held_out
    periods, stages = dataset.periods[chosen], dataset.stages[chosen]
    errors = {
        name: (targets[chosen] - values_by(search, rows[chosen])) / POINT
        for name, search in searches.items()
    }
    click.echo("period  stage  positions" + "".join(f"{name:>9}" for name in errors))
    groups = [("all", "all", chosen[chosen])]
    groups += [
        (str(period), str(stage), (periods == period) & (stages == stage))
        for period, stage in sorted({*zip(periods.tolist(), stages.tolist(), strict=True)})
    ]
    for period, stage, group in groups:
        off = "".join(f"{error[group].std():9.2f}" for error in errors.values())
        click.echo(f"{period:>6} {stage:>6} {group.sum():10}{off}")


if __name__ == "__main__":
    fit()
