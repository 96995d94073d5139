"""Pictures of the Summer Pavilion: the supply, and boards of stars with the tiles beside them.

A star is six rhombi round a point. The unit is the side of a rhombus; the tips of a star are the
root of 3 away from its middle, and two stars touch tip to tip 3 sides apart. Six stars lie round
the seventh, clockwise from the upper left.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import cos, radians, sin, sqrt

from azulejos import look
from azulejos.messages import signed
from azulejos.narration.message import Bonus
from azulejos.pictures.displays import Point, displays
from azulejos.pictures.markup import Element, group, numbers, path, rect, shared, text, use
from azulejos.pictures.pieces import (
    FIRST,
    TOP,
    Box,
    Picture,
    Player,
    Words,
    board,
    ghost,
    grouped,
    tile,
)
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


SMALL = SIZES["small"]
SIDE = SMALL["side"]  # of a rhombus
BOTTOM = TOP - 8 + DOWN * SIDE
RIGHT = ACROSS * SIDE + SMALL["right"]
MIDDLE = (ACROSS * SIDE / 2 + 18, TOP - 8 + DOWN * SIDE / 2)  # of the stars
WIDTH = RIGHT + SMALL["beside"]
HEIGHT = BOTTOM + 90
SUPPLY_PART = 0.23  # of the width
GAP = 8


def middle(scene: PavilionScene, width: float, height: float, words: Words) -> Box:
    """Displays and supply; the displays give way while nothing lies on them."""
    if not any([*scene.displays, scene.centre]):
        sizes = SIZES["supply"]["beside"]
        parts = _round_row(scene), *_supply(scene, sizes)
        return Box(sizes["width"], sizes["height"], group(*parts, place="supply"))
    sizes = SIZES["supply"]["below"]
    beside = width * SUPPLY_PART
    scale = min(beside / sizes["width"], height / sizes["height"])
    name = text(words["ui.pavilion.supply"], 113, sizes["top"] - 10, of="supply-name")
    supply = group(
        _round_star(scene),
        name,
        *_supply(scene, sizes),
        move=(width - sizes["width"] * scale, (height - sizes["height"] * scale) / 2),
        scale=scale,
        place="supply",
    )
    drawn = displays(scene.displays, scene.centre, "rhomb", width - beside - GAP, height)
    return Box(width, height, group(*drawn, supply))


def _supply(scene: PavilionScene, sizes: dict[str, int]) -> list[Element]:
    """Room for tiles that ornaments bring, and those that lie there."""
    step, size = sizes["step"], sizes["size"]
    drawn = []
    for i in range(scene.supply_spaces):
        row, column = divmod(i, sizes["columns"])
        x, y = sizes["left"] + column * step, sizes["top"] + row * sizes["row"]
        room = rhombus((x + step / 2, y + size), size / TIP, 1)
        drawn.append(path(room, of="supply-space"))
        if i < len(scene.supply):
            drawn.append(tile("rhomb", scene.supply[i], x + (step - size) / 2, y, size))
    return drawn


def _round_star(scene: PavilionScene) -> Element:
    """The rounds as a star, a rhombus for each; this round's joker shines."""
    s, at = SIZES["round_side"], (113.0, 76.0)
    drawn = []
    for i, colour in enumerate(SIZES["jokers"]):
        is_now = i + 1 == scene.round
        x, y = towards(at, 60 * i, 5 if is_now else 0)
        u, v = towards(at, 60 * i, 1.2 * TIP * s + (6 if is_now else 0))
        glow = path(rhombus((x, y), s * 1.12), of="joker-glow") if is_now else None
        shown = use(f"rhomb-{colour}", x - TIP * s / 2, y - TIP * s, TIP * s)
        rhomb = group(glow, shown, turn=(60 * i, x, y))
        drawn.append(group(rhomb, text(i + 1, u, v + 4), of=_joker(scene, i)))
    return group(*drawn, place="rounds")


def _round_row(scene: PavilionScene) -> Element:
    """The same in a row."""
    y = SIZES["supply"]["beside"]["height"] / 2
    drawn = []
    for i, colour in enumerate(SIZES["jokers"]):
        is_now = i + 1 == scene.round
        size, x = 58 if is_now else 42, 22 + i * 30
        room = rhombus((x, y + size / 2 + 6), (size + 12) / TIP)
        glow = path(room, of="joker-glow") if is_now else None
        shown = use(f"rhomb-{colour}", x - size / 2, y - size / 2, size)
        drawn.append(group(glow, shown, of=_joker(scene, i)))
    return group(rect(2, 8, 190, 80, round_=14, of="round-frame"), *drawn, place="rounds")


