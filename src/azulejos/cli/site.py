"""`azulejos site`: the page as a standalone site, and the kernels that it runs."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import click

from azulejos.errors import BuildError, UnknownName
from azulejos.extras import needs
from azulejos.games import game
from azulejos.offline.site import build as build_site
from azulejos.offline.site import is_current

FOLDER = click.Path(path_type=Path, file_okay=False)


@click.group(
    epilog="""\b
Examples:
  azulejos site build public    a folder for any web host"""
)
def site() -> None:
    """Build the page as a standalone site: all games and bots, without a server."""


@site.command(
    epilog="""\b
Examples:
  azulejos site build public              a folder for any web host
  azulejos site build                     for `azulejos web` on this machine
  azulejos site build public --kernels w  with what `azulejos site kernels w` built before"""
)
@click.argument("directory", type=FOLDER, required=False)
@click.option("--kernels", type=FOLDER, help="Folder with kernels that were built before.")
@click.option("--no-compression", is_flag=True, help="Don't also write compressed files.")
@click.option("--if-changed", is_flag=True, help="Do nothing if it was built from these sources.")
def build(
    directory: Path | None, *, kernels: Path | None, no_compression: bool, if_changed: bool
) -> None:
    """Write a static site into DIRECTORY, in place of an older one.

    It works from any folder of any web server that speaks HTTPS, and asks no other host for
    anything. docs/offline.md says which headers help. `azulejos serve --site DIRECTORY` offers it
    to those who lose the connection; without DIRECTORY it is written where `azulejos web` looks
    for it.
    """
    if directory is None:
        with needs("server"):
            directory = import_module("azulejos.cli.web").usual_site()
        directory.parent.mkdir(parents=True, exist_ok=True)
    if if_changed and is_current(directory):
        return
    build_site(
        directory.resolve(),
        kernels=kernels,
        compressed=not no_compression,
        progress=lambda part: click.echo(f"{part}...", err=True),
    )
    size = sum(path.stat().st_size for path in directory.rglob("*") if path.is_file())
    click.echo(f"Wrote {directory} ({size / 1e6:.1f} MB)")


@site.command(
    epilog="""\b
Examples:
  azulejos site kernels build/kernels
  azulejos site kernels build/native --target host"""
)
@click.argument("directory", type=FOLDER, metavar="DIR")
@click.option("--target", help="In place of browsers: a system like linux-aarch64, or host.")
def kernels(directory: Path, *, target: str | None) -> None:
    """Compile rules and searches ahead of time, for browsers, into DIR.

    _kernels.so is an extension module for Python in a browser (Pyodide), and _kernels.plain.so is
    for browsers without SIMD. The same versions of all tools build the same bytes.

    What was built before is taken from the cache of kernels, which AZULEJOS_CACHE moves, until a
    source or a version changes.
    """
    click.echo("Building the kernels of all games...", err=True)

    def report(name: str, was_kept: bool) -> None:  # noqa: FBT001 - a callback
        click.echo(f"  {game(name).title}{' (from the cache)' if was_kept else ''}", err=True)

    with needs("site"):
        ahead: Any = import_module("azulejos.ahead")
    chosen = ahead.HOST if target == "host" else target
    if chosen and chosen not in ahead.TARGETS:
        raise UnknownName("target", chosen, ahead.TARGETS)
    try:
        written = ahead.build(directory, [chosen] if chosen else ahead.BROWSERS, report)
    except OSError as error:
        raise BuildError(f"cannot write the kernels: {error}") from None
    for path in written:
        click.echo(f"{path.stat().st_size:>9,}  {path}")
