"""Run the tests of what has changed, the nearest first, for as long as you want to wait.

    python tools/changed.py [SECONDS]     the default is 40

What has changed is what main does not have, committed or not. A test belongs to it if it imports
it, directly or through others (`imports.py`). First come those named after it, then those with the
fewest modules in between. When the time is up, the rest is counted and left to `./check`.

Kernels that have changed are interpreted, since compiling them takes longer than all of this. That
is also why no plugin chooses the tests by the lines that run: it would see none of those that are
compiled.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time

import pytest
from imports import ROOT, distances

SECONDS = 40.0
KERNELS = ("src/azulejos/core/", "src/azulejos/games/", "src/azulejos/bots/search/")
NEED_SPEED = ("tests/server/", "tests/web/", "tests/simulation/")  # not for interpreted kernels
PAGE = ("web/", "src/azulejos/languages/")
SAY_NOTHING = {"src", "azulejos", "games", "tests", "test"}
OK = (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)


class Budget:
    """Skips what has not begun when the time is up."""

    def __init__(self, seconds: float, files: list[str]) -> None:
        self._end = time.monotonic() + seconds
        self._places = {file: place for place, file in enumerate(files)}
        self._left_out = 0

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: self._places[item.path.relative_to(ROOT).as_posix()])

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self) -> bool | None:
        if time.monotonic() < self._end:
            return None
        self._left_out += 1
        return True

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self._left_out:
            terminalreporter.write_line(f"{self._left_out} more are left to ./check")


def main(seconds: float) -> int:
    """Run the tests; exit code 1 if any fails."""
    changed = changed_files()
    files = tests_of(changed)
    if any(path.startswith(KERNELS) for path in changed):
        os.environ["AZULEJOS_INTERPRETED"] = "1"
        files = [path for path in files if not path.startswith(NEED_SPEED)]
    files = [path for path in files if not path.startswith("tests/web/") or path in changed]
    print(f"{len(changed)} files have changed: {len(files)} files of tests", flush=True)
    if any(path.startswith(PAGE) for path in changed) and not page_is_right():
        return 1
    if not files:
        return 0
    return pytest.main(["-q", *files], plugins=[Budget(seconds, files)]) not in OK


def tests_of(changed: list[str]) -> list[str]:
    """The test files that depend on what has changed, those named after it first."""
    near = distances(changed)
    names = {word for path in changed for word in words(path)}
    result = [path for path in near if is_test(path)]

    def rank(path: str) -> tuple[bool, int, int, str]:
        return near[path] > 0, -len(names & words(path)), near[path], path

    return sorted(result, key=rank)


def words(path: str) -> set[str]:
    """What a path is about: games/azul/scoring.py is about azul and scoring."""
    return set(re.findall(r"[a-z]+", path.rpartition(".")[0])) - SAY_NOTHING


def changed_files() -> list[str]:
    """What differs from main, or from the last commit where there is no main."""
    known = git("branch", "--format=%(refname:short)").split()
    base = git("merge-base", "main", "HEAD").strip() if "main" in known else "HEAD"
    told = git("diff", "--name-only", base) + git("ls-files", "--others", "--exclude-standard")
    return sorted(set(told.splitlines()))


def git(*words: str) -> str:
    ran = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S603, S607
    return ran.stdout


def is_test(path: str) -> bool:
    return path.startswith("tests/") and path.rpartition("/")[2].startswith("test_")


def page_is_right() -> bool:
    """Whether the page type-checks and passes its own unit tests; browser tests take longer."""
    npm = [sys.executable, "hatch_build.py", "npm", "run", "--silent"]
    return all(not subprocess.call([*npm, step], cwd=ROOT) for step in ("check", "test"))  # noqa: S603


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS))
