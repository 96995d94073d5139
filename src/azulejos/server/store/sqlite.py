"""A store in one file, for one server process."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path

from azulejos.errors import Conflict, StoreError
from azulejos.server.store.administration import Administration
from azulejos.server.store.database import Bulk, Row, Statement
from azulejos.server.store.guests import KnownGuests, Notebooks
from azulejos.server.store.sqlite_file import ServingLock, Writer, migrate, opened, ours
from azulejos.server.store.tables import COLUMNS, Subscriptions, Tables, columns, traced
from azulejos.tables.clock import ticks
from azulejos.tables.quota import charge, timed
from azulejos.tables.store.rows import NO_HOLDERS, Entry, Holders, News, Seen, TableRow

LOOK_EVERY = 1.0  # seconds


class SqliteStore(Tables, KnownGuests, Administration, Subscriptions, Notebooks):
    """See `Store`."""

    MAKER = "json_extract(summary, '$.maker')"

    def __init__(self, path: Path, *, serves: bool = False) -> None:
        """Open a file; a process that serves it keeps others from doing so until it ends."""
        self._path = path
        self._claim: ServingLock | None = None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if serves:
                self._claim = ServingLock(path)
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

    async def create(self, row: TableRow, first: Entry, holders: Holders = NO_HOLDERS) -> None:
        def change(connection: sqlite3.Connection) -> None:
            insert = f"INSERT INTO tables ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
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
        holders: Holders = NO_HOLDERS,
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

    async def due(self, by: float, limit: int, without: Collection[str] = ()) -> list[TableRow]:
        which = (
            "WHERE due <= $1 AND table_id NOT IN (SELECT value FROM json_each($2))"
            " ORDER BY due LIMIT $3"
        )
        return await self._rows(which, by, json.dumps(list(without)), limit)

    async def secrets_of(self, guests: Collection[str]) -> set[bytes]:
        query = "SELECT digest FROM secrets WHERE guest IN (SELECT value FROM json_each(?))"
        return {digest for (digest,) in await self._read(query, (json.dumps(list(guests)),))}

    async def lease(self, table: str, holder: str, seconds: float) -> bool:
        """By the monotonic clock: leases do not outlive the process that counts by it."""
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
        """There is no news but that another program, like `azulejos admin`, changed the file."""
        known: int | None = None
        while True:
            before = known
            with suppress(StoreError):
                known = await self._changes_of_others()
            if before is not None and known != before:
                yield None
            await asyncio.sleep(LOOK_EVERY)

    async def _changes_of_others(self) -> int:
        """A number that changes when another program has changed the file."""
        return await self._writer.done(
            lambda connection: int(connection.execute("PRAGMA data_version").fetchone()[0])
        )

    def ordered(self) -> Sequence[Statement]:
        return ()

    def telling(self, news: News) -> Sequence[Statement]:
        del news  # there is nobody to tell
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
        """Do one statement, and return how many rows it changed."""
        return await self._writer.done(
            lambda connection: connection.execute(statement, values).rowcount
        )

    async def fetch(self, query: str, *values: object) -> list[Row]:
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

    async def transact(self, *steps: Statement) -> list[int]:
        def change(connection: sqlite3.Connection) -> list[int]:
            return [changed(connection, step) for step in steps]

        return await self._writer.done(change)

    async def _read(self, query: str, values: tuple[object, ...] | dict[str, object]) -> list[Row]:
        self._writer.refuse_if_stopped()
        loop = asyncio.get_running_loop()
        reading = partial(timed, lambda: self._reading.execute(query, values).fetchall())
        try:
            rows, seconds = await loop.run_in_executor(self._reader, reading)
        except sqlite3.Error as error:
            raise ours(error) from error
        charge(seconds)
        return rows


class SqliteBulk(Bulk):
    """Blocks the event loop: it is for a program that does nothing else."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    async def fetch(self, query: str, *values: object) -> list[Row]:
        return self._connection.execute(query, numbered(values)).fetchall()

    async def insert(self, table: str, columns: Sequence[str], rows: list[Row]) -> None:
        places = ", ".join("?" * len(columns))
        insert = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places})"
        self._connection.executemany(insert, rows)


def numbered(values: Sequence[object]) -> dict[str, object]:
    """Values for the placeholders `$1`, `$2` and so on."""
    return {str(index): value for index, value in enumerate(values, 1)}


def changed(connection: sqlite3.Connection, step: Statement) -> int:
    """Do a step of a transaction, and return how many rows it changed."""
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


def seat_holders(connection: sqlite3.Connection, table: str, holders: Holders) -> None:
    upsert = (
        "INSERT INTO holders (table_id, seat, guest) VALUES (?1, ?2, ?3)"
        " ON CONFLICT (table_id, seat) DO UPDATE SET guest = ?3"
    )
    connection.executemany(upsert, [(table, seat, guest) for seat, guest in holders.items()])
