"""Elements of a drawing. Their classes say how they look: `style` knows what that means."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

Number = int | float
Nodes = Iterable["Element | None"]


@dataclass(slots=True)
class Element:
    """An element of SVG: attributes by their names, and what is inside."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Element] = field(default_factory=list)
    text: str = ""


def number(value: Number) -> str:
    """A number rounded to hundredths, as short as possible."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def numbers(*values: Number) -> str:
    return " ".join(map(number, values))


def group(
    *children: Element | None,
    of: str = "",
    move: tuple[Number, Number] | None = None,
    scale: Number = 1,
    turn: tuple[Number, Number, Number] | None = None,
    place: str = "",
) -> Element:
    """Some elements together; moved, scaled and turned about a point by degrees, in this order."""
    how = [f"translate({numbers(*move)})"] if move else []
    how += [f"scale({number(scale)})"] if scale != 1 else []
    how += [f"rotate({numbers(*turn)})"] if turn else []
    attributes = {"class": of, "transform": " ".join(how), "data-place": place}
    inside = [child for child in children if child is not None]
    return Element("g", {name: value for name, value in attributes.items() if value}, inside)


def rect(
    x: Number, y: Number, width: Number, height: Number, *, round_: Number = 0, of: str = ""
) -> Element:
    return _shape("rect", of, x=x, y=y, width=width, height=height, rx=round_)


def circle(cx: Number, cy: Number, r: Number, *, of: str = "") -> Element:
    return _shape("circle", of, cx=cx, cy=cy, r=r)


def ellipse(cx: Number, cy: Number, rx: Number, ry: Number, *, of: str = "") -> Element:
    return _shape("ellipse", of, cx=cx, cy=cy, rx=rx, ry=ry)


def path(d: str, *, of: str = "") -> Element:
    return Element("path", {"class": of, "d": d} if of else {"d": d})


def use(symbol: str, x: Number, y: Number, size: Number, *, of: str = "") -> Element:
    """A symbol in a square."""
    drawn = _shape("use", of, x=x, y=y, width=size, height=size)
    drawn.attributes["href"] = f"#{symbol}"
    return drawn


def text(content: str | int, x: Number, y: Number, *, of: str = "", size: Number = 0) -> Element:
    """Words or a number; `y` is that of the line that letters stand on."""
    drawn = _shape("text", of, x=x, y=y)
    if size:
        drawn.attributes["font-size"] = number(size)
    drawn.text = str(content)
    return drawn


def shared(
    name: str, drawn: Element, at: tuple[Number, Number] | None = None, turn: Number = 0
) -> Element:
    """Something that is drawn in many places: written once under its name, then used.

    Drawn from 0, 0; turned about that by degrees.
    """
    how = [f"translate({numbers(*at)})"] if at else []
    how += [f"rotate({number(turn)})"] if turn else []
    placed = {"transform": " ".join(how)} if how else {}
    return Element("use", {"href": f"#{name}", **placed}, [drawn])


def _shape(tag: str, of: str, **places: Number) -> Element:
    written = {name: number(value) for name, value in places.items() if value or name == "r"}
    return Element(tag, {"class": of, **written} if of else written)
