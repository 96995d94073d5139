"""Which source files a kernel can depend on: those that its module imports, and so on.

Numba bakes constants and called functions into what it compiles, so whatever a kernel's module
imports may change the kernel; what nothing imports cannot. A game may be of another package.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
NEVER_CALLED = frozenset(
    {"azulejos.errors", "azulejos.core.exported", "azulejos.core.sources"}
)  # by kernels
SWITCH = "azulejos.core.compiled.ByLayout"
OF_A_GAME = re.compile(r"azulejos\.games\.\w+\.")


def sources_of(*modules: str) -> list[Path]:
    """The files on which the kernels of modules depend, in a fixed order."""
    packages = {PACKAGE.name: PACKAGE, **_packages_of(modules)}
    seen: dict[str, Path] = {}
    waiting = [*modules]
    while waiting:
        name = waiting.pop()
        path = _path(name, packages)
        if path is None or name in seen or name in NEVER_CALLED:
            continue
        seen[name] = path
        imported = _imports(path)
        waiting.extend(imported)
        if SWITCH in imported:
            waiting.extend(_registered_with(name, path.parent))
    return [seen[name] for name in sorted(seen)]


def _registered_with(switch: str, folder: Path) -> list[str]:
    """The modules that may give a switch its bodies: kernels of a game, beside or below it.

    A search calls the kernels of a game without importing them, through a `ByLayout` to which the
    game's module adds them.
    """
    package = switch.rpartition(".")[0]
    found = {path: _imports(path) for path in sorted(folder.rglob("*.py"))}
    return [
        ".".join((package, *path.relative_to(folder).with_suffix("").parts))
        for path, imported in found.items()
        if switch in imported and any(map(OF_A_GAME.match, imported))
    ]


def _packages_of(modules: Iterable[str]) -> dict[str, Path]:
    """Where the packages lie that modules outside of this one are of."""
    names = {module.partition(".")[0] for module in modules} - {PACKAGE.name}
    found = {name: getattr(sys.modules.get(name), "__path__", ()) for name in names}
    return {name: Path(folder) for name, folders in found.items() for folder in folders}


def _path(name: str, packages: Mapping[str, Path]) -> Path | None:
    """The file of a module, or None for others, for a name within one and for a package."""
    first, *rest = name.split(".")
    if first not in packages or not rest:
        return None
    path = packages[first].joinpath(*rest).with_suffix(".py")
    return path if path.is_file() else None


def _imports(path: Path) -> frozenset[str]:
    return _imports_in(path, path.stat().st_mtime_ns)


@cache
def _imports_in(path: Path, _written: int) -> frozenset[str]:
    """What a file imports when it is loaded: modules, and the names taken from them."""
    names: set[str] = set()
    for statement in ast.parse(path.read_bytes()).body:
        match statement:
            case ast.Import(names=aliases):
                names.update(alias.name for alias in aliases)
            case ast.ImportFrom(module=str(module), names=aliases):
                names.add(module)
                names.update(f"{module}.{alias.name}" for alias in aliases)
    return frozenset(names)
