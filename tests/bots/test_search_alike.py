"""Searches find the same compiled and interpreted: small ones, that can be interpreted.

`digests/searches.json` holds what version 1 finds, which never changes. Larger searches are pinned
in `test_versions.py`, and found by kernels compiled ahead of time, too: `ahead/test_python.py`.
"""

from __future__ import annotations

import hashlib
import json
import random
from pathlib import Path

import pytest

import azulejos
from azulejos.bots.search.engine import Search
from azulejos.bots.search.games import SEARCHED_GAMES
from azulejos.bots.search.result import Budget
from steps import some_position

DIGESTS = Path(__file__).parents[1] / "digests" / "searches.json"
NODES = {"azul": 400, "sintra": 300, "pavilion": 12, "duel": 200}
POSITIONS = 2


@pytest.mark.parametrize("name", SEARCHED_GAMES)
def test_searches_find_the_same_compiled_and_interpreted(name: str, rewrite: bool) -> None:
    game = azulejos.game(name)
    source, search = random.Random(name), Search(game, version=1)
    digests = {}
    for players in next(game.options.each()).metadata["allowed"]:
        digest = hashlib.sha256()
        for _ in range(POSITIONS):
            state = some_position(game, players, source)
            assert state.to_move is not None
            result = search.think(state.view(state.to_move), Budget(nodes=NODES[name]))
            moves = [(str(each.move), each.points, str(each.line)) for each in result.moves]
            digest.update(repr((str(state), result.depth, result.nodes, moves)).encode())
        digests[f"players={players}"] = digest.hexdigest()[:16]
    pinned = json.loads(DIGESTS.read_text())
    if rewrite and name not in pinned:
        pinned[name] = digests
        DIGESTS.write_text(json.dumps(pinned, indent=1) + "\n")
    assert digests == pinned[name]
