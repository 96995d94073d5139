"""A timer that can be set again.

It holds on to what it rings for only while it is set: whoever owns a timer that rings for its owner
is freed as soon as nobody else needs it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Timer:
    """Does one thing after a while, unless it is cancelled or set again before."""

    __slots__ = ("_handle",)

    def __init__(self) -> None:
        self._handle: asyncio.TimerHandle | None = None

    @property
    def is_set(self) -> bool:
        return self._handle is not None

    def set(self, seconds: float, ring: Callable[[], object]) -> None:
        self.cancel()
        self._handle = asyncio.get_running_loop().call_later(seconds, self._rings, ring)

    def cancel(self) -> None:
        if self._handle:
            self._handle.cancel()
            self._handle = None

    def _rings(self, ring: Callable[[], object]) -> None:
        self._handle = None
        ring()
