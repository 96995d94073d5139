"""`azulejos perft`: count lines of play."""

from __future__ import annotations

import random
from collections.abc import Mapping

import click

from azulejos.cli.arguments import GAME, game_options, wrong_usage
from azulejos.cli.prepare import prepare
from azulejos.cli.screen import Screen
from azulejos.core.state import State
from azulejos.core.turn import CHANCE
from azulejos.games import game as game_named
from azulejos.play.perft import perft as lines_of_play


@click.command(
    epilog="""\b
Examples:
  azulejos perft azul --depth 3 --seed 7
  azulejos perft azul --depth 2 -o players=4 -o side=grey
  azulejos perft azul --depth 2 --position \\
    "azul; round 1 phase=offer turn=1 start=1; displays B2YR K2W2 - - -"\n"""
)
@click.argument("game", type=GAME, metavar="GAME")
@click.option("--depth", type=click.IntRange(0), required=True, help="How many moves deep.")
@click.option("--position", metavar="TEXT", help="Count from this position instead of a new game.")
@game_options
@click.option(
    "--seed", type=int, default=0, show_default=True, help="Seed of the deal of a new game."
)
def perft(
    game: str,
    *,
    depth: int,
    position: str | None,
    options: Mapping[str, str],
    seed: int,
) -> None:
    """Count the lines of play of GAME, up to a depth in moves.

    A line ends early where chance is to deal or the game is over. The position is written first,
    so that a count can be repeated with --position.
    """
    if position is not None and options:
        raise click.UsageError("a position has its options: use --position or --option, not both")
    chosen = game_named(game)
    with wrong_usage():
        settled = chosen.options.of(options)
    prepare(chosen, Screen())
    with wrong_usage():
        start = chosen.position(position) if position is not None else chosen.new(settled)
    start = _dealt(start, random.Random(seed))
    click.echo("; ".join(str(start).splitlines()))
    for ply in range(1, depth + 1):
        click.echo(f"depth {ply}: {lines_of_play(start, ply)}")


def _dealt(state: State, source: random.Random) -> State:
    """The position after all that chance has to deal before the first move."""
    while state.to_move == CHANCE:
        state = state.deal(state.sample(source))
    return state
