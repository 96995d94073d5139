"""A store as the real ones are, seen from the server, that fails as it is told to.

`SimulatedStore` is what a process has of the database that all share: every call takes its way
there and back, and either may fail. It has no lists of tables, which nothing here asks for. The
tests of the real stores run on this one, too.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from azulejos.errors import DiskFull, StoreError, StoreSilent
from azulejos.tables.store.rows import (
    MAX_NOTES,
    NO_HOLDERS,
    NOBODY,
    Entry,
    GivenLink,
    Guest,
    Holders,
    News,
    Note,
    NoteChange,
    NoteKind,
    Notice,
    Restriction,
    Revoked,
    SecretKind,
    Seen,
    Subscription,
    TableRow,
    TableState,
    Unpublished,
    Written,
)

from .database import Database

T = TypeVar("T")

PATIENCE = 10.0  # seconds after which a process gives up on the database
LOOK_EVERY = 10.0  # seconds after which whoever listens looks for itself


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
            self._database.under_way -= 1
            if self._is_closed and not self._is_shared:
                return
            result, error = self._outcome(change, fate)
            if fate.loses_answer:
                error = silent()
            self._later(self._weather.way(), lambda: self._answer(answer, result, error))

        if not fate.gets_lost:
            self._database.under_way += 1
            self._later(lasts, happen)
        if fate.gets_lost or (lasts > PATIENCE and self._is_shared):
            patience = min(lasts, PATIENCE)
            self._later(patience, lambda: self._answer(answer, None, silent()))
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

    async def unpublished(self, limit: int) -> list[Unpublished]:
        return await self._call(lambda: self._database.unpublished(limit), is_write=False)

    async def publish(
        self, table: str, before: TableState, state: TableState, changes: Sequence[NoteChange]
    ) -> None:
        await self._call(lambda: self._database.publish(table, before, state, changes))

    async def note(self, guest: str, kind: NoteKind, key: str) -> Note | None:
        return await self._call(
            lambda: self._database.notes.get((guest, kind, key)), is_write=False
        )

    async def notes_of(self, guest: str, kind: NoteKind, limit: int = MAX_NOTES) -> list[Note]:
        def read() -> list[Note]:
            own = [note for key, note in self._database.notes.items() if key[:2] == (guest, kind)]
            return sorted(own, key=lambda note: (-note.at, note.key))[:limit]

        return await self._call(read, is_write=False)

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


def silent() -> StoreSilent:
    return StoreSilent("the database does not answer")


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
