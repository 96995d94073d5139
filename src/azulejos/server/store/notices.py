"""Notices of what the operator changes, numbered so that no server misses one."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from azulejos.server.store.database import Database, Statement
from azulejos.tables.clock import now
from azulejos.tables.store.rows import News, Notice, NoticeKind

NOTE = "INSERT INTO notices (kind, subject, at) VALUES ($1, $2, $3)"


class Notices(Database):
    """What `NewsStore` asks for of the past; the databases tell each in its way as it happens."""

    @abstractmethod
    def ordered(self) -> Sequence[Statement]:
        """Steps that make other transactions with these steps wait until this one ends.

        So a notice never appears before one with a smaller number. They also wake up the servers.
        """

    @abstractmethod
    def telling(self, news: News) -> Sequence[Statement]:
        """Steps that tell the other processes, once the transaction has ended."""

    def noted(self, kind: NoticeKind, subject: str = "") -> list[Statement]:
        """Steps that note a change which is made in the same transaction."""
        return [*self.ordered(), Statement(NOTE, (kind, subject, now()))]

    async def notices(self, after: int) -> list[Notice]:
        query = "SELECT number, kind, subject FROM notices WHERE number > $1 ORDER BY number"
        return [Notice(*result) for result in await self.fetch(query, after)]

    async def last_notice(self) -> int:
        return int((await self.fetch("SELECT coalesce(max(number), 0) FROM notices"))[0][0])

    async def forget_notices(self, before: float) -> None:
        old = "DELETE FROM notices WHERE at < $1 AND number < (SELECT max(number) FROM notices)"
        await self.transact(Statement(old, (before,)))
