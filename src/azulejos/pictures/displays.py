"""Displays on plates round a centre, as Azul, Sintra and the Pavilion have them.

Where they lie, and tiles in the centre, is the same as on the page.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import ceil, cos, dist, floor, pi, sin
from typing import NamedTuple

from azulejos import look
from azulejos.pictures.markup import Element, ellipse, group, use
from azulejos.pictures.pieces import FIRST, tile

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


def _on_ellipse(ellipse: Basin, count: int) -> list[Point]:
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
    for i in range(count):
        while walked[step] < i / count * walked[-1]:
            step += 1
        result.append(points[step])
    return result


def spread(count: int, basin: Basin, largest: float) -> tuple[float, list[Point]]:
    """Pieces in a basin: the largest size at which they fit, and where each lies."""
    sizes = SIZES["spread"]
    across, down = sizes["across"], sizes["down"]
    wide, high = (part * radius for part, radius in zip(sizes["round"], basin[2:], strict=True))
    size = largest
    while True:
        columns = max(1, floor(wide / (size * across)))
        rows = max(1, ceil(count / columns))
        if rows * size * down <= high or size < 12:
            break
        size *= 0.94
    columns = max(1, ceil(count / rows))
    at = []
    for i in range(count):
        row, column = divmod(i, columns)
        in_row = min(columns, count - row * columns)
        x = basin.cx + (column - in_row / 2) * size * across + size * 0.09
        at.append((x, basin.cy + (row - rows / 2) * size * down + size * 0.1))
    return size, at


def turned(i: int, j: int) -> float:
    """How a piece is turned: a little, and always the same way."""
    return ((i * 37 + j * 61) % 11 - 5) * 0.9


def displays(
    on_displays: Sequence[Sequence[str]],
    in_centre: Sequence[str],
    shape: str,
    width: float,
    height: float,
) -> list[Element]:
    """Plates and basin, filling some room."""
    at = ring(len(on_displays), width, height)
    largest = at.radius * SIZES["lying"]["square"]["size"]
    return [
        _centre(in_centre, at.basin, largest, shape),
        *(
            _display(i + 1, tiles, place, at.radius, shape)
            for i, (tiles, place) in enumerate(zip(on_displays, at.at, strict=True))
        ),
    ]


def _display(display: int, tiles: Sequence[str], at: Point, radius: int, shape: str) -> Element:
    lying = SIZES["lying"]["rhomb" if shape == "rhomb" else "square"]
    size = lying["size"] * radius
    drawn = [use("plate", -radius, -radius, 2 * radius)]
    for place, colour in enumerate(tiles):
        corner = SIZES["clockwise"][place]
        x = (1 if corner % 2 else -1) * lying["across"] * radius - size / 2
        y = (1 if corner > 1 else -1) * lying["down"] * radius - size / 2
        drawn.append(_turned(tile(shape, colour, x, y, size), x, y, size, turned(display, corner)))
    of = "display" if tiles else "display empty"
    return group(*drawn, of=of, move=at, place=f"display-{display}")


def _centre(tiles: Sequence[str], basin: Basin, largest: float, shape: str) -> Element:
    room, at = spread(len(tiles), basin, largest)
    more = room * SIZES["slender"] if shape == "rhomb" else 0
    drawn = []
    for place, colour in enumerate(tiles):
        by = 0 if colour == FIRST else more
        x, y, size = at[place][0] - by / 2, at[place][1] - by / 2, room + by
        drawn.append(_turned(tile(shape, colour, x, y, size), x, y, size, turned(place, 3)))
    return group(*basin_art(basin), *drawn, place="centre")


def _turned(drawn: Element, x: float, y: float, size: float, by: float) -> Element:
    turn = f"rotate({by:.1f} {x + size / 2:.2f} {y + size / 2:.2f})"
    drawn.attributes["transform"] = turn
    return drawn


def basin_art(basin: Basin) -> list[Element]:
    """A dark basin with a faint compass rose."""
    cx, cy, rx, ry = basin
    far = ry * SIZES["rose"]["size"]
    rose = use("rose", cx - far, cy - far, 2 * far)
    rose.attributes["opacity"] = str(SIZES["rose"]["opacity"])
    return [
        ellipse(cx, cy, rx, ry, of="basin"),
        ellipse(cx, cy, rx - 6, ry - 6, of="basin-rule"),
        rose,
    ]
