"""A person's answers, from the keyboard or a file, and the numbered list of moves to pick from."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol, TextIO

import click
from rich.columns import Columns
from rich.console import RenderableType

from azulejos.cli.draw import Names, tell
from azulejos.cli.screen import is_at_terminal
from azulejos.core.move import Move
from azulejos.core.state import State
from azulejos.errors import AzulejosError

PAGE = 100  # in columns: 20 lines of a terminal
PLAIN_PAGE = 20
FEW = 12  # are listed with a sentence each
VERY_FEW = 6  # are listed without being asked for


class Quit(Exception):
    """The people at the terminal leave."""


class Inputs(Protocol):
    def ask(self, prompt: str) -> str:
        """Return the next answer; `EOFError` when there is none."""

    def ask_aside(self, prompt: str) -> str:
        """Return the answer to a question outside of the game; empty if nobody is there."""

    def reject(self, error: AzulejosError) -> None:
        """Reject the last answer: raise, or return to be asked again."""


class Keyboard:
    """A person, who can be asked again."""

    def __init__(self) -> None:
        with suppress(ImportError):  # gives `input` its line editing and history
            import readline  # noqa: F401, PLC0415

    def ask(self, prompt: str) -> str:
        return input(prompt)

    ask_aside = ask

    def reject(self, error: AzulejosError) -> None:
        """Nothing to do: the caller shows the error and asks again."""


class Script:
    """A file with an answer on each line; `#` begins a comment. A wrong line ends the game."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)
        self._number = 0

    def ask(self, prompt: str) -> str:  # noqa: ARG002 - nobody would read it
        for line in self._lines:
            self._number += 1
            answer = line.partition("#")[0].strip()
            if answer:
                return answer
        raise EOFError

    def ask_aside(self, prompt: str) -> str:  # noqa: ARG002
        return ""

    def reject(self, error: AzulejosError) -> None:
        raise AzulejosError(f"line {self._number} of the moves: {error}") from error


def typed_or_from(file: TextIO | None, what: str) -> Inputs:
    """The answers in a file, or those of the person at the terminal."""
    if file is None and not is_at_terminal():
        raise click.UsageError(
            f"nobody can type {what} here: the input is not a terminal. Pass {what} with "
            "--moves - or --moves FILE"
        )
    return Script(file) if file else Keyboard()


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


def numbered(state: State, text: str) -> str:
    """The move with this number in the list of choices."""
    result = {str(choice.number): str(choice.move) for choice in choices(state)}
    if text not in result:
        raise AzulejosError(f"the list of moves goes from 1 to {len(result)}")
    return result[text]


def matching(moves: list[NumberedMove], text: str) -> list[NumberedMove]:
    """The choices whose notation begins with or holds a text: `3`, `3b`, `b`."""
    wanted = text.lower()
    first = [choice for choice in moves if str(choice.move).lower().startswith(wanted)]
    return first or [choice for choice in moves if wanted in str(choice.move).lower()]


def listing(
    moves: list[NumberedMove], state: State, names: Names, *, plain: bool
) -> list[RenderableType]:
    """A few choices with a sentence each, or many in columns."""
    if len(moves) <= FEW:
        return [f"{choice}  {sentence(choice, state, names)}" for choice in moves]
    if plain:
        return [f"{choice.number}: {choice.move}, {choice.points}" for choice in moves]
    return [Columns([str(choice) for choice in moves], padding=(0, 2), column_first=True)]


def sentence(choice: NumberedMove, state: State, names: Names) -> str:
    """What a choice would do, in one sentence."""
    return tell(state, choice.move, names).splitlines()[0]
