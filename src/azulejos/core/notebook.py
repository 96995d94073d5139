"""What notebooks show of positions and matches.

Pictures are drawn by a layer above all that is drawn: the package says here which, when it is
imported.
"""

from __future__ import annotations

from collections.abc import Callable

_drawers: list[Callable[..., str | None]] = []


def draw_with(drawer: Callable[..., str | None]) -> None:
    """Let a function draw what notebooks show: SVG, or None for what it has no picture of."""
    _drawers[:] = [drawer]


def drawn(shown: object) -> str | None:
    """A picture as SVG."""
    for drawer in _drawers:
        return drawer(shown)
    return None
