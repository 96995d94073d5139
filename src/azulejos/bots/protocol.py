"""What a bot is, and how one is named: `greedy`, `random:seed=7`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from azulejos.core.move import Move
from azulejos.core.state import View
from azulejos.errors import BotError


class Bot(Protocol):
    """Chooses a move for the seat of a view, from nothing but that view."""

    def choose(self, view: View) -> Move: ...


Parameters = Mapping[str, str]
"""What follows the colon of a bot's name; a part without `=` has the empty name."""


def parse_name(text: str) -> tuple[str, Parameters]:
    """Take a bot's name apart: `search:500ms,nodes=200k` has two parameters."""
    name, _, rest = text.partition(":")
    parameters: dict[str, str] = {}
    for part in rest.split(",") if rest else ():
        key, equals, value = part.partition("=")
        if not equals:
            key, value = "", part
        if key in parameters:
            raise BotError(f"{text}: {key or 'a plain parameter'} is given twice")
        parameters[key] = value
    return name, parameters
