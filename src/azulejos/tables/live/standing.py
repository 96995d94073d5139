"""The state of a table, as its log describes it from the first entry to the last.

Every question about a table is answered from here. A standing never changes: an entry leads to a
new one. So an entry can be tried before it is written, while everybody still sees the old standing;
and a table that another process wrote, or that is read after a crash, is exactly what it was.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, NamedTuple

import msgspec

from azulejos.core.draw import Draw
from azulejos.core.game import Game
from azulejos.core.options import Options
from azulejos.core.state import State
from azulejos.errors import OtherRules
from azulejos.games import game as game_named
from azulejos.narration.score_trace import Tally
from azulejos.play.clock import Clock
from azulejos.play.daily import DailyGame
from azulejos.play.match import Match, Step
from azulejos.play.record import Event, Record, Unchecked
from azulejos.tables.live import log
from azulejos.tables.live.seat import Seat, closed, result_of
from azulejos.tables.messages import Result
from azulejos.tables.store.rows import NO_HOLDERS, Entry, Holders, TableState

ENTRIES_AT_ONCE = 20  # of a log: some milliseconds
EVENTS_AT_ONCE = 50  # of a record: about a millisecond


class Chatted(NamedTuple):
    """A chat message, with its entry's version and time."""

    version: int
    at: float
    said: log.Spoke


class NewEntry(NamedTuple):
    """An entry for the log, with the steps of its move and the new holders of seats."""

    body: log.Body
    steps: tuple[Step, ...] = ()
    holders: Holders = NO_HOLDERS


class Turn(NamedTuple):
    """Whose turn it is and since when; several moves in a row are one turn."""

    guest: str | None
    since: float


NO_TURN = Turn(None, 0.0)


