"""Plots as SVG, without a script: shapes stretch with the page, what is written stays readable.

A plot is drawn on a square of 100 by 100 that is stretched to whatever room there is; strokes keep
their width. Labels are HTML beside it, at the same percentages.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape

Point = tuple[float, float]
Written = Callable[[float], str]

NICE_STEPS = (1, 2, 5, 10)


@dataclass(frozen=True)
class Axis:
    """Where values lie, in percent of a plot."""

    low: float
    high: float

    @classmethod
    def around(cls, values: Iterable[float], margin: float = 0.05) -> Axis:
        """An axis with room for all finite values."""
        finite = [value for value in values if math.isfinite(value)] or [0.0]
        low, high = min(finite), max(finite)
        room = margin * (high - low) or 1.0
        return cls(low - room, high + room)

    def at(self, value: float) -> float:
        """A value's place; what lies outside is put at the edge."""
        share = (value - self.low) / (self.high - self.low)
        return round(100 * min(1.0, max(0.0, share)), 2)

    def ticks(self, number: int = 5) -> list[float]:
        """About `count` round values."""
        rough = (self.high - self.low) / number
        unit = 10.0 ** math.floor(math.log10(rough))
        step = next(nice * unit for nice in NICE_STEPS if nice * unit >= rough * 0.999)
        first, last = math.ceil(self.low / step), math.floor(self.high / step)
        return [round(count * step, 9) + 0.0 for count in range(first, last + 1)]


class LogAxis(Axis):
    """The same for values above zero, each power of ten as wide as the next."""

    @classmethod
    def around(cls, values: Iterable[float], margin: float = 0.05) -> LogAxis:
        logs = Axis.around([math.log10(value) for value in values if value > 0], margin)
        return cls(10**logs.low, 10**logs.high)

    def at(self, value: float) -> float:
        logs = Axis(math.log10(self.low), math.log10(self.high))
        return logs.at(math.log10(max(value, self.low)))

    def ticks(self, count: int = 5) -> list[float]:
        first, last = math.ceil(math.log10(self.low)), math.floor(math.log10(self.high))
        step = max(1, -(-(last - first) // count))
        return [10.0**power for power in range(first, last + 1, step)]


# Shapes


def line(one: Point, two: Point, kind: str) -> str:
    return f'<line class="{kind}" x1="{one[0]}" y1="{one[1]}" x2="{two[0]}" y2="{two[1]}"/>'


def dot(at: Point, kind: str) -> str:
    """A line without length and with round ends: a circle would be stretched."""
    return line(at, at, f"dot {kind}")


def bar(left: float, right: float, top: float, kind: str, bottom: float = 100.0) -> str:
    return (
        f'<rect class="{kind}" x="{min(left, right):g}" y="{top:g}" '
        f'width="{abs(right - left):g}" height="{bottom - top:g}"/>'
    )


def curve(points: Sequence[Point], kind: str) -> str:
    return f'<polyline class="{kind}" points="{_listed(points)}"/>'


def band(lower: Sequence[Point], upper: Sequence[Point], kind: str) -> str:
    return f'<polygon class="{kind}" points="{_listed([*lower, *reversed(upper)])}"/>'


def _listed(points: Sequence[Point]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in points)


def drawing(shapes: Iterable[str]) -> str:
    return (
        '<svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">'
        f"{''.join(shapes)}</svg>"
    )


# Figures


def figure(drawn: str, caption: str) -> str:
    return f"<figure>{drawn}<figcaption>{escape(caption)}</figcaption></figure>"


def graph(x: Axis, y: Axis, shapes: Iterable[str], x_text: Written, y_text: Written) -> str:
    """A plot with an axis below and one at the left."""
    grid = [line((0, 100 - y.at(tick)), (100, 100 - y.at(tick)), "grid") for tick in y.ticks()]
    beside = "".join(
        f'<span style="bottom:{y.at(tick)}%">{escape(y_text(tick))}</span>' for tick in y.ticks()
    )
    return (
        f'<div class="graph"><div class="beside">{beside}</div>'
        f'<div class="area">{drawing([*grid, *shapes])}</div>{_below(x, x_text)}</div>'
    )


@dataclass(frozen=True)
class Row:
    """A line of a plot that compares things: what it is, its shapes, and its value."""

    label: str
    shapes: tuple[str, ...]
    value: str


def rows(x: Axis, listed: Iterable[Row], x_text: Written, zero: float | None = None) -> str:
    """Things below each other, on a common axis."""
    ticks = [line((x.at(tick), 0), (x.at(tick), 100), "grid") for tick in x.ticks()]
    if zero is not None:
        ticks.append(line((x.at(zero), 0), (x.at(zero), 100), "zero"))
    drawn = "".join(
        f'<span class="label">{escape(row.label)}</span>'
        f'<div class="area">{drawing([*ticks, *row.shapes])}</div>'
        f'<span class="value">{escape(row.value)}</span>'
        for row in listed
    )
    return f'<div class="rows">{drawn}{_below(x, x_text)}</div>'


def _below(x: Axis, x_text: Written) -> str:
    marks = "".join(
        f'<span style="left:{x.at(tick)}%">{escape(x_text(tick))}</span>' for tick in x.ticks()
    )
    return f'<div class="below">{marks}</div>'


def interval(x: Axis, low: float, value: float, high: float, kind: str) -> tuple[str, ...]:
    """A value with its interval, for a row."""
    left, right = x.at(low), x.at(high)
    ends = [line((end, 32), (end, 68), f"whisker {kind}") for end in (left, right)]
    return line((left, 50), (right, 50), f"whisker {kind}"), *ends, dot((x.at(value), 50), kind)
