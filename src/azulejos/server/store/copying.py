"""Copying all that a store has to another one, from SQLite to PostgreSQL or back.

Everything is written in one transaction, and read back in it: the other store has all of it,
checked by counts and digests, or stays empty. Leases and notices are of the moment, and not copied.
"""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, NamedTuple

from azulejos.errors import StoreError
from azulejos.server.store.database import Bulk, Database, Fetch

AT_ONCE = 1000  # rows
MODULUS = 2**256

Row = tuple[Any, ...]
Progress = Callable[[str, int], None]


class Rows(NamedTuple):
    """Rows of a table, and by which of its columns, the first ones, each is known."""

    table: str
    columns: Sequence[str]
    key: int
    condition: str = "TRUE"


TABLES = (
    *("table_id", "game", "is_public", "state", "updated", "summary", "due"),
    *("turn_since", "notified", "published"),
)
SECRETS = ("digest", "guest", "kind", "made", "link")
SUBSCRIPTIONS = ("device", "endpoint", "p256dh", "auth", "language", "made")
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
    """How many rows there were, and a digest of them that does not depend on their order."""

    def __init__(self) -> None:
        self.count = 0
        self.digest = 0

    def add(self, row: Row) -> None:
        self.count += 1
        digest = hashlib.sha256(repr(row).encode()).digest()
        self.digest = (self.digest + int.from_bytes(digest)) % MODULUS


async def copy(source: Database, target: Database, progress: Progress) -> dict[str, int]:
    """Copy everything, and answer how many rows of each table there were."""
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
        if await bulk.fetch(f"SELECT 1 FROM {part.table} LIMIT 1"):  # noqa: S608
            raise StoreError(f"the store to copy to is not empty: it has {part.table}")


async def _verify(bulk: Bulk, part: Rows, written: Checksum) -> None:
    read = Checksum()
    async for rows in _pages(bulk.fetch, part):
        for row in rows:
            read.add(row)
    if (read.count, read.digest) != (written.count, written.digest):
        raise StoreError(f"what was copied of {part.table} is not what was read: nothing is kept")


async def _pages(fetch: Fetch, part: Rows) -> AsyncIterator[list[Row]]:
    """All rows of a part, some at a time."""
    columns, key = ", ".join(part.columns), ", ".join(part.columns[: part.key])
    places = ", ".join(f"${number + 1}" for number in range(part.key))
    query = f"SELECT {columns} FROM {part.table} WHERE {part.condition}"  # noqa: S608
    order = f"ORDER BY {key} LIMIT {AT_ONCE}"
    result = await fetch(f"{query} {order}")
    while result:
        rows = [_plain(part, row) for row in result]
        yield rows
        last = rows[-1][: part.key]
        result = await fetch(f"{query} AND ({key}) > ({places}) {order}", *last)


def _plain(part: Rows, row: Sequence[Any]) -> Row:
    """A row as both databases have it: SQLite knows no truth values."""
    return tuple(
        bool(value) if name == "is_public" else value
        for name, value in zip(part.columns, row, strict=True)
    )
