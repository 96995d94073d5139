"""A store in one file, for one server process.

Writing is done by one thread that commits whatever is waiting together: a commit waits for the
disk, and ten waiting moves need not wait for it ten times.
"""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from azulejos.errors import Conflict, DiskFull, StoreError
from azulejos.server.clock import now, ticks
from azulejos.server.store.administration import Administration
from azulejos.server.store.database import COLUMNS, Bulk, Step, columns, table_row, traced
from azulejos.server.store.migrations import remaining, scripts
from azulejos.server.store.protocol import (
    NO_HOLDERS,
    Entry,
    GivenLink,
    Guest,
    News,
    SecretKind,
    Seen,
    TableRow,
)
from azulejos.server.store.subscriptions import Subscriptions

T = TypeVar("T")

MOST_TOGETHER = 256  # changes in one commit
LOOK_EVERY = 1.0  # seconds
PATIENCE = 10.0  # seconds to wait for another program that writes to the file

LINKS = """
SELECT digest, made, (SELECT count(*) FROM secrets AS device WHERE device.link = secrets.digest)
FROM secrets WHERE guest = ? AND kind = 'link' ORDER BY made DESC
"""

UNTIE_DEVICE = """
UPDATE secrets SET link = NULL WHERE guest = ?1 AND digest = ?2 AND (?3 IS NULL OR link = ?3)
"""

FORGET_LINKS = """
DELETE FROM secrets
WHERE guest = ?1 AND digest <> ?2 AND (?3 IS NULL OR (digest = ?3 AND kind = 'link'))
"""


