"""Where commands write: a terminal with or without colours, or a screen reader."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from threading import Timer
from typing import Literal, TypeVar

import click
from rich import box
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.progress import track
from rich.table import Table
from rich.text import Text

from azulejos.cli.arguments import Command
from azulejos.cli.draw import Names, describe, draw
from azulejos.core.state import State

SPIN_AFTER_SECONDS = 0.4

T = TypeVar("T")


def plain_option(command: Command) -> Command:
    """Add `--plain` to a command."""
    return click.option(
        "--plain",
        is_flag=True,
        envvar="AZULEJOS_PLAIN",
        help="Print plain sentences, for screen readers (default if TERM=dumb).",
    )(command)


def _console(*, stderr: bool = False) -> Console:
    """NO_COLOR means no escape codes at all: Rich alone would still write bold ones."""
    colours: Literal["auto"] | None = None if os.environ.get("NO_COLOR") else "auto"
    return Console(stderr=stderr, color_system=colours, highlight=False, markup=False, emoji=False)


def table(title: str, *left: str, right: Iterable[str] = ()) -> Table:
    """A table of results: first the columns of words, then those of numbers."""
    result = Table(title=title, box=box.SIMPLE_HEAD, title_justify="left")
    for heading in left:
        result.add_column(heading)
    for heading in right:
        result.add_column(heading, justify="right")
    return result


TYPED = str.maketrans({"−": "-", "±": "+", "’": "'", "×": "x", "…": "..."})
"""ASCII for signs that a font may lack or a screen reader may skip."""


class Screen:
    """Shows tables as drawings, or as sentences where `plain`."""

    def __init__(self, *, plain: bool = False) -> None:
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):  # a symbol missing here must not end a game
                stream.reconfigure(errors="replace")
        self.console = _console()
        self._errors = _console(stderr=True)
        encoding = (self.console.encoding or "").lower()
        self.plain = plain or os.environ.get("TERM") == "dumb" or not encoding.startswith("utf")

    def say(self, text: RenderableType = "") -> None:
        """Print a text or a drawing; texts are wrapped unless a screen reader reads them."""
        if isinstance(text, str) and self.plain:
            text = text.translate(TYPED)
        is_whole = isinstance(text, str) and not self._is_for_eyes
        self.console.print(text, soft_wrap=is_whole)

    def tell(self, sentence: str) -> None:
        """Print a sentence about an event, indented unless for a screen reader."""
        set_off = Padding(Text(sentence, "italic"), (0, 0, 0, 2), expand=False)
        self.say(set_off if self._is_for_eyes else sentence)

    @property
    def _is_for_eyes(self) -> bool:
        return self.console.is_terminal and not self.plain

    def show(self, state: State, names: Names) -> None:
        """Show a table."""
        self.say(describe(state, names) if self.plain else draw(state, names))

    def track(self, things: Iterable[T], what: str, total: int | None = None) -> Iterable[T]:
        """Pass things on, with a progress bar where somebody can see it."""
        return track(
            things,
            what,
            total=total,
            console=self._errors,
            transient=True,
            disable=not self._errors.is_terminal or self.plain,
        )

    @contextmanager
    def busy(self, text: str, *, only_if_long: bool = False) -> Iterator[None]:
        """Say on stderr what is going on: with a spinner on a terminal, else in a line."""
        if self._errors.is_terminal and not self.plain:
            with self._spinner(text):
                yield
            return
        if not only_if_long:
            self._errors.print(text, soft_wrap=True)
        yield

    @contextmanager
    def _spinner(self, text: str) -> Iterator[None]:
        """Spin only after a while: quick work should not flicker."""
        status = self._errors.status(Text(text))
        timer = Timer(SPIN_AFTER_SECONDS, status.start)
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()
            status.stop()


def is_at_terminal() -> bool:
    """Whether somebody can answer a question."""
    return sys.stdin.isatty()
