"""A program that builds objects of one game: `python -m azulejos.ahead.lower GAME DIR TARGET...`.

A process that lowers kernels for other machines can run none itself.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from azulejos.ahead.exports import exports_of
from azulejos.ahead.lowering import lowered, stop_after_lowering
from azulejos.ahead.objects import link, write_object
from azulejos.ahead.targets import TARGETS
from azulejos.games import game


def main(name: str, directory: Path, targets: list[str]) -> None:
    """Write what is exported of a game, as one module for all targets, and an object for each."""
    exports = exports_of(game(name))
    module = directory / f"{name}.ll"
    if not module.exists():
        stop_after_lowering()
        text = link(map(lowered, exports), [each.symbol for each in exports])
        listed = [
            (each.symbol, each.key, each.parameters, each.has_result, each.is_for_games)
            for each in exports
        ]
        (directory / f"{name}.json").write_text(json.dumps(listed), encoding="utf-8")
        module.write_text(text, encoding="utf-8")
    text = module.read_text(encoding="utf-8")
    for target in targets:
        symbols = [each.symbol for each in exports if TARGETS[target].has_all or each.is_for_games]
        write_object(text, symbols, TARGETS[target], directory / f"{name}.{target}.o")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3:])
