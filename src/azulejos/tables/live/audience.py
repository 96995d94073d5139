"""Everybody who is connected to a table, in this process or another, and what each is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import msgspec

from azulejos.tables.clock import ticks
from azulejos.tables.inbox import Inbox
from azulejos.tables.live.standing import Standing
from azulejos.tables.live.updates import Updates, chat_message, encode
from azulejos.tables.messages import EventInfo, ProgramUpdate, Update
from azulejos.tables.people.guests import Identity
from azulejos.tables.store.protocol import NewsStore
from azulejos.tables.store.rows import NOBODY, Present, Seen

MAX_CHAT = 50  # lines that a newcomer is told
AWAY = 30.0  # seconds without a connection after which a bot may stand in

Made = dict[tuple[int | None, int, bool], str]
"""Updates already made: for which seat, since which version, and whether for a program."""

MAX_WAITING = 64  # messages that a slow connection may lag behind


class Audience:
    """The subscribers of one table."""

    def __init__(
        self, standing: Standing, elsewhere: Callable[[], Present] = lambda: NOBODY
    ) -> None:
        self._standing = standing
        self._elsewhere = elsewhere  # who is connected to the same table in other processes
        self._updates = Updates(standing)
        self._subscribers: dict[Subscriber, None] = {}  # in the order in which they came
        self._guests: Counter[str] = Counter()  # how many of the subscribers each guest is
        self._presence = NOBODY  # as it was last told
        self._away_since: dict[int, float] = {}
        self._note_who_is_away()

    # Who is here

    @property
    def is_empty(self) -> bool:
        return not self._subscribers

    @property
    def subscribers(self) -> list[Subscriber]:
        return list(self._subscribers)

    @property
    def size(self) -> int:
        return len(self._subscribers)

    def add(self, subscriber: Subscriber) -> None:
        """Tell a newcomer everything since the version it knows."""
        guest = subscriber.identity.guest if subscriber.identity else None
        shares = len(self._standing.seats_of(guest)) > 1  # whoever sat there before may have moved
        if subscriber.known > self._standing.version or shares:
            subscriber.known = -1
        self._send_chat(subscriber)
        self._subscribers[subscriber] = None
        if subscriber.identity:
            self._guests[subscriber.identity.guest] += 1
        self._note_who_is_away()
        self.send_update(subscriber, {})

    def discard(self, subscriber: Subscriber) -> None:
        if subscriber not in self._subscribers:
            return
        del self._subscribers[subscriber]
        if subscriber.identity:
            self._guests[subscriber.identity.guest] -= 1
            if not self._guests[subscriber.identity.guest]:
                del self._guests[subscriber.identity.guest]
        self._note_who_is_away()

    def close(self) -> None:
        """Disconnect everybody; they connect again."""
        for subscriber in list(self._subscribers):
            subscriber.close()

    def known(self, guest: str | None) -> list[tuple[Identity, Subscriber]]:
        """The connections of a guest, or of all guests."""
        return [
            (subscriber.identity, subscriber)
            for subscriber in self._subscribers
            if subscriber.identity and guest in (None, subscriber.identity.guest)
        ]

    def absent(self) -> set[int]:
        """The seats whose guests have been away for at least `AWAY` seconds."""
        self._note_who_is_away()
        now = ticks()
        return {seat for seat, since in self._away_since.items() if now - since >= AWAY}

    @property
    def present(self) -> Present:
        """Who is connected to this process, without a loop over all subscribers."""
        holders = [seat.holder.guest for seat in self._standing.seats]
        here = frozenset(n for n, guest in enumerate(holders) if guest and self._guests[guest])
        seated = sum(self._guests[guest] for guest in set(holders) if guest)
        return Present(here, len(self._subscribers) - seated)

    @property
    def everybody(self) -> Present:
        """Who is connected, here or to another process."""
        return self.present.with_others(self._elsewhere())

    @property
    def guests(self) -> frozenset[str]:
        return frozenset(self._guests)

    def _note_who_is_away(self) -> None:
        """Note who is away. Whoever sits down counts as present, even before connecting."""
        here, now = self.everybody.seats, ticks()
        self._away_since = {
            index: self._away_since.get(index, now)
            for index, seat in enumerate(self._standing.seats)
            if index not in here and not seat.is_open
        }

    def _seat(self, subscriber: Subscriber) -> int | None:
        return self._standing.seat_of(subscriber.identity.guest) if subscriber.identity else None

    # What they are told

    def tell_changes(self, standing: Standing) -> None:
        """Send everybody what is new to them, as far as each may know it."""
        self._standing = standing
        self._updates = Updates(standing)
        made: Made = {}
        for subscriber in list(self._subscribers):
            self._send_chat(subscriber)
            if subscriber.known < self._standing.shown:
                self.send_update(subscriber, made)
            subscriber.known = self._standing.version

    def tell_presence(self) -> None:
        """Tell people who is here, if that has changed; programs do not need it."""
        self._note_who_is_away()
        everybody = self.everybody
        if everybody == self._presence:
            return
        self._presence = everybody
        made: Made = {}
        for subscriber in list(self._subscribers):
            if not subscriber.for_program:
                self.send_update(subscriber, made)

    def send_update(self, subscriber: Subscriber, made: Made) -> None:
        """Send an update; subscribers with the same knowledge and rights get the same bytes."""
        seat = self._seat(subscriber)
        if subscriber.seat not in (None, seat) and self._standing.game.has_secrets:
            subscriber.known = -1  # the next person at this device may not know what was told
        subscriber.seat = seat
        known = subscriber.known
        key = seat, known, subscriber.for_program
        if key not in made:
            made[key] = encode(
                self._update(seat, known, is_program=subscriber.for_program)
            ).decode()
        subscriber.known = self._standing.version
        subscriber.send(made[key])
        if subscriber.for_program and self._standing.result:
            subscriber.finish()

    def _update(self, seat: int | None, known: int, *, is_program: bool) -> Update | ProgramUpdate:
        if is_program:
            return self._updates.for_program(seat, known)
        everybody = self.everybody
        return self._updates.update(seat, known, everybody.seats, everybody.watching)

    def events(self, subscriber: Subscriber, before: int) -> list[EventInfo]:
        """What happened before an event, as a subscriber may know it."""
        return self._updates.events(self._seat(subscriber), before)

    def _send_chat(self, subscriber: Subscriber) -> None:
        if subscriber.for_program:
            return
        for chatted in self._standing.chat[-MAX_CHAT:]:
            if chatted.version > subscriber.known:
                subscriber.send(encode(chat_message(*chatted)).decode())


# Those who are connected here


class Subscriber:
    """A connection with a queue of messages, so that a slow one holds up nobody else."""

    __slots__ = (
        "_waiting",
        "address",
        "for_program",
        "identity",
        "is_closed",
        "known",
        "seat",
    )

    def __init__(
        self,
        identity: Identity | None,
        known: int,
        *,
        for_program: bool = False,
        address: str = "",
    ) -> None:
        self.identity = identity
        self.address = address
        self.known = known  # the version of the last update sent
        self.seat: int | None = None  # for which that was
        self.for_program = for_program
        self._waiting: Inbox[str | None] = Inbox()
        self.is_closed = False  # whether nothing more is sent to it, or heard from it

    def send(self, message: str) -> None:
        """Queue a message. A connection that lags too far behind is closed and has to reconnect."""
        if len(self._waiting) >= MAX_WAITING:
            self.close()
        if not self.is_closed:
            self._waiting.put(message)

    def tell(self, message: msgspec.Struct) -> None:
        """Send a message to this subscriber alone."""
        self.send(encode(message).decode())

    def close(self) -> None:
        """Disconnect it now; it is told the rest when it connects again."""
        self._waiting.clear()
        self.finish()

    def finish(self) -> None:
        """Disconnect it once its queue is sent."""
        self.is_closed = True
        self._waiting.put(None)

    async def next_message(self) -> str | None:
        """The next message to send; None if the connection is to be closed."""
        return await self._waiting.get()


# Those who are connected in other processes


class Announcer:
    """Tells other processes who is connected to a table in this one."""

    def __init__(self, store: NewsStore, process: str, table: str) -> None:
        self._store = store
        self._process = process
        self._table = table
        self._told = NOBODY

    def tell(self, present: Present) -> None:
        """Tell them, if that has changed."""
        if present != self._told:
            self._told = present
            self._store.announce(Seen(self._process, self._table, present))

    def tell_again(self) -> None:
        """Repeat it, because other processes forget what is not repeated."""
        if self._told != NOBODY:
            self._store.announce(Seen(self._process, self._table, self._told))


class RemotePresence:
    """Who is connected to each table in other processes, as they report it."""

    def __init__(self, lease: float, clock: Callable[[], float] = ticks) -> None:
        self._lease = lease  # seconds for which something told counts
        self._clock = clock
        self._told: dict[str, dict[str, tuple[Present, float]]] = {}  # by table, by process

    def hear(self, seen: Seen) -> bool:
        """Take in a report. True if that process is new at that table."""
        processes = self._told.setdefault(seen.table, {})
        is_new = seen.process not in processes and seen.present != NOBODY
        if seen.present == NOBODY:
            processes.pop(seen.process, None)
        else:
            processes[seen.process] = seen.present, self._clock() + self._lease
        if not processes:
            del self._told[seen.table]
        return is_new

    def at(self, table: str) -> Present:
        """Who is connected to a table in all other processes."""
        present = NOBODY
        for each, _ in self._told.get(table, {}).values():
            present = present.with_others(each)
        return present

    def lapse(self) -> list[str]:
        """Drop reports that were not repeated in time, and name the tables concerned."""
        now = self._clock()
        changed = []
        for table, processes in list(self._told.items()):
            for process, (_, until) in list(processes.items()):
                if until <= now:
                    self.hear(Seen(process, table, NOBODY))
                    changed.append(table)
        return changed
