"""Options of commands that search very many positions."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])


def who_plays_where(command: Command) -> Command:
    """Let a command say which version plays games, and where."""
    version = click.option(
        "--version", type=click.IntRange(1), help="Of the search that plays; else the newest."
    )
    processes = click.option(
        "--processes",
        type=click.IntRange(1),
        default=lambda: os.cpu_count() or 1,
        show_default="all cores",
        help="Games to play in parallel. Does not change the results.",
    )
    ray = click.option(
        "--ray", metavar="ADDRESS", help="Play on a Ray cluster; `local` starts one here."
    )
    return version(processes(ray(command)))
