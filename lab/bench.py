"""How fast the rules are, on one core: `python -m lab.bench --help`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict

import click

from azulejos.cli.arguments import GAME, game_options, wrong_usage
from azulejos.core.game import Game
from azulejos.core.options import Value
from azulejos.games import GAME_NAMES, game
from lab.measuring import Measurement, measure, time_starts

FIGURES = (
    ("games a second", "games_per_second", 0),
    ("moves a second", "moves_per_second", 0),
    ("list of legal moves, ns", "legal_ns", 1),
    ("a move, ns", "apply_ns", 1),
    ("copy of a table, ns", "copy_ns", 1),
    ("list from Python, us", "python_call_us", 2),
    ("State.play, us", "state_play_us", 2),
    ("cold start, s", "cold_start_s", 1),
    ("warm start, s", "warm_start_s", 1),
    ("moves of a game", "mean_moves", 1),
    ("score of a seat", "mean_score", 2),
    ("legal moves", "mean_legal", 1),
    ("bytes of a table", "state_bytes", 0),
)


@click.command(
    epilog="""\b
Examples:
  python -m lab.bench --game azul
  python -m lab.bench --game azul --players 2 -o side=grey --seconds 10 --json
  python -m lab.bench --game azul --start\n"""
)
@click.option(
    "--game", "name", type=GAME, default=GAME_NAMES[0], show_default=True, help="Game to measure."
)
@click.option("--players", type=int, help="Number of players (default: every possible number).")
@game_options
@click.option(
    "--seconds",
    type=click.FloatRange(min=0.01),
    default=5.0,
    show_default=True,
    help="Seconds to measure for each number of players.",
)
@click.option(
    "--start",
    is_flag=True,
    help="Also time new processes, before and after compiling.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per line.")
def bench(
    name: str,
    players: int | None,
    options: Mapping[str, str],
    seconds: float,
    *,
    start: bool,
    as_json: bool,
) -> None:
    """Measure the rules of a game on one core: random games, lists, moves, copies."""
    result = game(name)
    with wrong_usage():
        chosen = [result.options.of(values) for values in _option_sets(result, players, options)]
    starts = time_starts(name) if start else (None, None)
    measurements = []
    for each in chosen:
        click.echo(f"measuring {name} {each} for {seconds:g} s ...", err=True)
        measurements.append(measure(result, each, seconds, starts))
        if as_json:
            click.echo(json.dumps(asdict(measurements[-1])))
    if not as_json:
        click.echo(_as_table(measurements))


def _option_sets(
    found: Game, players: int | None, options: Mapping[str, str]
) -> Iterable[dict[str, Value]]:
    """The options by name, once for each number of players that is to be measured."""
    values: dict[str, Value] = {**options}
    if players is not None:
        values["players"] = players
    if "players" in values:
        return [values]
    allowed = next(each for each in found.options.each() if each.name == "players")
    return [{**values, "players": number} for number in allowed.metadata["allowed"]]


def _as_table(measurements: list[Measurement]) -> str:
    """A row for each figure, a column for each number of players."""
    rows = [["", *(f"{each.players} players" for each in measurements)]]
    for label, field, decimals in FIGURES:
        numbers = [getattr(each, field) for each in measurements]
        if None not in numbers:
            rows.append([label, *(f"{number:,.{decimals}f}" for number in numbers)])
    first = measurements[0]
    facts = [f"{first.game} {first.options}", "compiled" if first.compiled else "interpreted"]
    facts += [f"{name} {number}" for name, number in first.versions.items()]
    lines = [f"{row[0]:30}" + "".join(f"{cell:>14}" for cell in row[1:]) for row in rows]
    return "\n".join([", ".join(facts), *lines])


if __name__ == "__main__":
    bench()
