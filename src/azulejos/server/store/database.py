"""What SQLite and PostgreSQL have in common: statements that both understand, and notices.

Placeholders are PostgreSQL's `$1`, which SQLite understands, too. Where the two differ a statement
is written for each, in `sqlite.py` and `postgres.py`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, NamedTuple, Protocol

from azulejos.tables.clock import now
from azulejos.tables.store.rows import News, Notice, NoticeKind

Row = tuple[Any, ...]
"""What a query finds, in the types of the columns."""

NOTE = "INSERT INTO notices (kind, subject, at) VALUES ($1, $2, $3)"


class Statement(NamedTuple):
    """A statement of a transaction, and how many rows it must change, if that matters."""

    statement: str
    values: Sequence[object] = ()
    expected: int | None = None


class Fetch(Protocol):
    """Fetches the rows of a query."""

    async def __call__(self, query: str, *values: object) -> list[Row]: ...


class Bulk(ABC):
    """A transaction that writes very many rows."""

    @abstractmethod
    async def fetch(self, query: str, *values: object) -> list[Row]:
        """The rows that a query finds, those that are being written among them."""

    @abstractmethod
    async def insert(self, table: str, columns: Sequence[str], rows: list[Row]) -> None:
        """Write rows."""


class Database(ABC):
    """A database that understands `$1`."""

    @abstractmethod
    async def fetch(self, query: str, *values: object) -> list[Row]:
        """The rows that a query finds."""

    @abstractmethod
    async def transact(self, *steps: Statement) -> list[int]:
        """Do all steps or none, durably, and answer how many rows each changed.

        Raises `Conflict` if one did not change as many as it must.
        """

    @abstractmethod
    def bulk(self) -> AbstractAsyncContextManager[Bulk]:
        """Begin a transaction that ends with the context, and is undone if that raises."""


# Notices of what the operator changes, numbered so that no server misses one


class Notices(Database):
    """The part of `NewsStore` that is the same in both databases."""

    @abstractmethod
    def ordered(self) -> Sequence[Statement]:
        """Steps that make other transactions with these steps wait until this one ends.

        So a notice never appears before one with a smaller number. They also wake up the servers.
        """

    @abstractmethod
    def telling(self, news: News) -> Sequence[Statement]:
        """Steps that tell the other processes, once the transaction has ended."""

    def noted(self, kind: NoticeKind, subject: str = "") -> list[Statement]:
        """Steps that note a change made in the same transaction."""
        return [*self.ordered(), Statement(NOTE, (kind, subject, now()))]

    async def notices(self, after: int) -> list[Notice]:
        query = "SELECT number, kind, subject FROM notices WHERE number > $1 ORDER BY number"
        return [Notice(*result) for result in await self.fetch(query, after)]

    async def last_notice(self) -> int:
        return int((await self.fetch("SELECT coalesce(max(number), 0) FROM notices"))[0][0])

    async def forget_notices(self, before: float) -> None:
        old = "DELETE FROM notices WHERE at < $1 AND number < (SELECT max(number) FROM notices)"
        await self.transact(Statement(old, (before,)))
