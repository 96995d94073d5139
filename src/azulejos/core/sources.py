"""Which source files a kernel can depend on: those that its module imports, and so on.

Numba bakes constants and called functions into what it compiles, so whatever a kernel's module
imports may change the kernel; what nothing imports cannot. A game may be of another package.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
NEVER_CALLED = frozenset(
    {"azulejos.errors", "azulejos.core.library", "azulejos.core.sources"}
)  # by kernels
SWITCH = "azulejos.core.compiled.ByLayout"
Packages = tuple[tuple[str, Path], ...]
Version = tuple[int, int]  # of a file: when it was written, and its size

OF_A_GAME = re.compile(r"azulejos\.games\.\w+\.")


IMPORT = re.compile(r"^from ([\w.]+) import (\([^)]*\)|.*)|^import (.*)", re.MULTILINE)
"""An import at the top level of a module. To parse all sources would take every process longer."""


def sources_of(*modules: str) -> list[Path]:
    """The files on which the kernels of modules depend, in a fixed order."""
    packages = tuple({PACKAGE.name: PACKAGE, **_packages_of(modules)}.items())
    seen: dict[str, Path] = {}
    waiting = [(name, _path(name, packages)) for name in modules]
    while waiting:
        name, path = waiting.pop()
        if path is None or name in seen or name in NEVER_CALLED:
            continue
        seen[name] = path
        waiting.extend(_imported_files(path, _version(path), packages))
        if SWITCH in _imports(path):
            waiting.extend(_registered_with(name, path.parent))
    return [seen[name] for name in sorted(seen)]


def digest_of(files: Iterable[Path]) -> str:
    """A digest of what files hold; those that many kernels depend on are read once."""
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.name.encode())
        digest.update(_content_digest(file, _version(file)))
    return digest.hexdigest()


def _registered_with(switch: str, folder: Path) -> list[tuple[str, Path]]:
    """The modules that may give a switch its bodies: kernels of a game, beside or below it.

    A search calls the kernels of a game without importing them, through a `ByLayout` to which the
    game's module adds them.
    """
    package = switch.rpartition(".")[0]
    result = {path: _imports(path) for path in sorted(folder.rglob("*.py"))}
    return [
        (".".join((package, *path.relative_to(folder).with_suffix("").parts)), path)
        for path, imported in result.items()
        if switch in imported and any(map(OF_A_GAME.match, imported))
    ]


def _packages_of(modules: Iterable[str]) -> dict[str, Path]:
    """Where the packages lie that modules outside of this one are of."""
    names = {module.partition(".")[0] for module in modules} - {PACKAGE.name}
    result = {name: getattr(sys.modules.get(name), "__path__", ()) for name in names}
    return {name: Path(folder) for name, folders in result.items() for folder in folders}


def _path(name: str, packages: Packages) -> Path | None:
    """The file of a module, or None for others, for a name within one and for a package."""
    first, *rest = name.split(".")
    folder = dict(packages).get(first)
    if folder is None or not rest:
        return None
    path = folder.joinpath(*rest).with_suffix(".py")
    return path if path.is_file() else None


def _version(path: Path) -> Version:
    result = path.stat()
    return result.st_mtime_ns, result.st_size


@cache
def _content_digest(path: Path, _version: Version) -> bytes:
    return hashlib.sha256(path.read_bytes()).digest()


@cache
def _imported_files(
    path: Path, _version: Version, packages: Packages
) -> tuple[tuple[str, Path], ...]:
    """The modules that a file imports and that have files themselves, with these."""
    result = ((name, _path(name, packages)) for name in _imports(path))
    return tuple((name, file) for name, file in result if file)


def _imports(path: Path) -> frozenset[str]:
    return _imports_in(path, _version(path))


@cache
def _imports_in(path: Path, _version: Version) -> frozenset[str]:
    """What a file imports when it is loaded: modules, and the names taken from them."""
    names: set[str] = set()
    for module, taken, modules in IMPORT.findall(path.read_text(encoding="utf-8")):
        listed = re.sub(r"#.*", "", taken or modules).strip("() \n").split(",")
        plain = [each.split()[0] for each in listed if each.strip()]
        names.update([module, *(f"{module}.{name}" for name in plain)] if module else plain)
    return frozenset(names)
