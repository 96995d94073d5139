"""How the points of a game came together: by kind, for every seat."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

import msgspec

from azulejos.core.state import State
from azulejos.narration import kinds
from azulejos.narration.message import Part

SETUP = "game.setup"  # points that everybody begins with


class Tally(msgspec.Struct, frozen=True):
    """What things of a kind brought every seat, or cost it."""

    name: str  # of the message that names the kind
    points: list[int]


def tally(first: State, parts: Iterable[Part]) -> list[Tally]:
    """What a game was scored by, from its first position on, in the order of the rules.

    It adds up to the points that the seats have after the last part.
    """
    result: dict[str, list[int]] = defaultdict(lambda: [0] * first.players)
    result[SETUP] = list(first.scores)
    for part in parts:
        result[part.name][part.seat] += part.points
    order = (SETUP, *kinds(first.game))
    return [Tally(f"{name}.kind", result[name]) for name in order if any(result.get(name, ()))]
