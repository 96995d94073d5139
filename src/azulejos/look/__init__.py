"""How everything looks, as data that the page and `azulejos.pictures` share.

`tiles.json` has the shapes, colours and figures of tiles; `symbols.svg` what else is drawn in
several places; the style sheets say how the classes of drawings look; and a file of each game has
its sizes.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

Sizes = dict[str, Any]
"""Numbers, short texts and lists, by name."""

FOLDER = Path(__file__).resolve().parent


@cache
def sizes(name: str) -> Sizes:
    """The sizes and small shapes of a game, or of all."""
    result: Sizes = json.loads(_text(f"{name}.json"))
    return result


def sheet(name: str) -> str:
    """A style sheet."""
    return _text(f"{name}.css")


def symbols() -> str:
    """Everything but tiles that is drawn in several places, as SVG."""
    return _text("symbols.svg")


def _text(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")
