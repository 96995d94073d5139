"""A table that somebody wants to create: who is to sit where, and whether it is possible."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Annotated, Literal

import msgspec

from azulejos.core.options import Value
from azulejos.errors import Malformed, OptionError
from azulejos.games import game as game_named
from azulejos.play.clock import DAY, TimeControl
from azulejos.play.record import MAX_RECORD_LENGTH, Record, Unchecked
from azulejos.tables.bots.levels import check_level, check_offered, names_for
from azulejos.tables.live import log
from azulejos.tables.people.guests import Identity, checked
from azulejos.tables.settings import OfferedBot

MAX_TIME = 30 * DAY


class NewSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who is to sit at a seat: anybody, the caller, somebody beside the caller, or a bot."""

    kind: Literal["open", "me", "beside", "bot"]
    level: str | None = None  # of the bot
    bot: str | None = None  # instead of a level: the name of an external bot that is offered
    name: str | None = None  # of the person beside, at the same device


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table that somebody asks for. Options left out have their default values.

    A game that was begun elsewhere goes on if its record is given, which also has the options.
    """

    game: str
    options: dict[str, Value] = {}
    seats: list[NewSeat] = []
    pace: log.Pace = "live"
    clock: TimeControl | None = None
    is_public: bool = False
    record: Annotated[str, msgspec.Meta(max_length=MAX_RECORD_LENGTH)] | None = (
        None  # to go on with
    )


def created_by(
    identity: Identity,
    wanted: NewTable,
    record: Record | None,
    offers: Iterable[OfferedBot] = (),
) -> log.Created:
    """The first entry of a table that somebody asks for, if it can be made."""
    game = game_named(wanted.game)
    options = record.options if record else game.options.of(wanted.options)
    holders = _holders(wanted, options.players, identity, names_for(game.name, offers))
    check_control(wanted.clock)
    return log.Created(
        game=game.name,
        rules=game.rules_version,
        options=options.as_dict(),
        seats=holders,
        pace=wanted.pace,
        clock=wanted.clock,
        is_public=wanted.is_public,
        maker=identity.guest,
        record=record.to_json() if record else None,
    )


def recorded(wanted: NewTable) -> Unchecked | None:
    """The game that is to continue at a table."""
    if wanted.record is None:
        return None
    unchecked = Unchecked.read(wanted.record)
    if unchecked.record.game.name != wanted.game or wanted.options:
        raise OptionError("a record has its own game and options: give no others")
    return unchecked


def _holders(
    wanted: NewTable, players: int, identity: Identity, offered: Collection[str]
) -> list[log.Holder]:
    """Who sits where; by default the caller at the first seat, and the others open."""
    seats = wanted.seats or [NewSeat("me")] + [NewSeat("open")] * (players - 1)
    if len(seats) != players:
        raise OptionError(f"{len(seats)} seats for {players} players")
    if sum(seat.kind == "me" for seat in seats) > 1:
        raise OptionError("you can take only one seat")
    return [_holder(wanted.game, seat, identity, offered) for seat in seats]


def _holder(game: str, seat: NewSeat, identity: Identity, offered: Collection[str]) -> log.Holder:
    match seat.kind:
        case "me":
            return log.Holder(identity.guest, identity.name, is_program=identity.is_program)
        case "beside":
            if identity.is_program:
                raise OptionError("a program cannot share its device with others")
            return log.Holder(identity.guest, checked(seat.name or ""), is_beside=True)
        case "bot" if seat.bot is not None:
            if seat.level is not None:
                raise OptionError("a bot is chosen by its level or by its name, not by both")
            name = check_offered(seat.bot, offered)
            return log.Holder(name=name, bot=name)
        case "bot":
            level = check_level(game, seat.level)
            return log.Holder(name=level.capitalize(), level=level)
        case "open":
            return log.Holder()


def check_control(control: TimeControl | None) -> None:
    """A time control that can be played with."""
    if control is None:
        return
    if (control.initial is None) == (control.per_turn is None):
        raise Malformed("a clock has either an initial time or a time per turn")
    seconds = control.initial if control.per_turn is None else control.per_turn
    assert seconds is not None
    if not 1 <= seconds <= MAX_TIME or not 0 <= control.increment <= MAX_TIME:
        raise Malformed("a time is at least a second and at most thirty days")