@dataclass
class Standing:
    """A table, as its log describes it."""

    table: str
    game: Game
    options: Options
    created: log.Created
    seats: list[Seat]
    match: Match | None = None  # none before the game begins
    before: Match | None = None  # until then: the game that is to go on here
    clock: Clock | None = None
    version: int = -1
    changed: int = -1  # the version of the last entry after which other moves are possible
    shown: int = -1  # the version of the last entry that was not chat
    lengths: list[int] = field(default_factory=list)  # of the record, after each entry
    ids: dict[str, int] = field(default_factory=dict)  # the version of each entry that has one
    chat: list[Chatted] = field(default_factory=list)
    requests: dict[log.RequestKind, list[int]] = field(default_factory=dict)  # who agreed, in order
    next_table: str | None = None
    updated: float = 0.0
    dropped: list[int] = field(default_factory=list)  # seats that are out, in order
    result: Result | None = None
    tally: list[Tally] = field(default_factory=list)  # what its scores are made of, once counted
    is_closed: bool = False  # by the operator
    turn: Turn = NO_TURN
    instead: dict[int, log.Instead] = field(default_factory=dict)  # of external bots, by ply

    @classmethod
    def of(cls, table: str, entries: Iterable[Entry], before: Match | None = None) -> Standing:
        """Read a log; if it begins with a record, `before` may hold that game, replayed already."""
        first, *rest = entries
        created = log.decode(first.body)
        assert isinstance(created, log.Created)
        standing = cls._created(table, created)
        if created.record:
            standing.before = before or deque(replaying(trusted(created.record)), maxlen=1).pop()
        for entry in (first, *rest):
            standing._happen(entry, log.decode(entry.body))
        return standing

    @classmethod
    async def read(cls, table: str, entries: Sequence[Entry]) -> Standing:
        """Read a log in small steps, so that a long one holds up nobody else."""
        created = log.decode(entries[0].body)
        assert isinstance(created, log.Created)
        cls._created(table, created)  # raises what there is to raise, before anything is replayed
        before = await replayed(trusted(created.record)) if created.record else None
        standing = cls.of(table, entries[:1], before)
        for start in range(1, len(entries), ENTRIES_AT_ONCE):
            await asyncio.sleep(0)
            standing = standing.following(entries[start : start + ENTRIES_AT_ONCE])
        return standing

    @classmethod
    def _created(cls, table: str, created: log.Created) -> Standing:
        """A table, from its first entry alone."""
        game = game_named(created.game)
        if created.rules != game.rules_version:
            raise OtherRules(
                f"this table was played by version {created.rules} of the rules of {game.title};"
                f" here is {game.rules_version}"
            )
        options = game.options.of(created.options)
        seats = [Seat(holder) for holder in created.seats]
        return cls(table, game, options, created, seats)

    def following(self, entries: Iterable[Entry]) -> Standing:
        """The table after more entries of its log."""
        standing = self._copy()
        for entry in entries:
            standing._happen(entry, log.decode(entry.body))
        return standing

    def after(self, entry: Entry, new: NewEntry) -> Standing:
        """The table after an entry that was validated here."""
        standing = self._copy()
        standing._happen(entry, new.body, new.steps)
        return standing

    def _copy(self) -> Standing:
        """A copy that may be changed. By hand, because every move waits for it."""
        copied = Standing.__new__(Standing)
        copied.__dict__.update(self.__dict__)
        copied.seats = self.seats.copy()
        copied.match = self.match.copy() if self.match else None
        copied.lengths = self.lengths.copy()
        copied.ids = self.ids.copy()
        copied.chat = self.chat.copy()
        copied.requests = {kind: agreed.copy() for kind, agreed in self.requests.items()}
        copied.dropped = self.dropped.copy()
        copied.instead = self.instead.copy()
        return copied

    def _happen(self, entry: Entry, body: log.Body, steps: Sequence[Step] = ()) -> None:
        assert entry.version == self.version + 1, f"entry {entry.version} after {self.version}"
        self.version = entry.version
        self._apply(body, entry.at, steps)
        if isinstance(body, CHANGES_MOVES):
            self.changed = entry.version
            self.result = self._find_result()
            self._turn_clock(entry.at)
        if not isinstance(body, log.Spoke):
            self.shown = entry.version
            self._note_turn(entry.at)
        if entry.id is not None:
            self.ids[entry.id] = entry.version
        self.lengths.append(self.plies)
        self.updated = entry.at

    # What is known

    @property
    def state(self) -> State:
        """The position; before the game begins, the empty table."""
        return self.match.state if self.match else self.game.new(self.options)

    @property
    def plies(self) -> int:
        return len(self.match.events) if self.match else 0

    @property
    def to_move(self) -> int | None:
        """The seat to move, if the game goes on."""
        if self.match is None or self.result:
            return None
        return self.match.state.to_move

    @property
    def daily(self) -> DailyGame | None:
        """The game of the day that is played here, if it is one."""
        day = self.created.day
        return DailyGame.of(self.game.name, day) if day else None

    @property
    def stage(self) -> TableState:
        """Whether the table waits for guests, is played at, or done with."""
        if self.result:
            return "over"
        return "open" if self.match is None else "playing"

    @property
    def players(self) -> dict[int, str]:
        """The guests who are to make their own moves, by seat: not those who left or are out."""
        return {
            index: seat.holder.guest
            for index, seat in enumerate(self.seats)
            if seat.holder.guest and not (seat.bot or seat.has_left)
        }

    @property
    def has_open_seats(self) -> bool:
        return any(seat.is_open for seat in self.seats)

    def seats_of(self, guest: str | None) -> list[int]:
        """The seats that a guest holds: several where people share a device."""
        if guest is None:
            return []
        return [index for index, seat in enumerate(self.seats) if seat.holder.guest == guest]

    def seat_of(self, guest: str | None) -> int | None:
        """The seat for which a guest acts: of several, the one to move, or else the first."""
        return acting_seat(self.seats_of(guest), self.to_move)

    @property
    def others_play(self) -> bool:
        """Whether more than one guest plays, so that nobody may ask a bot for advice."""
        return sum(seat.is_guest and not seat.is_out for seat in self.seats) > 1

    @property
    def record(self) -> Record:
        """The game so far. One that was given up has no outcome: its events lead to none."""
        names = tuple(
            f"bot:{seat.holder.level}" if seat.holder.level else seat.holder.name or "Nobody"
            for seat in self.seats
        )
        events = tuple(self.match.events) if self.match else ()
        return Record(self.game, self.options, names, events, self.state.outcome)

    def agrees(self, kind: log.RequestKind, seat: int) -> bool:
        """Whether all guests have agreed to something once a seat has.

        Guests who have left are not asked, and those who are out of the game only about the next
        one.
        """
        seats = {*self.requests.get(kind, ()), seat}
        agreed = {self.seats[index].holder.guest for index in seats}
        return all(
            each.holder.guest in agreed
            for each in self.seats
            if each.is_guest and not each.has_left and (kind == "rematch" or not each.is_out)
        )

    # How entries happen

    def _apply(  # noqa: PLR0912 - a case for each kind of entry
        self, body: log.Body, at: float, steps: Sequence[Step]
    ) -> None:
        match body:
            case log.Created():
                self._begin(body.draws)
            case log.Sat():
                self.seats[body.seat] = Seat(body.holder)
                self._begin(body.draws)
            case log.Left():
                self._leave(body.seat)
            case log.Moved():
                self._move(body, steps)
                self.requests.pop("takeback", None)
            case log.TakenBack():
                self._match.cut(body.kept)
                self.tally = []
                self.instead = {p: each for p, each in self.instead.items() if p < body.kept}
                self.requests.pop("takeback", None)
            case log.Asked():
                self._agree(body.kind, body.seat)
            case log.Declined():
                self.requests.pop(body.kind, None)
            case log.Dropped():
                self._drop(body)
            case log.StoodIn():
                self._stand_in(body.seat, body.level)
            case log.Renamed():
                self._rename(body.seat, body.name)
            case log.Spoke():
                self.chat.append(Chatted(self.version, at, body))
            case log.Rematched():
                self.next_table = body.table
                self.requests.pop("rematch", None)
            case log.Closed():
                self.is_closed = True
            case log.Erased():
                for seat in body.seats:
                    self._leave(seat)

    @property
    def _match(self) -> Match:
        assert self.match is not None
        return self.match

    def _move(self, body: log.Moved, steps: Sequence[Step]) -> None:
        """Make a move; the steps of one that was just validated are known already."""
        self._note_instead(body)
        if steps:
            self._match.go(steps)
        else:
            self._match.add((self.game.parse_move(body.move), *self._draws(body.draws)))

    def _note_instead(self, body: log.Moved) -> None:
        seat, instead = self.seats[body.seat], body.instead
        if instead:
            self.instead[self.plies] = instead
        if instead or seat.instead:
            failures = seat.failures + 1 if instead and instead.reason == "failed" else 0
            self._reseat(body.seat, instead=instead, failures=failures)

    def _leave(self, seat: int) -> None:
        if self.match is None:
            self.seats[seat] = Seat(log.Holder())
        else:
            self._reseat(seat, has_left=True)
        self._forget_requests_of(seat)

    def _agree(self, kind: log.RequestKind, seat: int) -> None:
        agreed = self.requests.setdefault(kind, [])
        if seat not in agreed:
            agreed.append(seat)

    def _drop(self, body: log.Dropped) -> None:
        stand_in = self.seats[body.seat].stand_in or body.level
        self._reseat(body.seat, is_out=body.ending, stand_in=stand_in)
        self.dropped.append(body.seat)
        self._forget_requests_of(body.seat)

    def _stand_in(self, seat: int, level: str | None) -> None:
        has_left = self.seats[seat].has_left and level is not None
        self._reseat(seat, stand_in=level, has_left=has_left)

    def _rename(self, seat: int, name: str) -> None:
        holder = msgspec.structs.replace(self.seats[seat].holder, name=name)
        self._reseat(seat, holder=holder)

    def _reseat(self, seat: int, **changes: Any) -> None:
        self.seats[seat] = replace(self.seats[seat], **changes)

    def _begin(self, draws: list[str] | None) -> None:
        if draws is not None:
            self.match = self.match_to_begin()
            self.match.add(self._draws(draws))
            self.before = None
            if self.created.clock:
                self.clock = Clock.new(self.created.clock, len(self.seats))

    def match_to_begin(self) -> Match:
        """The match as it begins or goes on here, before chance has answered."""
        names = self.record.names
        if self.before is None:
            record = Record(self.game, self.options, names, (), None)
            source = self.daily.deals if self.daily else None
            return next(Match.replaying(record, record.states(), source=source))
        match = self.before.copy()
        match.names = names
        return match

    def _draws(self, texts: list[str]) -> Iterable[Event]:
        return [self.game.parse_draw(text) for text in texts]

    def _forget_requests_of(self, seat: int) -> None:
        for kind, agreed in list(self.requests.items()):
            if agreed[0] == seat:
                del self.requests[kind]

    def _turn_clock(self, at: float) -> None:
        if self.clock:
            self.clock = self.clock.turned(self.to_move, at)

    def _note_turn(self, at: float) -> None:
        guest = None if self.to_move is None else self.players.get(self.to_move)
        if guest != self.turn.guest:
            self.turn = Turn(guest, at)

    def _find_result(self) -> Result | None:
        ended = result_of(self.match.state, self.seats, self.dropped) if self.match else None
        return closed(self.state.scores) if ended is None and self.is_closed else ended


def trusted(record: str) -> Unchecked:
    """A record that was checked when its table was made."""
    return Unchecked(Record.trusted(record))


def replaying(recording: Unchecked) -> Iterator[Match]:
    """The game of a record, event by event."""
    return Match.replaying(recording.record, recording.states())


async def replayed(recording: Unchecked) -> Match:
    """The game of a record, a few events at a time, so that a long one holds up nobody else."""
    following = replaying(recording)
    match = next(following)
    while list(islice(following, EVENTS_AT_ONCE)):
        await asyncio.sleep(0)
    return match


def acting_seat(seats: Sequence[int], to_move: int | None) -> int | None:
    """The seat, of those that a guest holds, for which it acts."""
    if to_move in seats:
        return to_move
    return seats[0] if seats else None


CHANGES_MOVES = (log.Created, log.Sat, log.Moved, log.TakenBack, log.Dropped, log.Closed)
"""Entries that make messages sent before them stale."""


def draw_texts(game: Game, events: Iterable[Event]) -> list[str]:
    """The draws among events, as the log has them."""
    return [game.draw_text(event) for event in events if isinstance(event, Draw)]
