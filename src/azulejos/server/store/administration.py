"""Restrictions, and removing tables and guests, by statements that both databases understand."""

from __future__ import annotations

from collections.abc import Collection

from azulejos.errors import Conflict
from azulejos.server.store.database import Notices, Statement
from azulejos.server.store.tables import columns
from azulejos.tables.store.rows import Entry, RestrictedKind, Restriction, TableRow

APPEND = """
INSERT INTO entries (table_id, version, at, id, body)
SELECT table_id, version + 1, $3, NULL, $4 FROM entries
WHERE table_id = $1 AND version = $2 AND NOT EXISTS
    (SELECT 1 FROM entries AS later WHERE later.table_id = $1 AND later.version = $2 + 1)
"""

SHOW = """
UPDATE tables SET game = $2, is_public = $3, state = $4, updated = $5, summary = $6, due = $7,
    turn_since = $8
WHERE table_id = $1
"""

RESTRICT = """
INSERT INTO restrictions (kind, subject, effect, reason, made, until)
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (kind, subject) DO UPDATE SET
    effect = excluded.effect, reason = excluded.reason, made = excluded.made, until = excluded.until
"""

FINISH = """
DELETE FROM guests
WHERE erased < $1 AND NOT EXISTS (SELECT 1 FROM traces WHERE traces.guest = guests.guest)
"""


class Administration(Notices):
    """See `RestrictionStore` and `ErasureStore`."""

    async def remove_tables(self, tables: Collection[str]) -> None:
        steps: list[Statement] = []
        for table in sorted(tables):
            steps += [
                Statement(f"DELETE FROM {each} WHERE table_id = $1", (table,))
                for each in ("entries", "holders", "traces", "tables")
            ]
            steps += self.noted("table", table)
        for is_last_try in (False, True):
            try:
                await self.transact(*steps)
            except Conflict:  # something was appended in this very moment
                if is_last_try:
                    raise
            else:
                return

    async def amend(
        self,
        last: Entry,
        row: TableRow,
        rewritten: Collection[Entry] = (),
        erased: str | None = None,
    ) -> None:
        body, table = last.body.decode(), row.table
        steps = [Statement(APPEND, (table, last.version - 1, last.at, body), expected=1)]
        rewrite = "UPDATE entries SET id = $3, body = $4 WHERE table_id = $1 AND version = $2"
        steps += [
            Statement(rewrite, (table, entry.version, entry.id, entry.body.decode()), expected=1)
            for entry in rewritten
        ]
        steps.append(Statement(SHOW, (table, *columns(row)), expected=1))
        if erased is not None:
            vacate = "UPDATE holders SET guest = NULL WHERE table_id = $1 AND guest = $2"
            forget = "DELETE FROM traces WHERE table_id = $1 AND guest = $2"
            steps += [Statement(vacate, (table, erased)), Statement(forget, (table, erased))]
        await self.transact(*steps, *self.noted("table", table))

    async def traces_of(self, guest: str, limit: int, after: str = "") -> list[str]:
        query = (
            "SELECT table_id FROM traces WHERE guest = $1 AND table_id > $2"
            " ORDER BY table_id LIMIT $3"
        )
        return [table for (table,) in await self.fetch(query, guest, after, limit)]

    async def others_at(self, table: str, guest: str) -> bool:
        query = "SELECT 1 FROM traces WHERE table_id = $1 AND guest <> $2 LIMIT 1"
        return bool(await self.fetch(query, table, guest))

    async def begin_erasing(self, guest: str, at: float) -> bool:
        mark = "UPDATE guests SET name = '', erased = $2 WHERE guest = $1 AND erased IS NULL"
        pardon = "DELETE FROM restrictions WHERE kind = 'guest' AND subject = $1"
        marked, *_ = await self.transact(
            Statement(mark, (guest, at)),
            Statement("DELETE FROM secrets WHERE guest = $1", (guest,)),
            Statement("DELETE FROM notes WHERE guest = $1", (guest,)),
            Statement(pardon, (guest,)),
            *self.noted("guest", guest),
        )
        return marked == 1

    async def erasing(self, limit: int) -> list[str]:
        query = (
            "SELECT guest FROM guests WHERE erased IS NOT NULL"
            " AND EXISTS (SELECT 1 FROM traces WHERE traces.guest = guests.guest)"
            " ORDER BY erased LIMIT $1"
        )
        return [guest for (guest,) in await self.fetch(query, limit)]

    async def finish_erasing(self, before: float) -> int:
        return (await self.transact(Statement(FINISH, (before,))))[0]

    # Restrictions

    async def restrict(self, restriction: Restriction) -> None:
        values = (restriction.kind, restriction.subject, restriction.effect)
        when = (restriction.reason, restriction.made, restriction.until)
        await self.transact(Statement(RESTRICT, (*values, *when)), *self.noted("restrictions"))

    async def lift(self, kind: RestrictedKind, subject: str) -> bool:
        lift = "DELETE FROM restrictions WHERE kind = $1 AND subject = $2"
        lifted, *_ = await self.transact(
            Statement(lift, (kind, subject)), *self.noted("restrictions")
        )
        return lifted == 1

    async def restrictions(self) -> list[Restriction]:
        query = "SELECT kind, subject, effect, reason, made, until FROM restrictions ORDER BY made"
        return [Restriction(*result) for result in await self.fetch(query)]
