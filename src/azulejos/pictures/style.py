"""The page's style sheets, applied to drawings without a browser.

Every element gets what the sheets say of its classes as attributes: so a picture needs no sheet of
its own, which would style the notebook around it, too. What is inherited is not written again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from html import escape
from typing import NamedTuple

from azulejos.look import sheet
from azulejos.pictures.markup import Element, number

SHEETS = ("table", "sintra", "pavilion", "duel", "picture")
FAMILIES = {
    "serif": "Marcellus, Georgia, 'Times New Roman', serif",
    "sans": "'Nunito Sans', 'Segoe UI', 'Helvetica Neue', Arial, sans-serif",
}
INHERITED = re.compile(r"(fill|stroke|font|paint|letter|text)\b")
DRAWN = re.compile(r"(fill|stroke|font|opacity|stop|paint-order|letter-spacing|text-anchor)\b")
LEFT_OUT = {"font-variant-numeric"}
COLOURED = ("fill", "stroke", "stop-color")
OPAQUE = " opaque"  # after the name of a colour: its own opacity
PARTS = re.compile(r"(:not\(\w+\)|:first-child|\.[\w-]+|\w+)")

Style = Mapping[str, str]


class Compound(NamedTuple):
    """What a selector asks of one element."""

    tag: str
    classes: frozenset[str]
    is_first: bool
    no_tag: str
    is_child: bool  # of the one before it in the selector; else anywhere in it


@dataclass(slots=True)
class Node:
    """A kind of element: its tag and classes, and the kind of element that it is in."""

    above: Node | None
    tag: str
    classes: frozenset[str]
    is_first: bool
    style: Style = field(default_factory=dict)
    inside: dict[tuple[str, str, bool], Node] = field(default_factory=dict)


class Theme:
    """The sheets in the colours of a theme."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.prefix = f"az-{name[0]}-"
        self.colours = dict(_colours(name))
        self._rules = sorted(self._read(), key=lambda rule: rule[0])
        self._root = Node(None, "svg", frozenset(), is_first=False)

    def written(self, element: Element, inherited: Style | None = None) -> tuple[str, str]:
        """An element and all that is in it as text, and what it shares with others."""
        pieces, parts = list[str](), dict[str, str]()
        self._write(element, self._root, inherited or {}, pieces, parts, is_first=False)
        return "".join(pieces), "".join(parts.values())

    def _write(
        self,
        element: Element,
        above: Node,
        given: Style,
        pieces: list[str],
        parts: dict[str, str],
        *,
        is_first: bool,
    ) -> None:
        node = self._node(above, element, is_first=is_first)
        said = {name: value for name, value in element.attributes.items() if name != "class"}
        if "href" in said:
            said["href"] = f"#{self.prefix}{said['href'][1:]}"
        said |= {name: value for name, value in node.style.items() if given.get(name) != value}
        pieces.append(f"<{element.tag}")
        pieces += [f' {name}="{value}"' for name, value in said.items()]
        if element.tag == "use" and element.children:
            self._share(said["href"], element.children[0], parts)
            pieces.append("/>")
            return
        if not element.children and not element.text:
            pieces.append("/>")
            return
        pieces.append(f">{escape(element.text)}")
        passed = {name: value for name, value in said.items() if INHERITED.match(name)}
        below = {**given, **passed} if passed else given
        for i, child in enumerate(element.children):
            self._write(child, node, below, pieces, parts, is_first=i == 0)
        pieces.append(f"</{element.tag}>")

    def _share(self, name: str, drawn: Element, parts: dict[str, str]) -> None:
        """Write a shared drawing the first time it is used."""
        if name not in parts:
            parts[name] = ""  # keeps its place, should it use others
            written = list[str]()
            self._write(drawn, self._root, {}, written, parts, is_first=False)
            parts[name] = f'<g id="{name[1:]}">{"".join(written)}</g>'

    def _node(self, above: Node, element: Element, *, is_first: bool) -> Node:
        key = (element.tag, element.classes, is_first)
        if key not in above.inside:
            node = Node(above, element.tag, frozenset(element.classes.split()), is_first)
            for _, compounds, declared in self._rules:
                if _matches(compounds, node):
                    node.style = {**node.style, **declared}
            node.style = _joined(node.style)
            above.inside[key] = node
        return above.inside[key]

    def _read(self) -> Iterator[tuple[tuple[int, int], tuple[Compound, ...], Style]]:
        order = 0
        for name in SHEETS:
            for selectors, body in _blocks(sheet(name)):
                declared = dict(self._declared(body))
                for selector in selectors.split(","):
                    order += 1
                    compounds = tuple(_compounds(selector))
                    yield (_specificity(compounds), order), compounds, declared

    def _declared(self, body: str) -> Iterator[tuple[str, str]]:
        for name, value in _declarations(self.filled(body)):
            if name == "font":
                weight, size, family = value.split(None, 2)
                yield "font-weight", weight
                yield "font-size", size.removesuffix("px")
                yield "font-family", family
            elif name in COLOURED:
                yield from _coloured(name, value)
            elif DRAWN.match(name) and name not in LEFT_OUT:
                yield name, value.removesuffix("px")

    def filled(self, value: str) -> str:
        """A value with its colours, and with the names of this theme's symbols."""
        value = re.sub(r"var\(--([\w-]+)\)", lambda found: self.colours[found[1]], value)
        return value.replace("url(#", f"url(#{self.prefix}")