def _joker(scene: PavilionScene, i: int) -> str:
    return "joker now" if i + 1 == scene.round else "joker past" if i < scene.round else "joker"


def board_of(scene: PavilionScene, player: Player, words: Words) -> Box:
    """One player's board."""
    shown = scene.boards[player.seat]
    parts = [
        *stars(scene, shown, MIDDLE, SIDE),
        _beside(shown.tiles, scene.joker),
        _corners(scene, shown, (RIGHT + 6, BOTTOM - 40)),
        *(_bonus(scene, bonus, i) for i, bonus in enumerate(shown.bonuses)),
    ]
    if shown.has_passed and scene.phase != "over":
        passed = words["ui.pavilion.passed"]
        parts.append(text(passed, MIDDLE[0], MIDDLE[1] + 6, of="passed"))
    return board(player, WIDTH, HEIGHT, parts)


def _beside(tiles: Sequence[str], joker: str | None) -> Element:
    """The tiles beside the board: fanned by colour, with their number."""
    size, width, drawn = SMALL["row"] - 6, SMALL["tiles"], []
    for i, (colour, places) in enumerate(grouped(tiles)):
        x, y = RIGHT, TOP + 6 + i * SMALL["row"]
        step = min(15, (SIZES["fan"] - 30) / max(1, len(places) - 1))
        if colour == joker:
            drawn.append(rect(x + 1, y - 1, width - 10, size + 2, round_=8, of="joker-row"))
        drawn += [tile("rhomb", colour, x + n * step - 6, y, size) for n in range(len(places))]
        after = x + (len(places) - 1) * step + size * 0.8 + 2
        drawn.append(text(f"×{len(places)}", after, y + size / 2 + 7, of="number-of"))
    return group(*drawn, place="tiles")


def _corners(scene: PavilionScene, shown: PavilionBoard, at: Point) -> Element:
    """The corners, where up to four tiles wait for the next round."""
    sizes, drawn = SIZES["corner"], []
    for i in range(scene.corner_spaces):
        x, y = at[0] + i * sizes["step"], at[1]
        room = path("M17 -18l17 30l-17 30l-17 -30Z", of="corner-space")
        drawn.append(shared("corner-space", room, (x, y)))
        if i < len(shown.corners):
            drawn.append(tile("rhomb", shown.corners[i], x - 10, y - 15, sizes["size"]))
    return group(*drawn, place="corners")


def _bonus(scene: PavilionScene, bonus: Bonus, i: int) -> Element:
    """A bonus in reach: a star, or the spaces of a number."""
    sizes = SMALL["bonuses"]
    row, column = divmod(i, sizes["columns"])
    x, y = 18 + column * sizes["width"], BOTTOM + 8 + row * sizes["row"]
    return group(
        rect(x, y, sizes["width"] - 6, 31, round_=9),
        *_bonus_sign(scene, bonus, x + 14, y + 15.5),
        text(f"{bonus.have}/{bonus.need}", x + 40, y + 20, of="have"),
        text(signed(bonus.points), x + sizes["width"] - 19, y + 20),
        of="pip on" if bonus.have == bonus.need else "pip",
        place="bonus",
    )


def _bonus_sign(scene: PavilionScene, bonus: Bonus, x: float, y: float) -> list[Element]:
    if bonus.name == "pavilion.number":
        return [text(bonus.number, x, y + 7, of="bonus-number")]
    star = scene.stars[bonus.number - 1]
    across, down = 13 * 0.29, 13 / 2
    leaf = f"M0 0l{across:g} {-down:g}l{-across:g} {-down:g}l{-across:g} {down:g}Z"
    hue = f"hue-{star.colour or 'any'}"
    leaves = [group(path(leaf), turn=(60 * i, 0, 0)) for i in range(6)]
    drawn = [shared(hue, group(*leaves, of=hue), (x, y))]
    if not star.colour and scene.side == "grey":
        drawn.append(text(star.name, x, y + 4, of="star-name"))
    return drawn


def first(scene: PavilionScene) -> int | None:
    """Whoever took the marker, or begins."""
    if FIRST in scene.centre:
        return None
    return scene.start_seat if scene.marker_seat is None else scene.marker_seat


PICTURE = Picture(middle, board_of, "rhomb", rounds=len(SIZES["jokers"]), first=first)
