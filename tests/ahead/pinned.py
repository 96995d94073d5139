"""Digests of games and searches, found by Python in WebAssembly: `pinned.mjs` runs it."""

from __future__ import annotations

import json
import sys
from unittest.mock import MagicMock

from azulejos import game
from azulejos.core import compiled

sys.modules["pytest"] = MagicMock()  # not to be had there; tests only mark themselves with it

from test_versions import KNOWLEDGE, digest_of, every_version  # noqa: E402

from option_sets import digest, option_sets, read_options  # noqa: E402
from steps import daily_links, steps_digest  # noqa: E402

MAX_SETS = 3  # of options, for each game: with every number of players


def found(names: str) -> str:
    """What the files in `tests/digests` hold of games, as far as it is looked at, and steps."""
    told: dict[str, object] = {
        "compiles": compiled.COMPILES,
        "has_library": compiled.LIBRARY is not None,
    }
    for name in names.split():
        played = game(name)
        options = {text: read_options(played, text) for text in option_sets(name)[:MAX_SETS]}
        told[name] = {
            "games": {text: digest(played, each) for text, each in options.items()},
            "steps": {text: steps_digest(played, each) for text, each in options.items()},
            "daily": daily_links(name),
            "versions": {
                str(version.number): {
                    text: digest_of(played, each, version.number) for text, each in options.items()
                }
                for version in every_version(KNOWLEDGE.of(name))
            },
        }
    return json.dumps(told)
