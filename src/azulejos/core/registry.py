"""What the layers of the package know of a game: one value a layer, found by the game's name.

The rules of a game are a `Game`, its sentences a `Narrator`, its drawing in a terminal a `Drawing`,
its scene for the page a `Stage`, its editor an `Editor`, its pictures a `Picture`, and what a
search knows beside the rules its `Knowledge`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Registry(Generic[Value]):
    """The values of one layer, each loaded when it is first asked for."""

    def __init__(self, load: Callable[[str], Value]) -> None:
        self._load = load
        self._values: dict[str, Value] = {}

    def of(self, game: str) -> Value:
        """The value for a game."""
        if game not in self._values:
            self._values[game] = self._load(game)
        return self._values[game]

    def add(self, game: str, value: Value) -> None:
        """Give the value for a game that lives elsewhere than in this package."""
        self._values[game] = value

    def remove(self, game: str) -> None:
        """Forget the value for a game that was added."""
        del self._values[game]

    def __contains__(self, game: str) -> bool:
        return game in self._values
