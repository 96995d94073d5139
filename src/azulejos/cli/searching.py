"""Options of commands that search very many positions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import click

from azulejos.cli.arguments import processes
from azulejos.core.game import Game
from azulejos.core.options import Options
from azulejos.errors import OptionError

Command = TypeVar("Command", bound=Callable[..., Any])

OPTION_SETS = "Options to play with, like 'players=3 side=B'. Repeatable: games use them in turn."


def takes_option_sets(
    default: tuple[str, ...] = ("",), more: str = ""
) -> Callable[[Command], Command]:
    """Let a command say with which options games are played."""
    return click.option(
        "--options", "option_sets", multiple=True, default=default, help=OPTION_SETS + more
    )


def read_option_sets(game: Game, texts: Iterable[str]) -> list[Options]:
    """The options that texts name; one that is wrong is wrong usage."""
    result = []
    for text in texts:
        try:
            result.append(game.options.of(dict(word.split("=", 1) for word in text.split())))
        except (ValueError, OptionError) as wrong:
            raise click.BadParameter(f"{text!r}: {wrong}", param_hint="--options") from None
    return result


def who_plays_where(command: Command) -> Command:
    """Let a command say which version plays games, and where."""
    version = click.option(
        "--version", type=click.IntRange(1), help="Version of the search (default: the newest)."
    )
    ray = click.option(
        "--ray", metavar="ADDRESS", help="Play on a Ray cluster; `local` starts one here."
    )
    return version(processes(ray(command)))
