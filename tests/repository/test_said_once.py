"""A rule and a printed value are said once: rules in kernels, values in `table.py`.

Read from the sources, so only what is said twice in the same words is found.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from azulejos.games import GAME_NAMES

PACKAGE = Path(__file__).resolve().parents[2] / "src" / "azulejos"
SHORTEST = 4
"""Names and numbers in an expression that is long enough to be a rule."""

WITH_POINTS = ("scoring", "rules", "checks", "refusals")
"""The files of a game that speak of points."""

SMALL = 2
"""Numbers up to this are how things are counted and halved; larger ones mean something."""


OF_A_TABLE = re.compile(rf"\b(?:{'|'.join(GAME_NAMES)})\.(?=[A-Z])")
"""Constants are the same with the name of their module or without it."""

NO_RULE = re.compile(r"\S+\[[^]]+\] [!=]= NONE")
"""Whether there is a tile on a space."""


def sources(game: str) -> list[Path]:
    """All files of a game, and those that tell, show and draw it."""
    result = sorted((PACKAGE / "games" / game).glob("*.py"))
    result += sorted((PACKAGE / "narration").glob(f"{game}*.py"))
    return [*result, *(PACKAGE / folder / f"{game}.py" for folder in ("scenes", "cli/draw"))]


def users(game: str) -> list[Path]:
    """What knows a game, but may not repeat its rules: its search and its pictures."""
    result = sorted((PACKAGE / "bots" / "search" / game).glob("*.py"))
    return [*result, *sorted((PACKAGE / "pictures").glob(f"{game}*.py"))]


def general() -> list[Path]:
    """What is the same for all games."""
    folders = ("bots/search", "pictures", "research")
    result = [file for folder in folders for file in sorted((PACKAGE / folder).glob("*.py"))]
    return [file for file in result if not file.stem.startswith(GAME_NAMES)]


class Bare(ast.NodeTransformer):
    """Writes `SIZE` for `azul.SIZE`, where `azul` is a module of a game."""

    def __init__(self, modules: set[str]) -> None:
        self.modules = modules

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.value, ast.Name) and node.value.id in self.modules:
            return ast.copy_location(ast.Name(node.attr, node.ctx), node)
        return node


@cache
def parsed(path: Path) -> ast.Module:
    """A file, whichever way it names what it takes from the modules of a game."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    modules = {
        alias.asname or alias.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if (PACKAGE.parent / (node.module or "").replace(".", "/") / f"{alias.name}.py").is_file()
        if (node.module or "").startswith("azulejos.games.")
    }
    bare: ast.Module = Bare(modules).visit(tree)
    return bare


def functions(path: Path, *, kernels: bool) -> Iterator[ast.FunctionDef]:
    """The functions of a file that are compiled, or those that are not."""
    for node in parsed(path).body:
        if isinstance(node, ast.FunctionDef):
            marks = [mark.id for mark in node.decorator_list if isinstance(mark, ast.Name)]
            if ("compiled" in marks) == kernels:
                yield node


def terms(expression: ast.AST) -> list[ast.AST]:
    return [node for node in ast.walk(expression) if isinstance(node, ast.Name | ast.Constant)]


def expressions(function: ast.FunctionDef) -> Iterator[str]:
    """What a function works out in one expression that could be a rule."""
    for node in ast.walk(function):
        is_worked_out = isinstance(node, ast.BinOp | ast.BoolOp | ast.Compare)
        if is_worked_out and len(terms(node)) >= SHORTEST:
            yield OF_A_TABLE.sub("", ast.unparse(node))


def kernel_names(game: str) -> set[str]:
    """The rules of a game, those that it shares among them."""
    shared = [PACKAGE / "core" / f"{name}.py" for name in ("bag", "displays", "pile", "turn")]
    return {
        rule.name
        for path in [*shared, *sources(game)]
        if path.stem != "kernels"
        for rule in functions(path, kernels=True)
    }


