"""`azulejos site`: the page as a site that plays by itself."""

from __future__ import annotations

from pathlib import Path

import click

from azulejos.offline.site import build as build_site

FOLDER = click.Path(path_type=Path, file_okay=False)


@click.group(
    epilog="""\b
Examples:
  azulejos site build public    a folder to put on any web space"""
)
def site() -> None:
    """Build the page as a site that plays by itself: all games and bots, without a server."""


@site.command(
    epilog="""\b
Examples:
  azulejos site build public              a folder to put on any web space
  azulejos site build public --kernels w  with kernels that `azulejos wasm w` has built before"""
)
@click.argument("directory", type=FOLDER)
@click.option("--kernels", type=FOLDER, help="Folder with kernels that were built before.")
@click.option("--no-compression", is_flag=True, help="Don't write compressed files, too.")
def build(directory: Path, *, kernels: Path | None, no_compression: bool) -> None:
    """Write a static site into DIRECTORY, in place of an older one.

    It works from any folder of any web server that speaks HTTPS, and asks no other host for
    anything. docs/offline.md tells which headers help.
    """
    build_site(
        directory.resolve(),
        kernels=kernels,
        compressed=not no_compression,
        progress=lambda part: click.echo(f"{part}...", err=True),
    )
    size = sum(path.stat().st_size for path in directory.rglob("*") if path.is_file())
    click.echo(f"Wrote {directory} ({size / 1e6:.1f} MB)")
