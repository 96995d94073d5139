"""Run `python -m lab.bench` for every game and option set, and print what the figures share.

python benchmarks/engine.py [--seconds 5] [--game azul]
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import click

from azulejos.games import GAME_NAMES, game

MAX_VALUES = 3  # of an option: Azul Duel has 50 choices of scoring tiles, all equally fast


def option_sets(name: str) -> list[list[str]]:
    """All options left as they are, then every value of each option that has names for values."""
    sets: list[list[str]] = [[]]
    for option in game(name).options.each():
        if isinstance(option.default, str):
            others = [value for value in option.metadata["allowed"] if value != option.default]
            sets += [["--option", f"{option.name}={value}"] for value in others[:MAX_VALUES]]
    return sets


def measure(name: str, options: list[str], seconds: float) -> list[dict[str, Any]]:
    """Bench in a process of its own, so that no measurement warms up the next."""
    program = "from lab.bench import bench; bench()"
    command = [sys.executable, "-c", program, "--game", name, "--json", "--seconds", str(seconds)]
    run = subprocess.run([*command, *options], check=True, stdout=subprocess.PIPE, text=True)  # noqa: S603
    return [json.loads(line) for line in run.stdout.splitlines()]


@click.command()
@click.option("--game", "names", multiple=True, type=click.Choice(GAME_NAMES))
@click.option("--seconds", default=5.0, show_default=True, help="For each row.")
def main(names: tuple[str, ...], seconds: float) -> None:
    """Print a row for each game, option set and number of players."""
    head = ("options", "games/s", "ratio", "moves/s", "list", "move", "copy", "call", "play")
    print(f"{head[0]:40}" + "".join(f"{title:>11}" for title in head[1:]))
    first = None
    for name in names or GAME_NAMES:
        for options in option_sets(name):
            for found in measure(name, options, seconds):
                first = first or found["games_per_second"]
                cells = (
                    f"{found['games_per_second']:,.0f}",
                    f"{found['games_per_second'] / first:.2f}",
                    f"{found['moves_per_second']:,.0f}",
                    f"{found['legal_ns']:.0f} ns",
                    f"{found['apply_ns']:.0f} ns",
                    f"{found['copy_ns']:.0f} ns",
                    f"{found['python_call_us']:.2f} us",
                    f"{found['state_play_us']:.1f} us",
                )
                title = f"{name} {found['options']}"
                print(f"{title:40}" + "".join(f"{cell:>11}" for cell in cells), flush=True)


if __name__ == "__main__":
    main()
