"""Options that several programs of the laboratory have."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import click

from azulejos.cli.arguments import processes as _processes
from azulejos.core.game import Game
from azulejos.core.options import Options
from azulejos.errors import OptionError

Command = TypeVar("Command", bound=Callable[..., Any])


def takes_options(
    default: tuple[str, ...] = ("",), help_more: str = ""
) -> Callable[[Command], Command]:
    """Let a program say with which options games are played."""
    text = "Options to play with, like 'players=3 side=B'. Repeatable: games use them in turn."
    return click.option("--options", multiple=True, default=default, help=text + help_more)


def options_of(game: Game, texts: Iterable[str]) -> list[Options]:
    """The options that texts name; one that is wrong is wrong usage."""
    options = []
    for text in texts:
        try:
            options.append(game.options.of(dict(word.split("=", 1) for word in text.split())))
        except (ValueError, OptionError) as wrong:
            raise click.BadParameter(f"{text!r}: {wrong}", param_hint="--options") from None
    return options


def processes(command: Command) -> Command:
    """Let a program say where games are played."""
    ray = click.option(
        "--ray", metavar="ADDRESS", help="Play on a Ray cluster; `local` starts one here."
    )
    return _processes(ray(command))
