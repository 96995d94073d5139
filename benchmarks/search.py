"""Measure the search: nodes a second of processor time, from the first position of some games.

python benchmarks/search.py [--game azul] [--nodes 1000000]
"""

from __future__ import annotations

import random
import time

import click

from azulejos.bots.search.engine import Search, prepare
from azulejos.bots.search.games import SEARCHED_GAMES
from azulejos.bots.search.result import Budget
from azulejos.games import game
from azulejos.play.match import Match

POSITIONS = 4


def speed(name: str, players: int, seed: int, nodes: int) -> float:
    """Nodes a second of processor time, which other programs do not disturb much."""
    result = game(name)
    match = Match(result, result.options.of({"players": players}), source=random.Random(seed))
    view = match.view(match.state.to_move or 0)
    search = Search(result)
    begun = time.process_time()
    spent = search.think(view, Budget(nodes=nodes)).nodes
    return spent / (time.process_time() - begun)


@click.command()
@click.option("--game", "names", multiple=True, type=click.Choice(SEARCHED_GAMES))
@click.option("--nodes", default=1_000_000, show_default=True, help="For each position.")
def main(names: tuple[str, ...], nodes: int) -> None:
    """Print the slowest and the fastest of some positions, for each number of players."""
    for name in names or SEARCHED_GAMES:
        prepare(game(name))
        allowed = next(each for each in game(name).options.each() if each.name == "players")
        for players in allowed.metadata["allowed"]:
            result = [speed(name, players, seed, nodes) for seed in range(POSITIONS)]
            print(
                f"{name:10} {players} players: {min(result) / 1e6:.2f} to {max(result) / 1e6:.2f} "
                "million nodes a second",
                flush=True,
            )


if __name__ == "__main__":
    main()
