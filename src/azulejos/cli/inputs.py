"""Where a person's answers come from: the keyboard, or a file of moves."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Protocol

from azulejos.errors import AzulejosError


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
