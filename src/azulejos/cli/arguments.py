"""Arguments that several commands share, and counts in their answers.

What is wrong with an argument is wrong usage: exit code 2.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar

import click

from azulejos.errors import AzulejosError
from azulejos.games import GAME_NAMES

Command = TypeVar("Command", bound=Callable[..., Any])


class GameName(click.Choice[str]):
    """The name of a game; a misspelt one is answered with the nearest."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter as error:
            if near := get_close_matches(value.lower(), self.choices, 1):
                self.fail(f"{error.message} Did you mean {near[0]!r}?", param, ctx)
            raise


GAME = GameName(GAME_NAMES, case_sensitive=False)
FILE = click.Path(path_type=Path, dir_okay=False)


UNITS = {"s": 1, "m": 60, "h": 3600, "d": 24 * 3600}


def duration(text: str) -> float | None:
    """The seconds of a time like 30d, 12h, 90m or 45s; `forever` is None."""
    if text == "forever":
        return None
    result = re.fullmatch(r"([0-9]{1,6})([smhd])", text)
    if result is None:
        raise click.BadParameter(f"{text!r} is not a time; it should be like 30d, 12h or forever")
    return float(int(result[1]) * UNITS[result[2]])


def number(name: str, default: int, help: str, *, least: int = 1) -> Callable[[Command], Command]:  # noqa: A002 - as click calls it
    """Add an option that is a whole number to a command."""
    return click.option(name, type=click.IntRange(least), default=default, help=help)


def keep_options(finished: str, abandoned: str, guests: str) -> Callable[[Command], Command]:
    """Add `--keep-finished`, `--keep-abandoned` and `--keep-guests`, with their defaults."""

    def added(command: Command) -> Command:
        for name, default, what in (
            ("--keep-guests", guests, "guests after their last visit"),
            ("--keep-abandoned", abandoned, "tables at which nothing happens and no clock runs"),
            ("--keep-finished", finished, "tables after the game, like 90d, 12h or forever"),
        ):
            help = f"How long to keep {what}."  # noqa: A001 - as click calls it
            option = click.option(name, type=duration, metavar="TIME", default=default, help=help)
            command = option(command)
        return command

    return added


def seed_and_processes(command: Command) -> Command:
    """Add the options of commands that play very many games."""
    seed = click.option("--seed", type=int, default=0, help="Seed of deals and choices.")
    return seed(processes(command))


def processes(command: Command) -> Command:
    """Add `--processes` to a command."""
    return click.option(
        "--processes",
        type=click.IntRange(1),
        default=lambda: os.cpu_count() or 1,
        show_default="all cores",
        help="Games to play in parallel. Does not change the results.",
    )(command)


def game_options(command: Command) -> Command:
    """Add `--option` to a command."""
    return click.option(
        "-o",
        "--option",
        "options",
        multiple=True,
        metavar="NAME=VALUE",
        callback=_pairs,
        help="Set a game option, like side=grey. Repeatable; `azulejos games NAME` lists them.",
    )(command)


def _pairs(
    _context: click.Context, _parameter: click.Parameter, texts: tuple[str, ...]
) -> Mapping[str, str]:
    pairs = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not (name and equals and value):
            raise click.BadParameter(f"{text!r} should be name=value, like players=3")
        if name in pairs:
            raise click.BadParameter(f"{name} is given twice")
        pairs[name] = value
    return pairs


@contextmanager
def wrong_usage() -> Iterator[None]:
    """Errors raised here are due to the command line: show its usage."""
    try:
        yield
    except AzulejosError as error:
        raise click.UsageError(str(error)) from error


def counted(count: int, thing: str) -> str:
    """A number of things: `1 tile`, `3 tiles`."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"
