"""Commands, validated: each becomes the entry that it would write in the log.

Nothing happens here. A command that the table, the rules or the clock do not allow is refused with
an error whose code the sender is told.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from azulejos.core.state import View
from azulejos.errors import GameOver, Malformed, NotAllowed, NothingToUndo, NotYourTurn, Stale
from azulejos.play.match import Match
from azulejos.play.names import is_seen
from azulejos.tables.bots.levels import check_level, standard
from azulejos.tables.live import log
from azulejos.tables.live.standing import NewEntry, Standing, draw_texts
from azulejos.tables.live.takebacks import take_back_to, undo_to
from azulejos.tables.messages import Ask, Decline, Move, Resign, Say, StandIn, Undo

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
    instead: log.Instead | None = None  # of a bot from outside that could not move

    def sitting(self) -> int:
        """The sender's seat, without which nothing can be done."""
        if self.seat is None:
            raise NotAllowed("only players at this table can do this")
        return self.seat


@dataclass(frozen=True)
class Context:
    """What the log does not tell."""

    now: float
    absent: Collection[int] = ()  # seats whose guests have been away for a while


def check_version(standing: Standing, version: int) -> None:
    """The sender has seen the present position."""
    if not standing.changed <= version <= standing.version:
        raise Stale("the table has changed: look at it first")


def check_open(standing: Standing) -> None:
    """Something may still happen at the table."""
    if standing.is_closed:
        raise GameOver("this table was closed by the operator of the server")


def validate(command: Command, standing: Standing, sender: Sender, context: Context) -> NewEntry:
    """What a command would write in the log, if it is allowed."""
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


def _undo(standing: Standing, seat: int) -> log.Body:
    _match(standing)
    kept = undo_to(standing, seat)
    if kept is None:
        raise NothingToUndo("your last move has been answered: ask the others to take it back")
    return log.TakenBack(seat, kept)


def _take_back(standing: Standing, seat: int) -> log.Body:
    """Ask for a takeback, agree to one, or, when all have agreed, take back."""
    _match(standing)
    by = standing.requests.get("takeback", [seat])[0]
    kept = take_back_to(standing, by)
    if kept is None:
        raise NothingToUndo("there is no move to take back")
    if standing.agrees("takeback", seat):
        return log.TakenBack(by, kept)
    return log.Asked(seat, "takeback")


def _rematch(standing: Standing, seat: int) -> log.Body:
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
            raise NotAllowed("in a game by turns only the clock decides for the others")
        if command.seat not in absent:
            raise NotAllowed(f"{seat.holder.name} is here")
    return log.StoodIn(command.seat, command.level)


def check_text(text: str) -> str:
    """Something that can be said: it can be printed, on one line, and is not too long."""
    text = text.strip()
    if not is_seen(text) or len(text) > MAX_TEXT_LENGTH or not text.isprintable():
        raise Malformed(f"a message has 1 to {MAX_TEXT_LENGTH} printable characters")
    return text


def view_to_advise(standing: Standing, guest: str, version: int) -> View:
    """What a guest sees who may ask for hints: no other guest could be cheated by it."""
    check_version(standing, version)
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
