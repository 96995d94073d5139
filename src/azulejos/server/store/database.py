"""What SQLite and PostgreSQL do by the very same statements.

Placeholders are PostgreSQL's `$1`, which SQLite understands, too. Where the two differ a statement
is written for each, in `sqlite.py` and `postgres.py`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, NamedTuple

from azulejos.server.store.protocol import ANY, Place, TableRow, Which

COLUMNS = "table_id, game, is_public, state, updated, summary, due"

TABLES = f"""
SELECT {COLUMNS} FROM tables
WHERE (CAST($1 AS TEXT) IS NULL
       OR table_id IN (SELECT table_id FROM holders WHERE guest = $1))
  AND (CAST($2 AS TEXT) IS NULL OR state = $2)
  AND (CAST($3 AS TEXT) IS NULL OR game = $3)
  AND (CAST($4 AS DOUBLE PRECISION) IS NULL OR updated < $4 OR (updated = $4 AND table_id > $5))
ORDER BY updated DESC, table_id LIMIT $6
"""  # noqa: S608


class Step(NamedTuple):
    """A statement of a transaction, and how many rows it must change, where that matters."""

    statement: str
    values: Sequence[object] = ()
    expected: int | None = None


class Database(ABC):
    """A database that understands `$1`."""

    @abstractmethod
    async def fetch(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """The rows that a query finds."""

    @abstractmethod
    async def transact(self, *steps: Step) -> list[int]:
        """Do all steps or none, durably, and answer how many rows each changed.

        Raises `Conflict` if one did not change as many as it must.
        """

    async def tables_of(
        self, guest: str, limit: int, after: Place | None = None, which: Which = ANY
    ) -> list[TableRow]:
        return await self._listed(guest, limit, after, which)

    async def _listed(
        self, guest: str | None, limit: int, after: Place | None, which: Which
    ) -> list[TableRow]:
        found = await self.fetch(TABLES, guest, *which, *(after or (None, None)), limit)
        return [table_row(each) for each in found]


def table_row(found: Sequence[Any]) -> TableRow:
    """A row as both databases give it."""
    table, game, is_public, state, updated, summary, due = found
    return TableRow(table, game, bool(is_public), state, updated, summary.encode(), due)
