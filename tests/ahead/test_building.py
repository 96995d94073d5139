"""What is built ahead of time: all that Python calls, the same bytes each time, or an error."""

from __future__ import annotations

import ast
import importlib
import inspect
import os
import pkgutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest
from click.testing import CliRunner
from llvmlite import binding as llvm

import azulejos
from azulejos.ahead import TARGETS, building, lowering, objects
from azulejos.ahead.building import NOWHERE
from azulejos.ahead.exports import exports_of
from azulejos.cli.main import azulejos as program
from azulejos.core.compiled import EXPORTED, ByLayout
from azulejos.core.kernels import TEMPLATES
from azulejos.core.sources import sources_of
from azulejos.errors import BuildError
from azulejos.games import GAME_NAMES, game

BUILD = """
import sys
from pathlib import Path
from azulejos.ahead import TARGETS
from azulejos.ahead.exports import exports_of
from azulejos.ahead.linking import Sources, write_library
from azulejos.ahead.lowering import lowered, stop_after_lowering
from azulejos.ahead.objects import link, write_object
from azulejos.games import game

names = ("azul_list_moves", "azul_play_randomly")
exports = [each for each in exports_of(game("azul")) if each.kernel.__name__ in names]
stop_after_lowering()
symbols = [each.symbol for each in exports]
text = link(map(lowered, exports), symbols)
listed = [(each.symbol, each.key, each.parameters, True, True) for each in exports]
for name, target in TARGETS.items():
    made = Path(sys.argv[1]) / f"azul.{name}.o"
    write_object(text, symbols, target, made)
    library = made.with_name(f"{name}{target.file}")
    write_library(library, target, [made], [("azul", listed)], Sources([], ""))
"""


def test_the_same_sources_build_the_same_bytes_for_every_system(tmp_path: Path) -> None:
    """In sets and dictionaries by hash, things lie in another order in every process."""
    built = []
    for seed in ("1", "2"):
        folder = tmp_path / seed
        folder.mkdir()
        environment = {**os.environ, "PYTHONHASHSEED": seed, "AZULEJOS_CACHE": NOWHERE}
        subprocess.run([sys.executable, "-c", BUILD, str(folder)], env=environment, check=True)
        built.append({file.name: file.read_bytes() for file in folder.iterdir()})
    assert len(built[0]) == 2 * len(TARGETS)
    assert [name for name in built[0] if built[0][name] != built[1][name]] == []


@pytest.mark.parametrize("name", GAME_NAMES)
def test_each_kernel_is_exported_once(name: str) -> None:
    keys = [each.key for each in exports_of(game(name))]
    assert len(keys) == len(set(keys))
    kernels = {key.rpartition(":")[2] for key in keys}
    expected = {"list_moves", "make_move", "play_randomly", "step_games"}
    assert {f"{name}_{each}" for each in expected} | {"search", "leaf"} <= kernels
    assert (f"{name}_conceal" in kernels) == game(name).has_secrets


def test_kernels_without_a_layout_take_the_same_in_all_games() -> None:
    """Else the library could not tell which game is meant."""
    taken: dict[str, set[str]] = {}
    for name in GAME_NAMES:
        for each in exports_of(game(name)):
            if not each.parameters.startswith("L"):
                taken.setdefault(each.key, set()).add(each.parameters)
    assert {key: kinds for key, kinds in taken.items() if len(kinds) > 1} == {}


@pytest.mark.parametrize("name", GAME_NAMES)
def test_a_change_of_any_exported_kernel_changes_the_digest(name: str) -> None:
    """Else a library of older rules would be taken for one of these sources."""
    covered = set(sources_of(*building._roots(name)))
    kernels = [inspect.unwrap(each.kernel) for each in exports_of(game(name))]
    files = {Path(getattr(each, "py_func", each).__code__.co_filename) for each in kernels}
    assert len(files) > 5
    assert files - covered == set()


def test_every_kernel_that_python_calls_is_exported() -> None:
    """What is not exported is interpreted: correct, and hundreds of times slower."""
    exported = {each.kernel for name in GAME_NAMES for each in exports_of(game(name))}
    called = {kernel for module in modules() for kernel in called_in(module)}
    assert len(called) > 10
    names = {f"{kernel.__module__}.{kernel.__name__}" for kernel in called - exported}
    assert names - {f"{each.__module__}.{each.__name__}" for each in EXPORTED} == FOR_FITTING


