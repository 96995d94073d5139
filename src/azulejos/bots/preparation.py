"""Compiling everything that a game needs, before anybody waits for a move."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed

from azulejos.bots.search import engine, notes
from azulejos.bots.search.games import is_searched
from azulejos.core.announcing import said_elsewhere
from azulejos.core.compiled import COMPILES
from azulejos.core.game import Game
from azulejos.games import GAME_NAMES
from azulejos.games import game as game_named
from azulejos.play.kernels import are_cached, use_every_kernel


def prepare(game: Game | str, *, search: bool = True) -> None:
    """Compile what playing a game and its `search` bot need, or load it from the cache.

    The first time on a machine this takes a minute or two; afterwards a second.
    """
    chosen = game_named(game) if isinstance(game, str) else game
    if COMPILES:
        use_every_kernel(chosen)
        if search and is_searched(chosen.name):
            engine.prepare(chosen)


def missing_games() -> list[str]:
    """The games of which something has still to be compiled."""
    if not COMPILES:
        return []
    return [name for name in GAME_NAMES if not (are_cached(name) and notes.is_cached(name))]


def compile_games(names: Iterable[str]) -> Iterator[str]:
    """Compile games, each in a process of its own, and say which is done."""

    def compiled(name: str) -> str:
        command = [sys.executable, "-m", "azulejos.bots.preparation", name]
        subprocess.run(command, check=True)  # noqa: S603 - ourselves
        return name

    with ThreadPoolExecutor(os.cpu_count()) as threads:
        for done in as_completed([threads.submit(compiled, name) for name in names]):
            yield done.result()


if __name__ == "__main__":
    said_elsewhere()  # whoever has started this shows how far it is
    prepare(sys.argv[1])
