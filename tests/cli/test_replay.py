"""`azulejos replay` without questions."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from .conftest import Run

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.fixture
def file(run: Run, tmp_path: Path) -> Path:
    file = tmp_path / "game.txt"
    run("play", "-p", "Ana", "-p", "Ben", "--moves", "-", "--save", file, stdin="1\n" * 5)
    return file


def test_all_tells_every_event(run: Run, file: Path) -> None:
    result = run("replay", file, "--all")
    assert result.exit_code == 0
    assert [f"{number}/7: " in result.output for number in range(9)] == [False, *[True] * 7, False]
    assert result.output.count(" takes ") == 5


def test_at_shows_one_position(run: Run, file: Path) -> None:
    assert "before round 1" in run("replay", file, "--at", "0").output
    result = run("replay", file, "--at", "3")
    assert "3/" in result.output
    assert "4/" not in result.output


def test_at_says_what_there_is(run: Run, file: Path) -> None:
    result = run("replay", file, "--at", "5000")
    assert result.exit_code == 2
    assert "go from 0 to" in result.stderr


def test_without_a_terminal_nobody_can_step(run: Run, file: Path) -> None:
    result = run("replay", file)
    assert result.exit_code == 2
    assert "--all" in result.stderr


def test_the_end_tells_what_the_points_are_made_of(run: Run) -> None:
    result = run("replay", GOLDEN / "sintra" / "side-a-2-players.txt", "--all")
    rows = result.output.split("How the points came together:")[1].splitlines()[1:]
    points = [[read(text) for text in re.findall(r"[+−±]\d+", row)] for row in rows]
    totals = re.findall(r"\d\. (.+): (.+) points", result.output)
    assert sorted(map(sum, zip(*points, strict=True))) == sorted(read(text) for _, text in totals)


def read(text: str) -> int:
    """A number as people write it."""
    return int(text.replace("−", "-").replace("±", ""))
