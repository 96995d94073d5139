"""Compiling all games before a page or a server opens: where no kernels came with the package."""

from __future__ import annotations

import sys

import click

from azulejos.bots import preparation
from azulejos.cli.main import Failure
from azulejos.core.compiled import COMPILES, cache_for, cache_root


def compile_games() -> None:
    """Compile what is not compiled yet, once per machine, and show how far that is."""
    if COMPILES and cache_for("azulejos.core.tables") is None:
        raise Failure(f"cannot write to {cache_root()}: name a folder by AZULEJOS_CACHE")
    if missing := preparation.missing_games():
        label = "Compiling the games, once per computer"
        done = preparation.compile_games(missing)
        with click.progressbar(done, label=label, length=len(missing), file=sys.stderr) as games:
            for _ in games:
                pass
