"""The legal moves as a numbered list."""

from __future__ import annotations

from dataclasses import dataclass

from rich.columns import Columns
from rich.console import RenderableType

from azulejos.cli.draw import Names, tell
from azulejos.core.move import Move
from azulejos.core.state import State

PAGE = 100  # in columns: 20 lines of a terminal
PLAIN_PAGE = 20
FEW = 12  # are listed with a sentence each
VERY_FEW = 6  # are listed without being asked for


@dataclass(frozen=True)
class NumberedMove:
    """A legal move, and the mover's points if the round ended right after it."""

    number: int
    move: Move
    points: int

    def __str__(self) -> str:
        return f"{self.number:>3}) {self.move} {self.points:>3}"


def choices(state: State) -> list[NumberedMove]:
    """The legal moves, the most points first; numbered from 1."""
    valued = sorted(zip(state.legal_moves, state.move_values, strict=True), key=lambda m: -m[1])
    return [NumberedMove(number, move, points) for number, (move, points) in enumerate(valued, 1)]


def matching(found: list[NumberedMove], text: str) -> list[NumberedMove]:
    """The choices whose notation begins with or holds a text: `3`, `3b`, `b`."""
    wanted = text.lower()
    first = [choice for choice in found if str(choice.move).lower().startswith(wanted)]
    return first or [choice for choice in found if wanted in str(choice.move).lower()]


def listing(
    found: list[NumberedMove], state: State, names: Names, *, plain: bool
) -> list[RenderableType]:
    """Few choices with a sentence each, many in columns."""
    if len(found) <= FEW:
        return [f"{choice}  {sentence(choice, state, names)}" for choice in found]
    if plain:
        return [f"{choice.number}: {choice.move}, {choice.points}" for choice in found]
    return [Columns([str(choice) for choice in found], padding=(0, 2), column_first=True)]


def sentence(choice: NumberedMove, state: State, names: Names) -> str:
    """What a choice would do, in one sentence."""
    return tell(state, choice.move, names).splitlines()[0]
