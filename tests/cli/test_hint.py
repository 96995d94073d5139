"""`hint` at the terminal: good moves in words, from what the seat may know, and nothing changes."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from azulejos import AZUL, GAME_NAMES, Match, Record
from azulejos.bots.search.result import Budget
from azulejos.cli import report
from azulejos.cli.screen import Screen

from .conftest import Run

ARGUMENTS = ("-p", "Ana", "-p", "Ben", "-o", "start=1", "--moves", "-", "--seed", "1")


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "BUDGET", Budget(nodes=20, depth=1))


@pytest.mark.parametrize("name", GAME_NAMES)
def test_a_hint_can_be_typed_as_a_move(run: Run, tmp_path: Path, name: str) -> None:
    file = tmp_path / "game.txt"
    command = ("play", name, *ARGUMENTS, "--save", file)
    asked = run(*command, stdin="hint\n")
    assert asked.exit_code == 0
    before = Record.load(file)
    lines = asked.output.partition(report.SEARCHED)[2].splitlines()[1:]
    hints = [
        line.strip() for line in lines if line.startswith("  ") and ("Ana" in line or "Ben" in line)
    ]
    assert len(hints) == report.MOST
    move, value = hints[0].split()[:2]
    assert float(value)
    file.unlink()
    assert run(*command, stdin=f"hint\n{move}\n").exit_code == 0
    assert len(Record.load(file).events) > len(before.events)


def test_help_names_it(run: Run) -> None:
    assert "  hint " in run("play", *ARGUMENTS, stdin="help\n").output


def test_where_there_is_one_move_it_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    state = AZUL.position(
        "azul players=2; round 1 phase=offer turn=1 start=1 marker=2; centre B;"
        "seat 1 lines=K/Y/R/W/Y"
    )
    assert len(state.legal_codes) == 1
    report.HintFinder(AZUL, Screen(plain=True), ("Ana", "Ben")).tell(state.view(0))
    assert "There is only one legal move:" in capsys.readouterr().out


def test_a_game_without_a_search_counts_points(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(report, "is_searched", lambda _: False)
    match = Match(AZUL, source=random.Random(1))
    report.HintFinder(AZUL, Screen(plain=True), ("Ana", "Ben")).tell(match.view(0))
    assert report.COUNTED in capsys.readouterr().out
