"""Results as people read them: rounded, with signs and units, and never -0."""

from __future__ import annotations

import math
from collections.abc import Sequence

from azulejos.bots.arena.elo import Estimate, SequentialTest


def elo_text(elo: Estimate) -> str:
    return f"{signed(elo.value)} ({signed(elo.low)} to {signed(elo.high)})"


def signed(value: float) -> str:
    """A whole number with its sign; what rounds to zero has none."""
    if math.isinf(value):
        return "+∞" if value > 0 else "-∞"
    return f"{round(value):+d}" if round(value) else "0"


def points_text(points: Estimate) -> str:
    """Points ahead, with their interval."""
    if math.isnan(points.value):
        return "-"
    low, high = signed_tenth(points.low), signed_tenth(points.high)
    return f"{signed_tenth(points.value)} ({low} to {high})"


def signed_tenth(value: float) -> str:
    """A number with its sign and one digit; what rounds to zero has none."""
    if math.isinf(value):
        return signed(value)
    rounded = round(value, 1) + 0.0
    return f"{rounded:+.1f}" if rounded else "0"


def share(value: float) -> str:
    return "-" if math.isnan(value) else f"{value:.1%}"


def plain(value: float, digits: int) -> str:
    """A rounded number, or a dash where there is none."""
    return "-" if math.isnan(value) else f"{value:z.{digits}f}"


def time_text(seconds: float) -> str:
    if seconds < 1e-4:
        return f"{1e6 * seconds:.0f} µs"
    return f"{1000 * seconds:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"


def test_text(test: SequentialTest, values: Sequence[float]) -> str:
    """What a sequential test asks, and what it has found."""
    low, high = (f"{size:+g}" for size in test.sizes)
    answer = test.answer(values)
    verdict = "not known yet" if answer is None else f"no, rather {low}"
    if answer and answer.endswith("1"):
        verdict = f"yes, rather {high}"
    return (
        f"stronger by {high} {test.unit} than by {low}? {verdict} "
        f"(log-likelihood ratio {test.ratio(values):+z.2f}, bounds ±{test.bound:.2f})"
    )
