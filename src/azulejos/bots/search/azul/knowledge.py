"""What the search knows of Azul."""

from __future__ import annotations

from pathlib import Path

from azulejos.bots.search.alphabeta import ALPHA_BETA
from azulejos.bots.search.azul import evaluation, grey_wall
from azulejos.bots.search.azul.features import FEATURES
from azulejos.bots.search.knowledge import Knowledge, Pace, register
from azulejos.bots.search.offer import STAGES
from azulejos.core.displays import SOURCES, TILES_PER_DISPLAY
from azulejos.core.turn import MAX_SEATS
from azulejos.games.azul.rules import KERNELS
from azulejos.games.azul.table import SIZE

KNOWLEDGE = register(
    Knowledge(
        game="azul",
        layout=KERNELS.rules.table,
        algorithm=ALPHA_BETA,
        max_plies=(SOURCES - 1) * TILES_PER_DISPLAY + MAX_SEATS * SIZE,  # takes, spaces chosen
        evaluate=evaluation.evaluate,
        rank_moves=evaluation.rank_moves,
        new_memory=evaluation.new_memory,
        describe=evaluation.describe,
        periods=evaluation.PERIODS,
        stages=STAGES,
        features=FEATURES,
        versions=Path(__file__).with_name("versions"),
        pace=Pace({2: 4.8, 3: 4.9, 4: 4.9}, {2: 2.8, 3: 3.8, 4: 3.8}),
        load_correction=evaluation.load_correction,
        resolve_tiling=grey_wall.resolve_tiling,
    )
)
