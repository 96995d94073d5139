"""What the search knows of a game beside its rules: a `Knowledge` for each, listed in `games.py`.

Searches are written once for all games. They call kernels that every game has its own of,
`rank_moves`, `evaluate` and `settle`: these take the layout of the table first, which says what
game it is (see `ByLayout`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.bots.search.algorithm import Algorithm
from azulejos.bots.search.settings import Settings
from azulejos.bots.search.workspace import Workspace
from azulejos.core.compiled import ByLayout, compiled, exported
from azulejos.core.layout import Codes, Raw
from azulejos.core.tables import Words

Layout = np.dtype[Any]
Weights = NDArray[np.int32]
"""By period, stage and feature."""

Values = NDArray[np.int64]
"""By seat, in hundredths of a point."""

POINT = 100
"""Values are hundredths of a point."""

WON = 1000 * POINT
"""No position that is still in play is worth as much as a victory."""

SEVERAL = 3
"""With so many players or more, a tree may be searched."""

# What `describe` lists after the features of a seat
SURE_POINTS = 0  # what the seat has without any weights
PERIOD = 1  # which weights apply to the position
STAGE = 2
AFTER_FEATURES = 3  # how many these are


@dataclass(frozen=True)
class Pace:
    """How long a game usually is, by the number of players: see `clock.py`."""

    rounds: Mapping[int, float]
    decisions: Mapping[int, float]  # of a seat in a round, that are not solved at a glance


@dataclass(frozen=True, eq=False)
class Knowledge:
    """All that searches and tuning know of one game beside its rules."""

    game: str
    layout: Layout
    algorithm: Algorithm
    max_plies: int  # in a round

    evaluate: Callable[..., None]
    """(layout, raw, words, values, scratch, memory, weights, settings): value it for every seat.

    In hundredths of a point that a seat will be ahead of the others; `WON` more or less where the
    game is over. `words` are the same bytes as `raw`, `scratch` is a table that may be spoiled, and
    `memory` is for what the evaluation wants to remember between positions.
    """

    new_memory: Callable[[], Any]

    describe: Callable[[Raw, int, Raw, Codes], None]
    """(raw, seat, scratch, amounts): what `evaluate` sees in a seat, for tuning.

    It lists how much the seat has of each feature, and then `SURE_POINTS`, `PERIOD` and `STAGE`.
    """

    periods: int
    stages: int
    features: int
    versions: Path  # the folder with the versions of the search
    settings: tuple[str, ...] = ()  # what a version may do that searches of other games do not
    load_correction: Callable[[Any, Path, Any], Any] | None = None
    """(memory, file, settings) -> memory with what else a file of weights has to correct values."""

    rank_moves: Callable[..., int] | None = None
    """(layout, raw, codes, number, ranks, settings) -> moves kept; None if the search needs none.

    Guess how good each listed move is, the more the better; drop moves that come to the same as
    another one, or are better so seldom that searching them does not pay.
    """

    settle: Callable[..., None] | None = None
    """(layout, raw, words, scratch, memory, weights, settings); None if there is nothing to settle.

    Where seats end a round one after the other, each on its own board, nobody can answer: make the
    moves that are best for who makes them, so that a tree need not try them all.
    """

    pace: Pace = Pace({2: 5.0, 3: 5.0, 4: 5.0}, {2: 5.0, 3: 5.0, 4: 5.0})

    @property
    def shape(self) -> tuple[int, int, int]:
        """The shape of the weights."""
        return self.periods, self.stages, self.features


RANK_MOVES = ByLayout()
EVALUATE = ByLayout()
SETTLE = ByLayout()
rank_moves: Any = RANK_MOVES.kernel
evaluate: Any = EVALUATE.kernel
settle: Any = SETTLE.kernel


def register(knowledge: Knowledge) -> Knowledge:
    """Let searches call the kernels of a game."""
    EVALUATE.add(knowledge.layout, knowledge.evaluate)
    SETTLE.add(knowledge.layout, knowledge.settle or settle_nothing)
    if knowledge.rank_moves:
        RANK_MOVES.add(knowledge.layout, knowledge.rank_moves)
    return knowledge


def settle_nothing(
    _layout: Layout,
    _raw: Raw,
    _words: Words,
    _scratch: Raw,
    _memory: Any,
    _weights: Weights,
    _settings: Settings,
) -> None:
    """In most games every move may be answered."""


@compiled
def compare_seats(values: Values, players: int) -> None:
    """Make of what each seat will have how far it will be ahead of the others' mean."""
    together = 0
    for seat in range(players):
        together += values[seat]
    for seat in range(players):
        values[seat] -= (together - values[seat]) // (players - 1)


@exported
@compiled
def leaf(layout: Layout, room: Workspace, me: int, ply: int) -> int:
    """The value for `me` of the position in a row, without any search."""
    evaluate_row(layout, room, ply)
    return int(room.seat_values[me])


@compiled
def evaluate_row(layout: Layout, room: Workspace, ply: int) -> None:
    """Value the position in a row for every seat, without any search."""
    scratch = room.tables[len(room.tables) - 1]
    evaluate(
        layout,
        room.tables[ply],
        room.words[ply],
        room.seat_values,
        scratch,
        room.memory,
        room.weights,
        room.settings,
    )