def imported(path: Path) -> set[str]:
    """The names that a file takes from others, modules among them, and those of its own kernels."""
    names = {kernel.name for kernel in functions(path, kernels=True)}
    for node in parsed(path).body:
        if isinstance(node, ast.ImportFrom):
            names.update(alias.asname or alias.name for alias in node.names)
    return names


def calls(function: ast.FunctionDef, names: set[str]) -> Iterator[str]:
    """What a function calls by such a name, or in a module of such a name."""
    for node in ast.walk(function):
        match node:
            case ast.Call(func=ast.Name(name)) if name in names:
                yield name
            case ast.Call(func=ast.Attribute(ast.Name(module), name)) if module in names:
                yield name


@pytest.mark.parametrize("game", GAME_NAMES)
def test_no_rule_has_a_second_function_of_its_name(game: str) -> None:
    """Whoever is not a kernel asks the rule (`core/asking.py`)."""
    rules = kernel_names(game)
    twice = [
        f"{path.relative_to(PACKAGE)}: {function.name}"
        for path in sources(game)
        for function in functions(path, kernels=False)
        if function.name in rules
    ]
    assert twice == []


@pytest.mark.parametrize("game", GAME_NAMES)
def test_no_expression_of_a_rule_is_written_again(game: str) -> None:
    """What a kernel works out is worked out nowhere else."""
    ruled = {
        expression: f"{path.stem}.{rule.name}"
        for path in sources(game)
        for rule in functions(path, kernels=True)
        for expression in expressions(rule)
    }
    twice = [
        f"{path.relative_to(PACKAGE)}: {function.name}: {expression} ({ruled[expression]})"
        for path in sources(game)
        for function in functions(path, kernels=False)
        for expression in expressions(function)
        if expression in ruled
    ]
    assert twice == []


@pytest.mark.parametrize("game", GAME_NAMES)
def test_search_pictures_and_research_repeat_no_rule(game: str) -> None:
    """They call rules, compiled or not, and have no kernels of the same names."""
    files = [file for file in sources(game) if file.parent.name == game]
    shared = [PACKAGE / "core" / f"{name}.py" for name in ("bag", "displays", "pile", "turn")]
    ruled = {
        expression: f"{path.stem}.{rule.name}"
        for path in [*files, *shared]
        for rule in functions(path, kernels=True)
        for expression in expressions(rule)
        if not NO_RULE.fullmatch(expression)
    }
    twice = [
        f"{path.relative_to(PACKAGE)}: {node.name}: {expression} ({ruled[expression]})"
        for path in [*users(game), *general()]
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.FunctionDef)
        for expression in expressions(node)
        if expression in ruled
    ]
    names = kernel_names(game)
    twice += [
        f"{path.relative_to(PACKAGE)}: {node.name}"
        for path in users(game)
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.FunctionDef) and node.name in names
    ]
    assert twice == []


@pytest.mark.parametrize("game", GAME_NAMES)
def test_rules_are_asked(game: str) -> None:
    """Only kernels call kernels: calls from elsewhere would be compiled for themselves alone."""
    rules = kernel_names(game)
    called = [
        f"{path.relative_to(PACKAGE)}: {function.name}: {name}"
        for path in sources(game)
        for function in functions(path, kernels=False)
        for name in calls(function, imported(path))
        if name in rules
    ]
    assert called == []


@pytest.mark.parametrize("game", GAME_NAMES)
def test_points_have_names(game: str) -> None:
    """What things bring and cost stands in `table.py`, and nowhere else as a number."""
    places = [
        f"{path.relative_to(PACKAGE)}:{node.lineno}: {node.value}"
        for path in sources(game)
        if path.stem in WITH_POINTS or path.parent.name in ("narration", "scenes")
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Constant) and isinstance(node.value, int) and node.value > SMALL
    ]
    assert places == []
