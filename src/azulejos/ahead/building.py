"""The kernels of all games as a library for each system that is wanted.

Each game is lowered in a process of its own, which can run no kernels then. What was built once is
taken from the cache of kernels until a source or a version changes.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from azulejos.ahead.exports import RESEARCH
from azulejos.ahead.linking import Sources, write_library
from azulejos.ahead.targets import BROWSERS, TARGETS
from azulejos.core.compiled import cache_root
from azulejos.core.sources import PACKAGE, digest_of, sources_of
from azulejos.errors import BuildError
from azulejos.games import GAME_NAMES

if sys.platform != "win32":
    import fcntl

TOOLS = ("numba", "llvmlite", "numpy", "ziglang")
BUILDERS = ("exports", "lower", "lowering", "objects", "targets")
"""The modules that say what objects hold."""

NOWHERE = str(Path(os.devnull) / "kernels")
"""Kernels in the cache are optimised for the processor at hand: none may be taken from it."""

Report = Callable[[str, bool], None]
"""(game, whether it was in the cache): called whenever a game is done."""


def build(
    directory: Path, targets: Iterable[str] = BROWSERS, report: Report | None = None
) -> list[Path]:
    """Write the library of each target and return where; only browsers' may lie in one folder."""
    wanted = list(targets)
    files = sources_of(*(root for name in GAME_NAMES for root in _roots(name)))
    sources = Sources(files, digest_of(files))  # now: they may change while this builds
    versions = tool_versions()
    directory.mkdir(parents=True, exist_ok=True)

    def built(name: str) -> Path:
        cache, was_kept = _built(name, wanted, versions)
        if report:
            report(name, was_kept)
        return cache

    with ThreadPoolExecutor(os.cpu_count()) as threads:
        games = _longest_first()
        caches = dict(zip(games, threads.map(built, games), strict=True))
    exports = [(name, _exports(caches[name], name)) for name in GAME_NAMES]
    written = []
    for target in wanted:
        objects = [caches[name] / f"{name}.{target}.o" for name in GAME_NAMES]
        written.append(directory / TARGETS[target].file)
        write_library(written[-1], TARGETS[target], objects, exports, sources)
    return written


def _exports(cache: Path, name: str) -> list[Any]:
    listed: list[Any] = json.loads((cache / f"{name}.json").read_text(encoding="utf-8"))
    return listed


def tool_versions() -> dict[str, str]:
    """What builds the libraries: other versions may make other bytes."""
    result = {}
    for name in TOOLS:
        try:
            result[name] = version(name)
        except PackageNotFoundError:
            raise BuildError(f"{name} is missing: pip install 'azulejos[site]'") from None
    return result


def _longest_first() -> list[str]:
    """The games with most to compile first, so that no process is left with the longest."""
    folders = {
        name: (PACKAGE / "games" / name, PACKAGE / "bots/search" / name) for name in GAME_NAMES
    }
    sizes = {
        name: sum(file.stat().st_size for folder in each for file in folder.glob("*.py"))
        for name, each in folders.items()
    }
    return sorted(GAME_NAMES, key=lambda name: -sizes[name])


def _roots(name: str) -> list[str]:
    """The modules whose kernels are in a game's library; they import all that these depend on."""
    search = ["azulejos.bots.search.engine", f"azulejos.bots.search.{name}.knowledge"]
    return [f"azulejos.games.{name}.rules", *search, *RESEARCH]


def _cache(name: str, versions: dict[str, str]) -> Path:
    weights = sorted((PACKAGE / "bots" / "search" / name).rglob("*.json"))
    builders = [PACKAGE / "ahead" / f"{builder}.py" for builder in BUILDERS]
    depends = digest_of([*sources_of(*_roots(name)), *builders, *weights])
    digest = hashlib.sha256(repr((sys.version, versions, depends)).encode())
    return cache_root() / f"ahead-{digest.hexdigest()[:16]}"


def _built(name: str, targets: list[str], versions: dict[str, str]) -> tuple[Path, bool]:
    """Build the objects of a game in the cache; return where, and whether they were there."""
    cache = _cache(name, versions)
    cache.mkdir(parents=True, exist_ok=True)
    with _alone(cache / "building"):  # others that want the same wait, and find it
        os.utime(cache)  # directories that nobody uses for a month are removed
        missing = [each for each in targets if not (cache / f"{name}.{each}.o").exists()]
        if missing:
            _run(name, cache, missing)
    return cache, not missing


@contextmanager
def _alone(file: Path) -> Iterator[None]:
    """Do something under a lock."""
    with file.open("w") as lock:
        if sys.platform != "win32":
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _run(name: str, room: Path, targets: list[str]) -> None:
    """Build in a process that neither Numba's environment variables nor compiled kernels affect."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("NUMBA_")}
    environment |= dict.fromkeys(("AZULEJOS_BOUNDSCHECK", "AZULEJOS_INTERPRETED"), "")
    environment |= {"AZULEJOS_CACHE": NOWHERE, "AZULEJOS_KERNELS": "numba"}
    done = subprocess.run(  # noqa: S603 - ourselves
        [sys.executable, "-m", "azulejos.ahead.lower", name, str(room), *targets],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        lines = done.stderr.strip().splitlines() or ["it said nothing"]
        raise BuildError(f"the kernels of {name} cannot be built: {lines[-1]}")
