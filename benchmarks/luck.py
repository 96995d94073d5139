"""How far the luck that a review tells may be off: what other sampled deals would have said.

python benchmarks/luck.py                       five games of each game, eight times each
python benchmarks/luck.py --game azul --games 20

Luck compares each deal with some that are sampled. Of every game it is measured again and again
with other samples; the standard deviation of these figures, without rounding, is the noise.
"""

from __future__ import annotations

import math
import random
import statistics

import click

import azulejos
from azulejos import GAME_NAMES
from azulejos.bots import bot
from azulejos.bots.search.engine import Search
from azulejos.bots.search.result import Budget
from azulejos.play.match import Match
from azulejos.play.record import Record
from azulejos.skill import luck
from azulejos.skill.luck import LOOK, SAMPLES, deal_luck, deals

PLAYER = "casual"


@click.command()
@click.option("--game", "games", multiple=True, type=click.Choice(GAME_NAMES), default=GAME_NAMES)
@click.option("--games", "number", default=5, help="Of each game.")
@click.option("--times", default=8, help="That the luck of a game is measured.")
def main(games: tuple[str, ...], number: int, times: int) -> None:
    """Measure the noise of luck."""
    luck.LOOK = Budget(nodes=LOOK.nodes, depth=LOOK.depth)  # however busy the machine
    print(f"{SAMPLES} deals, depth {LOOK.depth}")
    print("| game | games | points of luck, on average | noise |")
    print("|---|---|---|---|")
    for name in games:
        search = Search(azulejos.game(name))
        result = [measured(search, played(name, seed), times) for seed in range(number)]
        size = statistics.fmean(abs(statistics.fmean(each)) for each in result)
        noise = math.sqrt(statistics.fmean(statistics.variance(each) for each in result))
        print(f"| {name} | {number} | {size:.1f} | {noise:.2f} |", flush=True)


def played(name: str, seed: int) -> Record:
    """A game of two bots."""
    game, source = azulejos.game(name), random.Random(f"luck {name} {seed}")
    match = Match(game, game.options(), source=source)
    players = [bot(PLAYER, random.Random(f"{seed} {seat}")) for seat in range(2)]
    while (seat := match.state.to_move) is not None:
        match.play(seat, players[seat].choose(match.view(seat)))
    return match.record


def measured(search: Search, record: Record, times: int) -> list[float]:
    """The luck of the first seat, each time by other samples."""
    result = [*deals(record.states())]
    return [
        sum(
            deal_luck(search, deal, random.Random(f"{time} {place}"))
            for place, deal in enumerate(result)
        )
        for time in range(times)
    ]


if __name__ == "__main__":
    main()
