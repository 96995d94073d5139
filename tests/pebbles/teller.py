"""What is told of Pebbles."""

from __future__ import annotations

from collections.abc import Iterator

from azulejos.core.draw import Draw
from azulejos.core.state import State
from azulejos.narration import Teller
from azulejos.narration.rehearsal import Rehearsal, ScoreEntry, ScoreSheet
from azulejos.narration.said import Said, Step
from azulejos.narration.sentences import counted, start_told
from azulejos.play.record import Event
from pebbles.game import KERNELS, Seat, Table, Take, end, make_move

WORDS = {
    "pebbles.take": "{seat} takes {number, plural, one {# pebble} other {# pebbles}}.",
    "pebbles.heap.kind": "pebbles",
    "pebbles.last.kind": "the last pebble",
    "pebbles.ending.taken": "The heap was taken.",
}
"""What stands in the catalogues for a game of the package."""


def told(
    before: State[Table], event: Event, _after: State[Table], _seat: int | None, steps: list[Step]
) -> list[Said]:
    if isinstance(event, Draw):
        return [start_told(event)]
    assert isinstance(event, Take)
    taken = Said("pebbles.take", {"seat": before.table.turn, "number": event.number + 1})
    return [taken, *counted(steps)]


def _taken(sheet: ScoreSheet, table: Table, _code: int) -> Iterator[None]:
    sheet.opens(table.seats[table.turn], ScoreEntry("pebbles.heap", ["heap"]))
    yield


def _last(sheet: ScoreSheet, _table: Table, seat: Seat) -> Iterator[None]:
    sheet.opens(seat, ScoreEntry("pebbles.last", ["heap"]))
    yield


TELLER = Teller(
    told,
    Rehearsal(KERNELS.rules, {make_move: _taken, end: _last}),
    kinds=("pebbles.heap", "pebbles.last"),
)
