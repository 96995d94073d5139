"""Measure the steps between levels in all games and numbers of players, and make them alike.

python benchmarks/levels.py --games 60                          measure all of them
python benchmarks/levels.py --game sintra --players 4 --to strong
python benchmarks/levels.py --set 4 --games 100                 set `levels.json`, in 4 rounds

One of a level sits at a table of the level below, each deal from every seat. The Elo of a step
comes from the share of the others that it finishes ahead of, so it can be compared between numbers
of players. To set the levels, the temperature of each is raised or lowered by how far its rating is
from where equal steps between the lowest and the highest would have it; those two stay as they are.
"""

from __future__ import annotations

import json
import math
from itertools import pairwise
from pathlib import Path

import click

import azulejos
from azulejos import GAME_NAMES, LEVELS
from azulejos.bots import arena, levels
from azulejos.bots.arena import BotStanding, Plan
from azulejos.bots.arena.counting import elo_text

NAMES = [*LEVELS]
MAX_ELO = 800.0  # what a clean sweep counts as
FIRMNESS = 600.0  # Elo for which a temperature changes by a factor of e
Temperatures = dict[str, dict[str, dict[str, float]]]


@click.command()
@click.option("--game", "games_named", multiple=True, type=click.Choice(GAME_NAMES))
@click.option("--players", "numbers", multiple=True, type=int, help="All numbers, unless named.")
@click.option("--from", "lowest", type=click.Choice(NAMES), default=NAMES[0])
@click.option("--to", "highest", type=click.Choice(NAMES), default=NAMES[-1])
@click.option("--games", default=60, help="Of each step.")
@click.option("--seed", default=0)
@click.option("--processes", default=1)
@click.option("--set", "rounds", default=0, help="Set the temperatures, in so many rounds.")
def main(
    games_named: tuple[str, ...],
    numbers: tuple[int, ...],
    lowest: str,
    highest: str,
    *,
    games: int,
    seed: int,
    processes: int,
    rounds: int,
) -> None:
    """Measure the steps between levels, or set them."""
    chosen = NAMES[NAMES.index(lowest) : NAMES.index(highest) + 1]
    print("| game, players | " + " | ".join(f"`{name}`" for name in chosen[1:]) + " |")
    print("|---" * len(chosen) + "|")
    for game in games_named or GAME_NAMES:
        allowed = next(azulejos.game(game).options.each()).metadata["allowed"]
        for players in [each for each in allowed if each in (numbers or allowed)]:
            for number in range(rounds):
                fresh = {"games": games, "seed": seed + 1 + number, "processes": processes}
                steps = measure(game, players, chosen, **fresh)
                adjust(game, players, chosen, [bounded(each) for each in steps])
            steps = measure(game, players, chosen, games=games, seed=seed, processes=processes)
            show(game, players, steps)


def measure(
    game: str, players: int, chosen: list[str], *, games: int, seed: int, processes: int
) -> list[BotStanding]:
    """How each level does at a table of the level below."""
    options = azulejos.game(game).options(players=players)
    result = []
    for worse, better in pairwise(chosen):
        plan = Plan(game, options, (better, *[worse] * (players - 1)), seed)
        deals = arena.play(plan, plan.deals(games), processes)
        result.append(arena.count(plan, list(deals)).standings[0])
    return result


def show(game: str, players: int, steps: list[BotStanding]) -> None:
    cells = [f"{each.wins:.0%}, {elo_text(each.elo)}" for each in steps]
    print(f"| {game}, {players} | " + " | ".join(cells) + " |", flush=True)


def bounded(step: BotStanding) -> float:
    return max(-MAX_ELO, min(MAX_ELO, step.elo.value))


def adjust(game: str, players: int, chosen: list[str], steps: list[float]) -> None:
    """Move the temperatures between the lowest and the highest level towards equal steps."""
    settings: Temperatures = json.loads(levels.SETTINGS.read_text(encoding="utf-8"))
    of_table = settings[game][str(players)]
    step, rating = sum(steps) / len(steps), 0.0
    for number, name in enumerate(chosen[1:-1], 1):
        rating += steps[number - 1]
        of_table[name] *= math.exp((rating - number * step) / FIRMNESS)
        of_table[name] = round(of_table[name], 3)
    write(levels.SETTINGS, settings)
    levels.temperatures.cache_clear()


def write(file: Path, settings: Temperatures) -> None:
    """A line for each number of players."""
    games = []
    for game, tables in settings.items():
        lines = [f'  "{players}": {json.dumps(each)}' for players, each in tables.items()]
        games.append(f' "{game}": {{\n' + ",\n".join(lines) + "\n }")
    file.write_text("{\n" + ",\n".join(games) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
