"""`azulejos arena --ladder`: a row for every pair of levels, or of bots."""

from __future__ import annotations

import re
from pathlib import Path

from .conftest import Run


def test_every_level_plays_the_one_below_it(run: Run) -> None:
    levels = ("--players", "beginner", "easy")
    result = run("arena", "--ladder", *levels, "--games", "3", "--processes", "1", "-o", "start=1")
    assert result.exit_code == 0
    assert re.search(r"easy +beginner +[\d.]+ ?% +[\d.]+ : [\d.]+ ", result.stdout)
    assert not re.search(r"^ *beginner", result.stdout, re.MULTILINE)


def test_bots_of_a_list_play_in_pairs(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "b.py"
    file.write_text(
        "class B:\n    def choose(self, view):\n        return view.state.legal_moves[0]"
    )
    words = ("arena", "--ladder", "--games", "2", "--processes", "1", "--players", "random")
    result = run(*words, f"{file}:B")
    assert result.exit_code == 0, result.stderr
    assert re.search(rf"{file}:B +random +[\d.]+ ?% ", result.stdout)
    alone = run(*words)
    assert alone.exit_code == 2
    assert "1 bots for 2 players" in alone.stderr


def test_without_a_ladder_bots_are_named(run: Run) -> None:
    result = run("arena")
    assert result.exit_code == 2
    assert "name the bots with --players" in result.stderr
