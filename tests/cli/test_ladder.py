"""`azulejos ladder`: a row for every pair of levels."""

from __future__ import annotations

import re

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
