"""What the search knows of Summer Pavilion."""

from __future__ import annotations

from azulejos.bots.search.alphabeta import ALPHA_BETA
from azulejos.bots.search.knowledge import Knowledge, Pace, register
from azulejos.bots.search.offer import STAGES
from azulejos.bots.search.pavilion import evaluation
from azulejos.core.displays import SOURCES, TILES_PER_DISPLAY
from azulejos.core.turn import MAX_SEATS
from azulejos.games.pavilion.rules import KERNELS
from azulejos.games.pavilion.table import SPACES, STARS

KNOWLEDGE = register(
    Knowledge(
        game="pavilion",
        layout=KERNELS.rules.table,
        algorithm=ALPHA_BETA,
        max_plies=(SOURCES - 1) * TILES_PER_DISPLAY + MAX_SEATS * STARS * SPACES,
        evaluate=evaluation.evaluate,
        rank_moves=evaluation.rank_moves,
        new_memory=evaluation.new_memory,
        describe=evaluation.describe,
        periods=evaluation.PERIODS,
        stages=STAGES,
        features=evaluation.FEATURES,
        versions=evaluation.WEIGHTS.parent,
        pace=Pace({2: 6, 3: 6, 4: 6}, {2: 10.0, 3: 10.0, 4: 10.0}),
    )
)
