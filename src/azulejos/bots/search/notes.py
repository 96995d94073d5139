"""Notes in the cache that say whose search is compiled, for processes that load no search."""

from __future__ import annotations

from pathlib import Path

from azulejos.core.compiled import COMPILES, cache_for


def note_for(game: str) -> Path | None:
    """The file that is there once the search for a game is in the cache; None without a cache."""
    cache = cache_for("azulejos.bots.search.engine") if COMPILES else None
    return cache and cache / f"search-{game}"


def is_cached(game: str) -> bool:
    """Whether the search for a game is in the cache."""
    note = note_for(game)
    return note is not None and note.exists()
