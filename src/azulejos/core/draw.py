"""Draws: the answers of chance."""

from __future__ import annotations

from dataclasses import dataclass

from azulejos.errors import NotationError, allowed_text, quoted
from azulejos.messages import fault


@dataclass(frozen=True)
class Draw:
    """What chance drew, in order, and from which pool."""

    pool: str
    pieces: tuple[int, ...]


@dataclass(frozen=True)
class Pool:
    """Something that chance draws from, and how its pieces are written.

    Pieces are numbers; piece n is written as `symbols[n]`, and `group` of them stand together.
    """

    name: str
    symbols: tuple[str, ...]
    group: int = 1

    def text(self, pieces: tuple[int, ...]) -> str:
        """Write pieces: `BBYR KWWB`."""
        starts = range(0, len(pieces), self.group)
        groups = ["".join(self.symbols[p] for p in pieces[s : s + self.group]) for s in starts]
        return " ".join(groups)

    def read(self, text: str) -> tuple[int, ...]:
        """Read what `text` wrote; groups are for the eye only where symbols are single letters."""
        width = max(len(symbol) for symbol in self.symbols)
        words = text.split() if width > 1 else list("".join(text.split()))
        for word in words:
            if word.upper() not in self.symbols:
                raise NotationError(
                    fault(
                        "fault.text.piece",
                        text=quoted(word),
                        pool=self.name,
                        allowed=allowed_text(self.symbols),
                    )
                )
        return tuple(self.symbols.index(word.upper()) for word in words)
