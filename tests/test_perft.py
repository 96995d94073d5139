"""Perft: the number of ways to go on from fixed positions, kept in `perft/<game>.json`.

A new position is a new key with an empty list of counts and `--rewrite`.
"""

from __future__ import annotations

import json
from pathlib import Path

from azulejos import Game
from azulejos.core.compiled import IS_FAST
from azulejos.play.perft import perft
from option_sets import every_game

FOLDER = Path(__file__).parent / "perft"
DEEPEST = 3
MAX_COUNTED = 300_000 if IS_FAST else 10_000  # deeper counts would take too long


@every_game()
def test_positions_go_on_in_as_many_ways_as_before(game: Game, rewrite: bool) -> None:
    file = FOLDER / f"{game.name}.json"
    known = json.loads(file.read_text())
    if rewrite:
        known = {text: counts(game, text) for text in known}
        file.write_text(json.dumps(known, indent=1) + "\n")
    assert known, f"{file.name} names no position"
    for text, expected in known.items():
        state = game.position(text)
        for depth, count in enumerate(expected, 1):
            if count <= MAX_COUNTED:
                assert perft(state, depth) == count, f"depth {depth} of\n{state}"


def counts(game: Game, text: str) -> list[int]:
    """As many depths as can be counted quickly."""
    state = game.position(text)
    result: list[int] = []
    while len(result) < DEEPEST and (not result or result[-1] * max(result[0], 40) <= MAX_COUNTED):
        result.append(perft(state, len(result) + 1))
    return result
