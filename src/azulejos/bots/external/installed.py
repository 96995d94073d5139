"""Bots of installed packages: entry points of the group `azulejos.bots`."""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points

from azulejos.bots.external.classes import kind_of
from azulejos.bots.protocol import BotKind
from azulejos.errors import BotError

GROUP = "azulejos.bots"


@cache
def _found() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


def names() -> tuple[str, ...]:
    """The names of the bots that other packages bring."""
    return tuple(sorted(_found()))


def kind(name: str) -> BotKind:
    """The kind of an installed bot. A broken package breaks only its own bots."""
    point = _found()[name]
    try:
        result = point.load()
    except (Exception, SystemExit) as error:
        package = point.dist.name if point.dist else point.value
        raise BotError(
            f"{package} is broken: {type(error).__name__}: {error} (loading {point.value})"
        ) from error
    return kind_of(result, name)
