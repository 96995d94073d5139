"""`./check commits`: what touches the rules says whether games behave as before."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from loading import program

ROOT = Path(__file__).parents[2]
RULES = ["src/azulejos/games/sintra/rules.py"]
OLD, NEW = "9bb12837010bd329", "92ee79333100cb35"
CHANGES = {"sintra": {"players=2": (OLD, NEW), "players=3": ("0" * 16, "1" * 16)}}


@pytest.fixture(scope="module")
def commits() -> ModuleType:
    return program("tools/commits.py")


@pytest.mark.parametrize(
    ("message", "files", "changes"),
    [
        ("Say more in the README", ["README.md"], {}),
        ("Split a function\n\nBehaviour: unchanged", RULES, {}),
        ("Split a function\n\nIt was long.\n\nBehaviour: unchanged (see above)\n", RULES, {}),
        (f"Give ten spaces\n\nBehaviour: sintra {OLD} -> {NEW} (players=2)", RULES, CHANGES),
        (f"Give ten spaces\n\nBehaviour: sintra players=2 {OLD} -> {NEW}", RULES, CHANGES),
    ],
)
def test_a_message_that_says_it_all(
    commits: ModuleType, message: str, files: list[str], changes: dict[str, object]
) -> None:
    assert list(commits.faults_of(message, files, changes)) == []


@pytest.mark.parametrize(
    ("message", "changes", "fault"),
    [
        ("Split a function", {}, "touches src/azulejos/games/sintra/rules.py"),
        ("Split a function\n\nBehaviour: who knows", {}, "neither"),
        ("Split a function\nin two\n\nBehaviour: unchanged", {}, "second line"),
        ("Split a function.\n\nBehaviour: unchanged", {}, "full stop"),
        ("x\n\nBehaviour: unchanged", {}, "say what changes"),
        ("Give ten spaces\n\nBehaviour: unchanged", CHANGES, f"sintra {OLD} -> {NEW} (players=2)"),
        (f"Give ten spaces\n\nBehaviour: sintra {OLD} -> {OLD}", CHANGES, "does not change so"),
        (f"Give ten spaces\n\nBehaviour: azul {OLD} -> {NEW}", CHANGES, "does not change so"),
        (f"Split a function\n\nBehaviour: sintra {OLD} -> {NEW}", {}, "does not change so"),
    ],
)
def test_a_message_that_lacks_something(
    commits: ModuleType, message: str, changes: dict[str, object], fault: str
) -> None:
    assert fault in "\n".join(commits.faults_of(message, RULES, changes))


def test_a_repository(commits: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Digests are compared with those of the commit before; new options change nothing."""

    def run(*command: str) -> None:
        subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)

    def commit(message: str, digests: str) -> None:
        file = tmp_path / "tests" / "digests" / "azul.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(digests)
        run("git", "add", ".")
        run("git", "-c", "user.name=A", "-c", "user.email=a@b", "commit", "--message", message)

    run("git", "init", "--initial-branch", "main")
    commit("Begin here\n\nBehaviour: unchanged", f'{{"players=2": "{OLD}"}}')
    commit("Add options\n\nBehaviour: unchanged", f'{{"players=2": "{OLD}", "players=3": "{OLD}"}}')
    monkeypatch.setattr(commits, "ROOT", tmp_path)
    assert commits.main(["HEAD~1..HEAD"]) == 0
    commit("Change a rule\n\nBehaviour: unchanged", f'{{"players=2": "{NEW}"}}')
    assert commits.main(["HEAD~2..HEAD"]) == 1


def test_commits_that_do_not_exist_are_refused_in_a_line() -> None:
    ran = subprocess.run(
        [sys.executable, ROOT / "tools" / "commits.py", "nothing..like-this"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 1
    assert ran.stderr.startswith("error: ")


def test_digests_of_searches_are_told_apart_by_version(commits: ModuleType) -> None:
    """So a version that is new changes none of those before."""
    first = {"duel": {"1": {"players=2": "a"}}}
    second = {"duel": {"1": {"players=2": "a"}, "2": {"players=2": "b"}}}
    assert dict(commits.flat(first)) == {"duel 1 players=2": "a"}
    assert dict(commits.flat(second)) == {"duel 1 players=2": "a", "duel 2 players=2": "b"}
