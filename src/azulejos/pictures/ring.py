"""Where the displays lie round the centre, and tiles in it. Pure geometry, as on the page."""

from __future__ import annotations

from itertools import pairwise
from math import ceil, cos, dist, floor, pi, sin
from typing import NamedTuple

from azulejos import look

SIZES = look.sizes("table")

Point = tuple[float, float]


class Basin(NamedTuple):
    """The room of the centre: an ellipse."""

    cx: float
    cy: float
    rx: float
    ry: float


class Ring(NamedTuple):
    """Displays of a radius at their places, round a basin."""

    radius: int
    at: list[Point]
    basin: Basin


def ring(displays: int, width: float, height: float) -> Ring:
    """Displays as large as they can be without touching."""
    sizes = SIZES["ring"]
    cx, cy = width / 2, height / 2
    radius = sizes["largest"]
    while True:
        ellipse = Basin(cx, cy, cx - radius - sizes["beside"], cy - radius - sizes["above"])
        at = _on_ellipse(ellipse, displays)
        near = min(dist(one, other) for one, other in pairwise([*at, at[0]]))
        if near >= 2 * radius + sizes["between"] or radius <= sizes["smallest"]:
            break
        radius -= 1
    rx = cx - 2 * radius - sizes["basin_beside"]
    ry = max(sizes["least_basin"], cy - 2 * radius - sizes["basin_above"])
    return Ring(radius, at, Basin(cx, cy, rx, ry))


def _on_ellipse(ellipse: Basin, number: int) -> list[Point]:
    """Points at equal distances along an ellipse, the first at the top."""
    steps = 720
    points = []
    for i in range(steps + 1):
        angle = 2 * pi * i / steps - pi / 2
        points.append((ellipse.cx + ellipse.rx * cos(angle), ellipse.cy + ellipse.ry * sin(angle)))
    walked = [0.0]
    for one, other in pairwise(points):
        walked.append(walked[-1] + dist(one, other))
    result, step = [], 0
    for i in range(number):
        while walked[step] < i / number * walked[-1]:
            step += 1
        result.append(points[step])
    return result


def spread(number: int, basin: Basin, largest: float) -> tuple[float, list[Point]]:
    """Pieces in a basin: the largest size at which they fit, and where each lies."""
    sizes = SIZES["spread"]
    across, down = sizes["across"], sizes["down"]
    wide, high = (part * radius for part, radius in zip(sizes["round"], basin[2:], strict=True))
    size = largest
    while True:
        columns = max(1, floor(wide / (size * across)))
        rows = max(1, ceil(number / columns))
        if rows * size * down <= high or size < 12:
            break
        size *= 0.94
    columns = max(1, ceil(number / rows))
    at = []
    for i in range(number):
        row, column = divmod(i, columns)
        in_row = min(columns, number - row * columns)
        x = basin.cx + (column - in_row / 2) * size * across + size * 0.09
        at.append((x, basin.cy + (row - rows / 2) * size * down + size * 0.1))
    return size, at


def turned(i: int, j: int) -> float:
    """How a piece is turned: a little, and always the same way."""
    return ((i * 37 + j * 61) % 11 - 5) * 0.9
