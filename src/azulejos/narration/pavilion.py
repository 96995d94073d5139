"""What happens in Summer Pavilion."""

from __future__ import annotations

from azulejos.core.asking import ask
from azulejos.core.displays import TILES_PER_DISPLAY, takes_marker
from azulejos.core.draw import Draw
from azulejos.core.move import Move
from azulejos.core.pile import count
from azulejos.core.state import State
from azulejos.games.pavilion.game import PAVILION
from azulejos.games.pavilion.moves import Done, Keep, Pass, Place, Take, TakeBonus
from azulejos.games.pavilion.placing import joker_in, joker_of
from azulejos.games.pavilion.rules import tiles_taken
from azulejos.games.pavilion.scoring import cost_of
from azulejos.games.pavilion.table import BONUS, CENTRE_STAR, REFILL, Table
from azulejos.messages import Message, Value
from azulejos.narration import Narrator
from azulejos.narration.message import Step
from azulejos.narration.pavilion_scoring import KINDS, REHEARSAL, WORDS
from azulejos.narration.sentences import amounts, counted, is_refilled, start_told
from azulejos.play.record import Event


def narrate(
    before: State[Table],
    event: Event,
    after: State[Table],
    seat: int | None,  # noqa: ARG001 - no secrets
    steps: list[Step],
) -> list[Message]:
    """What an event did, and what followed by itself."""
    said = _draw_told(before, event) if isinstance(event, Draw) else _move_told(before.table, event)
    return [
        said,
        *counted(step for step in steps if not step.is_final),
        *_followed(before, after),
        *counted(step for step in steps if step.is_final),
    ]


def _draw_told(before: State[Table], draw: Draw) -> Message:
    if draw.pool == "start":
        return start_told(draw)
    table = before.table
    tiles: dict[str, Value] = {"tiles": len(draw.pieces), "refilled": is_refilled(before, draw)}
    if table.phase == REFILL:
        return Message("pavilion.supply", {**tiles, "amounts": amounts(PAVILION, draw.pieces)})
    return Message(
        "pavilion.deal",
        {
            **tiles,
            "round": table.rounds + 1,
            "joker": WORDS[ask(joker_in, table.rounds + 1)],
            "displays": -(-len(draw.pieces) // TILES_PER_DISPLAY),
            "seat": table.start_seat,
        },
    )


def _move_told(table: Table, move: Move) -> Message:
    seat: int = table.turn
    match move:
        case Take():
            return _take_told(table, move)
        case Place():
            return _place_told(table, move)
        case TakeBonus(colour):
            return Message("pavilion.take_bonus", {"seat": seat, "colour": WORDS[colour]})
        case Keep(colour):
            return Message("pavilion.keep", {"seat": seat, "colour": WORDS[colour]})
        case Pass():
            return Message("pavilion.pass", {"seat": seat})
        case Done():
            return Message("pavilion.done", {"seat": seat})
    raise AssertionError(move)


def _take_told(table: Table, take: Take) -> Message:
    joker = ask(joker_of, table)
    taken = ask(tiles_taken, table, take.source, take.colour)
    values: dict[str, Value] = {
        "seat": table.turn,
        "joker": WORDS[joker],
        "source": take.source,
        "marker": int(ask(takes_marker, table, take.source)),
    }
    if take.colour == joker:
        return Message("pavilion.take_joker", values)
    numbers = {"tiles": ask(count, taken, take.colour), "jokers": ask(count, taken, joker)}
    return Message("pavilion.take", {**values, **numbers, "colour": WORDS[take.colour]})


def _place_told(table: Table, place: Place) -> Message:
    return Message(
        "pavilion.place",
        {
            "seat": table.turn,
            "colour": WORDS[place.colour],
            "space": place.space + 1,
            "star": 0 if place.star == CENTRE_STAR else place.star + 1,
            "own": ask(cost_of, table.side, place.star, place.space) - place.jokers,
            "jokers": place.jokers,
            "joker": WORDS[ask(joker_of, table)],
        },
    )


def _followed(before: State[Table], after: State[Table]) -> list[Message]:
    """Tiles due for ornaments, and seats that passed because they had no tiles."""
    now = after.table
    followed = []
    if now.phase == BONUS and before.phase != after.phase:
        followed.append(Message("pavilion.due", {"seat": now.turn, "tiles": now.bonus_tiles}))
    for seat in range(before.players):
        has_passed = now.seats[seat].passed and not before.table.seats[seat].passed
        if has_passed and not (seat == before.to_move and before.phase == "keeping"):
            followed.append(Message("pavilion.no_tiles", {"seat": seat}))
    return followed


NARRATOR = Narrator(narrate, REHEARSAL, KINDS)
