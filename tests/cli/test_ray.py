"""The arena on a Ray cluster of two processes: the same results as without."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import environment

pytest.importorskip("ray", reason="Ray is not installed: azulejos[ray]")

PATIENCE = 120.0


def arena(file: Path, *more: str) -> list[object]:
    """The games of an arena that runs in a process of its own: Ray starts several."""
    words = ["arena", "--players", "greedy", "random", "--games", "6", "--processes", "2"]
    ended = subprocess.run(
        [sys.executable, "-m", "azulejos", *words, "--json", str(file), *more],
        env=environment(AZULEJOS_INTERPRETED="1"),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    games: list[object] = json.loads(file.read_text(encoding="utf-8"))["games"]
    return games


def test_the_results_are_those_of_the_local_arena(tmp_path: Path) -> None:
    on_ray = arena(tmp_path / "ray.json", "--ray", "local")
    assert len(on_ray) == 6
    assert on_ray == arena(tmp_path / "here.json")
