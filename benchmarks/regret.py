"""Compare searches by the moves that they choose in the same positions, without playing games.

python benchmarks/regret.py --game sintra -o players=3 search:nodes=8k,version=1 search:nodes=8k

Regret is how much less the chosen move is worth than the best of those chosen, in points, by what a
deeper search finds. It takes a fraction of the time of a match, but tells nothing about weights: a
judge agrees with its own. So use it for what searches do with the same weights.
"""

from __future__ import annotations

import random
import statistics
import time
from typing import NamedTuple

import click

from azulejos.bots import bot
from azulejos.bots.search.bot import SearchBot
from azulejos.bots.search.engine import Search
from azulejos.bots.search.games import SEARCHED_GAMES
from azulejos.bots.search.result import Budget
from azulejos.core.move import Move
from azulejos.core.state import View
from azulejos.games import game
from azulejos.play.match import Match

SHARE = 0.1  # of the positions of a game
RANDOM_MOVES = 0.1
PLAYER = "search:nodes=2k"


class Choices(NamedTuple):
    """What a search chose in all positions, and what that took."""

    moves: list[Move]
    solved: int
    nodes: int
    seconds: float  # of processor time


@click.command()
@click.argument("searches", nargs=-1, required=True)
@click.option("--game", "name", type=click.Choice(SEARCHED_GAMES), default="azul")
@click.option("--option", "-o", "options", multiple=True, help="Of the game, like players=3.")
@click.option("--positions", default=200, show_default=True)
@click.option("--judge", default="250k", show_default=True, help="Nodes of the search that judges.")
@click.option("--seed", default=0, show_default=True)
def main(
    searches: tuple[str, ...],
    *,
    name: str,
    options: tuple[str, ...],
    positions: int,
    judge: str,
    seed: int,
) -> None:
    """Print the regret of each of the SEARCHES, the rounds it solved, and its time for a move."""
    views = sample(name, dict(each.split("=", 1) for each in options), positions, seed)
    chosen = {text: choose(text, views) for text in searches}
    judging = search_bot(f"search:nodes={judge}").budget
    regrets = regrets_of(views, [each.moves for each in chosen.values()], judging)
    for (text, each), regret in zip(chosen.items(), regrets, strict=True):
        beyond = [one - other for one, other in zip(regret, regrets[0], strict=True)]
        print(
            f"{text}: regret {statistics.mean(regret):.3f} points, beside the first "
            f"{statistics.mean(beyond):+.3f} ± {margin(beyond):.3f}; solved {each.solved} of "
            f"{len(views)}; {each.nodes // len(views):,} nodes and "
            f"{1000 * each.seconds / len(views):.1f} ms a move",
            flush=True,
        )


def sample(name: str, options: dict[str, str], number: int, seed: int) -> list[View]:
    """What seats see in games of a search against itself, where there is a choice."""
    played, source = game(name), random.Random(seed)
    player = search_bot(PLAYER)
    views: list[View] = []
    while len(views) < number:
        match = Match(played, played.options.of(options), source=source)
        while (seat := match.state.to_move) is not None:
            view, moves = match.view(seat), match.state.legal_moves
            if len(moves) > 1 and source.random() < SHARE:
                views.append(view)
            is_random = source.random() < RANDOM_MOVES
            match.play(seat, source.choice(moves) if is_random else player.choose(view))
    return views[:number]


def choose(text: str, views: list[View]) -> Choices:
    searching = search_bot(text)
    searching.think(views[0], Budget(nodes=1))  # compiled or loaded, and all memory is there
    begun = time.process_time()
    result = [searching.decide(view) for view in views]
    return Choices(
        moves=[each.moves[0].move for each in result],
        solved=sum(each.is_complete for each in result),
        nodes=sum(each.nodes for each in result),
        seconds=time.process_time() - begun,
    )


def regrets_of(views: list[View], chosen: list[list[Move]], budget: Budget) -> list[list[float]]:
    """How much each choice gives away in each position."""
    judge = Search(views[0].state.game)
    regrets: list[list[float]] = [[] for _ in chosen]
    for place, view in enumerate(views):
        moves = [of_one[place] for of_one in chosen]
        worth = {move: value(judge, view, move, budget) for move in {*moves}}
        for move, regret in zip(moves, regrets, strict=True):
            regret.append(max(worth.values()) - worth[move])
    return regrets


def value(judge: Search, view: View, move: Move, budget: Budget) -> float:
    """What a move is worth, in points, to a search that looks at it as long as at the best."""
    result = judge.think(view, budget, also=move).moves
    return next(each.points for each in result if each.move == move)


def margin(differences: list[float]) -> float:
    """Half of the 95 % interval of their mean."""
    return 1.96 * statistics.stdev(differences) / len(differences) ** 0.5


def search_bot(text: str) -> SearchBot:
    made = bot(text)
    if not isinstance(made, SearchBot):
        raise click.BadParameter(f"{text} is no search")
    return made


if __name__ == "__main__":
    main()
