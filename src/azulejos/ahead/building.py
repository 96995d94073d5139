"""The modules of games, each built in a process of its own and kept in the cache of kernels.

A process that lowers kernels for another machine can run none itself, so building starts others.
What was built once is taken from the cache until a source or a version changes.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from azulejos import __version__
from azulejos.core.compiled import cache_root
from azulejos.core.exported import CATALOGUE, SUFFIXES
from azulejos.core.sources import PACKAGE, sources_of
from azulejos.errors import BuildError
from azulejos.games import GAME_NAMES

if sys.platform != "win32":
    import fcntl

TOOLS = ("numba", "llvmlite", "numpy", "ziglang")
ENTRY = ".json"  # of a game, for the catalogue

NOWHERE = str(Path(os.devnull) / "kernels")
"""Kernels in the cache are optimised for the processor at hand: none may be taken from it."""

Report = Callable[[str, bool], None]
"""(game, whether it was in the cache): called whenever a game is done."""


def build(
    directory: Path, games: Iterable[str] = GAME_NAMES, report: Report | None = None
) -> list[Path]:
    """Write the modules of games and the catalogue of what they export; return what was written."""
    chosen = [name for name in GAME_NAMES if name in set(games)]
    versions = tool_versions()
    directory.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        waiting = {threads.submit(_built, name, versions): name for name in _longest_first(chosen)}
        result = {}
        for done in as_completed(waiting):
            name = waiting[done]
            result[name], was_kept = done.result()
            if report:
                report(name, was_kept)
    entries = {}
    for name in chosen:
        kept = result[name]
        entries[name] = json.loads((kept / f"{name}{ENTRY}").read_text(encoding="utf-8"))
        for suffix in SUFFIXES:
            shutil.copyfile(kept / f"{name}{suffix}", directory / f"{name}{suffix}")
    catalogue = {"versions": {"azulejos": __version__, **versions}, "games": entries}
    (directory / CATALOGUE).write_text(
        json.dumps(catalogue, separators=(",", ":")) + "\n", encoding="utf-8"
    )
    modules = [directory / f"{name}{suffix}" for name in chosen for suffix in SUFFIXES]
    return [*modules, directory / CATALOGUE]


def tool_versions() -> dict[str, str]:
    """What builds the modules, for the catalogue: other versions may make other bytes."""
    result = {}
    for name in TOOLS:
        try:
            result[name] = version(name)
        except PackageNotFoundError:
            raise BuildError(f"{name} is missing: pip install 'azulejos[site]'") from None
    return result


def _longest_first(games: list[str]) -> list[str]:
    """The games with most to compile first, so that no process is left with the longest."""
    folders = {name: (PACKAGE / "games" / name, PACKAGE / "bots/search" / name) for name in games}
    sizes = {
        name: sum(file.stat().st_size for folder in each for file in folder.glob("*.py"))
        for name, each in folders.items()
    }
    return sorted(games, key=lambda name: -sizes[name])


def _sources(name: str) -> list[Path]:
    """All that a game's modules depend on: what kernels and who builds them import, and weights."""
    kernels = f"azulejos.games.{name}.kernels", f"azulejos.bots.search.{name}.knowledge"
    weights = (PACKAGE / "bots" / "search" / name).rglob("*.json")
    names = PACKAGE / "core" / "exported.py"  # it says what exports are called
    return [*sources_of(*kernels, "azulejos.ahead.module"), names, *sorted(weights)]


def _cache(name: str, versions: dict[str, str]) -> Path:
    digest = hashlib.sha256(repr((sys.version, versions)).encode())
    for source in _sources(name):
        digest.update(source.name.encode() + source.read_bytes())
    return cache_root() / f"wasm-{digest.hexdigest()[:16]}"


def _built(name: str, versions: dict[str, str]) -> tuple[Path, bool]:
    """Build the modules of a game in the cache; return where, and whether they were there."""
    cache = _cache(name, versions)
    cache.mkdir(parents=True, exist_ok=True)
    with _alone(cache / "building"):  # others that want the same wait, and find it
        if (cache / f"{name}{ENTRY}").exists():
            os.utime(cache)  # directories that nobody uses for a month are removed
            return cache, True
        with tempfile.TemporaryDirectory(dir=cache) as room:
            _run(name, Path(room))
            for suffix in (*SUFFIXES, ENTRY):  # the entry last: it says that all is there
                (Path(room) / f"{name}{suffix}").replace(cache / f"{name}{suffix}")
    return cache, False


@contextmanager
def _alone(file: Path) -> Iterator[None]:
    """Do something under a lock."""
    with file.open("w") as lock:
        if sys.platform != "win32":
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _run(name: str, room: Path) -> None:
    """Build in a process that neither Numba's environment variables nor compiled kernels affect."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("NUMBA_")}
    environment |= dict.fromkeys(("AZULEJOS_BOUNDSCHECK", "AZULEJOS_INTERPRETED"), "")
    environment["AZULEJOS_CACHE"] = NOWHERE
    done = subprocess.run(  # noqa: S603 - ourselves
        [sys.executable, "-m", "azulejos.ahead.module", name, str(room)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        lines = done.stderr.strip().splitlines() or ["it said nothing"]
        raise BuildError(f"the modules of {name} cannot be built: {lines[-1]}")
