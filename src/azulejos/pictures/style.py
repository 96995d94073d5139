"""The page's style sheets in a picture: one `<style>` for all that is drawn.

A picture in a notebook or a page must neither style what is around it nor another picture. So the
names of classes, symbols and shared drawings begin with the theme's prefix, and every picture of a
theme has the same sheet.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html import escape

from azulejos.look import sheet
from azulejos.pictures.markup import Element

SHEETS = ("table", "sintra", "pavilion", "duel", "picture")
FAMILIES = {
    "serif": "Marcellus, Georgia, 'Times New Roman', serif",
    "sans": "'Nunito Sans', 'Segoe UI', 'Helvetica Neue', Arial, sans-serif",
}
DRAWN = re.compile(r"(fill|stroke|font|opacity|stop|paint-order|letter-spacing|text-anchor)\b")
LEFT_OUT = {"font-variant-numeric"}


class Theme:
    """The sheets in the colours of a theme."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.prefix = f"az-{name[0]}-"
        self.colours = dict(_colours(name))
        rules = [*self._rules()]
        self.css = "".join(rules)
        self._by_class = [
            ({*re.findall(r"\.([\w-]+)", rule.split("{")[0])}, rule) for rule in rules
        ]
        self._classes = {*re.findall(rf"\.({self.prefix}[\w-]+)", self.css)}

    def written(self, element: Element) -> tuple[str, str]:
        """An element and all that is in it as text, and what it shares with others."""
        pieces, parts = list[str](), dict[str, str]()
        self._write(element, pieces, parts)
        return "".join(pieces), "".join(parts.values())

    def css_for(self, drawn: str) -> str:
        """The rules for the classes of a drawing: a part of one needs few."""
        used = {name for names in re.findall(r'class="([^"]+)"', drawn) for name in names.split()}
        return "".join(rule for names, rule in self._by_class if names & used)

    def _write(self, element: Element, pieces: list[str], parts: dict[str, str]) -> None:
        pieces.append(f"<{element.tag}")
        for name, value in element.attributes.items():
            if named := self._named(name, value):
                pieces.append(f' {name}="{named}"')
        if element.tag == "use" and element.children:
            self._share(element.attributes["href"][1:], element.children[0], parts)
            pieces.append("/>")
        elif not element.children and not element.text:
            pieces.append("/>")
        else:
            pieces.append(f">{escape(element.text)}")
            for child in element.children:
                self._write(child, pieces, parts)
            pieces.append(f"</{element.tag}>")

    def _named(self, attribute: str, value: str) -> str:
        """The value with the theme's names; of classes, those that the sheet has."""
        if attribute == "class":
            names = (f"{self.prefix}{name}" for name in value.split())
            return " ".join(name for name in names if name in self._classes)
        return f"#{self.prefix}{value[1:]}" if attribute == "href" else value

    def _share(self, name: str, drawn: Element, parts: dict[str, str]) -> None:
        """Write a shared drawing the first time it is used."""
        if name not in parts:
            parts[name] = ""  # keeps its place, should it use others
            pieces = list[str]()
            self._write(drawn, pieces, parts)
            parts[name] = f'<g id="{self.prefix}{name}">{"".join(pieces)}</g>'

    def _rules(self) -> Iterator[str]:
        for name in SHEETS:
            for selectors, body in _blocks(sheet(name)):
                declared = ";".join(self._declared(body))
                if declared:
                    yield re.sub(r"\.(?=[a-z])", f".{self.prefix}", selectors) + f"{{{declared}}}"

    def _declared(self, body: str) -> Iterator[str]:
        body = re.sub(r"var\(--([\w-]+)\)", lambda match: self.colours[match[1]], body)
        for name, value in _declarations(body.replace("url(#", f"url(#{self.prefix}")):
            if name == "font":  # not every program knows the short form
                weight, size, family = value.split(None, 2)
                yield f"font-weight:{weight};font-size:{size};font-family:{family}"
            elif DRAWN.match(name) and name not in LEFT_OUT:
                yield f"{name}:{value}"


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
