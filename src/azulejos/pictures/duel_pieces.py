"""What the table of Azul Duel is drawn of: spaces, plates, chips, factories."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from azulejos import look
from azulejos.narration.message import Bonus
from azulejos.pictures.markup import Element, circle, group, numbers, path, rect, shared, text
from azulejos.pictures.pieces import ghost, tile

SIZES = look.sizes("duel")
CHIP, PLATE = SIZES["chip"], SIZES["plate"]
HORIZON: float = SIZES["horizon"]


def space(kind: str, x: float, y: float, size: float) -> Element:
    """A printed space: for a colour, for any colour, or for a special tile."""
    if kind not in ("joker", "special"):
        return ghost("disc", kind, x, y, size)
    middle = size / 2
    room = circle(middle, middle, middle - 1)
    if kind == "special":
        drawn = group(room, path(_star(middle, size * 0.3)), of="special-space")
    else:
        dots = [
            circle(
                middle + size * 0.27 * sin(i * 2 * pi / 5),
                middle - size * 0.27 * cos(i * 2 * pi / 5),
                size * 0.1,
                of=f"dot-{colour}",
            )
            for i, colour in enumerate(SIZES["colours"])
        ]
        drawn = group(room, *dots, of="joker-space round")
    return shared(f"{kind}-{size:g}", drawn, (x, y))


def special_tile(x: float, y: float, size: float) -> Element:
    """A special tile: a brass star."""
    middle = size / 2
    drawn = group(
        circle(middle, middle, middle),
        circle(middle, middle, middle - 3, of="ring"),
        path(_star(middle, size * 0.34)),
        of="special-tile",
    )
    return shared(f"special-tile-{size:g}", drawn, (x, y))


def _star(middle: float, outer: float) -> str:
    points = []
    for i in range(16):
        radius, angle = outer * 0.52 if i % 2 else outer, pi * i / 8
        points.append(numbers(middle + radius * sin(angle), middle - radius * cos(angle)))
    return f"M{'L'.join(points)}Z"


def plate(spaces: Sequence[str], x: float, y: float, size: float) -> Element:
    """A plate with its four spaces; `x` and `y` are those of its corner."""
    edge, cell = size * PLATE["edge"], size * PLATE["cell"]
    step = size - 2 * edge - cell
    return group(
        rect(x, y, size, size, round_=size * PLATE["radius"]),
        *(
            space(kind, x + edge + i % 2 * step, y + edge + i // 2 * step, cell)
            for i, kind in enumerate(spaces)
        ),
        of="plate-art",
    )


def turned_by(spaces: Sequence[str], turns: int) -> Sequence[str]:
    """The spaces of a plate after quarter turns clockwise."""
    for _ in range(turns):
        spaces = [spaces[place] for place in SIZES["quarter_turn"]]
    return spaces


def plate_back(kind: str | None, x: float, y: float, size: float) -> Element:
    """The back of a plate shows its kind, where it is known."""
    cx, cy, sign = x + size / 2, y + size / 2, size * 0.48
    return group(
        rect(x, y, size, size, round_=size * PLATE["radius"]),
        rect(x + 5, y + 5, size - 10, size - 10, round_=size * 0.07, of="inner"),
        text("?", cx, cy + 0.36 * size * 0.4, size=size * 0.4)
        if kind is None
        else space(kind, cx - sign / 2, cy - sign / 2, sign),
        of="plate-back",
    )


def chip(colours: Sequence[str], x: float, y: float, *, is_used: bool = False) -> Element:
    """A chip: the colours that it shows, or its back."""
    width, height, size = CHIP["width"], CHIP["height"], CHIP["disc"]
    left = x + width / 2 - len(colours) * (size + 1) / 2
    shown = [
        tile("disc", colour, left + i * (size + 1), y + (height - size) / 2, size)
        for i, colour in enumerate(colours)
    ]
    return group(
        rect(x, y, width, height, round_=height / 2),
        *(shown or [text("?", x + width / 2, y + height / 2 + 6)]),
        of="chip down" if not colours else "chip used" if is_used else "chip",
        place="chip",
    )


def factory_art(
    x: float, y: float, width: float, height: float, number: int | None, *, is_empty: bool
) -> Element:
    """A factory: day above, night below."""
    r, horizon = SIZES["factory"]["radius"], y + height * HORIZON
    right, bottom = x + width, y + height
    night = (
        f"M{numbers(x, horizon)}H{numbers(right)}V{numbers(bottom - r)}"
        f"Q{numbers(right, bottom, right - r, bottom)}H{numbers(x + r)}"
        f"Q{numbers(x, bottom, x, bottom - r)}Z"
    )
    sun = SIZES["sun"]
    rays = [group(path(sun["ray"]), turn=(45 * i, 0, 0)) for i in range(sun["rays"])]
    return group(
        rect(x, y, width, height, round_=r, of="day"),
        path(night, of="night-side"),
        group(*rays, circle(0, 0, sun["disc"]), of="sun-sign", move=(x + 20, y + 20)),
        path(f"M{numbers(right - 16, horizon + 9)}{SIZES['moon']}", of="moon-sign"),
        text(number, x + 16, bottom - 12, of="factory-number") if number else None,
        rect(x, y, width, height, round_=r, of="rim"),
        of="factory-art empty" if is_empty else "factory-art",
    )


def scoring_sign(bonus: Bonus, x: float, y: float, size: float) -> Element:
    """What scores: a small dome in which it shines, or the space that it is about."""
    side = bonus.name.split(".")[-1]
    shining = SIZES["shining"].get(side)
    if shining is None:
        return space("joker" if side == "4A" else "special", x, y, size)
    step = size / 3
    cells = []
    for cell in range(9):
        of = "cell"
        if cell in shining:
            of = f"dot-{SIZES['hues'][cell % 3]}" if side == "1B" else "cell shining"
        row, column = divmod(cell, 3)
        left, top = column * step + 0.5, row * step + 0.5
        cells.append(rect(left, top, step - 1, step - 1, round_=step * 0.2, of=of))
    return shared(f"scoring-{side}-{size:g}", group(*cells, of="scoring-sign"), (x, y))
