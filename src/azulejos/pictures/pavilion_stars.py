"""The seven stars of a board of the Pavilion, and the ornaments between them.

A star is six rhombi round a point. The unit is the side of a rhombus; the tips of a star are the
root of 3 away from its middle, and two stars touch tip to tip 3 sides apart. Six stars lie round
the seventh, clockwise from the upper left.
"""

from __future__ import annotations

from functools import cache
from math import cos, radians, sin, sqrt

from azulejos import look
from azulejos.pictures.markup import Element, group, numbers, path, shared, text
from azulejos.pictures.pieces import ghost, tile
from azulejos.pictures.ring import Point
from azulejos.scenes.pavilion import Ornament, PavilionBoard, PavilionScene, Star

SIZES = look.sizes("pavilion")
TIP = sqrt(3)
ACROSS = 9  # what all stars together take, in sides
DOWN = 5 * TIP
CENTRE = "c"


def stars(scene: PavilionScene, board: PavilionBoard, middle: Point, s: float) -> list[Element]:
    """All stars of a board, with sides of `s`."""
    ornaments = [
        _ornament(ornament, board.ornaments[i], middle, s)
        for i, ornament in enumerate(scene.ornaments)
    ]
    drawn, costs = [], []
    for star, tiles in zip(scene.stars, board.stars, strict=True):
        at, spaces = _star_at(star.name, middle, s), []
        for space, colour in enumerate(tiles):
            degrees = (star.slot + space) % 6 * 60
            spaces.append(_space(star, colour, degrees, s))
            if colour is None:
                x, y = towards(at, degrees, 0.76 * s)
                costs.append(text(star.costs[space], x, y + 0.36 * 0.4 * s))
        drawn.append(group(*spaces, move=at))
    numbered = group(*costs, of="space-cost")
    numbered.attributes["font-size"] = f"{s * 0.4:g}"
    return [*ornaments, group(*drawn, numbered, place="stars")]


def _space(star: Star, colour: str | None, degrees: int, s: float) -> Element:
    """A space of a star whose middle is at 0, 0."""
    x, y, size = -TIP * s / 2, -TIP * s, TIP * s
    if not colour and not star.colour:
        return shared("any", path(rhombus((0, 0), s, 0.8), of="any"), turn=degrees)
    if colour:
        drawn = tile("rhomb", colour, x, y, size)
    else:
        drawn = ghost("rhomb", star.colour or "", x, y, size)
    if degrees:
        drawn.attributes["transform"] = f"rotate({degrees})"
    return drawn


def towards(at: Point, degrees: float, distance: float) -> Point:
    """A place in a direction: 0 degrees is up, then clockwise."""
    angle = radians(degrees)
    return at[0] + distance * sin(angle), at[1] - distance * cos(angle)


def rhombus(at: Point, s: float, inset: float = 0) -> str:
    """A rhombus that points up from a place, as a path; a little smaller by `inset`."""
    half, long = s / 2 - inset, TIP * s - 2 * inset * TIP
    top = at[1] - inset * TIP - long
    middle, bottom = top + long / 2, top + long
    corners = [(at[0], top), (at[0] + half, middle), (at[0], bottom), (at[0] - half, middle)]
    return f"M{'L'.join(numbers(*corner) for corner in corners)}Z"


def _star_at(name: str, middle: Point, s: float) -> Point:
    return middle if name == CENTRE else towards(middle, _outwards(name), 3 * s)


def _outwards(name: str) -> int:
    return 330 + 60 * (int(name) - 1)


def _ornament(ornament: Ornament, filled: int, middle: Point, s: float) -> Element:
    is_done = filled == len(ornament.spaces)
    art = _ornament_art(ornament.kind, ornament.tiles, s, is_done=is_done)
    return shared(f"{ornament.kind}-{is_done:d}", art, _ornament_at(ornament, middle, s))


@cache
def _ornament_art(kind: str, tiles: int, s: float, *, is_done: bool) -> Element:
    """A pillar, statue or window with the tiles that it brings: brass once it is surrounded."""
    scale = s * SIZES["ornament"][kind] / 40
    gift = SIZES["gift"]
    drawn = [path(shape, of=of) for of, shape in SIZES["ornaments"][kind]]
    for i in range(tiles):
        across = (i - (tiles - 1) / 2) * gift["step"]
        drawn.append(group(path(gift["shape"], of="gift"), move=(across, gift["down"])))
    art = group(*drawn, of="ornament-art", scale=scale)
    return group(art, of="ornament-of done" if is_done else "ornament-of")


def _ornament_at(ornament: Ornament, middle: Point, s: float) -> Point:
    """Between two stars, or at the outer side of one."""
    one, *others = dict.fromkeys(space.split("-")[1] for space in ornament.spaces)
    x, y = _star_at(one, middle, s)
    if not others:
        return towards((x, y), _outwards(one), SIZES["outer"] * s)
    u, v = _star_at(others[0], middle, s)
    return (x + u) / 2, (y + v) / 2
