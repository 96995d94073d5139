"""A store as the real ones are, seen from the server, that fails as it is told to.

`Database` is what all processes share; what it has is durable. `SimulatedStore` is what a process
has of it: every call takes its way there and back, and either may fail. It has no lists of tables,
which nothing here asks for. The tests of the real stores run on this one, too.
"""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any, TypeVar

from azulejos.errors import Conflict, DiskFull, StoreError, StoreSilent
from azulejos.server.store import (
    NO_HOLDERS,
    NOBODY,
    Entry,
    GivenLink,
    Guest,
    Holders,
    News,
    Notice,
    Restriction,
    Revoked,
    SecretKind,
    Seen,
    Subscription,
    TableRow,
    Written,
)
from azulejos.server.table.standing import Standing

T = TypeVar("T")

PATIENCE = 10.0  # seconds after which a process gives up on the database
LOOK_EVERY = 10.0  # seconds after which whoever listens looks for itself


@dataclass
class Kept:
    """A table in the database."""

    row: TableRow
    log: list[Entry]
    holders: dict[int, str]
    standings: list[Standing] = field(default_factory=list)  # after each entry, for the judge
    notified: float | None = None


@dataclass
class Secret:
    guest: str
    kind: SecretKind
    made: float
    link: bytes | None


class Weather:
    """What the way to the database is like; this one is fine. The world has a worse one."""

    def way(self) -> float:
        """Seconds that a message takes."""
        return 0.0

    def fate(self, *, is_write: bool) -> Fate:
        """What becomes of a call."""
        return Fate()

    def notices(self) -> list[float]:
        """After how many seconds a notice arrives: never, or more than once, is possible."""
        return [0.0]


@dataclass(frozen=True)
class Fate:
    """What becomes of a call to the database."""

    stalls: float = 0.0  # seconds before it takes effect
    gets_lost: bool = False  # it takes no effect
    loses_answer: bool = False
    is_full: bool = False


class Database:
    """Everything that is durable."""

    def __init__(self, time: Callable[[], float], *, judges: bool = False) -> None:
        self.time = time
        self.judges = judges
        self.tables: dict[str, Kept] = {}
        self.guests: dict[str, Guest] = {}
        self.secrets: dict[bytes, Secret] = {}
        self.subscriptions: dict[bytes, Subscription] = {}
        self.leases: dict[str, tuple[str, float]] = {}
        self.listeners: list[SimulatedStore] = []
        self.context = contextvars.copy_context()  # what happens here belongs to no process
        self.on_append: Callable[[str, Entry], None] = lambda table, entry: None

    def create(self, row: TableRow, first: Entry, holders: Holders) -> None:
        if row.table in self.tables:
            raise Conflict("this table exists")
        kept = self.tables[row.table] = Kept(row, [first], {})
        self._hold(kept, holders)
        if self.judges:
            kept.standings.append(Standing.of(row.table, [first]))
        self.on_append(row.table, first)

    def append(self, table: str, entry: Entry, row: TableRow | None, holders: Holders) -> None:
        kept = self.tables.get(table)
        if kept is None or kept.log[-1].version != entry.version - 1:
            raise Conflict("the log does not end there")
        if entry.id is not None and any(entry.id == each.id for each in kept.log):
            raise Conflict("the log has this id")
        if self.judges:
            kept.standings.append(kept.standings[-1].following([entry]))
        kept.log.append(entry)
        kept.row = row or kept.row
        self._hold(kept, holders)
        self.on_append(table, entry)

    def _hold(self, kept: Kept, holders: Holders) -> None:
        for seat, guest in holders.items():
            if guest is None:
                kept.holders.pop(seat, None)
            else:
                kept.holders[seat] = guest

    def add_guest(self, guest: Guest) -> None:
        if guest.guest in self.guests:
            raise Conflict("this guest exists")
        self.guests[guest.guest] = guest

    def rename(self, guest: Guest) -> None:
        if guest.guest in self.guests:
            self.guests[guest.guest] = guest

    def add_secret(self, digest: bytes, guest: str, kind: SecretKind, link: bytes | None) -> None:
        if digest in self.secrets or guest not in self.guests:
            raise Conflict("this secret exists, or its guest does not")
        if link is not None and link not in self.secrets:
            raise Conflict("this link is forgotten")
        self.secrets[digest] = Secret(guest, kind, self.time(), link)

    def guest_by_secret(self, digest: bytes, kind: SecretKind) -> Guest | None:
        secret = self.secrets.get(digest)
        return self.guests[secret.guest] if secret and secret.kind == kind else None

    def links_of(self, guest: str) -> list[GivenLink]:
        links = [
            GivenLink(
                digest, secret.made, sum(each.link == digest for each in self.secrets.values())
            )
            for digest, secret in self.secrets.items()
            if secret.guest == guest and secret.kind == "link"
        ]
        return links[::-1]

    def forget_links(self, guest: str, keep: bytes, link: bytes | None) -> None:
        kept = self.secrets.get(keep)
        if kept and kept.guest == guest and link in (None, kept.link):
            kept.link = None
        forgotten = {
            digest
            for digest, secret in self.secrets.items()
            if secret.guest == guest
            and digest != keep
            and (link is None or (digest == link and secret.kind == "link"))
        }
        for digest, secret in list(self.secrets.items()):
            if digest in forgotten or secret.link in forgotten:
                del self.secrets[digest]
                self.subscriptions.pop(digest, None)

    def subscribe(self, subscription: Subscription, most: int) -> None:
        if subscription.device not in self.secrets:
            raise Conflict("nobody is known by this device")
        for device, each in list(self.subscriptions.items()):
            if each.endpoint == subscription.endpoint:
                del self.subscriptions[device]
        self.subscriptions[subscription.device] = subscription
        for each in self.subscriptions_of(self.secrets[subscription.device].guest)[most:]:
            del self.subscriptions[each.device]

    def subscriptions_of(self, guest: str) -> list[Subscription]:
        every = self.subscriptions.values()
        own = [each for each in every if self.secrets[each.device].guest == guest]
        return sorted(own, key=lambda each: (-each.made, each.device))

    def unsubscribe(self, device: bytes, endpoint: str | None) -> None:
        known = self.subscriptions.get(device)
        if known and endpoint in (None, known.endpoint):
            del self.subscriptions[device]

    def unnotified(self, after: float, until: float, limit: int) -> list[TableRow]:
        found = [
            (kept.row.turn_since, kept.row)
            for kept in self.tables.values()
            if kept.row.turn_since is not None
            and after < kept.row.turn_since <= until
            and kept.row.turn_since != kept.notified
        ]
        return [row for _, row in sorted(found, key=lambda pair: pair[0])[:limit]]

    def claim_notification(self, table: str, turn_since: float) -> bool:
        kept = self.tables.get(table)
        if kept is None or kept.row.turn_since != turn_since or kept.notified == turn_since:
            return False
        kept.notified = turn_since
        return True

    def lease(self, table: str, holder: str, seconds: float) -> bool:
        has, until = self.leases.get(table, (holder, 0.0))
        if has != holder and until > self.time():
            return False
        self.leases[table] = holder, self.time() + seconds
        return True

    def release(self, holder: str) -> None:
        self.leases = {table: held for table, held in self.leases.items() if held[0] != holder}

    def due(self, by: float, limit: int, without: Collection[str]) -> list[TableRow]:
        rows = [kept.row for table, kept in self.tables.items() if table not in without]
        due = [(row.due, row) for row in rows if row.due is not None and row.due <= by]
        return [row for _, row in sorted(due, key=lambda pair: pair[0])[:limit]]


