"""Golden games: whole records that must replay forever. `golden/README.md` says what each shows.

Their names say it too: `row-complete-2-players.txt`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from azulejos import Game, Record
from option_sets import every_game

FOLDER = Path(__file__).parent / "golden"
FILES = sorted(FOLDER.glob("*/*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name} {file.stem}")
def test_golden_game_replays(file: Path) -> None:
    text = file.read_text()
    record = Record.from_text(text)  # replays, and compares the outcome
    assert record.game.name == file.parent.name
    assert record.outcome is not None
    assert lines_without_ending(record.to_text()) == lines_without_ending(text)
    assert Record.from_json(record.to_json()) == record


def lines_without_ending(text: str) -> list[str]:
    """Games that were recorded early say in a sentence why they ended; they remain readable."""
    *lines, outcome = text.splitlines()
    return [*lines, *outcome.split(" ")[:3]]


@every_game()
def test_golden_games_show_every_ending(game: Game) -> None:
    endings = {Record.load(file).final.outcome.reason for file in FOLDER.glob(f"{game.name}/*.txt")}
    missing = set(game.endings[1:]) - endings - set(WITHOUT_GAME.get(game.name, ()))
    assert not missing, f"no golden game ends so: {', '.join(sorted(missing))}"


WITHOUT_GAME = {
    "azul": ["tiles"],  # conceivable, but nobody has seen one (AZ-16)
}
"""Endings that no game is known to have."""


@every_game()
def test_readme_tells_what_each_golden_game_shows(game: Game) -> None:
    readme = (FOLDER / "README.md").read_text()
    for file in FOLDER.glob(f"{game.name}/*.txt"):
        assert f"`{game.name}/{file.name}`" in readme
