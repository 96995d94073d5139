"""Which of the project's Python files depend on which: what they import, and what they read."""

from __future__ import annotations

import ast
import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROOTS = (
    ROOT / "src",
    ROOT / "tests",
    ROOT / "tests" / "support",
    ROOT,
)  # where modules are looked for
FOLDERS = ("src", "tests", "tools")
BY_NAME = re.compile(r'import_module\(\s*f"(azulejos\.\w[^"]*)"')


def distances(changed: Iterable[str]) -> dict[str, int]:
    """How many imports lie between what has changed and each file that depends on it."""
    users = dependants()
    known = {path: 0 for path in changed if path in users}
    known |= {reader: 1 for path in changed for reader in readers_of(path) if path not in users}
    waiting = deque(sorted(known, key=lambda path: known[path]))
    while waiting:
        path = waiting.popleft()
        for user in users[path]:
            if user not in known:
                known[user] = known[path] + 1
                waiting.append(user)
    return known


@cache
def dependants() -> Mapping[str, frozenset[str]]:
    """By file: the files that import it."""
    result: dict[str, set[str]] = {name(path): set() for path in files()}
    for path in files():
        for imported in imports(path):
            result[name(imported)].add(name(path))
    return {path: frozenset(users) for path, users in result.items()}


@cache
def files() -> tuple[Path, ...]:
    return tuple(path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py")))


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def imports(path: Path) -> Iterator[Path]:
    """The files that a file imports, at its top or later; a test also those that prepare it."""
    text = path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            result = [module_file(alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            result = [home_of(node.module, alias.name) for alias in node.names]
        else:
            continue
        yield from (each for each in result if each)
    for module in BY_NAME.findall(text):  # one of several, chosen when the program runs
        pattern = re.sub(r"(\{[^}]*\})+", "*", module).replace(".", "/")
        yield from (ROOT / "src").glob(f"{pattern}.py")
    if path.name.startswith("test_"):
        above = (folder / "conftest.py" for folder in path.parents)
        yield from (each for each in above if each in files())


def home_of(module: str, imported: str) -> Path | None:
    """The file that defines a name imported from a module, which may re-export it."""
    if inner := module_file(f"{module}.{imported}"):
        return inner
    file = module_file(module)
    if file and file.name == "__init__.py":
        for node in ast.walk(ast.parse(file.read_bytes())):
            if not isinstance(node, ast.ImportFrom) or node.module in (None, module):
                continue
            if imported in {alias.name for alias in node.names}:
                return home_of(str(node.module), imported)
    return file


@cache
def module_file(module: str) -> Path | None:
    place = module.replace(".", "/")
    candidates = (root / f"{place}{end}" for root in ROOTS for end in (".py", "/__init__.py"))
    return next((path for path in candidates if path in files()), None)


def readers_of(path: str) -> Iterator[str]:
    """The Python files in which a string names a file of another kind, or its folder."""
    parts = Path(path).parts
    wanted = re.compile("|".join(rf'"(?:[^"\n]*/)?{re.escape(part)}"' for part in parts[-2:]))
    for each in files():
        if wanted.search(each.read_text(encoding="utf-8")):
            yield name(each)
