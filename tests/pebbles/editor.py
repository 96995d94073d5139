"""What can be edited in a position of Pebbles."""

from __future__ import annotations

from azulejos.editing.places import Editor, Place, Where, score_place, seats
from pebbles.game import HEAP, PHASES, PLAYERS, PebblesOptions


def places(_options: PebblesOptions) -> list[Place]:
    numbers = seats(PLAYERS)
    taking = frozenset({"taking"})
    heap = Where("heap", 0)
    turn, start = Where("heap", "turn"), Where("heap", "start")
    return [
        Place("heap", heap, "number", "heap", numbers=range(HEAP + 1), is_dealt=True),
        Place("phase", Where("heap", "phase"), "choice", "phase", PHASES),
        Place("turn", turn, "choice", "turn", numbers, phases=taking, otherwise="1"),
        Place("start", start, "choice", "start", ("0", *numbers), otherwise="0"),
        *(score_place(seat) for seat in range(PLAYERS)),
    ]


EDITOR = Editor(places, fresh=f"heap {HEAP} phase=taking turn=1 start=1", dealt={"phase": "taking"})
