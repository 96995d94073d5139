"""What a search may spend, and what it finds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from azulejos.core.move import Move


@dataclass(frozen=True)
class Budget:
    """What a search may spend on a move, and how deep it may look: see `SearchResult.depth`."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None


@dataclass(frozen=True)
class MoveValue:
    """A move and how many points it will leave the mover ahead of the others.

    A value that is not exact is a bound: the move is worth no more.
    """

    move: Move
    points: float
    is_decided: bool = False  # the game will end by then, and somebody win it
    is_won: bool = False  # by the mover
    is_exact: bool = True
    line: tuple[Move, ...] = ()  # best play from this move on, as far as it is remembered


@dataclass(frozen=True)
class SearchResult:
    """What a search has found so far.

    The first move is the best, and its value is exact. Of the others the values are exact that
    `Search.think` was asked for.
    """

    depth: int
    nodes: int
    seconds: float
    is_complete: bool  # everything was searched to the end of the round
    moves: tuple[MoveValue, ...]
    depth_unit: str = "move"  # what the depth counts, or "turn" where a turn is several moves

    @property
    def line(self) -> tuple[Move, ...]:
        """Best play as far as it is remembered."""
        return self.moves[0].line


Report = Callable[[SearchResult], None]
