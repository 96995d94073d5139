"""Wall time and monotonic time: the one place where the server reads a clock.

In a simulation, every process has a clock of its own, which may be wrong.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(frozen=True)
class Clock:
    """Wall time and monotonic time."""

    wall: Callable[[], float] = time.time  # seconds since 1970; somebody may set it
    ticks: Callable[[], float] = time.monotonic  # seconds from an arbitrary start; monotonic


CLOCK: ContextVar[Clock] = ContextVar("clock", default=Clock())  # noqa: B039 - it cannot change


def now() -> float:
    """Seconds since 1970, for what is written down and for the players' clocks."""
    return CLOCK.get().wall()


def ticks() -> float:
    """Seconds of a monotonic clock, for measuring how long something takes."""
    return CLOCK.get().ticks()
