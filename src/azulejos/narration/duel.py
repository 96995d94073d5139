"""What happens in Azul Duel. What only one player knows is told to nobody else (DU-25)."""

from __future__ import annotations

from azulejos.core.asking import ask
from azulejos.core.draw import Draw
from azulejos.core.move import Move
from azulejos.core.pile import count
from azulejos.core.state import State
from azulejos.games.duel import moves
from azulejos.games.duel import table as duel
from azulejos.games.duel.factories import moon_take, room_on, sun_take, tiles_on_moons
from azulejos.games.duel.round_checks import chips_due
from azulejos.games.duel.table import Table
from azulejos.messages import Message, Value
from azulejos.narration import Narrator
from azulejos.narration.duel_scoring import KINDS as SCORED
from azulejos.narration.duel_scoring import TRACER, WORDS
from azulejos.narration.message import Step
from azulejos.narration.sentences import counted, start_message
from azulejos.play.record import Event

KINDS = ("special", "joker")


def narrate(
    before: State[Table], event: Event, after: State[Table], seat: int | None, steps: list[Step]
) -> list[Message]:
    """What an event did, and at the end of a round the placing."""
    table = before.table
    if isinstance(event, Draw):
        return _draw_message(table, event, sees_plates=seat == table.actor != duel.NONE)
    said = _move_message(before, event, after, sees_plates=seat == table.turn)
    values: dict[str, Value] = {"seat": table.turn}
    return [Message(said.message, values | said.values), *counted(steps)]


# Chance


def _draw_message(table: Table, draw: Draw, *, sees_plates: bool) -> list[Message]:
    match draw.pool:
        case "start":
            return [start_message(draw)]
        case "scoring":
            sides: list[str | Message] = [
                f"duel.scoring.{duel.SCORING_TEXTS[side]}.kind" for side in draw.pieces
            ]
            return [Message("duel.scoring", {"sides": sides})]
        case "large":
            return [_large_message(draw)]
        case "small":
            return [Message("duel.small", {"tiles": len(draw.pieces)})]
        case "chips":
            return _chips_message(table, draw)
        case "look" if sees_plates:
            values: dict[str, Value] = {"seat": table.actor, "plates": _numbers(draw.pieces)}
            return [Message("duel.look_seen", values)]
        case "look":
            return [Message("duel.look", {"seat": table.actor})]
    return [_plates_message(draw)]


def _large_message(draw: Draw) -> Message:
    tiles = len(draw.pieces)
    if tiles == duel.LARGE_TILES and len(set(draw.pieces)) == 1:
        return Message("duel.large_alike", {"tiles": tiles, "colour": WORDS[draw.pieces[0]]})
    return Message("duel.large", {"tiles": tiles})


def _chips_message(table: Table, draw: Draw) -> list[Message]:
    return [
        Message("duel.chip", {"factory": factory + 1, "chip": _chip(kind)})
        for factory, kind in zip(chips_due(table), draw.pieces, strict=True)
    ]


def _chip(kind: int) -> str:
    return f"chip.{duel.CHIP_TEXTS[kind]}"


def _plates_message(draw: Draw) -> Message:
    plates = tuple(piece for piece in draw.pieces if piece < duel.PLATES)
    backs = [
        f"duel.kind.{KINDS[piece - duel.PLATES]}" for piece in draw.pieces if piece >= duel.PLATES
    ]
    values: dict[str, Value] = {"number": len(plates), "plates": _numbers(plates)}
    if not backs:
        return Message("duel.turned", values)
    if not plates:
        return Message("duel.back", {"kind": backs[0]})
    return Message("duel.turned_and_back", {**values, "kind": backs[0]})


def _numbers(plates: tuple[int, ...]) -> list[str | Message]:
    return [str(plate + 1) for plate in plates]


# Moves


def _move_message(  # noqa: PLR0912 - one for each kind
    before: State[Table], move: Move, after: State[Table], *, sees_plates: bool
) -> Message:
    table = before.table
    line: int = table.line_at_hand + 1
    match move:
        case moves.TakePlate(plate):
            return Message("duel.take_plate", {"plate": plate + 1})
        case moves.DrawPlate():
            return Message(
                "duel.draw", {"cost": before.scores[table.turn] - after.scores[table.turn]}
            )
        case moves.Look():
            return Message("duel.draw_no_more")
        case moves.Keep(plate):
            return Message("duel.keep", {"plate": plate + 1})
        case moves.PutUnder(plate) if sees_plates:
            return Message("duel.under_seen", {"plate": plate + 1})
        case moves.PutUnder():
            return Message("duel.under")
        case moves.Lay(slot, turns):
            place = {"plate": table.plate_at_hand + 1, "slot": slot + 1}
            return Message("duel.lay", {**place, "way": f"duel.way.{moves.DIRECTIONS[turns]}"})
        case moves.SunTake() | moves.MoonTake():
            return _take_message(before, move)
        case moves.Stack(colours):
            tiles: list[str | Message] = [WORDS[colour] for colour in colours]
            return Message("duel.stack", {"tiles": tiles, "factory": table.factory_at_hand + 1})
        case moves.TakeChip(factory):
            chip = _chip(table.chips[factory])
            return Message("duel.take_chip", {"chip": chip, "factory": factory + 1})
        case moves.Skip():
            return Message("duel.skip", {"line": line})
        case moves.Pay():
            return Message("duel.pay", {"line": line})
        case moves.Spend(kind):
            return Message("duel.spend", {"chip": _chip(kind), "line": line})
        case moves.Place(row, column):
            colour = WORDS[table.seats[table.turn].line_colour[row]]
            return Message("duel.place", {"colour": colour, "row": row + 1, "column": column + 1})
    raise AssertionError(move)


def _take_message(before: State[Table], take: moves.SunTake | moves.MoonTake) -> Message:
    table = before.table
    count = _tiles_taken(table, take)
    is_kept = take.line != moves.BROKEN
    room = ask(room_on, table.seats[table.turn], take.line) if is_kept else count
    values: dict[str, Value] = {
        "tiles": count,
        "colour": WORDS[take.colour],
        "first": int(_takes_first(before, take)),
        "line": 0 if take.line == moves.BROKEN else take.line + 1,
        "broken": max(0, count - room),
    }
    if isinstance(take, moves.MoonTake):
        return Message("duel.moon_take", values)
    return Message("duel.sun_take", {**values, "factory": (take.factory + 1) % (duel.LARGE + 1)})


def _tiles_taken(table: Table, take: moves.SunTake | moves.MoonTake) -> int:
    if isinstance(take, moves.SunTake):
        return ask(count, table.sun[take.factory], take.colour)
    return ask(tiles_on_moons, table, take.colour)


def _takes_first(before: State[Table], take: moves.SunTake | moves.MoonTake) -> bool:
    """Whether the first-player tile comes along: the take is made on a copy (DU-10)."""
    table: Table = before.scratch()
    seat, was_with = table.seats[table.turn], table.first_seat
    if isinstance(take, moves.SunTake):
        ask(sun_take, table, seat, take.factory, take.colour, take.line)
    else:
        ask(moon_take, table, seat, take.colour, take.line)
    return table.first_seat != was_with


NARRATOR = Narrator(narrate, TRACER, SCORED)
