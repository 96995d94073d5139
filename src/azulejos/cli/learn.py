"""`azulejos learn`: fit the evaluation to how rounds of self-play end."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from azulejos.bots.search.games import KNOWLEDGE, SEARCHED_GAMES
from azulejos.bots.search.knowledge import POINT
from azulejos.bots.search.versions import find_version
from azulejos.bots.search.weights import load_weights, widened
from azulejos.bots.training import network, rounds
from azulejos.bots.training.positions import collect_chunks
from azulejos.cli.arguments import number
from azulejos.cli.refine import echo_fits
from azulejos.cli.searching import read_option_sets, takes_option_sets, who_plays_where
from azulejos.errors import BotError
from azulejos.games import game as game_named
from azulejos.play.files import write_atomically

MAX_GAMES = 10_000_000  # in a folder
COURSE = network.Course(epochs=8, decay=0.05, batch=128)


@click.command(
    epilog="""\b
Examples:
  azulejos learn azul once/ --options players=3 --output once.json
  azulejos learn azul more/ --options players=3 --weights once.json --also once/ --output more.json
  azulejos arena --players search:nodes=20k,weights=more.json search:nodes=20k search:nodes=20k""",
)
@click.argument("game", type=click.Choice(SEARCHED_GAMES))
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@number("--games", 4000, "Games to learn from.")
@takes_option_sets(more=" All with the same number of players.")
@number("--nodes", 2500, "Search nodes per move of the games.")
@click.option("--hold", default=300.0, show_default=True, help="On the present weights.")
@click.option(
    "--also",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    multiple=True,
    help="Folder with games of an earlier run to learn from as well. Repeatable.",
)
@click.option(
    "--weights",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="To play with, and to begin from; else those of the version.",
)
@click.option(
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    required=True,
    help="File to write the weights to.",
)
@who_plays_where
def learn(
    game: str,
    folder: Path,
    *,
    games: int,
    option_sets: tuple[str, ...],
    nodes: int,
    hold: float,
    also: tuple[Path, ...],
    weights: Path | None,
    output: Path,
    version: int | None,
    processes: int,
    ray: str | None,
) -> None:
    """Fit the evaluation of GAME to how rounds of games ended, kept in FOLDER.

    The games are those of the search against itself. Boards should be worth what they will be worth
    when the round has ended, or at the end of a round when the next one has. In Azul with three or
    four players, the network that looks at the offer is fitted, too. Every fifth game is held out.
    It prints how far values were off there, and are now, in points: mostly luck, so look at what
    becomes less. Run it again with what it wrote, in another folder, to learn from better games.
    """
    knowledge = KNOWLEDGE.of(game)
    counts = {each.players for each in read_option_sets(game_named(game), option_sets)}
    if len(counts) > 1:
        raise click.BadParameter("all need the same number of players", param_hint="--options")
    players = counts.pop()
    start = weights or find_version(knowledge, version).edition(players).weights
    plan = rounds.Plan(game, option_sets, nodes, version, weights)
    play = partial(rounds.play_chunk, plan)
    chunks = [*collect_chunks(play, folder, games, processes=processes, ray=ray)]
    rows = np.concatenate([*chunks, *earlier_games(also)])
    lesson = rounds.lesson_of(knowledge, rows)
    present = widened(load_weights(start), knowledge.features)
    result, fits = rounds.learn(lesson, present, hold)
    if not fits:
        raise BotError(f"there is too little to learn from in {games} games")
    echo_fits(fits)
    provenance = {
        "how": "least squares on how rounds of self-play ended: azulejos learn",
        "games": len({*rows["number"].tolist()}),
        "positions": int((lesson.led_to != rounds.UNKNOWN).sum()),
        "options": option_sets,
        "nodes": nodes,
        "hold": hold,
        "start": json.loads(start.read_text(encoding="utf-8"))["provenance"],
    }
    content: dict[str, object] = {"provenance": provenance, "weights": result.tolist()}
    if knowledge.load_correction and players > 2:
        content |= corrected(lesson, rows["key"], result)
    write_atomically(output, json.dumps(content) + "\n")
    click.echo(f"learnt from {len(rows)} positions; wrote {output}")


def earlier_games(folders: tuple[Path, ...]) -> Iterator[NDArray[Any]]:
    """The positions of games in other folders, with numbers that no other games have."""
    for place, folder in enumerate(folders, 1):
        for file in sorted(folder.glob("*.npy")):
            rows = np.load(file)
            rows["number"] += place * MAX_GAMES
            yield rows


def corrected(
    lesson: rounds.Lesson, keys: rounds.Floats, weights: rounds.Floats
) -> dict[str, object]:
    """These weights and the network that corrects what they say, fitted to the same rounds."""
    off = rounds.beside_mean(lesson.targets(weights) - lesson.values(weights)) / POINT
    chosen = (lesson.led_to != rounds.UNKNOWN) & (lesson.stages > 0)
    boards = network.BoardFeatures(lesson.features, lesson.periods, lesson.stages)
    taught, others = (
        network.lesson_of_several(keys[of], boards.of(of), off[of])
        for of in (chosen & ~lesson.held_out, chosen & lesson.held_out)
    )
    result = network.learn(taught, COURSE)
    if len(others.wanted):
        left = others.wanted - network.corrections(others, result)
        click.echo(f"corrected by the offer: {others.wanted.std():.2f} -> {left.std():.2f}")
    provenance = {
        "how": "gradient descent on how rounds of self-play ended: azulejos learn",
        "positions": len(taught.wanted),
        "epochs": COURSE.epochs,
        "decay": COURSE.decay,
    }
    return {
        "weights": network.improved(weights, result),
        "correction": {"provenance": provenance, **network.rounded(result)},
    }
