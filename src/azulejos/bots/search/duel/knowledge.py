"""What the search knows of Azul Duel."""

from __future__ import annotations

from pathlib import Path

from azulejos.bots.search.duel import evaluation
from azulejos.bots.search.duel.expectimax import EXPECTIMAX
from azulejos.bots.search.knowledge import Knowledge, Pace, register
from azulejos.games.duel.rules import KERNELS

KNOWLEDGE = register(
    Knowledge(
        game="duel",
        layout=KERNELS.rules.table,
        algorithm=EXPECTIMAX,
        max_plies=60,
        evaluate=evaluation.evaluate,
        new_memory=evaluation.new_memory,
        describe=evaluation.describe,
        periods=evaluation.PERIODS,
        stages=evaluation.STAGES,
        features=evaluation.FEATURES,
        versions=Path(__file__).with_name("versions"),
        pace=Pace({2: 4.8}, {2: 13.0}),
    )
)
