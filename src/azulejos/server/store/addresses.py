"""Opening a store by its address, SQLite or PostgreSQL, and copying all of it to another one."""

from __future__ import annotations

import hashlib
import re
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from azulejos.errors import StoreError
from azulejos.extras import needs
from azulejos.server.store.database import Bulk, Database, Fetch, Row
from azulejos.server.store.sqlite import SqliteStore
from azulejos.tables.store.protocol import Store

LOOKS_LIKE_URL = re.compile(r"[a-z]{2,}:(?!\\)", re.IGNORECASE)
"""A scheme, with or without what must follow it: no name of a file that anybody wants."""

AT_ONCE = 1000  # rows
MODULUS = 2**256

Progress = Callable[[str, int], None]

TABLES = (
    *("table_id", "game", "is_public", "state", "updated", "summary", "due"),
    *("turn_since", "notified", "published"),
)
SECRETS = ("digest", "guest", "kind", "made", "link")
SUBSCRIPTIONS = ("device", "endpoint", "p256dh", "auth", "language", "made")


def is_shared(url: str) -> bool:
    """Whether several processes may use a store at the same time."""
    return url.partition("://")[0] in ("postgresql", "postgres")


async def connect(url: str, *, serves: bool = False) -> Store:
    """Open a store, and bring its tables up to date.

    A server says that it `serves`: a file is served by one process only, which others that use it
    for a moment do not disturb.

    `games.db` and `sqlite:///games.db` are a file here, `sqlite:////var/games.db` one by its whole
    path, `postgresql://user@host/database` a database of a PostgreSQL server.
    """
    scheme, separator, rest = url.partition("://")
    if not separator and not LOOKS_LIKE_URL.match(url):
        return SqliteStore(Path(url), serves=serves)
    if scheme == "sqlite" and rest.startswith("/") and rest != "/":
        return SqliteStore(Path(rest[1:]), serves=serves)
    if is_shared(url):
        return await connect_to_postgres(url)
    raise StoreError(
        f"no store at {without_password(url)}: give a file, sqlite:///FILE or postgresql://..."
    )


def without_password(url: str) -> str:
    """An address that may be shown, however it was mistyped."""
    before, separator, rest = url.rpartition("://")
    who, at, where = rest.rpartition("@")
    shown = f"{who.partition(':')[0]}:***@{where}" if at and ":" in who else rest
    if not at:
        shown = re.sub(r":[^/?]*", ":***", rest, count=1)
    return before + separator + re.sub(r"(?i)(password=)[^&]*", r"\1***", shown)


async def connect_to_postgres(url: str) -> Store:
    with needs("postgres"):
        from azulejos.server.store.postgres import PostgresStore  # noqa: PLC0415
    return await PostgresStore.connect(url)


# Copying all that a store has to another one


class Rows(NamedTuple):
    """Rows of a table; the first `key` of its columns identify them."""

    table: str
    columns: Sequence[str]
    key: int
    condition: str = "TRUE"


PARTS = (
    Rows("tables", TABLES, 1),
    Rows("entries", ("table_id", "version", "at", "id", "body"), 2),
    Rows("holders", ("table_id", "seat", "guest"), 2),
    Rows("guests", ("guest", "name", "seen", "erased"), 1),
    Rows("secrets", SECRETS, 1, "link IS NULL"),
    Rows("secrets", SECRETS, 1, "link IS NOT NULL"),  # they refer to those above
    Rows("subscriptions", SUBSCRIPTIONS, 1),
    Rows("notes", ("guest", "kind", "key", "at", "body"), 3),
    Rows("traces", ("guest", "table_id"), 2),
    Rows("restrictions", ("kind", "subject", "effect", "reason", "made", "until"), 2),
)


class Checksum:
    """A count of rows, and a digest that does not depend on their order."""

    def __init__(self) -> None:
        self.count = 0
        self.digest = 0

    def add(self, row: Row) -> None:
        self.count += 1
        digest = hashlib.sha256(repr(row).encode()).digest()
        self.digest = (self.digest + int.from_bytes(digest)) % MODULUS


async def copy(source: Database, target: Database, progress: Progress) -> dict[str, int]:
    """Copy everything, and return how many rows of each table there were."""
    counts: dict[str, int] = {}
    async with target.bulk() as bulk:
        await _expect_empty(bulk)
        for part in PARTS:
            written = Checksum()
            async for rows in _pages(source.fetch, part):
                await bulk.insert(part.table, part.columns, rows)
                for row in rows:
                    written.add(row)
                progress(part.table, counts.get(part.table, 0) + written.count)
            await _verify(bulk, part, written)
            counts[part.table] = counts.get(part.table, 0) + written.count
    return counts


async def _expect_empty(bulk: Bulk) -> None:
    for part in PARTS:
        if await bulk.fetch(f"SELECT 1 FROM {part.table} LIMIT 1"):
            raise StoreError(f"the store to copy to is not empty: it has {part.table}")


async def _verify(bulk: Bulk, part: Rows, written: Checksum) -> None:
    read = Checksum()
    async for rows in _pages(bulk.fetch, part):
        for row in rows:
            read.add(row)
    if (read.count, read.digest) != (written.count, written.digest):
        raise StoreError(f"the copy of {part.table} differs from what was read: nothing was kept")


async def _pages(fetch: Fetch, part: Rows) -> AsyncIterator[list[Row]]:
    """All rows of a part, some at a time."""
    columns, key = ", ".join(part.columns), ", ".join(part.columns[: part.key])
    places = ", ".join(f"${index + 1}" for index in range(part.key))
    query = f"SELECT {columns} FROM {part.table} WHERE {part.condition}"
    order = f"ORDER BY {key} LIMIT {AT_ONCE}"
    result = await fetch(f"{query} {order}")
    while result:
        rows = [_plain(part, row) for row in result]
        yield rows
        last = rows[-1][: part.key]
        result = await fetch(f"{query} AND ({key}) > ({places}) {order}", *last)


def _plain(part: Rows, row: Row) -> Row:
    """A row as both databases have it: SQLite has no booleans."""
    return tuple(
        bool(value) if name == "is_public" else value
        for name, value in zip(part.columns, row, strict=True)
    )
