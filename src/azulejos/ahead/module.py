"""A program: `python -m azulejos.ahead.module GAME DIRECTORY` builds the modules of one game."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from azulejos.ahead.exports import exports_of
from azulejos.ahead.linking import TARGETS, Linker
from azulejos.ahead.lowering import lowered, stop_after_lowering
from azulejos.games import game


def main(name: str, directory: Path) -> None:
    """Write the modules of a game, and its part of the catalogue."""
    exports = exports_of(game(name))
    entry = {"exports": {export.key: export.entry for export in exports}}
    stop_after_lowering()
    linker = Linker([lowered(export) for export in exports], [each.symbol for each in exports])
    for target in TARGETS:
        linker.write(directory / f"{name}{target.suffix}", target)
    (directory / f"{name}.json").write_text(json.dumps(entry), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
