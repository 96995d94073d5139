"""docs/reference/observations.md lists every field of every observation; `--rewrite` writes it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from azulejos import GAME_NAMES, Game, game
from azulejos.core.observation import Field, Observation

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "observations.md"


def tables() -> str:
    """The page after its introduction."""
    return "\n".join(line for name in GAME_NAMES for line in section(game(name)))


def section(described: Game) -> Iterator[str]:
    players = list(next(described.options.each()).metadata["allowed"])
    sizes = ", ".join(f"{described.observation(number).size:,} with {number}" for number in players)
    yield f"## {described.title}"
    yield f"\n{sizes} players. With {players[0]}:\n"
    yield "| first | field | axes | from | to | meaning |"
    yield "|---|---|---|---|---|---|"
    yield from rows(described.observation(players[0]))
    yield ""


def rows(observation: Observation) -> Iterator[str]:
    first = 0
    for field in observation.fields:
        bounds = f"{field.lowest} | {highest(field)}"
        yield f"| {first} | `{field.name}` | {axes(field)} | {bounds} | {field.help} |"
        first += field.size


def axes(field: Field) -> str:
    return ", ".join(f"{name} {size}" for name, size in field.axes.items())


def highest(field: Field) -> str:
    return f"{field.highest}" + (f", mostly up to {field.usual}" if field.usual else "")


def test_the_page_of_observations_is_current(rewrite: bool) -> None:
    written = PAGE.read_text(encoding="utf-8")
    introduction = written.partition("## ")[0]
    if rewrite:
        PAGE.write_text(introduction + tables(), encoding="utf-8")
    assert introduction + tables() == PAGE.read_text(encoding="utf-8")
