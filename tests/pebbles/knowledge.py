"""What a search knows of Pebbles: hardly more than the points."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from azulejos.bots.search.alphabeta import ALPHA_BETA
from azulejos.bots.search.knowledge import (
    PERIOD,
    POINT,
    STAGE,
    SURE_POINTS,
    Knowledge,
    Position,
    Values,
    Weights,
    register,
)
from azulejos.bots.search.settings import Settings
from azulejos.core.compiled import compiled, record
from azulejos.core.layout import Codes, Layout, Raw
from pebbles.game import HEAP, TABLE

TO_MOVE = 0
FEATURES = 1


def evaluate(
    _layout: Layout, position: Position, values: Values, _memory: Any, weights: Weights
) -> None:
    """By how many points each seat is ahead; and it is good to be on the move."""
    table = record(position.raw, TABLE)
    for seat in (0, 1):
        values[seat] = POINT * (table.seats[seat].score - table.seats[1 - seat].score)
        values[seat] += weights[0, 0, TO_MOVE] * (1 if table.turn == seat else -1)


def rank_moves(
    _layout: Layout, _raw: Raw, codes: Codes, number: int, ranks: Codes, _settings: Settings
) -> int:
    """The more the better."""
    for place in range(number):
        ranks[place] = codes[place]
    return number


@compiled
def describe(raw: Raw, seat: int, _scratch: Raw, amounts: Codes) -> None:
    table = record(raw, TABLE)
    amounts[TO_MOVE] = table.turn == seat
    amounts[FEATURES + SURE_POINTS] = table.seats[seat].score
    amounts[FEATURES + PERIOD] = 0
    amounts[FEATURES + STAGE] = 0


def new_memory() -> Any:
    return np.zeros((1, 1), np.int64)


KNOWLEDGE = register(
    Knowledge(
        game="pebbles",
        layout=TABLE,
        algorithm=ALPHA_BETA,
        max_plies=HEAP,
        evaluate=evaluate,
        rank_moves=rank_moves,
        new_memory=new_memory,
        describe=describe,
        periods=1,
        stages=1,
        features=FEATURES,
        versions=Path(__file__).with_name("versions"),
    )
)
