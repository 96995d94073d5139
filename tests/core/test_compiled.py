"""Whether kernels are compiled is a property of the machine, and no stale one is ever run."""

from __future__ import annotations

import ast
import inspect
import json
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from azulejos.core import compiled, sources
from azulejos.games import GAME_NAMES

TELL = """
import json, random, sys
{before}
from azulejos.core import compiled
from azulejos.core.chance import below, new_rng
rng = new_rng(random.Random(1))
cache = compiled.COMPILES and compiled.cache_for("azulejos.core.chance")
print(json.dumps([compiled.COMPILES, str(cache or None), [below(rng, 10) for _ in range(20)]]))
"""
NUMBERS = [6, 7, 5, 0, 4, 3, 3, 3, 6, 8, 4, 2, 1, 2, 2, 9, 8, 9, 2, 8]


def tell(before: str = "", **environment: str) -> tuple[bool, str, list[int]]:
    """What a fresh process says: whether it compiles, where it caches, some random numbers."""
    return tuple(json.loads(run(before, **environment).stdout))


def run(before: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """A fresh process that says so."""
    return subprocess.run(
        [sys.executable, "-c", TELL.format(before=before)],
        env={
            **{k: v for k, v in os.environ.items() if k != "AZULEJOS_INTERPRETED"},
            "PYTHONPATH": os.pathsep.join(sys.path),
            **environment,
        },
        capture_output=True,
        text=True,
        check=True,
    )


def test_interpreted_on_demand() -> None:
    assert tell(AZULEJOS_INTERPRETED="1") == (False, "None", NUMBERS)


def test_interpreted_without_numba() -> None:
    assert tell("sys.modules['numba'] = None") == (False, "None", NUMBERS)


@pytest.mark.compiled
def test_cache_is_kept_where_the_user_says(tmp_path: Path) -> None:
    compiles, cache, numbers = tell(AZULEJOS_CACHE=str(tmp_path))
    assert (compiles, numbers) == (True, NUMBERS)
    assert Path(cache).parent == tmp_path
    assert list(Path(cache).rglob("*.nbi")), "nothing was cached"


@pytest.mark.compiled
def test_compiles_without_a_cache_where_none_can_be_written(tmp_path: Path) -> None:
    file = tmp_path / "a file, not a folder"
    file.touch()
    assert tell(AZULEJOS_CACHE=str(file)) == (True, "None", NUMBERS)


@pytest.mark.compiled
def test_compiling_is_announced_once_and_loading_is_not(tmp_path: Path) -> None:
    said = "compiling once per machine: a minute or two for a game and its search\n"
    assert run(AZULEJOS_CACHE=str(tmp_path)).stderr == said
    assert run(AZULEJOS_CACHE=str(tmp_path)).stderr == ""
    file = tmp_path / "a file, not a folder"
    file.touch()
    without = run(AZULEJOS_CACHE=str(file)).stderr
    assert without.startswith("compiling at every start, as no cache can be written: ")


@pytest.mark.compiled
def test_bounds_checks_have_a_cache_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    checked = compiled.kernel_digest("azulejos.core.pile")
    monkeypatch.setattr(compiled, "_CHECKS_BOUNDS", not compiled._CHECKS_BOUNDS)
    assert compiled.kernel_digest("azulejos.core.pile") != checked


KERNELS = ("core.pile", "games.azul.rules", "games.duel.rules", "bots.search.alphabeta")


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("source", "compiled_anew"),
    [
        ("core/pile.py", KERNELS),
        ("games/azul/scoring.py", ("games.azul.rules", "bots.search.alphabeta")),
        ("bots/search/azul/features.py", ("bots.search.alphabeta",)),
        ("bots/search/knowledge.py", ("bots.search.alphabeta",)),
        ("bots/arena/elo.py", ()),
        ("bots/search/engine.py", ()),
        ("core/notation.py", ()),
        ("errors.py", ()),
    ],
)
def test_a_kernel_is_compiled_anew_when_anything_changes_that_it_depends_on(
    source: str,
    compiled_anew: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    package = tmp_path / "azulejos"
    shutil.copytree(sources.PACKAGE, package, ignore=shutil.ignore_patterns("static"))
    monkeypatch.setattr(sources, "PACKAGE", package)
    before = [digest_for(kernel) for kernel in KERNELS]
    assert [digest_for(kernel) for kernel in KERNELS] == before
    with (package / source).open("a") as file:
        file.write("# changed\n")
    changed = {k for k, digest in zip(KERNELS, before, strict=True) if digest_for(k) != digest}
    assert changed == set(compiled_anew)


@pytest.mark.compiled
def test_so_are_those_of_a_game_in_another_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "another_game"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "data.py").write_text("BONUS = 7\n")
    (folder / "kernels.py").write_text("from another_game.data import BONUS\n")
    monkeypatch.syspath_prepend(tmp_path)
    import_module("another_game.kernels")
    before = compiled.kernel_digest("another_game.kernels")
    (folder / "data.py").write_text("BONUS = 18\n")
    assert compiled.kernel_digest("another_game.kernels") != before


