"""What SQLite and PostgreSQL have in common, for statements that both understand.

Placeholders are PostgreSQL's `$1`, which SQLite understands, too. Where the two differ a statement
is written for each, in `sqlite.py` and `postgres.py`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, NamedTuple, Protocol


class Statement(NamedTuple):
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

    @abstractmethod
    async def fetch(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """The rows that a query finds."""

    @abstractmethod
    async def transact(self, *steps: Statement) -> list[int]:
        """Do all steps or none, durably, and answer how many rows each changed.

        Raises `Conflict` if one did not change as many as it must.
        """

    @abstractmethod
    def bulk(self) -> AbstractAsyncContextManager[Bulk]:
        """Begin a transaction that ends with the context, and is undone if that raises."""
