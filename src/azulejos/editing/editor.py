"""What a layer that edits positions knows of a game: its `Editor`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from azulejos.core.options import Options
from azulejos.editing.places import HEADER, Place, Sections, Where

CHANCE_CHOOSES = "start"
"""The option that says nothing of a position."""


@dataclass(frozen=True)
class Editor:
    """What of a game's positions can be edited."""

    places: Callable[[Any], list[Place]]
    """All places of a table with some options, in the order in which people fill them."""

    fresh: str
    """The sections of a table at which a first round has begun, without what is dealt."""

    dealt: Mapping[str, str]
    """What lies where, by place, when the next round has begun, beside what is dealt."""

    starred: str | None = None
    """The tile that `*` stands for, where it is not the first-player marker."""

    complete: Callable[[Sections], None] = lambda _: None
    """Adds what follows from the rest, to a text that says nothing of it."""


def option_places(options: type[Options]) -> list[Place]:
    """The options of a game, which are edited like what lies on its table."""
    result = []
    for each in options.each():
        allowed = each.metadata["allowed"]
        name, where = f"option-{each.name}", Where(HEADER, each.name)
        if each.name == CHANCE_CHOOSES:
            continue
        if isinstance(allowed, range):
            result.append(Place(name, where, "number", name, numbers=allowed))
        else:
            result.append(Place(name, where, "choice", name, tuple(map(str, allowed))))
    return result
