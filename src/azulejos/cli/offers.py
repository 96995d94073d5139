"""What the commands that serve can offer: `--bot NAME=BOT`, external bots; `--site DIR`."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from azulejos.cli.arguments import Command, wrong_usage
from azulejos.tables.settings import is_site

if TYPE_CHECKING:
    from azulejos.tables.settings import OfferedBot


class LinesOfText(click.types.StringParamType):
    """Texts that may have spaces; in an environment variable, one per line."""

    envvar_list_splitter = "\n"


def bots_from_outside(command: Command) -> Command:
    """Add `--bot` to a command."""
    return click.option(
        "--bot",
        "bots",
        multiple=True,
        type=LinesOfText(),
        envvar="AZULEJOS_BOTS",
        metavar="NAME=BOT",
        callback=_named,
        help="Offer a bot at the tables under a name of your choice: 'Ada=my_bot.py:MyBot', "
        "'Eve=exec:./engine --fast', 'Deep=search:5s'. Repeatable; also AZULEJOS_BOTS, one "
        "per line. It runs with the rights of the server.",
    )(command)


def _named(
    _context: click.Context, _parameter: click.Parameter, texts: tuple[str, ...]
) -> Mapping[str, str]:
    named: dict[str, str] = {}
    for text in filter(str.strip, texts):
        name, equals, made = text.strip().partition("=")
        if not (equals and made):
            raise click.BadParameter(f"{text!r} should be like Ada=my_bot.py:MyBot")
        if name in named:
            raise click.BadParameter(f"{name} is given twice")
        named[name] = made
    return named


def offered(bots: Mapping[str, str]) -> tuple[OfferedBot, ...]:
    """The bots, each tried out once; a bot that fails is wrong usage."""
    if not bots:
        return ()
    processes: Any = import_module("azulejos.server.bots.processes")
    with wrong_usage():
        result: tuple[OfferedBot, ...] = processes.offered(bots)
    return result


def site_for_later(command: Command) -> Command:
    """Add `--site` to a command."""
    return click.option(
        "--site",
        type=click.Path(path_type=Path, file_okay=False),
        envvar="AZULEJOS_SITE",
        callback=_built,
        help="Let browsers keep a site that `azulejos site build DIR` has written: with it, they "
        "play against bots while this server can't be reached (also AZULEJOS_SITE).",
        metavar="DIR",
    )(command)


def _built(_context: click.Context, _parameter: click.Parameter, site: Path | None) -> Path | None:
    if site is None:
        return None
    if not is_site(site):
        raise click.BadParameter(f"{site} is not a site: azulejos site build {site} makes one")
    return site.absolute()
