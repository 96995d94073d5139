"""Validating commands: each becomes the entry that it would write in the log.

Nothing is changed here. A command that the table, the rules or the clock do not allow is refused
with an error, whose code the sender is told.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from azulejos.core.state import View
from azulejos.core.turn import CHANCE
from azulejos.errors import (
    GameOver,
    Malformed,
    NotAllowed,
    NothingToUndo,
    NotYourTurn,
    SeatTaken,
    Stale,
)
from azulejos.play.match import Match
from azulejos.play.names import is_seen
from azulejos.tables.bots.levels import check_level, standard
from azulejos.tables.live import log
from azulejos.tables.live.standing import NewEntry, Standing, draw_texts
from azulejos.tables.messages import Ask, Decline, Move, Resign, Say, StandIn, Undo
from azulejos.tables.people.guests import Identity

MAX_TEXT_LENGTH = 300

OtherCommand = Undo | Ask | Decline | Resign | StandIn | Say
Command = Move | OtherCommand


@dataclass(frozen=True)
class Sender:
    """Who sends a command: a guest, who may hold a seat, or the bot of a seat."""

    seat: int | None
    guest: str = ""
    name: str = ""
    is_bot: bool = False
    instead: log.Instead | None = None  # of an external bot that could not move

    def sitting(self) -> int:
        """The sender's seat; raises if there is none."""
        if self.seat is None:
            raise NotAllowed("only players at this table can do this")
        return self.seat


@dataclass(frozen=True)
class Context:
    """What is not in the log."""

    now: float
    absent: Collection[int] = ()  # seats whose guests have been away for a while


def check_version(standing: Standing, version: int) -> None:
    """Raise `Stale` unless the sender has seen the present position."""
    if not standing.changed <= version <= standing.version:
        raise Stale("the table has changed: look at it first")


def check_open(standing: Standing) -> None:
    """Raise `GameOver` if the table was closed."""
    if standing.is_closed:
        raise GameOver("this table was closed by the operator of the server")


def validate(command: Command, standing: Standing, sender: Sender, context: Context) -> NewEntry:
    """The entry that a command would write; raises if it is not allowed."""
    check_open(standing)
    if not isinstance(command, Move):
        return NewEntry(_entry_for(command, standing, sender, context))
    seat = sender.sitting()
    check_version(standing, command.version)
    return _move(command.move, standing, seat, context.now, sender)


def _entry_for(
    command: OtherCommand, standing: Standing, sender: Sender, context: Context
) -> log.Body:
    if isinstance(command, Say):
        return log.Spoke(sender.seat, sender.name, check_text(command.text))
    seat = sender.sitting()
    check_version(standing, command.version)
    match command:
        case Undo():
            return _undo(standing, seat)
        case Ask(kind="takeback"):
            return _take_back(standing, seat)
        case Ask():
            return _rematch(standing, seat)
        case Decline():
            return _decline(command.kind, standing, seat)
        case Resign():
            return _resign(standing, seat)
        case StandIn():
            return _stand_in(command, standing, seat, context.absent)


def _move(text: str, standing: Standing, seat: int, now: float, sender: Sender) -> NewEntry:
    match, clock, is_bot = _match(standing), standing.clock, sender.is_bot
    if standing.seats[seat].bot and not is_bot:
        raise NotAllowed("a bot is playing for you: rejoin first")
    if clock and not is_bot and clock.left_at(seat, now) <= 0:
        raise GameOver("your time is up")
    steps = match.answer(seat, text)
    move, *draws = (step.event for step in steps)
    answers = draw_texts(standing.game, draws)
    return NewEntry(log.Moved(seat, str(move), answers, sender.instead), steps)


def check_casual(standing: Standing) -> None:
    """Refuse what the game of the day is played without, so that results can be compared."""
    if standing.created.day:
        raise NotAllowed("the game of the day is played without hints, undoing and rematches")


def _undo(standing: Standing, seat: int) -> log.Body:
    _match(standing)
    check_casual(standing)
    kept = undo_to(standing, seat)
    if kept is None:
        raise NothingToUndo("your last move has been answered: ask the others to take it back")
    return log.TakenBack(seat, kept)


def _take_back(standing: Standing, seat: int) -> log.Body:
    """Ask for a takeback, agree to one, or, when all have agreed, take back."""
    _match(standing)
    check_casual(standing)
    by = standing.requests.get("takeback", [seat])[0]
    kept = take_back_to(standing, by)
    if kept is None:
        raise NothingToUndo("there is no move to take back")
    if standing.agrees("takeback", seat):
        return log.TakenBack(by, kept)
    return log.Asked(seat, "takeback")


def _rematch(standing: Standing, seat: int) -> log.Body:
    check_casual(standing)
    if standing.result is None:
        raise NotAllowed("the game is not over yet")
    if standing.next_table:
        raise NotAllowed("the rematch has already begun")
    return log.Asked(seat, "rematch")


def _decline(kind: log.RequestKind, standing: Standing, seat: int) -> log.Body:
    if kind not in standing.requests:
        raise Stale("this request is no longer open")
    return log.Declined(seat, kind)


def _resign(standing: Standing, seat: int) -> log.Body:
    _match(standing)
    if standing.seats[seat].is_out:
        raise NotAllowed("you have already resigned")
    return log.Dropped(seat, "resigned", standard(standing.game.name))


