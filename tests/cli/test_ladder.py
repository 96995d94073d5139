"""`azulejos ladder`: a row for every pair of levels, or of bots."""

from __future__ import annotations

import re
from pathlib import Path

from .conftest import Run


def test_every_level_plays_the_one_below_it(run: Run) -> None:
    result = run("ladder", "--to", "easy", "--games", "3", "--processes", "1", "--game", "sintra")
    assert result.exit_code == 0
    assert "3 games a pair" in result.stdout
    assert re.search(r"easy +beginner +[\d.]+% +[\d.]+ : [\d.]+ ", result.stdout)


def test_two_levels_are_needed(run: Run) -> None:
    result = run("ladder", "--from", "master", "--to", "easy")
    assert result.exit_code == 2
    assert "in the order beginner, easy" in result.stderr


def test_bots_of_a_list_play_instead_of_the_levels(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "b.py"
    file.write_text(
        "class B:\n    def choose(self, view):\n        return view.state.legal_moves[0]"
    )
    result = run("ladder", "--players", "random", f"{file}:B", "--games", "2", "--processes", "1")
    assert result.exit_code == 0, result.stderr
    assert re.search(rf"{file}:B +random +[\d.]+% ", result.stdout)
    alone = run("ladder", "--players", "random")
    assert alone.exit_code == 2
    assert "two bots or more" in alone.stderr
