"""Bots by file, `my_bot.py:MyBot`, or `my_bot.py` if there is one bot in it; and of packages.

Installed packages name theirs as entry points of the group `azulejos.bots`.
"""

from __future__ import annotations

import sys
from functools import cache, lru_cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from azulejos.bots.external.classes import kind_of
from azulejos.bots.protocol import BotKind
from azulejos.errors import BotError, excerpt, quoted

GROUP = "azulejos.bots"


def file_kind(file: str, name: str) -> BotKind:
    """The kind of bots that a class or function of a file makes."""
    module = _module(file)
    result = _bots(module)
    if not name:
        if len(result) != 1:
            raise BotError(f"which of its bots? Write {file}:NAME; {_listed(file, result)}")
        name = result[0]
    if not hasattr(module, name):
        hint = "; parameters follow another colon" if "," in name else ""
        raise BotError(f"no {quoted(name)} in {file}; {_listed(file, result)}{hint}")
    return kind_of(getattr(module, name), f"{Path(file).name}:{name}")


def _bots(module: ModuleType) -> list[str]:
    """The names of the bots that are defined in a file itself."""
    return [
        name
        for name, value in vars(module).items()
        if isinstance(value, type) and value.__module__ == module.__name__
        if hasattr(value, "choose") and not name.startswith("_")
    ]


def _listed(file: str, names: list[str]) -> str:
    if not names:
        return f"no class in {file} has a method choose(view)"
    return f"there are: {', '.join(names)}"


def _module(file: str) -> ModuleType:
    try:
        path = Path(file).resolve(strict=True)
        changed = path.stat()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BotError(f"cannot read {excerpt(file)}: {reason}") from None
    return _loaded(path, changed.st_mtime_ns, changed.st_size)


@lru_cache(maxsize=64)
def _loaded(path: Path, changed: int, size: int) -> ModuleType:
    """The module of a file; a file that has changed is loaded again."""
    name = f"azulejos_bot_{path.stem}_{abs(hash((path, changed, size))):x}"
    spec = spec_from_file_location(name, path)
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their module up
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))  # last, so that its neighbours hide no other module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise BotError(f"cannot load {path.name}: {type(error).__name__}: {error}") from error
    return module


# Bots of installed packages


@cache
def _entry_points() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


def installed_names() -> tuple[str, ...]:
    """The names of the bots that other packages bring."""
    return tuple(sorted(_entry_points()))


def installed_kind(name: str) -> BotKind:
    """The kind of an installed bot. A broken package breaks only its own bots."""
    point = _entry_points()[name]
    try:
        result = point.load()
    except (Exception, SystemExit) as error:
        package = point.dist.name if point.dist else point.value
        raise BotError(
            f"{package} is broken: {type(error).__name__}: {error} (loading {point.value})"
        ) from error
    return kind_of(result, name)