class SqliteStore(Administration, Subscriptions):
    """See `Store`."""

    MAKER = "json_extract(summary, '$.maker')"

    def __init__(self, path: Path, *, serves: bool = False) -> None:
        """Open a file; a process that serves it keeps others from doing so until it ends."""
        self._path = path
        self._claim: Claim | None = None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if serves:
                self._claim = Claim(path)
            writing = opened(path)
            migrate(writing, path, is_claimed=serves)
            if serves:
                writing.execute("DELETE FROM leases")  # of processes that are gone
            self._reading = opened(path)
        except (OSError, sqlite3.Error, StoreError) as error:
            if self._claim:
                self._claim.release()
            if isinstance(error, StoreError):
                raise
            raise StoreError(f"cannot use {path} as a store: {error}") from error
        self._reading.execute("PRAGMA query_only = on")
        self._writer = Writer(writing)
        self._writer.start()
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="store-reader")

    async def create(
        self, row: TableRow, first: Entry, holders: Mapping[int, str | None] = NO_HOLDERS
    ) -> None:
        def change(connection: sqlite3.Connection) -> None:
            insert = f"INSERT INTO tables ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608
            connection.execute(insert, (row.table, *columns(row)))
            insert = "INSERT INTO entries (table_id, version, at, id, body) VALUES (?, 0, ?, ?, ?)"
            connection.execute(insert, (row.table, first.at, first.id, first.body.decode()))
            seat_holders(connection, row.table, holders)
            trace(connection, row.table, traced(first, holders))

        await self._writer.done(change)

    async def append(
        self,
        table: str,
        entry: Entry,
        row: TableRow | None = None,
        holders: Mapping[int, str | None] = NO_HOLDERS,
    ) -> None:
        def change(connection: sqlite3.Connection) -> None:
            add_entry(connection, table, entry)
            if row is not None:
                update = (
                    "UPDATE tables SET game = ?, is_public = ?, state = ?, updated = ?,"
                    " summary = ?, due = ?, turn_since = ? WHERE table_id = ?"
                )
                connection.execute(update, (*columns(row), table))
            seat_holders(connection, table, holders)
            trace(connection, table, traced(entry, holders))

        await self._writer.done(change)

    async def entries(self, table: str, after: int = -1) -> list[Entry]:
        query = (
            "SELECT version, at, id, body FROM entries"
            " WHERE table_id = ? AND version > ? ORDER BY version"
        )
        found = await self._read(query, (table, after))
        return [Entry(version, at, name, body.encode()) for version, at, name, body in found]

    async def row(self, table: str) -> TableRow | None:
        rows = await self._rows("WHERE table_id = ?", table)
        return rows[0] if rows else None

    async def due(self, by: float, limit: int, without: Collection[str] = ()) -> list[TableRow]:
        which = (
            "WHERE due <= ? AND table_id NOT IN (SELECT value FROM json_each(?))"
            " ORDER BY due LIMIT ?"
        )
        return await self._rows(which, by, json.dumps(list(without)), limit)

    async def add_guest(self, guest: Guest) -> None:
        insert = "INSERT INTO guests (guest, name, seen) VALUES (?, ?, ?)"
        await self._change(insert, (guest.guest, guest.name, guest.seen))

    async def rename(self, guest: Guest) -> None:
        await self._change("UPDATE guests SET name = ? WHERE guest = ?", (guest.name, guest.guest))

    async def guest(self, guest: str) -> Guest | None:
        found = await self._read("SELECT guest, name, seen FROM guests WHERE guest = ?", (guest,))
        return Guest(*found[0]) if found else None

    async def add_secret(
        self, digest: bytes, guest: str, kind: SecretKind, link: bytes | None = None
    ) -> None:
        insert = "INSERT INTO secrets (digest, guest, kind, made, link) VALUES (?, ?, ?, ?, ?)"
        await self._change(insert, (digest, guest, kind, now(), link))

    async def guest_by_secret(self, digest: bytes, kind: SecretKind) -> Guest | None:
        query = (
            "SELECT guest, name, seen FROM secrets JOIN guests USING (guest)"
            " WHERE digest = ? AND kind = ?"
        )
        found = await self._read(query, (digest, kind))
        return Guest(*found[0]) if found else None

    async def secrets_of(self, guests: Collection[str]) -> set[bytes]:
        query = "SELECT digest FROM secrets WHERE guest IN (SELECT value FROM json_each(?))"
        return {digest for (digest,) in await self._read(query, (json.dumps(list(guests)),))}

    async def links_of(self, guest: str) -> list[GivenLink]:
        return [GivenLink(*found) for found in await self._read(LINKS, (guest,))]

    async def forget_links(self, guest: str, keep: bytes, link: bytes | None = None) -> None:
        def change(connection: sqlite3.Connection) -> None:
            for statement in (UNTIE_DEVICE, FORGET_LINKS):
                connection.execute(statement, (guest, keep, link))

        await self._writer.done(change)

    async def lease(self, table: str, holder: str, seconds: float) -> bool:
        """By a clock that nobody can set: leases do not outlive the process that counts by it."""
        take = (
            "INSERT INTO leases (table_id, holder, until) VALUES (?1, ?2, ?3)"
            " ON CONFLICT (table_id) DO UPDATE SET holder = ?2, until = ?3"
            " WHERE holder = ?2 OR until <= ?4"
        )
        time = ticks()
        return await self._change(take, (table, holder, time + seconds, time)) == 1

    async def release(self, holder: str) -> None:
        await self._change("DELETE FROM leases WHERE holder = ?", (holder,))

    def announce(self, seen: Seen) -> None:
        """To nobody: no other process serves the tables of a file."""

    async def news(self) -> AsyncIterator[News | None]:
        """All that is heard is that another program, like `azulejos admin`, changed the file."""
        known: int | None = None
        while True:
            before = known
            with suppress(StoreError):
                known = await self._changes_of_others()
            if before is not None and known != before:
                yield None
            await asyncio.sleep(LOOK_EVERY)

    async def _changes_of_others(self) -> int:
        """A number that is another one after somebody else has changed the file."""
        return await self._writer.done(
            lambda connection: int(connection.execute("PRAGMA data_version").fetchone()[0])
        )

    def ordered(self) -> Sequence[Step]:
        return ()

    async def versions(self, tables: Collection[str]) -> dict[str, int]:
        query = (
            "SELECT table_id, max(version) FROM entries"
            " WHERE table_id IN (SELECT value FROM json_each(?)) GROUP BY table_id"
        )
        return dict(await self._read(query, (json.dumps(list(tables)),)))

    async def close(self) -> None:
        await self._writer.stop()
        await asyncio.to_thread(self._reader.shutdown)
        self._reading.close()
        if self._claim:
            self._claim.release()

    async def _change(self, statement: str, values: tuple[object, ...]) -> int:
        """Do one statement, and answer how many rows it changed."""
        return await self._writer.done(
            lambda connection: connection.execute(statement, values).rowcount
        )

    async def _rows(self, which: str, *values: object) -> list[TableRow]:
        found = await self._read(f"SELECT {COLUMNS} FROM tables {which}", values)  # noqa: S608
        return [table_row(each) for each in found]

    async def fetch(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        return await self._read(query, numbered(values))

    @asynccontextmanager
    async def bulk(self) -> AsyncIterator[Bulk]:
        connection = opened(self._path)
        try:
            connection.execute("BEGIN IMMEDIATE")
            yield SqliteBulk(connection)
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            raise ours(error) from error
        finally:
            connection.close()

    async def transact(self, *steps: Step) -> list[int]:
        def change(connection: sqlite3.Connection) -> list[int]:
            return [changed(connection, step) for step in steps]

        return await self._writer.done(change)

    async def _read(
        self, query: str, values: tuple[object, ...] | dict[str, object]
    ) -> list[tuple[Any, ...]]:
        self._writer.refuse_if_stopped()
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(
                self._reader, lambda: self._reading.execute(query, values).fetchall()
            )
        except sqlite3.Error as error:
            raise ours(error) from error


class SqliteBulk(Bulk):
    """Holds up the event loop: it is for a program that does nothing else."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    async def fetch(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        return self._connection.execute(query, numbered(values)).fetchall()

    async def insert(self, table: str, columns: Sequence[str], rows: list[tuple[Any, ...]]) -> None:
        places = ", ".join("?" * len(columns))
        insert = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places})"  # noqa: S608
        self._connection.executemany(insert, rows)


class Claim:
    """The right to serve a file, which ends with the process: a lock on an empty file beside it.

    SQLite's own locks are the same on every system. That of the file itself will not do, since
    backups and `azulejos admin` use it while it is served.
    """

    def __init__(self, path: Path) -> None:
        beside = path.with_name(path.name + "-served")
        give_to_owner_of(path, beside)
        self._lock = sqlite3.connect(beside, timeout=1.0, isolation_level=None)
        try:
            self._lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            self._lock.close()
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            raise StoreError(
                f"{path} is being served by another process: stop that one, or keep the games in "
                "PostgreSQL, which several processes can share"
            ) from None

    def release(self) -> None:
        self._lock.close()


def give_to_owner_of(path: Path, beside: Path) -> None:
    """Let a file that root makes belong to whom the store does, as SQLite does with its own."""
    if hasattr(os, "geteuid") and os.geteuid() == 0 and path.exists():
        beside.touch()
        owner = path.stat()
        os.chown(beside, owner.st_uid, owner.st_gid)


class Writer(Thread):
    """The thread that changes the file. Changes that wait at the same time share a commit."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        super().__init__(name="store-writer", daemon=True)
        self._connection = connection
        self._waiting: SimpleQueue[Job | None] = SimpleQueue()
        self._is_stopping = False

    async def done(self, change: Callable[[sqlite3.Connection], T]) -> T:
        """Return, or raise, what a change does, once it is committed."""
        self.refuse_if_stopped()
        job = Job(change)
        self._waiting.put(job)
        return await job.future  # type: ignore[no-any-return]

    async def stop(self) -> None:
        """Finish what is waiting, and close the file."""
        if not self._is_stopping:
            self._is_stopping = True
            self._waiting.put(None)
        await asyncio.to_thread(self.join)

    def refuse_if_stopped(self) -> None:
        if self._is_stopping:
            raise StoreError("the store is closed")

    def run(self) -> None:
        while (job := self._waiting.get()) is not None:
            self._commit(self._all_waiting(job))
        self._connection.close()

    def _all_waiting(self, first: Job) -> list[Job]:
        jobs = [first]
        while len(jobs) < MOST_TOGETHER and not self._waiting.empty():
            job = self._waiting.get()
            if job is None:
                self._waiting.put(None)  # the last one: meant for `run`
                break
            jobs.append(job)
        return jobs

    def _commit(self, jobs: list[Job]) -> None:
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            for job in jobs:
                job.do(self._connection)
            self._connection.execute("COMMIT")
        except Exception as error:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            for job in jobs:
                job.error = ours(error)
        for job in jobs:
            job.tell()


class Job:
    """A change that somebody waits for."""

    def __init__(self, change: Callable[[sqlite3.Connection], object]) -> None:
        self.change = change
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self.loop.create_future()
        self.result: object = None
        self.error: Exception | None = None

    def do(self, connection: sqlite3.Connection) -> None:
        """Change all or nothing, without disturbing the others in the transaction."""
        connection.execute("SAVEPOINT job")
        try:
            self.result = self.change(connection)
        except Exception as error:
            self.error = ours(error)
            connection.execute("ROLLBACK TO job")
        connection.execute("RELEASE job")

    def tell(self) -> None:
        self.loop.call_soon_threadsafe(self._tell)

    def _tell(self) -> None:
        if self.future.done():  # whoever waited has gone
            return
        if self.error is None:
            self.future.set_result(self.result)
        else:
            self.future.set_exception(self.error)


def ours(error: Exception) -> Exception:
    """What SQLite raises as an error of a store."""
    if isinstance(error, sqlite3.IntegrityError):
        return Conflict(str(error))
    if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL:
        return DiskFull("the disk is full: nothing more can be written until there is room")
    return StoreError(f"SQLite: {error}") if isinstance(error, sqlite3.Error) else error


def opened(path: Path) -> sqlite3.Connection:
    """A connection whose commits are on the disk when they return."""
    connection = sqlite3.connect(
        path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
    )
    connection.execute("PRAGMA journal_mode = wal")
    connection.execute("PRAGMA synchronous = full")
    connection.execute("PRAGMA foreign_keys = on")
    return connection


def migrate(connection: sqlite3.Connection, path: Path, *, is_claimed: bool) -> None:
    """Bring the tables up to date, all scripts or none, unless an older program serves them."""
    every = scripts("sqlite")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version == len(every):
        return
    if not is_claimed:
        claim = Claim(path)
        try:
            migrate(connection, path, is_claimed=True)
        finally:
            claim.release()
        return
    connection.execute("BEGIN IMMEDIATE")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    for script in remaining(every, version):
        for statement in script.split(";"):
            connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {len(every)}")
    connection.execute("COMMIT")


def numbered(values: Sequence[object]) -> dict[str, object]:
    """Values for the placeholders `$1`, `$2` and so on."""
    return {str(number): value for number, value in enumerate(values, 1)}


def changed(connection: sqlite3.Connection, step: Step) -> int:
    """Do a step of a transaction, and answer how many rows it changed."""
    count = connection.execute(step.statement, numbered(step.values)).rowcount
    if step.expected is not None and count != step.expected:
        raise Conflict("the store has changed meanwhile")
    return count


def add_entry(connection: sqlite3.Connection, table: str, entry: Entry) -> None:
    insert = (
        "INSERT INTO entries (table_id, version, at, id, body)"
        " SELECT table_id, ?2, ?3, ?4, ?5 FROM entries WHERE table_id = ?1 AND version = ?2 - 1"
    )
    values = (table, entry.version, entry.at, entry.id, entry.body.decode())
    if connection.execute(insert, values).rowcount == 0:
        raise Conflict(f"the table has no version {entry.version - 1} yet")


def trace(connection: sqlite3.Connection, table: str, guests: Sequence[str]) -> None:
    insert = "INSERT OR IGNORE INTO traces (guest, table_id) VALUES (?, ?)"
    connection.executemany(insert, [(guest, table) for guest in guests])


def seat_holders(
    connection: sqlite3.Connection, table: str, holders: Mapping[int, str | None]
) -> None:
    upsert = (
        "INSERT INTO holders (table_id, seat, guest) VALUES (?1, ?2, ?3)"
        " ON CONFLICT (table_id, seat) DO UPDATE SET guest = ?3"
    )
    connection.executemany(upsert, [(table, seat, guest) for seat, guest in holders.items()])