class SimulatedStore:
    """See `Store`."""

    def __init__(
        self, database: Database, weather: Weather | None = None, *, is_shared: bool = True
    ) -> None:
        self._database = database
        self._is_shared = is_shared  # as PostgreSQL is; otherwise it ends with its process
        self._weather = weather or Weather()
        self._loop = asyncio.get_running_loop()
        self._heard = Heard()
        self._is_closed = False
        database.listeners.append(self)

    async def _call(self, change: Callable[[], T], *, is_write: bool = True) -> T:
        """Ask the database; whoever no longer waits for the answer changes nothing about it."""
        if self._is_closed:
            raise StoreError("the store is closed")
        answer: asyncio.Future[T] = self._loop.create_future()
        fate = self._weather.fate(is_write=is_write)
        lasts = self._weather.way() + fate.stalls

        def happen() -> None:
            if self._is_closed and not self._is_shared:
                return
            result, error = self._outcome(change, fate)
            silent = StoreSilent("the database does not answer")
            error = silent if fate.loses_answer else error
            self._later(self._weather.way(), lambda: self._answer(answer, result, error))

        if not fate.gets_lost:
            self._later(lasts, happen)
        if fate.gets_lost or (lasts > PATIENCE and self._is_shared):
            silent = StoreSilent("the database does not answer")
            patience = min(lasts, PATIENCE)
            self._later(patience, lambda: self._answer(answer, None, silent))
        return await answer

    def _outcome(self, change: Callable[[], T], fate: Fate) -> tuple[T | None, Exception | None]:
        if fate.is_full:
            return None, DiskFull("the disk is full")
        try:
            return change(), None
        except StoreError as error:
            return None, error

    def _answer(self, answer: asyncio.Future[Any], result: object, error: Exception | None) -> None:
        if answer.done():
            return
        if error is None:
            answer.set_result(result)
        else:
            answer.set_exception(error)

    def _later(self, seconds: float, happen: Callable[[], None]) -> None:
        self._loop.call_later(seconds, happen, context=self._database.context)

    async def create(self, row: TableRow, first: Entry, holders: Holders = NO_HOLDERS) -> None:
        await self._call(lambda: self._database.create(row, first, holders))

    async def append(
        self,
        table: str,
        entry: Entry,
        row: TableRow | None = None,
        holders: Holders = NO_HOLDERS,
    ) -> None:
        await self._call(lambda: self._database.append(table, entry, row, holders))
        self._ring(Written(table, entry.version))

    async def entries(self, table: str, after: int = -1) -> list[Entry]:
        def read() -> list[Entry]:
            kept = self._database.tables.get(table)
            return kept.log[after + 1 :] if kept else []

        return await self._call(read, is_write=False)

    async def row(self, table: str) -> TableRow | None:
        def read() -> TableRow | None:
            kept = self._database.tables.get(table)
            return kept.row if kept else None

        return await self._call(read, is_write=False)

    async def due(self, by: float, limit: int, without: Collection[str] = ()) -> list[TableRow]:
        return await self._call(lambda: self._database.due(by, limit, without), is_write=False)

    async def add_guest(self, guest: Guest) -> None:
        await self._call(lambda: self._database.add_guest(guest))

    async def rename(self, guest: Guest) -> None:
        await self._call(lambda: self._database.rename(guest))

    async def guest(self, guest: str) -> Guest | None:
        return await self._call(lambda: self._database.guests.get(guest), is_write=False)

    async def add_secret(
        self, digest: bytes, guest: str, kind: SecretKind, link: bytes | None = None
    ) -> None:
        await self._call(lambda: self._database.add_secret(digest, guest, kind, link))

    async def guest_by_secret(self, digest: bytes, kind: SecretKind) -> Guest | None:
        return await self._call(
            lambda: self._database.guest_by_secret(digest, kind), is_write=False
        )

    async def secrets_of(self, guests: Collection[str]) -> set[bytes]:
        def read() -> set[bytes]:
            every = self._database.secrets.items()
            return {digest for digest, secret in every if secret.guest in guests}

        return await self._call(read, is_write=False)

    async def links_of(self, guest: str) -> list[GivenLink]:
        return await self._call(lambda: self._database.links_of(guest), is_write=False)

    async def forget_links(self, guest: str, keep: bytes, link: bytes | None = None) -> None:
        await self._call(lambda: self._database.forget_links(guest, keep, link))
        self._ring(Revoked(guest))

    async def lease(self, table: str, holder: str, seconds: float) -> bool:
        return await self._call(lambda: self._database.lease(table, holder, seconds))

    async def release(self, holder: str) -> None:
        await self._call(lambda: self._database.release(holder))

    async def subscribe(self, subscription: Subscription, most: int) -> None:
        await self._call(lambda: self._database.subscribe(subscription, most))

    async def unsubscribe(self, device: bytes, endpoint: str | None = None) -> None:
        await self._call(lambda: self._database.unsubscribe(device, endpoint))

    async def subscriptions_of(self, guest: str) -> list[Subscription]:
        return await self._call(lambda: self._database.subscriptions_of(guest), is_write=False)

    async def unnotified(self, after: float, until: float, limit: int) -> list[TableRow]:
        return await self._call(
            lambda: self._database.unnotified(after, until, limit), is_write=False
        )

    async def claim_notification(self, table: str, turn_since: float) -> bool:
        return await self._call(lambda: self._database.claim_notification(table, turn_since))

    async def touch(self, guest: str, at: float) -> None:
        await self._call(lambda: None)

    async def last_notice(self) -> int:
        return await self._call(lambda: 0, is_write=False)

    async def notices(self, after: int) -> list[Notice]:
        """Nobody runs these servers."""
        return await self._call(list, is_write=False)

    async def restrictions(self) -> list[Restriction]:
        return await self._call(list, is_write=False)

    def announce(self, seen: Seen) -> None:
        self._ring(seen)

    def news(self) -> Heard:
        """What others tell; without others, nothing, and at once."""
        return self._heard if self._is_shared else Heard(is_silent=True)

    async def versions(self, tables: Collection[str]) -> dict[str, int]:
        def read() -> dict[str, int]:
            kept = self._database.tables
            return {table: kept[table].log[-1].version for table in tables if table in kept}

        return await self._call(read, is_write=False)

    async def close(self) -> None:
        self.cut()

    def cut(self) -> None:
        """Hear no more and say no more: the process is gone."""
        self._is_closed = True
        if self in self._database.listeners:
            self._database.listeners.remove(self)

    def _ring(self, news: News) -> None:
        if self._is_closed and not (isinstance(news, Seen) and news.present == NOBODY):
            return
        for other in self._database.listeners:
            if other is not self:
                for wait in self._weather.notices():
                    self._later(wait, lambda heard=other._heard: heard.put(news))  # type: ignore[misc]


class Heard:
    """What other processes tell; None now and then, as a notice may have got lost."""

    def __init__(self, *, is_silent: bool = False) -> None:
        self._is_silent = is_silent
        self._news: asyncio.Queue[News] = asyncio.Queue()
        self._looked = 0.0

    def put(self, news: News) -> None:
        self._news.put_nowait(news)

    def __aiter__(self) -> Heard:
        return self

    async def __anext__(self) -> News | None:
        loop = asyncio.get_running_loop()
        if self._is_silent:
            raise StopAsyncIteration
        try:
            async with asyncio.timeout_at(self._looked + LOOK_EVERY):
                return await self._news.get()
        except TimeoutError:
            self._looked = loop.time()
            return None
