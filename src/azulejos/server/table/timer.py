"""A timer that can be set again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Timer:
    """Does one thing after a while, unless it is cancelled or set again before."""

    __slots__ = ("_handle", "_ring")

    def __init__(self, ring: Callable[[], object]) -> None:
        self._ring = ring
        self._handle: asyncio.TimerHandle | None = None

    @property
    def is_set(self) -> bool:
        return self._handle is not None

    def set(self, seconds: float) -> None:
        self.cancel()
        self._handle = asyncio.get_running_loop().call_later(seconds, self._rings)

    def cancel(self) -> None:
        if self._handle:
            self._handle.cancel()
            self._handle = None

    def _rings(self) -> None:
        self._handle = None
        self._ring()
