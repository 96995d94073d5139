"""A store in a PostgreSQL database, for any number of server processes.

Every change is one statement, so one round trip and one transaction. PostgreSQL itself lets
transactions that end at the same time share a wait for the disk.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress

import asyncpg

from azulejos.errors import Conflict, DiskFull, StoreError, StoreSilent
from azulejos.server.store.administration import Administration
from azulejos.server.store.database import Bulk, Row, Statement
from azulejos.server.store.guests import KnownGuests, Notebooks
from azulejos.server.store.migrations import remaining, scripts
from azulejos.server.store.notifier import CHANNEL, CONNECTING, LOOK, Notifier, packed
from azulejos.server.store.tables import Subscriptions, Tables, columns, traced
from azulejos.tables.store.rows import NO_HOLDERS, Entry, Holders, News, Seen, TableRow, Written

MAX_CONNECTIONS = 10
PATIENCE = 10.0  # seconds to wait for an answer of the database
LONG_PATIENCE = 30.0  # the same for housekeeping and copying, which change very many rows
CANCELLING = 2.0  # seconds to let the database cancel what nobody waits for any more
NOTING = 0x617A756D  # the advisory lock for writing notices
MIGRATING = 0x617A756C  # the advisory lock for migrations

CREATE = """
WITH made AS (
    INSERT INTO tables (table_id, game, is_public, state, updated, summary, due, turn_since)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
), added AS (
    INSERT INTO entries (table_id, version, at, id, body) VALUES ($1, 0, $9, $10, $11)
), traced AS (
    INSERT INTO traces (guest, table_id) SELECT guest, $1 FROM unnest($14::text[]) AS guest
)
INSERT INTO holders (table_id, seat, guest)
SELECT $1, seat, guest FROM unnest($12::integer[], $13::text[]) AS held (seat, guest)
"""

APPEND = """
WITH added AS (
    INSERT INTO entries (table_id, version, at, id, body)
    SELECT table_id, $2, $3, $4, $5 FROM entries WHERE table_id = $1 AND version = $2 - 1
    RETURNING table_id
), changed AS (
    UPDATE tables SET game = $6, is_public = $7, state = $8, updated = $9, summary = $10, due = $11,
        turn_since = $12
    FROM added WHERE tables.table_id = added.table_id AND $6::text IS NOT NULL
), held AS (
    INSERT INTO holders (table_id, seat, guest)
    SELECT table_id, seat, guest
    FROM added, unnest($13::integer[], $14::text[]) AS held (seat, guest)
    ON CONFLICT (table_id, seat) DO UPDATE SET guest = excluded.guest
), traced AS (
    INSERT INTO traces (guest, table_id)
    SELECT guest, table_id FROM added, unnest($15::text[]) AS guest ON CONFLICT DO NOTHING
)
SELECT count(*) FROM added
"""

LEASE = """
INSERT INTO leases (table_id, holder, since, until)
SELECT $1, $2, now, now + make_interval(secs => $3) FROM clock_timestamp() AS now
ON CONFLICT (table_id) DO UPDATE
SET holder = excluded.holder, since = excluded.since, until = excluded.until
WHERE leases.holder = excluded.holder
   OR clock_timestamp() NOT BETWEEN leases.since AND leases.until  -- it ran out, or a clock was set
