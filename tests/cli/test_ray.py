"""The arena on a Ray cluster of two processes: the same results as without."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from patience import PATIENCE

from .conftest import Run, environment

pytestmark = pytest.mark.skipif(
    find_spec("ray") is None, reason="Ray is not installed: azulejos[ray]"
)

ARENA = ("arena", "--players", "random", "random", "--games", "4")


def games_in(file: Path) -> list[object]:
    games: list[object] = json.loads(file.read_text(encoding="utf-8"))["games"]
    return games


def test_the_results_are_those_of_the_local_arena(run: Run, tmp_path: Path) -> None:
    """Ray starts processes of its own, so it gets one to itself."""
    on_ray, here = tmp_path / "ray.json", tmp_path / "here.json"
    words = [*ARENA, "--ray", "local", "--processes", "2", "--json", str(on_ray)]
    ended = subprocess.run(
        [sys.executable, "-m", "azulejos", *words],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    run(*ARENA, "--processes", "1", "--json", here)
    assert len(games_in(on_ray)) == 4
    assert games_in(on_ray) == games_in(here)
