"""What the search knows of Stained Glass of Sintra."""

from __future__ import annotations

from pathlib import Path

from azulejos.bots.search.alphabeta import ALPHA_BETA
from azulejos.bots.search.knowledge import Knowledge, Pace, register
from azulejos.bots.search.offer import STAGES
from azulejos.bots.search.sintra import evaluation, palaces
from azulejos.bots.search.sintra.palace import FEATURES
from azulejos.core.turn import MAX_SEATS
from azulejos.games.sintra.rules import KERNELS
from azulejos.games.sintra.table import MAX_DRAWN

KNOWLEDGE = register(
    Knowledge(
        game="sintra",
        layout=KERNELS.rules.table,
        algorithm=ALPHA_BETA,
        max_plies=3 * MAX_DRAWN + MAX_SEATS,  # takes, each with a return and a tile kept at most
        evaluate=evaluation.evaluate,
        rank_moves=evaluation.rank_moves,
        new_memory=palaces.new_memory,
        describe=evaluation.describe,
        periods=evaluation.PERIODS,
        stages=STAGES,
        features=FEATURES,
        versions=Path(__file__).with_name("versions"),
        pace=Pace({2: 5.8, 3: 6, 4: 6}, {2: 4.3, 3: 5.5, 4: 5.0}),
    )
)