@cache
def theme_called(name: str) -> Theme:
    return Theme(name)


def _colours(theme: str) -> Iterator[tuple[str, str]]:
    yield from FAMILIES.items()
    for selector, body in _blocks(sheet("colours")):
        if selector in (":root", f"[data-theme='{theme}']"):
            yield from ((name[2:], value) for name, value in _declarations(body))


def _blocks(css: str) -> Iterator[tuple[str, str]]:
    """The selectors and bodies of all rules but those in at-rules, which are about screens."""
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    css = re.sub(r"@[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", css)
    for result in re.finditer(r"([^{}]+)\{([^{}]*)\}", css):
        yield result[1].strip(), result[2]


def _declarations(body: str) -> Iterator[tuple[str, str]]:
    for declaration in body.split(";"):
        name, _, value = declaration.partition(":")
        if value:
            yield name.strip(), value.strip()


def _coloured(name: str, value: str) -> Iterator[tuple[str, str]]:
    """A colour, and its own opacity: more programs understand the two apart."""
    digits = value.removeprefix("#")
    size = len(digits) // 4 if value.startswith("#") and len(digits) in (4, 8) else 0
    opaque = int(digits[-size:] * (2 // size), 16) / 255 if size else 1
    yield name, f"#{digits[:-size]}" if size else value
    yield f"{name}{OPAQUE}", f"{opaque}"


def _joined(style: Style) -> Style:
    """The opacity of things, multiplied by that of their colours."""
    result = {name: value for name, value in style.items() if not name.endswith(OPAQUE)}
    for name in COLOURED:
        opacity = f"{name.removesuffix('-color')}-opacity"
        opaque = float(style.get(f"{name}{OPAQUE}", 1))
        if opaque < 1:
            result[opacity] = number(opaque * float(result.get(opacity, 1)))
    return result


def _compounds(selector: str) -> Iterator[Compound]:
    is_child = False
    for word in selector.split():
        if word == ">":
            is_child = True
            continue
        parts = PARTS.findall(word)
        yield Compound(
            tag=next((part for part in parts if part[0] not in ".:"), ""),
            classes=frozenset(part[1:] for part in parts if part[0] == "."),
            is_first=":first-child" in parts,
            no_tag=next((part[5:-1] for part in parts if part.startswith(":not")), ""),
            is_child=is_child,
        )
        is_child = False


def _specificity(compounds: tuple[Compound, ...]) -> int:
    """Classes count more than tags, as in every browser."""
    return sum(
        10 * (len(part.classes) + part.is_first) + bool(part.tag) + bool(part.no_tag)
        for part in compounds
    )


def _matches(compounds: tuple[Compound, ...], node: Node) -> bool:
    *before, last = compounds
    if not _is(last, node):
        return False
    if not before:
        return True
    above = node.above
    while above is not None:
        if _matches(tuple(before), above):
            return True
        if last.is_child:
            return False
        above = above.above
    return False


def _is(wanted: Compound, node: Node) -> bool:
    return (
        wanted.tag in ("", node.tag)
        and wanted.classes <= node.classes
        and (node.is_first or not wanted.is_first)
        and wanted.no_tag != node.tag
    )
