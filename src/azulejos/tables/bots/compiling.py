"""Compiling the games' kernels, once for all processes of a machine, and how far that has come."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Literal

from azulejos.bots.search import notes
from azulejos.core.compiled import COMPILES, cache_root
from azulejos.games import GAME_NAMES
from azulejos.play import kernels

if sys.platform != "win32":
    import fcntl

CompileState = Literal["waiting", "compiling", "ready"]
"""How far a game has come: its kernels are compiled, or loaded from the cache."""


def is_compiled() -> bool:
    """Whether everything that all games need is in the cache."""
    return all(kernels.are_cached(game) and notes.is_cached(game) for game in GAME_NAMES)


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Wait while another process compiles: afterwards there is less to do, or nothing.

    Not on Windows, where several may compile the same, nor where the cache cannot be written.
    """
    with ExitStack() as stack:
        if COMPILES and sys.platform != "win32":
            with suppress(OSError, RuntimeError):
                cache_root().mkdir(parents=True, exist_ok=True)
                file = stack.enter_context((cache_root() / "compiling").open("w"))
                fcntl.flock(file, fcntl.LOCK_EX)
        yield
