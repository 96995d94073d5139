"""Random play of Azul Duel has the means that the rules imply; a wrong rule moves one of them.

Another program, written apart from this one, counts about 166 decisions a game, without those
inside a turn that leave no choice, and a mean score of 1.9; it cuts decisions a little differently.
Here the order of a stack is one decision, and each chip of a payment is one.
"""

from __future__ import annotations

import random

import numpy as np
import pytest

from azulejos import CHANCE, DUEL
from azulejos.core.chance import below, new_rng
from azulejos.core.layout import RecordView

pytestmark = pytest.mark.compiled

GAMES = 4_000


@pytest.mark.parametrize(
    ("scoring", "score"), [("1A2A3A", 0.187), ("random3", 1.60), ("random4", 1.74)]
)
def test_duel_random_scores(scoring: str, score: float) -> None:
    rng = new_rng(random.Random(1))
    codes, pieces = np.empty((2, DUEL.move_codes), np.int32)
    before = np.frombuffer(DUEL.new(scoring=scoring).key, np.uint8)
    points, moves = [], []
    for _ in range(GAMES):
        raw = before.copy()
        moves.append(DUEL.kernels.play_randomly(raw, rng, codes, pieces))
        (table,) = raw.view(DUEL.table)
        points.append(table["seats"]["score"].mean())
    assert_mean(points, score, hidden=0.01)
    assert_mean(moves, 167.8, hidden=0.2)


def test_duel_random_decisions() -> None:
    """Decisions with a choice, and the actions that begin a turn without one."""
    rng = new_rng(random.Random(2))
    codes, pieces = np.empty((2, DUEL.move_codes), np.int32)
    before, result = np.frombuffer(DUEL.new().key, np.uint8), []
    for _ in range(GAMES // 4):
        raw, made = before.copy(), 0
        table = RecordView(raw.data, DUEL.table)
        while DUEL.phases[table.phase].name != "over":
            if table.turn == CHANCE:
                DUEL.kernels.deal(raw, pieces, DUEL.kernels.sample(raw, rng, pieces))
                continue
            number = DUEL.kernels.list_moves(raw, codes)
            made += number > 1 or DUEL.phases[table.phase].name == "action"
            DUEL.kernels.make_move(raw, codes[below(rng, number)])
        result.append(made)
    assert_mean(result, 161.0, hidden=0.2)


def assert_mean(numbers: list[float], expected: float, *, hidden: float) -> None:
    error = np.std(numbers) / len(numbers) ** 0.5
    found = np.mean(numbers)
    assert abs(found - expected) < hidden + 4 * error, f"{found:.3f}, error {error:.3f}"
