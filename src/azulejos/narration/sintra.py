"""What happens in Stained Glass of Sintra."""

from __future__ import annotations

from azulejos.core.asking import ask
from azulejos.core.displays import TILES_PER_DISPLAY, takes_marker
from azulejos.core.draw import Draw
from azulejos.core.move import Move
from azulejos.core.pile import counts
from azulejos.core.state import State
from azulejos.games.sintra.moves import NO_STRIP, Back, Keep, Take
from azulejos.games.sintra.setup import seat_without_strips
from azulejos.games.sintra.strips import leftmost_strip, room_for
from azulejos.games.sintra.table import SPACES, Table
from azulejos.messages import Message, Value
from azulejos.narration import Narrator
from azulejos.narration.message import Step
from azulejos.narration.sentences import counted, is_refilled, start_told
from azulejos.narration.sintra_scoring import KINDS, REHEARSAL, WORDS
from azulejos.play.record import Event


def narrate(
    before: State[Table],
    event: Event,
    after: State[Table],
    seat: int | None,  # noqa: ARG001 - no secrets
    steps: list[Step],
) -> list[Message]:
    """What an event did: points, and the end of a round."""
    if isinstance(event, Draw):
        return [_draw_told(before, event)]
    said = [_move_told(before.table, event), *counted(steps)]
    if after.phase == "deal":
        said.append(Message("sintra.round_over", {"round": before.table.rounds}))
    return said


def _move_told(table: Table, move: Move) -> Message:
    mover = table.seats[table.turn]
    match move:
        case Take():
            return _take_told(table, move)
        case Keep(colour):
            place: dict[str, Value] = {"colour": WORDS[colour], "window": mover.glazier + 1}
            return Message("sintra.keep", {"seat": table.turn, **place})
        case Back():
            window = ask(leftmost_strip, mover) + 1
            return Message("sintra.back", {"seat": table.turn, "window": window})
    raise AssertionError(move)


def _draw_told(before: State[Table], draw: Draw) -> Message:
    table = before.table
    match draw.pool:
        case "start":
            return start_told(draw)
        case "strips":
            return Message("sintra.lay_strips", {"seat": ask(seat_without_strips, table)})
        case "track":
            return Message("sintra.track", {"colours": [WORDS[colour] for colour in draw.pieces]})
    return Message(
        "game.deal",
        {
            "round": table.rounds + 1,
            "tiles": len(draw.pieces),
            "displays": -(-len(draw.pieces) // TILES_PER_DISPLAY),
            "refilled": is_refilled(before, draw),
            "seat": table.start_seat,
        },
    )


def _take_told(table: Table, take: Take) -> Message:
    number = counts(table.sources[take.source])[take.colour]
    values: dict[str, Value] = {
        "seat": table.turn,
        "tiles": number,
        "colour": WORDS[take.colour],
        "marker": int(ask(takes_marker, table, take.source)),
        "source": take.source,
    }
    if take.window == NO_STRIP:
        return Message("sintra.take_breaks", values)
    mover = table.seats[table.turn]
    spaces = int(SPACES[mover.strips[take.window]])
    broken = number - ask(room_for, spaces, mover.tiles[take.window], take.colour)
    return Message("sintra.take", {**values, "window": take.window + 1, "broken": max(0, broken)})


NARRATOR = Narrator(narrate, REHEARSAL, KINDS)
