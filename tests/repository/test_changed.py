"""`./check quick`: which tests belong to what has changed, and which come first."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

TOOLS = Path(__file__).parents[2] / "tools"


@pytest.fixture(scope="module")
def tool() -> Iterator[ModuleType]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(TOOLS))
        yield import_module("changed")


@pytest.mark.parametrize(
    ("source", "first", "never"),
    [
        ("src/azulejos/games/azul/scoring.py", "tests/rules/azul", "tests/rules/duel/test_end"),
        ("src/azulejos/games/duel/plates.py", "tests/rules/duel", "tests/rules/azul/test_tiling"),
        ("src/azulejos/bots/search/sintra/evaluation.py", "tests/bots", "tests/rules/azul"),
        ("src/azulejos/server/http/security.py", "tests/server/test_security.py", "tests/rules"),
        ("src/azulejos/cli/draw/duel.py", "tests/cli/test_draw_duel.py", "tests/server/store"),
        ("tests/digests/azul.json", "tests/test_conformance.py", "tests/rules"),
        ("tests/server/test_model.py", "tests/server/test_model.py", "tests/"),
        ("tests/support/server_in_thread.py", "tests/", "tests/rules"),
    ],
)
def test_tests_belong_to_what_they_import(
    tool: ModuleType, source: str, first: str, never: str
) -> None:
    result = tool.tests_of([source])
    assert [path for path in result[:8] if path.startswith(first)]
    assert not [path for path in result[1:] if path.startswith(never)]


def test_what_prepares_tests_belongs_to_all_of_its_folder(tool: ModuleType) -> None:
    result = tool.tests_of(["tests/cli/conftest.py"])
    assert set(result) >= {path.as_posix() for path in Path("tests/cli").glob("test_*.py")}


def test_nothing_belongs_to_a_file_that_nobody_knows(tool: ModuleType) -> None:
    assert tool.tests_of(["x" * 20]) == []
