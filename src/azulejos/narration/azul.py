"""What happens in Azul."""

from __future__ import annotations

from azulejos.core.asking import ask
from azulejos.core.displays import TILES_PER_DISPLAY, takes_marker
from azulejos.core.draw import Draw
from azulejos.core.pile import counts
from azulejos.core.state import State
from azulejos.games.azul.moves import FLOOR_LINE, Place, Take
from azulejos.games.azul.table import Table
from azulejos.games.azul.tiling import line_colour, room_on
from azulejos.messages import Message
from azulejos.narration import Narrator
from azulejos.narration.azul_scoring import KINDS, REHEARSAL, WORDS
from azulejos.narration.message import Step
from azulejos.narration.sentences import counted, is_refilled, start_told
from azulejos.play.record import Event


def narrate(
    before: State[Table],
    event: Event,
    after: State[Table],  # noqa: ARG001 - the steps tell what followed
    seat: int | None,  # noqa: ARG001 - no secrets
    steps: list[Step],
) -> list[Message]:
    """What an event did, and at the end of a round the tiling."""
    return [_event_told(before, event), *counted(steps)]


def _event_told(before: State[Table], event: Event) -> Message:
    table = before.table
    match event:
        case Draw("start"):
            return start_told(event)
        case Draw():
            return _deal_told(before, event)
        case Take():
            return _take_told(table, event)
        case Place(row, column):
            colour = ask(line_colour, table.seats[table.turn], row)
            place = {"row": row + 1, "column": column + 1}
            return Message("azul.place", {"seat": table.turn, "colour": WORDS[colour], **place})
    raise AssertionError(event)


def _deal_told(before: State[Table], draw: Draw) -> Message:
    return Message(
        "game.deal",
        {
            "round": before.table.rounds + 1,
            "tiles": len(draw.pieces),
            "displays": -(-len(draw.pieces) // TILES_PER_DISPLAY),
            "refilled": is_refilled(before, draw),
            "seat": before.table.start_seat,
        },
    )


def _take_told(table: Table, take: Take) -> Message:
    number = counts(table.sources[take.source])[take.colour]
    is_floor = take.line == FLOOR_LINE
    room = number if is_floor else ask(room_on, table.seats[table.turn], take.line)
    return Message(
        "azul.take",
        {
            "seat": table.turn,
            "tiles": number,
            "colour": WORDS[take.colour],
            "marker": int(ask(takes_marker, table, take.source)),
            "source": take.source,
            "line": 0 if is_floor else take.line + 1,
            "fallen": max(0, number - room),
        },
    )


NARRATOR = Narrator(narrate, REHEARSAL, KINDS)
