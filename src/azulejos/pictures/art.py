"""The symbols that a drawing uses: tiles, and what else is drawn in several places."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from xml.etree import ElementTree as ET

from azulejos import look
from azulejos.pictures.markup import Element
from azulejos.pictures.style import theme_called

NAMESPACE = "{http://www.w3.org/2000/svg}"


def symbols_for(drawn: str, theme: str) -> str:
    """The symbols that a drawing in a theme refers to, and those that these refer to."""
    known = _symbols(theme)
    named = re.compile(rf"#{theme_called(theme).prefix}([\w-]+)")
    wanted, result = named.findall(drawn), dict[str, str]()
    while wanted:
        name = wanted.pop()
        if name in known and name not in result:
            result[name] = known[name]
            wanted += named.findall(known[name])
    return "".join(result[name] for name in known if name in result)


@cache
def _symbols(theme: str) -> Mapping[str, str]:
    """All symbols by their names."""
    prefix = theme_called(theme).prefix
    result = {}
    for name, markup in [*_tiles(), *_others(theme)]:
        named = re.sub(r"""\bid=(['"])""", rf"id=\1{prefix}", markup)
        result[name] = re.sub(rf"url\(#(?!{prefix})", f"url(#{prefix}", named)
    return result


def _tiles() -> Iterator[tuple[str, str]]:
    """The tiles of all colours and shapes, and the empty spaces that want them."""
    tiles = look.sizes("tiles")
    for colour, paint in tiles["paints"].items():
        yield f"glaze-{colour}", _filled(tiles["glaze"], {"colour": colour, **paint})
    for shape, form in tiles["shapes"].items():
        yield f"clip-{shape}", _filled(tiles["clip"], {"shape": shape, **form})
        for colour in form["colours"]:
            paint = tiles["paints"][colour]
            pale = {"figure": paint["ghost"], "body": tiles["ghost_body"]}
            values = {"shape": shape, "colour": colour, **form, **paint}
            drawn, ghostly = _figure(colour, paint), _figure(colour, pale)
            yield f"{shape}-{colour}", _filled(tiles["tile"], {**values, "drawing": drawn})
            yield f"ghost-{shape}-{colour}", _filled(tiles["ghost"], {**values, "drawing": ghostly})


def _figure(colour: str, paint: Mapping[str, object]) -> str:
    tiles = look.sizes("tiles")
    drawn = ""
    for times, part in tiles["figures"][colour]:
        drawing = _filled(part, paint)
        if times == 1:
            drawn += drawing
        for i in range(times) if times > 1 else ():
            drawn += _filled(tiles["turned"], {"angle": i * 360 // times, "drawing": drawing})
    return drawn


def _filled(template: str, values: Mapping[str, object]) -> str:
    return re.sub(r"\{(\w+)\}", lambda match: str(values[match[1]]), template)


def _others(theme: str) -> Iterator[tuple[str, str]]:
    """What `symbols.svg` has, styled."""
    for symbol in ET.fromstring(look.symbols()):  # noqa: S314 - our own file
        yield symbol.attrib["id"], theme_called(theme).written(_element(symbol))[0]


def _element(parsed: ET.Element) -> Element:
    tag = parsed.tag.removeprefix(NAMESPACE)
    return Element(tag, dict(parsed.attrib), [_element(child) for child in parsed])
