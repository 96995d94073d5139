"""Linear weights of boards, for every period and stage: ridge regression towards present ones."""

from __future__ import annotations

import numpy as np

from azulejos.bots.search.knowledge import POINT
from lab.dataset import Dataset, Floats

MAX_ERROR = 25 * POINT  # a position that is off by more counts as if it were off by this
MIN_POSITIONS = 30  # of a period and stage, to fit anything to


def fit_weights(dataset: Dataset, present: Floats, l2: float, sweeps: int = 6) -> Floats:
    """Weights that fit positions, held to the present ones.

    What ends of rounds are worth is known better after every sweep, from the end of the game
    backwards.
    """
    weights = present.astype(float)
    for _ in range(sweeps):
        wanted = dataset.targets(weights) - dataset.sure
        weights = present.astype(float)
        for period, stage in np.ndindex(weights.shape[:2]):
            chosen = (dataset.periods == period) & (dataset.stages == stage)
            chosen &= dataset.is_known & ~dataset.held_out
            if chosen.sum() >= MIN_POSITIONS:
                held = weights[period, stage]
                features = dataset.features[chosen]
                error = np.clip(wanted[chosen] - features @ held, -MAX_ERROR, MAX_ERROR)
                x = features.reshape(-1, len(held)).astype(float)
                weights[period, stage] += ridge(x, error.reshape(-1), l2)
    rounded: Floats = np.rint(weights).astype(int)
    return rounded


def ridge(x: Floats, y: Floats, l2: float) -> Floats:
    """The weights with which x best predicts y; the penalty is alike for features of all sizes."""
    sizes = (x * x).mean(axis=0)
    sizes[sizes == 0] = 1
    solved: Floats = np.linalg.solve(x.T @ x + l2 * np.diag(sizes), x.T @ y)
    return solved