def digest_for(module: str) -> str:
    return compiled.kernel_digest(f"azulejos.{module}")


@pytest.mark.compiled
def test_what_a_kernel_calls_is_among_its_sources() -> None:
    """Every function that Numba linked into a search comes from a file that its digest covers."""
    known = {path.resolve() for path in sources.sources_of("azulejos.bots.search.alphabeta")}
    for game in GAME_NAMES:
        for kernel in called_by(import_module(f"azulejos.bots.search.{game}.evaluation")):
            path = Path(inspect.getfile(kernel)).resolve()
            assert path in known, f"{kernel.__module__}.{kernel.__name__}"


def called_by(module: Any) -> list[Any]:
    """The kernels that those of a module name, and so on, as the functions they were made of."""
    result: dict[str, Any] = {}
    waiting = [each for each in vars(module).values() if hasattr(each, "py_func")]
    while waiting:
        kernel = waiting.pop().py_func
        name = f"{kernel.__module__}.{kernel.__qualname__}"
        if name not in result:
            result[name] = kernel
            names = kernel.__code__.co_names
            named = [kernel.__globals__.get(name) for name in names]
            modules = [each for each in named if isinstance(each, ModuleType)]
            named += [getattr(module, name, None) for module in modules for name in names]
            waiting.extend(each for each in named if hasattr(each, "py_func"))
    return list(result.values())


@pytest.mark.compiled
def test_what_two_compile_at_once_is_not_mixed_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here one begins to keep what it has compiled while the other is in the middle of that."""
    monkeypatch.setattr(compiled, "cache_for", lambda _: tmp_path)
    one, other = (compiled.compiled(add_one)._cache._cache_file for _ in range(2))
    in_the_middle, go_on = threading.Event(), threading.Event()
    write = one._save_data

    def write_slowly(name: str, data: object) -> None:
        in_the_middle.set()
        go_on.wait()
        write(name, data)

    one._save_data = write_slowly
    first = threading.Thread(target=one.save, args=("for ints", "code for ints"))
    second = threading.Thread(target=other.save, args=("for floats", "code for floats"))
    first.start()
    in_the_middle.wait()
    second.start()
    second.join(0.1)
    assert second.is_alive(), "it does not wait"
    go_on.set()
    first.join()
    second.join()
    assert [one.load(f"for {kind}") for kind in ("ints", "floats")] == [
        "code for ints",
        "code for floats",
    ]


def add_one(number: int) -> int:
    return number + 1


PAIR = """
from azulejos.core.compiled import compiled

@compiled
def inner(number):
    return number + 1

@compiled
def outer(number):
    return 2 * inner(number)

@compiled
def several(small):
    return inner(7) + inner(9) + inner(small[0]) + inner(len(small))