RETURNING TRUE
"""

VERSIONS = """
SELECT watched, (SELECT max(version) FROM entries WHERE table_id = watched)
FROM unnest($1::text[]) AS watched
"""

NO_ROW = (None,) * 7

SILENT = (
    OSError,  # timeouts among them
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # a connection broke in the middle of an answer
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,  # it is stopping, starting, or has crashed
    asyncpg.TooManyConnectionsError,
)


class PostgresStore(Tables, KnownGuests, Administration, Subscriptions, Notebooks):
    """See `Store`."""

    MAKER = "(summary::json ->> 'maker')"

    def __init__(self, pool: asyncpg.Pool, notifier: Notifier) -> None:
        self._pool = pool
        self._notifier = notifier

    @classmethod
    async def connect(cls, url: str) -> PostgresStore:
        with told_as_ours(), address_read_as_ours():
            if url.count("@") > 1:  # then a part of the password would be taken for the host
                raise ValueError
            pool = await asyncpg.create_pool(
                url,
                min_size=1,
                max_size=MAX_CONNECTIONS,
                timeout=CONNECTING,
                command_timeout=LONG_PATIENCE,
                reset=untouched,
            )
            try:
                await migrate(pool)
            except BaseException:
                pool.terminate()
                raise
        return cls(pool, Notifier(url))

    async def create(self, row: TableRow, first: Entry, holders: Holders = NO_HOLDERS) -> None:
        entry = (first.at, first.id, first.body.decode())
        held = (list(holders), list(holders.values()))
        guests = traced(first, holders)
        await self._execute(CREATE, row.table, *columns(row), *entry, *held, guests)

    async def append(
        self,
        table: str,
        entry: Entry,
        row: TableRow | None = None,
        holders: Holders = NO_HOLDERS,
    ) -> None:
        added = await self.fetch(
            APPEND,
            table,
            *(entry.version, entry.at, entry.id, entry.body.decode()),
            *(NO_ROW if row is None else columns(row)),
            *(list(holders), list(holders.values()), traced(entry, holders)),
        )
        if added[0][0] == 0:
            raise Conflict(f"the table has no version {entry.version - 1} yet")
        self._notifier.publish(Written(table, entry.version))

    async def due(self, by: float, limit: int, without: Collection[str] = ()) -> list[TableRow]:
        which = "WHERE due <= $1 AND table_id <> ALL($3::text[]) ORDER BY due LIMIT $2"
        return await self._rows(which, by, limit, list(without))

    async def secrets_of(self, guests: Collection[str]) -> set[bytes]:
        query = "SELECT digest FROM secrets WHERE guest = ANY($1::text[])"
        return {digest for (digest,) in await self.fetch(query, list(guests))}

    async def lease(self, table: str, holder: str, seconds: float) -> bool:
        return bool(await self.fetch(LEASE, table, holder, seconds))

    async def release(self, holder: str) -> None:
        await self._execute("DELETE FROM leases WHERE holder = $1", holder)

    def announce(self, seen: Seen) -> None:
        self._notifier.publish(seen)

    async def news(self) -> AsyncIterator[News | None]:
        while True:
            heard = await self._notifier.heard()
            if heard is None:
                yield None
                continue
            for news in heard:
                yield news

    def ordered(self) -> Sequence[Statement]:
        lock = Statement("SELECT pg_advisory_xact_lock($1)", (NOTING,))
        return lock, Statement("SELECT pg_notify($1, $2)", (CHANNEL, LOOK))

    def telling(self, news: News) -> Sequence[Statement]:
        (payload,) = packed([news])
        return (Statement("SELECT pg_notify($1, $2)", (CHANNEL, payload)),)

    async def forget_notices(self, before: float) -> None:
        await super().forget_notices(before)
        await self._execute("DELETE FROM leases WHERE until < now() - INTERVAL '1 day'")

    async def versions(self, tables: Collection[str]) -> dict[str, int]:
        result = await self.fetch(VERSIONS, list(tables))
        return {table: version for table, version in result if version is not None}

    async def close(self) -> None:
        await self._notifier.close()
        with suppress(TimeoutError):  # then it is terminated
            async with asyncio.timeout(PATIENCE):
                await self._pool.close()

    async def fetch(self, query: str, *values: object) -> list[Row]:
        async with self._connection() as connection:
            return list(await connection.fetch(query, *values, timeout=PATIENCE))

    @asynccontextmanager
    async def bulk(self) -> AsyncIterator[Bulk]:
        async with self._connection() as connection, connection.transaction():
            await connection.execute("LOCK TABLE tables, guests IN EXCLUSIVE MODE")
            yield PostgresBulk(connection)

    async def transact(self, *steps: Statement) -> list[int]:
        async with self._connection() as connection:
            if len(steps) == 1 and steps[0].expected is None:  # a transaction by itself
                return [await changed(connection, steps[0])]
            async with connection.transaction():
                return [await changed(connection, step) for step in steps]

    async def _execute(self, statement: str, *values: object) -> None:
        async with self._connection() as connection:
            await connection.execute(statement, *values, timeout=PATIENCE)

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[asyncpg.Connection]:
        """A connection of the pool. Nothing here waits forever.

        If one connection is silent the others may be, too: each is replaced before its next use,
        instead of costing somebody a timeout.
        """
        with told_as_ours():
            try:
                async with asyncio.timeout(CONNECTING):
                    connection = await self._pool.acquire()
                try:
                    yield connection
                finally:
                    await self._pool.release(connection, timeout=CANCELLING)
            except TimeoutError:
                await self._pool.expire_connections()
                raise


class PostgresBulk(Bulk):
    """Writes by COPY."""

    def __init__(self, connection: asyncpg.Connection) -> None:
        self._connection = connection

    async def fetch(self, query: str, *values: object) -> list[Row]:
        return list(await self._connection.fetch(query, *values))

    async def insert(self, table: str, columns: Sequence[str], rows: list[Row]) -> None:
        await self._connection.copy_records_to_table(table, columns=columns, records=rows)


async def migrate(pool: asyncpg.Pool) -> None:
    """Bring the tables up to date, all scripts or none, one process at a time."""
    every = scripts("postgresql")
    async with pool.acquire() as connection, connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", MIGRATING)
        await connection.execute("CREATE TABLE IF NOT EXISTS shape (version INTEGER NOT NULL)")
        version = await connection.fetchval("SELECT max(version) FROM shape") or 0
        for script in remaining(every, version):
            await connection.execute(script)
        if version < len(every):
            await connection.execute("INSERT INTO shape (version) VALUES ($1)", len(every))


async def untouched(connection: asyncpg.Connection) -> None:
    """Reset nothing before a connection's next use: no statement here changes it."""
    del connection


