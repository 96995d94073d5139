"""Pebbles as a page shows it."""

from __future__ import annotations

import msgspec

from azulejos.core.move import Move
from azulejos.core.state import State
from azulejos.scenes.pieces import Stage
from pebbles.game import Table, Take


class PebblesBoard(msgspec.Struct, frozen=True):
    """What lies before a player: nothing."""

    score: int


class PebblesScene(msgspec.Struct, frozen=True, tag="pebbles"):
    """The heap, and everybody's points."""

    phase: str
    heap: int
    boards: list[PebblesBoard]


def scene(state: State[Table]) -> PebblesScene:
    return PebblesScene(
        state.phase, state.table.heap, [PebblesBoard(score) for score in state.scores]
    )


def steps(move: Move) -> list[str]:
    assert isinstance(move, Take)
    return [f"pebble-{move.number + 1}"]


STAGE = Stage(PebblesScene, scene, steps)
