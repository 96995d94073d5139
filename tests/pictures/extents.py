"""How far the parts of a picture reach, but for texts: a browser measures those."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import cos, radians, sin
from xml.etree import ElementTree as ET

SVG = "{http://www.w3.org/2000/svg}"
Matrix = tuple[float, float, float, float, float, float]
Point = tuple[float, float]
COMMAND = re.compile(r"([a-zA-Z])([^a-zA-Z]*)")
NUMBER = re.compile(r"-?\d*\.?\d+")
TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "C": 6, "S": 4, "A": 7, "Z": 0}


def points(root: ET.Element) -> Iterator[tuple[Point, ET.Element]]:
    """The corners of everything that is drawn, and what it belongs to."""
    shared = {found.attrib["id"]: found for found in root.iterfind(f"{SVG}defs/{SVG}g[@id]")}
    for child in root:
        if child.tag != f"{SVG}defs":
            yield from _of(child, (1, 0, 0, 1, 0, 0), shared)


def _of(
    element: ET.Element, matrix: Matrix, shared: dict[str, ET.Element]
) -> Iterator[tuple[Point, ET.Element]]:
    matrix = _times(matrix, _transform(element.get("transform", "")))
    for x, y in _corners(element):
        a, b, c, d, e, f = matrix
        yield (a * x + c * y + e, b * x + d * y + f), element
    name = element.get("href", "")[1:]
    children = [shared[name]] if name in shared else list(element)
    for child in children:
        yield from _of(child, matrix, shared)


def _corners(element: ET.Element) -> list[Point]:
    def at(name: str) -> float:
        return float(element.get(name, 0))

    match element.tag.removeprefix(SVG):
        case "rect" | "use":
            x, y, right, below = at("x"), at("y"), at("x") + at("width"), at("y") + at("height")
            return [(x, y), (right, y), (x, below), (right, below)]
        case "circle":
            x, y, r = at("cx"), at("cy"), at("r")
            return [(x - r, y), (x + r, y), (x, y - r), (x, y + r)]
        case "ellipse":
            x, y, rx, ry = at("cx"), at("cy"), at("rx"), at("ry")
            return [(x - rx, y), (x + rx, y), (x, y - ry), (x, y + ry)]
        case "path":
            return list(_along(element.attrib["d"]))
    return []


def _along(path: str) -> Iterator[Point]:
    """The points of a path, those that only bend it among them."""
    x = y = 0.0
    start = (0.0, 0.0)
    for letter, text in COMMAND.findall(path):
        values = [float(result) for result in NUMBER.findall(text)]
        kind, takes = letter.upper(), TAKES[letter.upper()]
        if kind == "Z":
            x, y = start
        for i in range(0, len(values), takes or 1):
            some = values[i : i + takes]
            base = (x, y) if letter.islower() else (0.0, 0.0)
            if kind == "H":
                x = base[0] + some[0]
            elif kind == "V":
                y = base[1] + some[0]
            else:
                some = some[-2:] if kind == "A" else some
                for u, v in zip(some[::2], some[1::2], strict=True):
                    x, y = base[0] + u, base[1] + v
                    yield x, y
            if kind == "M":
                start = (x, y)
            yield x, y


def _transform(text: str) -> Matrix:
    matrix: Matrix = (1, 0, 0, 1, 0, 0)
    for name, inside in re.findall(r"(\w+)\(([^)]*)\)", text):
        values = [float(value) for value in inside.split()]
        if name == "translate":
            step: Matrix = (1, 0, 0, 1, values[0], values[1])
        elif name == "scale":
            step = (values[0], 0, 0, values[-1], 0, 0)
        else:
            turn = radians(values[0])
            x, y = values[1:] or (0, 0)
            a, b = cos(turn), sin(turn)
            step = (a, b, -b, a, x - a * x + b * y, y - b * x - a * y)
        matrix = _times(matrix, step)
    return matrix


def _times(m: Matrix, n: Matrix) -> Matrix:
    return (
        m[0] * n[0] + m[2] * n[1],
        m[1] * n[0] + m[3] * n[1],
        m[0] * n[2] + m[2] * n[3],
        m[1] * n[2] + m[3] * n[3],
        m[0] * n[4] + m[2] * n[5] + m[4],
        m[1] * n[4] + m[3] * n[5] + m[5],
    )
