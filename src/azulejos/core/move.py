"""What the moves of all games have in common: nothing but being one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from azulejos.errors import excerpt


@dataclass(frozen=True)
class Move:
    """One decision of a seat. Every game has its own kinds, each with a short text (`str`)."""

    def numbers(self) -> Iterator[int]:
        """Everything that tells it from other moves of its kind."""
        for value in vars(self).values():
            yield from value if isinstance(value, tuple) else (value,)

    def described(self) -> str:
        """Its kind and its numbers, for a move that may have no text."""
        return f"{type(self).__name__}({', '.join(excerpt(value) for value in self.numbers())})"
