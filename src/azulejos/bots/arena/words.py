"""Results as people read them: rounded, with signs and units, and never -0."""

from __future__ import annotations

import math

from azulejos.bots.arena.elo import Estimate


def elo_text(elo: Estimate) -> str:
    return f"{signed(elo.value)} ({signed(elo.low)} to {signed(elo.high)})"


def signed(value: float) -> str:
    """A whole number with its sign; what rounds to zero has none."""
    if math.isinf(value):
        return "+∞" if value > 0 else "-∞"
    return f"{round(value):+d}" if round(value) else "0"


def share(value: float) -> str:
    return "-" if math.isnan(value) else f"{value:.1%}"


def plain(value: float, digits: int) -> str:
    """A rounded number, or a dash where there is none."""
    return "-" if math.isnan(value) else f"{value:z.{digits}f}"


def time_text(seconds: float) -> str:
    if seconds < 1e-4:
        return f"{1e6 * seconds:.0f} µs"
    return f"{1000 * seconds:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"
