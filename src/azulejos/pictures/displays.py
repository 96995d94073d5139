"""Displays on plates round a centre, as Azul, Sintra and the Pavilion have them."""

from __future__ import annotations

from collections.abc import Sequence

from azulejos import look
from azulejos.pictures.markup import Element, ellipse, group, use
from azulejos.pictures.pieces import FIRST, tile
from azulejos.pictures.ring import Basin, Point, ring, spread, turned

SIZES = look.sizes("table")


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


def _display(number: int, tiles: Sequence[str], at: Point, radius: int, shape: str) -> Element:
    lying = SIZES["lying"]["rhomb" if shape == "rhomb" else "square"]
    size = lying["size"] * radius
    drawn = [use("plate", -radius, -radius, 2 * radius)]
    for place, colour in enumerate(tiles):
        corner = SIZES["clockwise"][place]
        x = (1 if corner % 2 else -1) * lying["across"] * radius - size / 2
        y = (1 if corner > 1 else -1) * lying["down"] * radius - size / 2
        drawn.append(_turned(tile(shape, colour, x, y, size), x, y, size, turned(number, corner)))
    of = "display" if tiles else "display empty"
    return group(*drawn, of=of, move=at, place=f"display-{number}")


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
