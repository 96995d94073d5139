"""Count the package: `python tools/count.py`. CONTRIBUTING.md shows what it prints."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "azulejos"
ANY = re.compile(r"\bAny\b")
LIMITS = re.compile(r"^_?(MOST|LONGEST|FEWEST|LARGEST|SMALLEST|DEEPEST|LEAST)_\w+(?::.*)? = ", re.M)


def figures() -> Iterator[tuple[str, str]]:
    """What is counted, and how much of it there is."""
    files = {file: file.read_text(encoding="utf-8") for file in sorted(PACKAGE.rglob("*.py"))}
    lines = [line for text in files.values() for line in text.splitlines()]
    yield "files of Python in `src`", f"{len(files):,}"
    yield "lines of Python in `src`", f"{len(lines):,}"
    observe = [text for file, text in files.items() if file.name in ("observe.py", "observed.py")]
    yield "lines of code of the `observe` modules", f"{sum(map(code_lines, observe)):,}"
    imports = sum(map(import_lines, files.values()))
    yield "share of import lines", f"{imports / len(lines):.1%}"
    yield "lines with `Any`", f"{sum(bool(ANY.search(line)) for line in lines):,}"
    for mark in ("type: ignore", "noqa"):
        yield f"lines with `{mark}`", f"{sum(f'# {mark}' in line for line in lines):,}"
    yield "commands", str(commands(files[PACKAGE / "cli" / "main.py"]))
    named = sum(len(LIMITS.findall(text)) for text in files.values())
    yield "constants `MOST_`, `LONGEST_`, `FEWEST_`, …", str(named)


def code_lines(text: str) -> int:
    """Lines with code: neither blank, nor a comment, nor of a docstring."""
    tree = ast.parse(text)
    strings = {
        line
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        for line in range(node.lineno, (node.end_lineno or 0) + 1)
    }
    return sum(
        bool(line.strip()) and not line.strip().startswith("#") and index not in strings
        for index, line in enumerate(text.splitlines(), 1)
    )


def import_lines(text: str) -> int:
    return sum(
        (node.end_lineno or 0) - node.lineno + 1
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Import | ast.ImportFrom)
    )


def commands(main: str) -> int:
    """The commands of the program, as its main module lists them."""
    for node in ast.walk(ast.parse(main)):
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "GROUPS":
            return sum(map(len, ast.literal_eval(node.value).values()))
    raise LookupError("there is no GROUPS in the main module")


def table() -> str:
    rows = [f"| {what} | {number} |" for what, number in figures()]
    return "\n".join(["| figure | now |", "|---|---|", *rows])


if __name__ == "__main__":
    sys.stdout.write(f"{table()}\n")
