"""`azulejos rules`."""

from __future__ import annotations

from pathlib import Path

import pytest

from azulejos.narration import languages

from .conftest import Run


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(languages, "FOLDERS", (tmp_path / "nowhere", tmp_path))
    return tmp_path


def test_rules_are_rendered(run: Run, folder: Path) -> None:
    (folder / "azul.md").write_text("# Azul\n\nTake **all** tiles.\n", encoding="utf-8")
    result = run("rules", "azul")
    assert result.exit_code == 0
    assert "Take all tiles." in result.output


def test_plain_rules_are_left_as_written(run: Run, folder: Path) -> None:
    (folder / "azul.md").write_text("# Azul\n", encoding="utf-8")
    assert run("rules", "azul", "--plain").output == "# Azul\n\n"


@pytest.mark.parametrize(
    ("language", "word"),
    [("en", "marker"), ("ru", "маркер"), ("uk", "жереб"), ("sr", "pločica")],
)
def test_rules_in_every_language(run: Run, language: str, word: str) -> None:
    result = run("rules", "azul", "--language", language)
    assert result.exit_code == 0
    assert "AZ-20" in result.output
    assert word in result.output


def test_a_language_that_there_is_not_is_wrong_usage(run: Run) -> None:
    result = run("rules", "azul", "--language", "xx")
    assert result.exit_code == 2
    assert "'en', 'ru', 'sr', 'sr-cyrl', 'uk'" in result.stderr


def test_missing_rules_are_an_error(run: Run, folder: Path) -> None:
    result = run("rules", "azul")
    assert result.exit_code == 1
    assert result.stderr.startswith("error: the rules of azul are missing")


def test_rules_missing_in_a_language_are_an_error(run: Run, folder: Path) -> None:
    (folder / "azul.md").write_text("# Azul\n", encoding="utf-8")
    result = run("rules", "azul", "--language", "ru")
    assert result.exit_code == 1
    assert "docs/rules/ru/azul.md" in result.stderr
