"""Where nothing is compiled yet: a page or a server compiles all games before it opens."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from azulejos import GAME_NAMES
from azulejos.bots import preparation
from azulejos.cli import compiling
from azulejos.cli.main import Failure
from azulejos.core.compiled import COMPILES

pytestmark = pytest.mark.skipif(not COMPILES, reason="nothing is compiled here at all")


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games that were compiled, each in a process of its own."""
    result: list[str] = []

    def run(command: list[str], **_: Any) -> None:
        assert command[:-1] == [sys.executable, "-m", "azulejos.bots.preparation"]
        result.append(command[-1])

    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr(preparation, "are_cached", lambda name: name in ("azul", *result))
    monkeypatch.setattr(preparation.notes, "is_cached", lambda name: name in ("azul", *result))
    return result


def test_what_is_missing_is_compiled_once_with_a_word_about_it(
    compiled: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    compiling.compile_games()
    assert sorted(compiled) == sorted(set(GAME_NAMES) - {"azul"})
    assert "Compiling the games, once per computer" in capsys.readouterr().err
    compiling.compile_games()
    assert len(compiled) == len(GAME_NAMES) - 1
    assert capsys.readouterr().err == ""


def test_rules_without_their_search_are_not_enough(
    compiled: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preparation.notes, "is_cached", lambda _: False)
    assert preparation.missing_games() == list(GAME_NAMES)
    assert compiled == []


def test_a_cache_that_cannot_be_written_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(compiling, "cache_for", lambda _: None)
    monkeypatch.setenv("AZULEJOS_CACHE", str(tmp_path))
    with pytest.raises(Failure, match=f"cannot write to {tmp_path}: .* AZULEJOS_CACHE"):
        compiling.compile_games()


def test_a_process_that_fails_is_not_passed_over() -> None:
    with pytest.raises(subprocess.CalledProcessError):
        list(preparation.compile_games(["chess"]))
