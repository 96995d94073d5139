"""Count lines of play, to compare with another program: `python -m lab.perft --help`."""

from __future__ import annotations

import random
from collections.abc import Mapping

import click

from azulejos.cli.arguments import GAME, game_options, wrong_usage
from azulejos.games import game as game_named
from azulejos.play.perft import perft as count_lines
from lab.selfplay import dealt


@click.command(
    epilog="""\b
Examples:
  python -m lab.perft azul --depth 3 --seed 7
  python -m lab.perft azul --depth 2 -o players=4 -o side=grey
  python -m lab.perft azul --depth 2 --position \\
    "azul; round 1 phase=offer turn=1 start=1; displays B2YR K2W2 - - -"\n"""
)
@click.argument("game", type=GAME, metavar="GAME")
@click.option("--depth", type=click.IntRange(0), required=True, help="How many moves deep.")
@click.option("--position", metavar="TEXT", help="Count from this position instead of a new game.")
@game_options
@click.option("--seed", default=0, show_default=True, help="Of the deal of a new game.")
def perft(
    game: str, *, depth: int, position: str | None, options: Mapping[str, str], seed: int
) -> None:
    """Count the lines of play of GAME, up to a depth in moves.

    A line ends early where chance is to deal or the game is over. The position is printed first,
    so that a count can be repeated with --position.
    """
    if position is not None and options:
        raise click.UsageError("a position has its options: use --position or --option, not both")
    played = game_named(game)
    with wrong_usage():
        start = played.position(position) if position else played.new(played.options.of(options))
    start = dealt(start, random.Random(seed))
    click.echo("; ".join(str(start).splitlines()))
    for ply in range(1, depth + 1):
        click.echo(f"depth {ply}: {count_lines(start, ply)}")


if __name__ == "__main__":
    perft()
