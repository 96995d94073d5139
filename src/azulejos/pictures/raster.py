"""Pictures as PNG (extra `pictures`), in the fonts of the page: its build writes them as TTF."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

from azulejos.errors import NotInstalled
from azulejos.extras import needs

FONTS = Path(__file__).parents[1] / "server" / "static" / "fonts"
FAMILIES = {"'Nunito Sans'": "'Nunito Sans 12pt ExtraLight 12pt'"}  # its own name, in every weight


def png(drawing: str, width: int) -> bytes:
    """A drawing in SVG as PNG, `width` pixels wide."""
    with needs("pictures"):
        resvg = import_module("resvg_py")
    for family, own in FAMILIES.items():
        drawing = drawing.replace(family, own)
    return bytes(
        resvg.svg_to_bytes(
            svg_string=drawing, width=width, skip_system_fonts=True, font_files=_fonts()
        )
    )


@cache
def _fonts() -> list[str]:
    files = sorted(map(str, FONTS.glob("*.ttf")))
    if not files:
        raise NotInstalled("the fonts of the page have not been built: python hatch_build.py")
    return files
