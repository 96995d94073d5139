"""What the search knows of a game beside its rules: a `Knowledge` for each, listed in `games.py`.

Searches are written once for all games. They call kernels that every game has its own of,
`rank_moves`, `evaluate` and `resolve_tiling`: these take the layout of the table first, which says
what game it is (see `ByLayout`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.bots.search.algorithm import Algorithm
from azulejos.bots.search.settings import Settings
from azulejos.bots.search.workspace import Workspace
from azulejos.core.compiled import ByLayout, compiled, exported, record
from azulejos.core.kernels import rank_keys_of
from azulejos.core.layout import Codes, Layout, Raw
from azulejos.core.tables import Words
from azulejos.core.turn import NOBODY

Weights = NDArray[np.int32]
"""By period, stage and feature."""

Values = NDArray[np.int64]
"""By seat, in hundredths of a point."""

Memory = Any
"""What an evaluation remembers between positions, as each game wants it."""


class Position(NamedTuple):
    """A position that is to be valued."""

    raw: Raw
    words: Words  # the same bytes
    scratch: Raw  # a table that may be spoiled


RankMoves = Callable[[Layout, Raw, Codes, int, Codes, Settings], int]
Evaluate = Callable[[Layout, Position, Values, Memory, Weights], None]
ResolveTiling = Callable[[Layout, Position, Memory, Weights], None]

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

    evaluate: Evaluate
    """(layout, position, values, memory, weights): value a position that is still in play.

    Values are for every seat, in hundredths of a point that it will be ahead of the others.
    """

    new_memory: Callable[[], Memory]

    describe: Callable[[Raw, int, Raw, Codes], None]
    """(raw, seat, scratch, amounts): what `evaluate` sees in a seat, for tuning.

    It lists how much the seat has of each feature, and then `SURE_POINTS`, `PERIOD` and `STAGE`.
    """

    periods: int
    stages: int
    features: int
    versions: Path  # the folder with the versions of the search
    load_correction: Callable[[Memory, Path, Settings], Memory] | None = None
    """(memory, file, settings) -> memory with what else a file of weights has to correct values."""

    rank_moves: RankMoves | None = None
    """(layout, raw, codes, number, ranks, settings) -> moves kept; None if the search needs none.

    Guess how good each listed move is, the more the better; drop moves that come to the same as
    another one, or are better so seldom that searching them does not pay.
    """

    resolve_tiling: ResolveTiling | None = None
    """(layout, position, memory, weights); None if there is nothing to resolve.

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
RESOLVE_TILING = ByLayout()
rank_moves: RankMoves = RANK_MOVES.kernel
evaluate: Evaluate = EVALUATE.kernel
resolve_tiling: ResolveTiling = RESOLVE_TILING.kernel


def register(knowledge: Knowledge) -> Knowledge:
    """Let searches call the kernels of a game."""
    EVALUATE.add(knowledge.layout, knowledge.evaluate)
    RESOLVE_TILING.add(knowledge.layout, knowledge.resolve_tiling or resolve_nothing)
    if knowledge.rank_moves:
        RANK_MOVES.add(knowledge.layout, knowledge.rank_moves)
    return knowledge


def resolve_nothing(
    _layout: Layout, _position: Position, _memory: Memory, _weights: Weights
) -> None:
    """In most games every move may be answered."""


@compiled
def describe_rest(amounts: Codes, features: int, points: int, period: int, stage: int) -> None:
    """Note what `describe` lists after the features."""
    amounts[features + SURE_POINTS] = points
    amounts[features + PERIOD] = period
    amounts[features + STAGE] = stage


@compiled
def weighted(amounts: Codes, weights: Codes, first: int, end: int) -> int:
    """The sum of some features with their weights."""
    value = 0
    for feature in range(first, end):
        value += int(amounts[feature]) * int(weights[feature])
    return value


@compiled
def compare_seats(values: Values, players: int) -> None:
    """Make of what each seat will have how far it will be ahead of the others' mean."""
    together = 0
    for seat in range(players):
        together += values[seat]
    for seat in range(players):
        values[seat] -= (together - values[seat]) // (players - 1)


@compiled
def final_values(layout: Layout, workspace: Workspace, ply: int) -> None:
    """The actual result for every seat: whether it has won, and how far it is ahead."""
    players = record(workspace.tables[ply], layout).players
    for seat in range(players):
        rank_keys_of(layout, workspace.tables[ply], seat, workspace.rank_keys[seat])
    for seat in range(players):
        mine = workspace.rank_keys[seat]
        other = 1 if seat == 0 else 0
        for each in range(players):
            if each != seat and compare(workspace.rank_keys[each], workspace.rank_keys[other]) > 0:
                other = each
        ahead = mine[0] - workspace.rank_keys[other, 0]
        workspace.seat_values[seat] = POINT * ahead + WON * compare(
            mine, workspace.rank_keys[other]
        )


@compiled
def compare(mine: Codes, others: Codes) -> int:
    """Whether what ranks a seat is more than that of another one (1), less (-1) or the same."""
    for place in range(len(mine)):
        if mine[place] != others[place]:
            return 1 if mine[place] > others[place] else -1
    return 0


@exported
@compiled
def leaf(layout: Layout, workspace: Workspace, me: int, ply: int) -> int:
    """The value for `me` of the position in a row, without any search."""
    evaluate_row(layout, workspace, ply)
    return int(workspace.seat_values[me])


@compiled
def evaluate_row(layout: Layout, workspace: Workspace, ply: int) -> None:
    """Value the position in a row for every seat, without any search."""
    if record(workspace.tables[ply], layout).turn == NOBODY:
        final_values(layout, workspace, ply)
    else:
        evaluate(
            layout,
            position_in(workspace, ply),
            workspace.seat_values,
            workspace.memory,
            workspace.weights,
        )


@compiled
def position_in(workspace: Workspace, ply: int) -> Position:
    """The position in a row; the last row is scratch."""
    return Position(
        workspace.tables[ply], workspace.words[ply], workspace.tables[len(workspace.tables) - 1]
    )
