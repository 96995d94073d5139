"""Random play has the means that the rules imply; a wrong rule moves at least one of them.

Each expected mean stands with what its rounding hides; beyond that it may be missed by four
standard errors. Known from elsewhere: takes, returns, keeps, choices and, with the track of nine
spaces, the scores of 4 players. The scores of 2 players were known from fewer games, as -57.3 and
-59.8; here they are as the kernels gave them (80,000 games, error 0.05), like the numbers of moves
and all scores with the track of ten spaces.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest

from azulejos import CHANCE, SINTRA
from azulejos.core.chance import below, new_rng
from azulejos.core.layout import RecordView
from azulejos.core.turn import NOBODY

pytestmark = pytest.mark.compiled

GAMES = 20_000
WATCHED_GAMES = 1_500


@pytest.mark.parametrize(
    ("players", "side", "track", "score", "moves"),
    [
        (2, "A", "long", -49.5, 79.5),
        (2, "B", "long", -52.2, 79.5),
        (4, "A", "long", -54.7, 115.2),
        (4, "B", "long", -56.3, 115.2),
        (2, "A", "short", -57.7, 79.5),
        (2, "B", "short", -60.4, 79.5),
        (4, "A", "short", -62.7, 115.2),
        (4, "B", "short", -64.3, 115.2),
    ],
)
def test_sintra_random_games(
    players: int, side: str, track: str, score: float, moves: float
) -> None:
    rng = new_rng(random.Random(players))
    codes, pieces = np.empty((2, SINTRA.move_codes), np.int32)
    before = np.frombuffer(SINTRA.new(players=players, side=side, track=track).key, np.uint8)
    made, points = [], []
    for _ in range(GAMES):
        raw = before.copy()
        made.append(SINTRA.kernels.play_randomly(raw, rng, codes, pieces))
        (table,) = raw.view(SINTRA.table)
        points.append(table["seats"]["score"][:players].mean())
    assert_mean(points, score, hidden=0.1)
    assert_mean(made, moves, hidden=0.2)


@pytest.mark.parametrize(
    ("players", "takes", "returns", "keeps", "choices"),
    [(2, 64.2, 10.8, 4.6, 10.3), (4, 96.0, 13.0, 6.2, 17.4)],
)
def test_sintra_random_decisions(
    players: int, takes: float, returns: float, keeps: float, choices: float
) -> None:
    """Takes, glaziers moved back and tiles kept in a game, and the choices of a decision."""
    kinds: dict[str, list[int]] = {"Take": [], "Back": [], "Keep": []}
    listed: list[int] = []
    for seed in range(WATCHED_GAMES):
        result = watched_game(players, random.Random(seed), listed)
        for kind, numbers in kinds.items():
            numbers.append(result[kind])
    assert_mean(kinds["Take"], takes, hidden=0.05)
    assert_mean(kinds["Back"], returns, hidden=0.05)
    assert_mean(kinds["Keep"], keeps, hidden=0.05)
    assert_mean(listed, choices, hidden=0.05)


def watched_game(players: int, source: random.Random, listed: list[int]) -> Counter[str]:
    """The moves of a random game by their kinds; the numbers of choices are added to a list."""
    rng = new_rng(source)
    codes, pieces = np.empty((2, SINTRA.move_codes), np.int32)
    raw = np.frombuffer(SINTRA.new(players=players).key, np.uint8).copy()
    table = RecordView(raw.data, SINTRA.table)
    kernels, result = SINTRA.kernels, Counter[str]()
    while table.turn != NOBODY:
        if table.turn == CHANCE:
            kernels.deal(raw, pieces, kernels.sample(raw, rng, pieces))
            continue
        listed.append(kernels.list_moves(raw, codes))
        code = int(codes[below(rng, listed[-1])])
        result[type(SINTRA.decode(code)).__name__] += 1
        kernels.make_move(raw, code)
    return result


def assert_mean(numbers: Sequence[float], expected: float, *, hidden: float) -> None:
    error = np.std(numbers) / len(numbers) ** 0.5
    found = np.mean(numbers)
    assert abs(found - expected) < hidden + 4 * error, f"{found:.3f}, error {error:.3f}"