def _stand_in(command: StandIn, standing: Standing, own: int, absent: Collection[int]) -> log.Body:
    """Let a bot play for a seat that was left, or come back to one's own.

    By turns nobody is expected to be there: how long an opponent may take is for the clock to say.
    """
    _match(standing)
    check_casual(standing)
    if not 0 <= command.seat < len(standing.seats):
        raise Malformed(f"there is no seat {command.seat}")
    seat = standing.seats[command.seat]
    if not seat.is_guest or seat.is_out:
        raise NotAllowed("nobody has left that seat")
    if command.level is None:
        if command.seat != own:
            raise NotAllowed("only the player who left that seat can return to it")
        return log.StoodIn(command.seat, None)
    check_level(standing.game.name, command.level)
    if command.seat != own and not seat.has_left:
        if standing.created.pace == "turns":
            raise NotAllowed("in a turn-by-turn game only the clock decides for the others")
        if command.seat not in absent:
            raise NotAllowed(f"{seat.holder.name} is here")
    return log.StoodIn(command.seat, command.level)


def check_text(text: str) -> str:
    """The text without spaces around it, if it is printable, on one line and not too long."""
    text = text.strip()
    if not is_seen(text) or len(text) > MAX_TEXT_LENGTH or not text.isprintable():
        raise Malformed(f"a message has 1 to {MAX_TEXT_LENGTH} printable characters")
    return text


def view_to_advise(standing: Standing, guest: str, version: int) -> View:
    """What a guest sees who may ask for hints: only where that cheats no other guest."""
    check_version(standing, version)
    check_casual(standing)
    if standing.result:
        raise NotAllowed("the game is over: review it instead")
    seat = standing.seat_of(guest)
    if seat is None or standing.others_play:
        raise NotAllowed("hints are only for games against bots")
    if seat != standing.to_move:
        raise NotAllowed("hints are only for your own turn")
    return standing.state.view(seat)


def time_is_up(standing: Standing, now: float) -> log.Body | None:
    """The entry that ends the game for the seat to move, if its time is up."""
    seat, clock = standing.to_move, standing.clock
    if seat is None or clock is None or standing.seats[seat].bot:
        return None
    if clock.left_at(seat, now) > 0:
        return None
    return log.Dropped(seat, "out-of-time", standard(standing.game.name))


def _match(standing: Standing) -> Match:
    if standing.match is None:
        raise NotYourTurn("the game has not started: some seats are open")
    if standing.result:
        raise GameOver("the game is over")
    return standing.match


# What may be taken back


def undo_to(standing: Standing, seat: int) -> int | None:
    """The length of the record without a seat's last move, and without what bots answered.

    None where chance or a person came in between.
    """
    for ply, mover in _plies_backwards(standing):
        if mover == seat or (mover != CHANCE and _share_a_device(standing, mover, seat)):
            return ply
        if mover == CHANCE or standing.seats[mover].bot is None:
            return None
    return None


def take_back_to(standing: Standing, seat: int) -> int | None:
    """The length of the record without a seat's last move and all that came after it."""
    return next((ply for ply, mover in _plies_backwards(standing) if mover == seat), None)


def _share_a_device(standing: Standing, one: int, other: int) -> bool:
    """Whether one guest holds both seats, so that people agree by talking."""
    return other in standing.seats_of(standing.seats[one].holder.guest)


def _plies_backwards(standing: Standing) -> Iterator[tuple[int, int]]:
    """Each event's place in the record and who made it, the last first."""
    if standing.match is None or standing.result or standing.created.day:
        return
    for ply in reversed(range(standing.plies)):
        yield ply, standing.match.movers[ply]


# Sitting down, leaving, taking another name


def sit_down(standing: Standing, identity: Identity, seat: int) -> NewEntry | None:
    """Give an open seat to a guest; with the last one the game begins. None if it has the seat.

    A guest whose seat a bot has taken over comes back to it.
    """
    if seat in standing.seats_of(identity.guest):
        return come_back(standing, seat)
    check_room(standing, identity, seat)
    holder = log.Holder(identity.guest, identity.name, is_program=identity.is_program)
    is_last = sum(each.is_open for each in standing.seats) == 1
    draws = first_draws(standing) if is_last else None
    return NewEntry(log.Sat(seat, holder, draws), holders={seat: identity.guest})


def come_back(standing: Standing, seat: int) -> NewEntry | None:
    """Let a guest take over from a stand-in bot; None if there is none, or the seat is out."""
    held = standing.seats[seat]
    if held.is_out or standing.result or not (held.stand_in or held.has_left):
        return None
    return NewEntry(log.StoodIn(seat, None))


def check_room(standing: Standing, identity: Identity, seat: int) -> None:
    """Raise unless a guest may take a seat."""
    check_open(standing)
    if not 0 <= seat < len(standing.seats):
        raise NotAllowed(f"there is no seat {seat}")
    if standing.seats_of(identity.guest):
        raise SeatTaken("you are already at this table")
    if not standing.seats[seat].is_open:
        raise SeatTaken("that seat is taken")


def leave(standing: Standing, identity: Identity, seat: int) -> NewEntry:
    """Let a guest leave its seat. Once the game has begun it can come back to it."""
    if seat not in standing.seats_of(identity.guest):
        raise NotAllowed("this is not your seat")
    check_open(standing)
    has_begun = standing.match is not None
    return NewEntry(log.Left(seat), holders={} if has_begun else {seat: None})


def renamed(standing: Standing, identity: Identity) -> Iterator[NewEntry]:
    """Entries that tell the table the new name of a guest who sits there."""
    for seat in standing.seats_of(identity.guest):
        holder = standing.seats[seat].holder
        if not holder.is_beside and holder.name != identity.name:
            yield NewEntry(log.Renamed(seat, identity.name))


def first_draws(standing: Standing) -> list[str]:
    """What chance deals when the game begins, or goes on."""
    match = standing.match_to_begin()
    count = len(match.events)
    match.let_chance_answer()
    return draw_texts(standing.game, match.events[count:])
