"""`azulejos train`: fit what positions within a round are worth in Azul."""

from __future__ import annotations

import json
from pathlib import Path

import click
import numpy as np

from azulejos.bots.search.engine import Search
from azulejos.bots.search.games import KNOWLEDGE
from azulejos.bots.search.weights import load_weights, widened
from azulejos.bots.training import boards, network
from azulejos.bots.training.accuracy import static_values
from azulejos.bots.training.positions import Plan, collect
from azulejos.cli.arguments import number
from azulejos.cli.searching import who_plays_where
from azulejos.errors import BotError
from azulejos.games import game as game_named
from azulejos.play.files import write_atomically

DEFAULTS = network.Course()


@click.command(
    epilog="""\b
Examples:
  azulejos train positions/ --games 2000 --weights mine.json --output corrected.json
  azulejos accuracy azul solved/ --weights corrected.json"""
)
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@number("--games", 2000, "Games to take positions from.")
@number("--nodes", 5000, "Search nodes per move of the games.")
@number("--deep-nodes", 40_000, "Search nodes for the value of a position.")
@click.option(
    "--share",
    type=click.FloatRange(0, 1),
    default=0.5,
    show_default=True,
    help="Share of the positions of a game to use.",
)
@number("--epochs", DEFAULTS.epochs, "Passes over all positions.")
@click.option("--decay", default=DEFAULTS.decay, show_default=True, help="Weight decay.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the initial weights.")
@click.option(
    "--weights",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    required=True,
    help="The weights of boards to begin from, as `azulejos tune` writes them.",
)
@click.option(
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    required=True,
    help="File to write the weights and the network to.",
)
@who_plays_where
def train(
    folder: Path,
    *,
    games: int,
    nodes: int,
    deep_nodes: int,
    share: float,
    epochs: int,
    decay: float,
    seed: int,
    weights: Path,
    output: Path,
    version: int | None,
    processes: int,
    ray: str | None,
) -> None:
    """Fit Azul's values within a round, for two players, to positions kept in FOLDER.

    They come from games that the search plays against itself. Values should be what a deep search
    finds: the weights of boards learn it together with the network that looks at the offer. What
    the end of a round is worth stays as it is. Nothing is learnt from every fifth game, nor from
    rounds that end the game. It prints how far values without a network were off in those games,
    and are now.
    """
    plan = Plan("azul", nodes=nodes, deep_nodes=deep_nodes, share=share, version=version)
    rows = np.concatenate([*collect(plan, folder, games, processes=processes, ray=ray)])
    rows = rows[~rows["is_decided"]]
    boards_alone = Search(game_named("azul"), weights, version=1)
    knowledge = KNOWLEDGE.of("azul")
    taught = boards.lesson_of(knowledge, rows, static_values(boards_alone, rows))
    learnt = ~taught.held_out
    if not learnt.any():
        raise BotError(f"there is nothing to learn from in {games} games")
    course = network.Course(epochs=epochs, decay=decay, seed=seed)
    result = network.learn(network.lesson_of(rows[learnt]["key"], taught.of(learnt)), course)
    content = json.loads(weights.read_text(encoding="utf-8"))
    present = widened(load_weights(weights), knowledge.features)
    content["provenance"] = {
        "how": "within rounds fitted together with what corrects them: azulejos train",
        "games": games,
        "start": content.get("provenance"),
    }
    content["weights"] = network.improved(present, result)
    content["correction"] = {
        "provenance": {
            "how": "gradient descent on deeply searched positions: azulejos train",
            "games": games,
            "positions": int(learnt.sum()),
            "nodes": nodes,
            "deep_nodes": deep_nodes,
            "epochs": epochs,
            "decay": decay,
            "seed": seed,
        },
        **network.rounded(result),
    }
    write_atomically(output, json.dumps(content) + "\n")
    click.echo(f"learnt from {learnt.sum()} positions; wrote {output}")
    if not learnt.all():
        others = network.lesson_of(rows[~learnt]["key"], taught.of(~learnt))
        left = others.wanted - network.corrections(others, result)
        click.echo(f"off in the others: {others.wanted.std():.2f} -> {left.std():.2f} points")
