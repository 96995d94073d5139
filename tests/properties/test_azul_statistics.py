"""Random play has the means that the rules imply; a wrong rule moves at least one of them.

Each expected mean stands with what its rounding hides; beyond that it may be missed by four
standard errors. Not all are independent of these kernels. Known from elsewhere: the coloured
wall's scores, takes and legal moves of 2 players (of 3 and 4 players the takes as 90 and 108, here
with the digits that the kernels gave), and the grey wall's takes and rounds. Measured with the
kernels: the rounds of 3 and 4 players and the grey wall's moves. The grey wall's score, 2.62, is
the kernels' too (100,000 games, error 0.01); the naive rules gave 2.65 (25,000 games, error 0.02)
and 22.9 legal takes.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
import pytest

from azulejos import AZUL, CHANCE
from azulejos.core.chance import below, new_rng
from azulejos.core.layout import RecordView

pytestmark = pytest.mark.compiled

GAMES = 20_000
WATCHED_GAMES = 2_000


@pytest.mark.parametrize(
    ("players", "side", "score", "rounds", "moves"),
    [
        (2, "coloured", 2.95, 6.6, 70.3),
        (3, "coloured", 2.45, 6.7, 89.95),
        (4, "coloured", 2.06, 6.8, 108.3),
        (2, "grey", 2.62, 7.3, 97.3),
    ],
)
def test_azul_random_games(
    players: int, side: str, score: float, rounds: float, moves: float
) -> None:
    source = new_rng(random.Random(players))
    codes, pieces = np.empty((2, AZUL.move_codes), np.int32)
    before = np.frombuffer(AZUL.new(players=players, side=side).key, np.uint8)
    made, played, points = [], [], []
    for _ in range(GAMES):
        raw = before.copy()
        made.append(AZUL.kernels.play_randomly(raw, source, codes, pieces))
        (table,) = raw.view(AZUL.table)
        played.append(table["rounds"])
        points.append(table["seats"]["score"][:players].mean())
    assert_mean(points, score, hidden=0.005)
    assert_mean(played, rounds, hidden=0.05)
    assert_mean(made, moves, hidden=0.05)


@pytest.mark.parametrize(
    ("side", "takes", "legal"), [("coloured", 70.3, 23.2), ("grey", 77.5, 22.9)]
)
def test_azul_random_takes(side: str, takes: float, legal: float) -> None:
    """Takes alone, without the choices of a space, and how many are legal."""
    made, listed = [], []
    for seed in range(WATCHED_GAMES):
        counts = legal_takes(side, random.Random(seed))
        made.append(len(counts))
        listed.append(np.mean(counts))
    assert_mean(made, takes, hidden=0.05)
    assert_mean(listed, legal, hidden=0.05)


def legal_takes(side: str, source: random.Random) -> list[int]:
    """How many takes were legal, for every take of a random game."""
    rng = new_rng(source)
    codes, pieces = np.empty((2, AZUL.move_codes), np.int32)
    raw = np.frombuffer(AZUL.new(side=side).key, np.uint8).copy()
    table = RecordView(raw.data, AZUL.table)
    kernels, result = AZUL.kernels, []
    while AZUL.phases[table.phase].name != "over":
        if table.turn == CHANCE:
            kernels.deal(raw, pieces, kernels.sample(raw, rng, pieces))
            continue
        number = kernels.list_moves(raw, codes)
        if AZUL.phases[table.phase].name == "offer":
            result.append(number)
        kernels.make_move(raw, codes[below(rng, number)])
    return result


def assert_mean(numbers: Sequence[float], expected: float, *, hidden: float) -> None:
    error = np.std(numbers) / len(numbers) ** 0.5
    found = np.mean(numbers)
    assert abs(found - expected) < hidden + 4 * error, f"{found:.3f}, error {error:.3f}"
