"""What is built ahead of time: all that Python calls, the same bytes each time, or an error."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import pytest
from click.testing import CliRunner

from azulejos.ahead import building, linking, lowering
from azulejos.ahead.building import NOWHERE
from azulejos.ahead.exports import exports_of
from azulejos.ahead.imports import imported_functions
from azulejos.bots.search import engine, multipv, tree_search
from azulejos.cli.main import azulejos
from azulejos.core.compiled import EXPORTED
from azulejos.errors import BuildError
from azulejos.games import GAME_NAMES, game

BUILD = """
import sys
from pathlib import Path
from azulejos.ahead.exports import exports_of
from azulejos.ahead.linking import TARGETS, Linker
from azulejos.ahead.lowering import lowered, stop_after_lowering
from azulejos.games import game

roles = ("list_moves", "play_randomly")
exports = [each for each in exports_of(game("azul")) if each.role in roles]
stop_after_lowering()
linker = Linker([lowered(each) for each in exports], [each.symbol for each in exports])
for target in TARGETS:
    linker.write(Path(sys.argv[1]) / f"azul{target.suffix}", target)
"""


def test_the_same_sources_build_the_same_bytes(tmp_path: Path) -> None:
    """In sets and dictionaries by hash, things lie in another order in every process."""
    built = []
    for seed in ("1", "2"):
        folder = tmp_path / seed
        folder.mkdir()
        environment = {**os.environ, "PYTHONHASHSEED": seed, "AZULEJOS_CACHE": NOWHERE}
        subprocess.run([sys.executable, "-c", BUILD, str(folder)], env=environment, check=True)
        built.append({file.name: file.read_bytes() for file in folder.iterdir()})
    assert len(built[0]) == len(linking.TARGETS)
    assert built[0] == built[1]


@pytest.mark.parametrize("name", GAME_NAMES)
def test_what_a_game_registers_is_exported(name: str) -> None:
    roles = [each.role for each in exports_of(game(name))]
    assert len(roles) == len(set(roles))
    assert {"list_moves", "make_move", "play_randomly", "search", "knowledge.leaf"} <= set(roles)
    assert ("conceal" in roles) == game(name).has_secrets


def test_every_kernel_that_the_search_calls_is_exported() -> None:
    """Where it is not, a browser interprets it: correct, and a thousand times slower."""
    called = {kernel for module in (engine, multipv, tree_search) for kernel in kernels_in(module)}
    assert len(called) > 5
    assert called <= set(EXPORTED), "mark it @exported"


def kernels_in(module: ModuleType) -> Iterator[Any]:
    """The kernels that functions of a module name."""
    for code in codes_in(vars(module).values(), module.__name__):
        for name in code.co_names:
            thing = vars(module).get(name)
            if isinstance(thing, ModuleType):
                named = [getattr(thing, other, None) for other in code.co_names]
                yield from (each for each in named if hasattr(each, "py_func"))
            elif hasattr(thing, "py_func"):
                yield thing


def codes_in(things: Any, module: str) -> Iterator[CodeType]:
    for thing in things:
        if isinstance(thing, FunctionType) and thing.__module__ == module:
            yield from with_inner(thing.__code__)
        elif isinstance(thing, type) and thing.__module__ == module:
            yield from codes_in(vars(thing).values(), module)


def with_inner(code: CodeType) -> Iterator[CodeType]:
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from with_inner(inner)


def test_insides_of_numba_that_have_moved_are_named() -> None:
    with pytest.raises(BuildError, match=r"Numba [\d.]+ has no str\._optimize any more"):
        lowering._replace(str, "_optimize", lambda: None)


def test_what_a_module_would_need_from_outside_is_named(tmp_path: Path) -> None:
    module = bytes.fromhex("0061736d010000000104016000 00".replace(" ", ""))
    imports = b"\x02" + b"\x03env\x03sin\x00\x00" + b"\x03env\x06memory\x02\x00\x01"
    module += bytes([2, len(imports)]) + imports
    assert imported_functions(module) == {"sin"}
    file = tmp_path / "game.wasm"
    file.write_bytes(module)
    with pytest.raises(BuildError, match=r"game\.wasm would need sin from outside"):
        linking._check_imports(file)


def test_a_tool_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "TOOLS", ("numba", "no-such-tool"))
    with pytest.raises(
        BuildError, match=r"no-such-tool is missing: pip install 'azulejos\[site\]'"
    ):
        building.tool_versions()


def test_a_build_that_fails_says_why(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match=r"the modules of chess cannot be built: .*chess"):
        building._run("chess", tmp_path)


def test_the_command_writes_modules_and_a_catalogue(tmp_path: Path) -> None:
    told = CliRunner().invoke(azulejos, ["site", "kernels", str(tmp_path), "--game", "azul"])
    assert told.exit_code == 0, told.output
    names = {f"azul{target.suffix}" for target in linking.TARGETS}
    assert {file.name for file in tmp_path.iterdir()} == {*names, "kernels.json"}
    catalogue = json.loads((tmp_path / "kernels.json").read_text())
    assert catalogue["versions"].keys() == {"azulejos", *building.TOOLS}
    exports = catalogue["games"]["azul"]["exports"]
    search = exports["azulejos.bots.search.alphabeta:search"]
    assert search["parameters"]["layout"] == "layout"
    assert search["parameters"]["room"] == "Workspace"


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    told = CliRunner().invoke(azulejos, ["site", "kernels", str(tmp_path / "file" / "folder")])
    assert told.exit_code == 1
    assert "error: cannot write the modules: " in told.output
    assert str(tmp_path / "file" / "folder") in told.output
