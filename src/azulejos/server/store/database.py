"""What SQLite and PostgreSQL do by the very same statements.

Placeholders are PostgreSQL's `$1`, which SQLite understands, too. Where the two differ a statement
is written for each, in `sqlite.py` and `postgres.py`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, NamedTuple, Protocol

from azulejos.server.store.protocol import ANY, Entry, Place, TableRow, Which

COLUMNS = "table_id, game, is_public, state, updated, summary, due, turn_since"

TABLES = f"""
SELECT {COLUMNS} FROM tables
WHERE (CAST($1 AS TEXT) IS NULL
       OR table_id IN (SELECT table_id FROM holders WHERE guest = $1))
  AND (CAST($2 AS TEXT) IS NULL OR state = $2)
  AND (CAST($3 AS TEXT) IS NULL OR game = $3)
  AND (CAST($4 AS DOUBLE PRECISION) IS NULL OR updated < $4 OR (updated = $4 AND table_id > $5))
ORDER BY updated DESC, table_id LIMIT $6
"""  # noqa: S608


OPEN_TABLES = f"""
SELECT {COLUMNS} FROM (
    SELECT {COLUMNS}, row_number() OVER (
        PARTITION BY coalesce({{maker}}, table_id) ORDER BY updated DESC, table_id
    ) AS turn
    FROM tables WHERE {{is_listed}}
) AS listed
ORDER BY turn, updated DESC, table_id LIMIT $1 OFFSET $2
"""  # noqa: S608

COUNT_OPEN = "SELECT count(*) FROM tables WHERE {is_listed} AND {maker} = $1"

IS_LISTED = """
state = 'open' AND is_public AND EXISTS (
    SELECT 1 FROM holders WHERE holders.table_id = tables.table_id AND guest IS NOT NULL
)
"""


class Step(NamedTuple):
    """A statement of a transaction, and how many rows it must change, where that matters."""

    statement: str
    values: Sequence[object] = ()
    expected: int | None = None


class Fetch(Protocol):
    """Finds the rows of a query."""

    async def __call__(self, query: str, *values: object) -> list[tuple[Any, ...]]: ...


class Bulk(ABC):
    """One transaction that writes very many rows."""

    @abstractmethod
    async def fetch(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """The rows that a query finds, those that are being written among them."""

    @abstractmethod
    async def insert(self, table: str, columns: Sequence[str], rows: list[tuple[Any, ...]]) -> None:
        """Write rows."""


class Database(ABC):
    """A database that understands `$1`."""

    MAKER: str  # who made a table, as the database reads it from the summary

    @abstractmethod
    async def fetch(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """The rows that a query finds."""

    @abstractmethod
    async def transact(self, *steps: Step) -> list[int]:
        """Do all steps or none, durably, and answer how many rows each changed.

        Raises `Conflict` if one did not change as many as it must.
        """

    @abstractmethod
    def bulk(self) -> AbstractAsyncContextManager[Bulk]:
        """Begin a transaction that ends with the context, and is undone if that raises."""

    async def tables_of(
        self, guest: str, limit: int, after: Place | None = None, which: Which = ANY
    ) -> list[TableRow]:
        return await self._listed(guest, limit, after, which)

    async def open_tables(self, limit: int, skip: int = 0) -> list[TableRow]:
        query = OPEN_TABLES.format(maker=self.MAKER, is_listed=IS_LISTED)
        return [table_row(each) for each in await self.fetch(query, limit, skip)]

    async def open_tables_by(self, maker: str) -> int:
        query = COUNT_OPEN.format(maker=self.MAKER, is_listed=IS_LISTED)
        return int((await self.fetch(query, maker))[0][0])

    async def _listed(
        self, guest: str | None, limit: int, after: Place | None, which: Which
    ) -> list[TableRow]:
        found = await self.fetch(TABLES, guest, *which, *(after or (None, None)), limit)
        return [table_row(each) for each in found]


def traced(entry: Entry, holders: Mapping[int, str | None]) -> list[str]:
    """The guests whom an entry names in the log."""
    return sorted({guest for guest in (entry.author, *holders.values()) if guest is not None})


def table_row(found: Sequence[Any]) -> TableRow:
    """A row as both databases give it."""
    table, game, is_public, state, updated, summary, due, turn = found
    return TableRow(table, game, bool(is_public), state, updated, summary.encode(), due, turn)


def columns(row: TableRow) -> tuple[object, ...]:
    """What a row holds beside its table's name, in the order of `COLUMNS`."""
    shown = (row.game, row.is_public, row.state, row.updated, row.summary.decode())
    return (*shown, row.due, row.turn_since)