@contextmanager
def told_as_ours() -> Iterator[None]:
    """Turn errors of PostgreSQL and asyncpg into errors of a store."""
    try:
        yield
    except asyncpg.IntegrityConstraintViolationError as error:
        raise Conflict(error.args[0]) from error  # without the details, which name the table
    except asyncpg.DiskFullError as error:
        raise DiskFull("the database's disk is full: nothing can be written for now") from error
    except SILENT as error:
        reason = error.args[-1] if error.args else type(error).__name__
        raise StoreSilent(f"the database does not answer: {reason}") from error
    except asyncpg.PostgresError as error:
        raise StoreError(f"PostgreSQL: {error.args[0]}") from error


@contextmanager
def address_read_as_ours() -> Iterator[None]:
    """Raise errors about an address without quoting it: it may contain a password."""
    try:
        yield
    except (asyncpg.ClientConfigurationError, ValueError):
        raise StoreError(
            "PostgreSQL: the address cannot be read; it should be like"
            " postgresql://USER:PASSWORD@HOST/DATABASE, with %40 for an @ in the password"
        ) from None


async def changed(connection: asyncpg.Connection, step: Statement) -> int:
    """Do a step of a transaction, and return how many rows it changed."""
    status = await connection.execute(step.statement, *step.values)
    last = status.rpartition(" ")[2]  # "UPDATE 3", "INSERT 0 1", but "SELECT 1" as well
    count = int(last) if last.isdigit() else 0
    if step.expected is not None and count != step.expected:
        raise Conflict("the store has changed meanwhile")
    return count
