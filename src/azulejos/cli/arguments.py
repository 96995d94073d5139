"""Arguments that several commands share. What is wrong with them is wrong usage: exit code 2."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click

from azulejos.errors import AzulejosError
from azulejos.games import GAME_NAMES

Command = TypeVar("Command", bound=Callable[..., Any])

GAME = click.Choice(GAME_NAMES, case_sensitive=False)
FILE = click.Path(path_type=Path, dir_okay=False)


def game_options(command: Command) -> Command:
    """Add `--option` to a command."""
    return click.option(
        "-o",
        "--option",
        "options",
        multiple=True,
        metavar="NAME=VALUE",
        callback=_pairs,
        help="Set a game option, like side=grey. Repeatable; `azulejos games` lists them.",
    )(command)


def _pairs(_context: click.Context, _parameter: click.Parameter, texts: Any) -> Mapping[str, str]:
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
    """What is raised here is due to the command line: show how it should be used."""
    try:
        yield
    except AzulejosError as error:
        raise click.UsageError(str(error)) from error