"""


@pytest.fixture
def pair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], tuple[Any, Any]]:
    """Two kernels, as another process would find them each time."""
    monkeypatch.setattr(compiled, "cache_for", lambda _: tmp_path / "cache")
    (tmp_path / "pair.py").write_text(PAIR)
    monkeypatch.syspath_prepend(tmp_path)

    def anew() -> tuple[Any, Any]:
        sys.modules.pop("pair", None)
        module = import_module("pair")
        return module.inner, module.outer

    return anew


def compiled_now(kernel: Any) -> int:
    return sum(kernel.stats.cache_misses.values())


@pytest.mark.compiled
def test_python_may_call_a_kernel_before_and_after_another_does(
    pair: Callable[[], tuple[Any, Any]],
) -> None:
    inner, outer = pair()
    assert (outer(3), compiled_now(inner)) == (8, 1)
    assert (inner(3), compiled_now(inner)) == (4, 2), "not with what Python cannot call"
    assert (outer(4), inner(4), compiled_now(inner)) == (10, 5, 2)
    inner, outer = pair()
    assert (outer(3), inner(3), compiled_now(inner), compiled_now(outer)) == (8, 4, 0, 0)


@pytest.mark.compiled
def test_a_kernel_that_python_calls_is_compiled_once_for_others_too(
    pair: Callable[[], tuple[Any, Any]],
) -> None:
    inner, _ = pair()
    assert inner(3) == 4
    inner, outer = pair()
    assert (outer(3), compiled_now(outer), compiled_now(inner)) == (8, 1, 0)
    assert inner(3) == 4


@pytest.mark.compiled
def test_a_kernel_is_compiled_once_for_all_constants_and_numbers(
    pair: Callable[[], tuple[Any, Any]],
) -> None:
    inner, _ = pair()
    assert import_module("pair").several(np.full(5, -3, np.int8)) == 8 + 10 - 2 + 6
    assert compiled_now(inner) == 1


def test_old_caches_are_forgotten_and_recent_ones_kept(tmp_path: Path) -> None:
    current, recent, old = (tmp_path / name for name in ("current", "recent", "old"))
    for folder in (current, recent, old):
        folder.mkdir()
    long_ago = time.time() - 40 * 24 * 3600
    os.utime(old, (long_ago, long_ago))
    os.utime(current, (long_ago, long_ago))
    compiled._forget_old_caches(current)
    assert sorted(tmp_path.iterdir()) == [current, recent]


@pytest.mark.compiled
def test_old_caches_are_looked_for_only_when_one_is_opened_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[Path] = []
    monkeypatch.setenv("AZULEJOS_CACHE", str(tmp_path))
    monkeypatch.setattr(compiled, "_forget_old_caches", looked.append)
    open_cache = compiled.cache_for.__wrapped__
    opened = open_cache("azulejos.core.pile")
    assert open_cache("azulejos.core.pile") == opened
    assert looked == [opened]


def test_imports_are_found_as_python_finds_them() -> None:
    for path in sources.PACKAGE.rglob("*.py"):
        names = set()
        for statement in ast.parse(path.read_bytes()).body:
            match statement:
                case ast.Import(names=aliases):
                    names.update(alias.name for alias in aliases)
                case ast.ImportFrom(module=str(module), names=aliases, level=0):
                    names.update([module, *(f"{module}.{alias.name}" for alias in aliases)])
        result = sources._imports(path)
        assert {name for name in result if not name.startswith(".")} == names, path


@pytest.mark.parametrize(
    ("platform", "variables", "expected"),
    [
        ("linux", {"XDG_CACHE_HOME": "/x"}, "/x/azulejos/kernels"),
        ("linux", {"HOME": "/people/me"}, "/people/me/.cache/azulejos/kernels"),
        ("darwin", {"HOME": "/Users/me"}, "/Users/me/Library/Caches/azulejos/kernels"),
    ],
)
def test_cache_is_the_users_own(
    platform: str, variables: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("AZULEJOS_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    assert compiled.cache_root() == Path(expected)


@compiled.compiled
def look_at_the_clock() -> int:
    return compiled.nanoseconds()


def test_kernels_have_a_clock() -> None:
    look_at_the_clock()  # compiled now
    ours, first = time.monotonic_ns(), look_at_the_clock()
    time.sleep(0.05)
    theirs, passed = look_at_the_clock() - first, time.monotonic_ns() - ours
    assert 0.03e9 < theirs <= passed + 0.02e9  # Windows' clock ticks every 16 ms
