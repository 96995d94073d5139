"""Random play of Summer Pavilion has the means that the rules imply.

Known from elsewhere, for two players: about 137 decisions and 18 points on the coloured side, about
34 points on the grey side. The digits are those of the kernels.
"""

from __future__ import annotations

import random

import numpy as np
import pytest

from azulejos import PAVILION
from azulejos.core.chance import new_rng

pytestmark = pytest.mark.compiled

GAMES = 10_000


@pytest.mark.parametrize(
    ("players", "side", "decisions", "points"),
    [
        (2, "coloured", 136.9, 18.1),
        (2, "grey", 139.1, 34.8),
        (3, "coloured", 185.0, 17.9),
        (4, "grey", 230.6, 32.4),
    ],
)
def test_pavilion_random_games(players: int, side: str, decisions: float, points: float) -> None:
    rng = new_rng(random.Random(players))
    codes, pieces = np.empty((2, PAVILION.move_codes), np.int32)
    before = np.frombuffer(PAVILION.new(players=players, side=side).key, np.uint8)
    made, scored = [], []
    for _ in range(GAMES):
        raw = before.copy()
        made.append(PAVILION.kernels.play_randomly(raw, rng, codes, pieces))
        (table,) = raw.view(PAVILION.table)
        scored.append(table["seats"]["score"][:players].mean())
    for result, expected in ((made, decisions), (scored, points)):
        error = np.std(result) / GAMES**0.5
        assert abs(np.mean(result) - expected) < 0.05 + 4 * error, f"{np.mean(result)} +- {error}"