FOR_FITTING = {"azulejos.bots.search.pavilion.evaluation.describe_plan"}
"""The laboratory calls it, which has Numba."""


def modules() -> Iterator[ModuleType]:
    """All modules, without what builds kernels, makes those of a game, and replaces NumPy."""
    others = ("azulejos.ahead", "azulejos.core.kernels", "azulejos.offline.arrays")
    for each in pkgutil.walk_packages(azulejos.__path__, "azulejos."):
        if not each.name.startswith(others):
            yield importlib.import_module(each.name)


def called_in(module: ModuleType) -> Iterator[Any]:
    """The kernels that functions of a module call which are none themselves."""
    tree = ast.parse(Path(str(module.__file__)).read_bytes())
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef) and not is_kernel(
            vars(module).get(function.name)
        ):
            for node in ast.walk(function):
                if isinstance(node, ast.Call):
                    yield from kernels_called(node, module)


def is_kernel(thing: Any) -> bool:
    bodies = (body for each in BY_LAYOUT for body in each._bodies.values())
    return hasattr(thing, "py_func") or is_template(thing) or thing in tuple(bodies)


BY_LAYOUT = [
    each
    for name in ("azulejos.core.kernels", "azulejos.bots.search.knowledge")
    for each in vars(importlib.import_module(name)).values()
    if isinstance(each, ByLayout)
]


def is_template(thing: Any) -> bool:
    return isinstance(thing, FunctionType) and thing in TEMPLATES


def kernels_called(call: ast.Call, module: ModuleType) -> Iterator[Any]:
    """A kernel that is called by its name, or compiled for a game to be called."""
    match call:
        case ast.Call(func=ast.Name(id="for_game"), args=[ast.Name(id=name), *_]):
            if is_template(vars(module)[name]):
                yield vars(module)[name]
        case ast.Call(func=ast.Name(id=name)) if hasattr(vars(module).get(name), "py_func"):
            yield vars(module)[name]
        case ast.Call(func=ast.Attribute(value=ast.Name(id=owner), attr=name)):
            thing = vars(module).get(owner)
            if isinstance(thing, ModuleType) and hasattr(getattr(thing, name, None), "py_func"):
                yield getattr(thing, name)


def test_insides_of_numba_that_have_moved_are_named() -> None:
    with pytest.raises(BuildError, match=r"Numba [\d.]+ has no str\._optimize any more"):
        lowering._replace(str, "_optimize", lambda: None)


def test_what_a_module_would_need_from_outside_is_named() -> None:
    module = llvm.parse_assembly("""
        declare double @sin(double)
        declare i32 @clock_gettime(i32, ptr)
    """)
    with pytest.raises(BuildError, match="kernels would need sin from outside"):
        objects.check_needs(module)


def test_a_tool_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "TOOLS", ("numba", "no-such-tool"))
    with pytest.raises(
        BuildError, match=r"no-such-tool is missing: pip install 'azulejos\[site\]'"
    ):
        building.tool_versions()


def test_a_build_that_fails_says_why(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match=r"the kernels of chess cannot be built: .*chess"):
        building._run("chess", tmp_path, [])


def test_the_command_writes_a_library_for_browsers_with_simd_and_without(tmp_path: Path) -> None:
    told = CliRunner().invoke(program, ["site", "kernels", str(tmp_path)])
    assert told.exit_code == 0, told.output
    assert {file.name for file in tmp_path.iterdir()} == {"_kernels.so", "_kernels.plain.so"}


def test_an_unknown_system_is_named(tmp_path: Path) -> None:
    told = CliRunner().invoke(program, ["site", "kernels", str(tmp_path), "--target", "amiga"])
    assert told.exit_code == 1
    assert "amiga" in told.output
    assert "linux-aarch64" in told.output


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    told = CliRunner().invoke(program, ["site", "kernels", str(tmp_path / "file" / "folder")])
    assert told.exit_code == 1
    assert "error: cannot write the kernels: " in told.output
    assert str(tmp_path / "file" / "folder") in told.output
