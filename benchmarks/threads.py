"""Measure what several cores bring to one search: how long solving a set of rounds takes.

python benchmarks/threads.py --game azul --players 2 --threads 1 --threads 2

It needs as many free cores as threads. Threads that take turns on one core hardly ever do the same
work at once, so on a busy machine the nodes of the busiest thread flatter them.
"""

from __future__ import annotations

import random
import time

import click

from azulejos.bots import bot
from azulejos.bots.search.engine import Search
from azulejos.bots.search.games import SEARCHED_GAMES
from azulejos.bots.search.parallel import ParallelSearch
from azulejos.bots.search.result import Budget
from azulejos.bots.search.workspace import counters_of
from azulejos.core.state import View
from azulejos.games import game
from azulejos.play.match import Match


@click.command()
@click.option("--game", "name", type=click.Choice(SEARCHED_GAMES), default="azul")
@click.option("--players", default=2, show_default=True)
@click.option("--threads", "numbers", multiple=True, type=int, default=(1, 2), show_default=True)
@click.option("--rounds", default=12, show_default=True, help="To be solved.")
@click.option(
    "--nodes", default=500_000, show_default=True, help="Most for a round, by one thread."
)
def main(name: str, players: int, numbers: tuple[int, ...], rounds: int, nodes: int) -> None:
    """Print what each number of threads takes."""
    views = solvable(name, players, rounds, nodes)
    for threads in numbers:
        each = [spent(name, threads, view) for view in views]
        seconds, total, busiest = (sum(column) for column in zip(*each, strict=True))
        print(
            f"{name}, {players} players, {threads} threads: {seconds:.2f} s, "
            f"{total / seconds / 1e6:.2f} million nodes a second; nodes (millions): "
            f"{total / 1e6:.2f}, of the busiest thread {busiest / 1e6:.2f}",
            flush=True,
        )


def solvable(name: str, players: int, rounds: int, nodes: int) -> list[View]:
    """What seats see in greedy games, once in each, where a round can be solved but not easily."""
    views: list[View] = []
    seed = 0
    while len(views) < rounds:
        seed += 1
        played, source = game(name), random.Random(seed)
        match = Match(played, played.options.of({"players": players}), source=source)
        player = bot(f"greedy:seed={seed}")
        for _ in range(source.randrange(3, 60)):
            if match.state.to_move is not None:
                match.play(match.state.to_move, player.choose(match.view(match.state.to_move)))
        while (seat := match.state.to_move) is not None:
            result = Search(played).think(match.view(seat), Budget(nodes=nodes))
            if result.is_complete:
                views += [match.view(seat)] if result.nodes > nodes // 5 else []
                break
            match.play(seat, player.choose(match.view(seat)))
    return views


def spent(name: str, threads: int, view: View) -> tuple[float, int, int]:
    """The seconds, the nodes of all threads, and those of the busiest."""
    search = Search(game(name))
    rooms = [search._room_for(view.state.players)]
    if threads > 1:
        search = parallel = ParallelSearch(game(name), threads=threads)
        players = view.state.players
        rooms = [parallel._room_for(players), *parallel._helpers_for(players)]
    search.think(view, Budget(nodes=1))  # compiled or loaded, and all memory is there
    begun = time.perf_counter()
    nodes = search.think(view, Budget()).nodes
    seconds = time.perf_counter() - begun
    return seconds, nodes, max(counters_of(room).nodes for room in rooms)


if __name__ == "__main__":
    main()
