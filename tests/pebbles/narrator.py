"""What is told of Pebbles."""

from __future__ import annotations

from collections.abc import Iterator

from azulejos.core.draw import Draw
from azulejos.core.state import State
from azulejos.messages import Message
from azulejos.narration import Narrator
from azulejos.narration.message import Step
from azulejos.narration.score_trace import ScoreEntry, ScoreTrace, ScoreTracer
from azulejos.narration.sentences import counted, start_message
from azulejos.play.record import Event
from pebbles.game import KERNELS, Seat, Table, Take, end, make_move

WORDS = {
    "pebbles.take": "{seat} takes {number, plural, one {# pebble} other {# pebbles}}.",
    "pebbles.heap.kind": "pebbles",
    "pebbles.last.kind": "the last pebble",
    "pebbles.ending.taken": "The heap was taken.",
}
"""What stands in the catalogues for a game of the package."""


def narrate(
    before: State[Table], event: Event, _after: State[Table], _seat: int | None, steps: list[Step]
) -> list[Message]:
    if isinstance(event, Draw):
        return [start_message(event)]
    assert isinstance(event, Take)
    taken = Message("pebbles.take", {"seat": before.table.turn, "number": event.number + 1})
    return [taken, *counted(steps)]


def _taken(trace: ScoreTrace, table: Table, _code: int) -> Iterator[None]:
    trace.opens(table.seats[table.turn], ScoreEntry("pebbles.heap", ["heap"]))
    yield


def _last(trace: ScoreTrace, _table: Table, seat: Seat) -> Iterator[None]:
    trace.opens(seat, ScoreEntry("pebbles.last", ["heap"]))
    yield


NARRATOR = Narrator(
    narrate,
    ScoreTracer(KERNELS.rules, {make_move: _taken, end: _last}),
    kinds=("pebbles.heap", "pebbles.last"),
)
