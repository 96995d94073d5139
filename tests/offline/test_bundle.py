"""The Python of a page without a server: it is complete, small, and plays in Pyodide."""

from __future__ import annotations

import json
import lzma
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from azulejos import GAME_NAMES, bot
from azulejos.ahead import build
from azulejos.core.compiled import COMPILES
from azulejos.offline import bundle
from azulejos.play.daily import SEAT, read_link

ROOT = Path(__file__).parents[2]
PYODIDE = ROOT / "web" / "node_modules" / "pyodide"
MEGABYTE = 1_000_000
MAX_PYTHON = 2.2 * MEGABYTE  # compressed: beside Pyodide's own 3 MB, and the page's 0.5 MB
MAX_MEMORY = 120 * MEGABYTE

pytestmark = pytest.mark.skipif(not COMPILES, reason="kernels are interpreted")


@pytest.fixture(scope="session")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bundle, of kernels that are built or taken from the cache."""
    if not PYODIDE.is_dir():
        install = [sys.executable, str(ROOT / "hatch_build.py"), "npm", "--version"]
        subprocess.run(install, check=True)  # which installs what the page is tested with, too
    build(kernels := tmp_path_factory.mktemp("kernels"))
    directory = tmp_path_factory.mktemp("bundle")
    files = bundle.write(directory, PYODIDE, kernels)
    assert {each for each in directory.rglob("*") if each.is_file()} == {*files}
    return directory


@pytest.fixture(scope="session")
def journey(written: Path) -> Any:
    """What a day at the page has found."""
    here = Path(__file__).parent
    command = [bundle.node(), str(here / "journey.mjs"), str(written), str(here), "strong"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr[-2000:]
    return json.loads(ran.stdout)


def test_all_games_are_played_and_studied_in_pyodide(journey: Any) -> None:
    """By the host, against bots in a worker of their own; see `journey.py`."""
    assert set(journey["seconds"]) == set(GAME_NAMES)
    assert journey["storage"] == "kept"


def test_games_of_the_day_are_those_of_any_machine(journey: Any) -> None:
    """All draws and moves, those of the opponent, too."""
    assert len(journey["daily"]) == len(GAME_NAMES)
    for link in journey["daily"]:
        daily, packed = read_link(link)
        played, opponent = daily.unpack(packed), bot(daily.opponent)
        for state, event in zip(played.states, played.events, strict=False):
            if state.to_move == 1 - SEAT:
                assert opponent.choose(state.view(1 - SEAT)) == event


def test_little_memory_is_taken(journey: Any) -> None:
    """By the worker that has the games and by one in which bots think, after all four games."""
    assert journey["heap"] + journey["thinker"] <= MAX_MEMORY


def test_the_standard_library_is_what_is_imported_and_no_more(journey: Any) -> None:
    """To mend the list: the modules that are missing are named by an error of the day."""
    imported = {name.removesuffix("c") for name in journey["modules"] if name.endswith(".pyc")}
    assert imported == set(bundle.NEEDED_STDLIB.read_text(encoding="utf-8").split())


def test_what_is_loaded_is_small(written: Path) -> None:
    names = [
        bundle.ARCHIVE,
        bundle.STDLIB,
        *json.loads((written / bundle.FILES).read_text())["kernels"],
    ]
    sizes = {name: len(lzma.compress((written / name).read_bytes(), preset=6)) for name in names}
    assert sum(sizes.values()) <= MAX_PYTHON, sizes


def test_nothing_of_a_server_or_a_terminal_is_in_it(written: Path) -> None:
    names = zipfile.ZipFile(written / bundle.ARCHIVE).namelist()
    assert not [name for name in names if name.endswith(".py")], "all of it is compiled"
    for part in ("cli/", "server/http/", "arena/", "research/", "sqlite", "postgres"):
        assert not [name for name in names if part in name]
    pages = [*(written / bundle.PUZZLES).glob("*/*.json")]
    assert {page.parent.name for page in pages} == {*GAME_NAMES}
    assert {name for name in names if "puzzles/data/" in name and name.endswith(".json")} == {
        f"azulejos/puzzles/data/{game}/index.json" for game in GAME_NAMES
    }
    for language in ("", "ru/", "sr/", "uk/"):
        assert f"azulejos/docs/rules/{language}duel.md" in names
