"""`azulejos wasm`: kernels compiled ahead of time, for browsers."""

from __future__ import annotations

from pathlib import Path

import click

from azulejos.ahead import build, write_package
from azulejos.cli.arguments import GAME
from azulejos.errors import BuildError
from azulejos.games import GAME_NAMES, game


@click.command(
    epilog="""\b
For each game:
  GAME.wasm         a module that runs alone: its memory is exported
  GAME.so           a module for Python in a browser (Pyodide), whose memory it shares
  GAME.plain.wasm   the same two for browsers without SIMD
  GAME.plain.so

\b
Examples:
  azulejos wasm build/kernels
  azulejos wasm build/kernels --game azul --game duel
  azulejos wasm build/npm --package

Needs azulejos[wasm]. What was built before is taken from the cache of kernels, which
AZULEJOS_CACHE moves, until a source or a version changes.\n"""
)
@click.argument("directory", type=click.Path(path_type=Path, file_okay=False), metavar="DIR")
@click.option("--game", "games", type=GAME, multiple=True, help="Only this game. Repeatable.")
@click.option(
    "--package",
    is_flag=True,
    help="Write an npm-style package of the modules that run alone instead, with typed bindings.",
)
def wasm(directory: Path, *, games: tuple[str, ...], package: bool) -> None:
    """Compile rules and searches ahead of time to WebAssembly, into DIR.

    kernels.json names every export with its parameters, the memory that a search works in, and
    the versions that all this was built with. The same versions build the same bytes.
    """
    wanted = games or GAME_NAMES
    click.echo(f"Building {len(wanted)} of {len(GAME_NAMES)} games...", err=True)

    def report(name: str, was_kept: bool) -> None:  # noqa: FBT001 - a callback
        click.echo(f"  {game(name).title}{' (from the cache)' if was_kept else ''}", err=True)

    try:
        written = (write_package if package else build)(directory, wanted, report)
    except OSError as error:
        raise BuildError(f"cannot write the modules: {error}") from None
    for path in written:
        click.echo(f"{path.stat().st_size:>9,}  {path}")
