"""Kernels compiled ahead of time: what they take and refuse, and which library is not used."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from azulejos import AZUL
from azulejos.bots.search.engine import Search
from azulejos.core import compiled
from azulejos.core.compiled import LIBRARY

pytestmark = pytest.mark.skipif(not LIBRARY, reason="there is no library: see ./check native")

KERNELS = AZUL.kernels
ROW = np.zeros(400, np.int32)


def test_neither_numba_nor_llvm_is_loaded() -> None:
    assert not compiled.COMPILES
    told = run("import sys, azulejos.bots.search.engine as _; print('numba' in sys.modules)")
    assert told.stdout.strip() == "False"


def test_any_memory_will_do() -> None:
    table = bytearray(AZUL.new(players=2).key)
    codes = memoryview(bytearray(4 * 400)).cast("i")
    assert KERNELS.list_moves(table, codes) == 0  # type: ignore[arg-type]
    KERNELS.make_move.__self__  # noqa: B018 - a function of the extension


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ((ROW,), "an array of B with 1 dimensions is needed, not of i with 1"),
        ((AZUL.empty_table(),), "too few arguments"),
        ((AZUL.empty_table(), ROW, ROW), "too many arguments"),
        ((AZUL.empty_table(), ROW.astype(np.uint32)), "not of I with 1"),
        ((AZUL.empty_table(), ROW.reshape(2, -1)), "not of i with 2"),
        ((AZUL.empty_table(), 3), "bytes-like object is required"),
    ],
)
def test_what_does_not_fit_is_refused(arguments: tuple[Any, ...], error: str) -> None:
    with pytest.raises(TypeError, match=error):
        KERNELS.list_moves(*arguments)


def test_arrays_with_gaps_are_refused() -> None:
    with pytest.raises(ValueError, match="not C-contiguous"):
        KERNELS.list_moves(AZUL.empty_table(), ROW[::2])


@pytest.mark.parametrize(
    "change",
    [lambda room: room[:-1], lambda room: (*room, 1), lambda room: 7, lambda room: room[::-1]],
)
def test_so_are_other_tuples(change: Callable[[Any], Any]) -> None:
    search = Search(AZUL)
    kernel = search._algorithm.list_root_moves
    with pytest.raises(TypeError):
        kernel(AZUL.table, change(search._room))


def test_numbers_are_of_64_bits() -> None:
    with pytest.raises(OverflowError):
        KERNELS.make_move(AZUL.empty_table(), 1 << 64)
    with pytest.raises(TypeError):
        KERNELS.make_move(AZUL.empty_table(), "move")  # type: ignore[arg-type]


def test_a_library_of_other_sources_is_refused(tmp_path: Path) -> None:
    package = tmp_path / "azulejos"
    shutil.copytree(Path(compiled.__file__).parents[1], package, ignore=UNUSED)
    with (package / "core" / "pile.py").open("a") as file:
        file.write("# changed\n")
    named = run(PYTHONPATH=str(tmp_path), AZULEJOS_KERNELS=str(kernels()), fails=True)
    assert "these kernels are of other sources" in named.stderr
    for file in kernels().iterdir():
        shutil.copy(file, package)
    in_the_package = run(PYTHONPATH=str(tmp_path), AZULEJOS_KERNELS="")
    assert in_the_package.stdout.strip() == "None"
    shutil.copy(Path(compiled.__file__).with_name("pile.py"), package / "core")
    assert "Library" in run(PYTHONPATH=str(tmp_path), AZULEJOS_KERNELS="").stdout


UNUSED = shutil.ignore_patterns("static", "__pycache__", "offline", "puzzles")


def test_without_numba_kernels_of_other_packages_are_interpreted_aloud() -> None:
    ours = "def f(): pass\nf.__module__ = 'pebbles.rules'\n"
    told = run(f"from azulejos.core.compiled import compiled\n{ours}compiled(f)\ncompiled(f)")
    advice = "interpreting pebbles, which is slow: set AZULEJOS_KERNELS=numba to have it compiled"
    assert told.stderr == f"{advice}\n"


def kernels() -> Path:
    return Path(os.environ["AZULEJOS_KERNELS"]).absolute()


def run(
    program: str = "from azulejos.core.compiled import LIBRARY; print(LIBRARY)",
    *,
    fails: bool = False,
    **variables: str,
) -> subprocess.CompletedProcess[str]:
    ran = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "AZULEJOS_KERNELS": str(kernels()), **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    assert bool(ran.returncode) == fails, ran.stderr
    return ran
