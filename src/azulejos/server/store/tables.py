"""Tables and who is notified of turns at them, by statements that both databases understand."""

from __future__ import annotations

from collections.abc import Sequence

from azulejos.server.store.database import Database, Row, Statement
from azulejos.server.store.guests import replacing
from azulejos.tables.store import rows

COLUMNS = "table_id, game, is_public, state, updated, summary, due, turn_since"

TABLES = f"""
SELECT {COLUMNS} FROM tables
WHERE (CAST($1 AS TEXT) IS NULL
       OR table_id IN (SELECT table_id FROM holders WHERE guest = $1))
  AND (CAST($2 AS TEXT) IS NULL OR state = $2)
  AND (CAST($3 AS TEXT) IS NULL OR game = $3)
  AND (CAST($4 AS DOUBLE PRECISION) IS NULL OR updated < $4 OR (updated = $4 AND table_id > $5))
ORDER BY updated DESC, table_id LIMIT $6
"""

OPEN_TABLES = f"""
SELECT {COLUMNS} FROM (
    SELECT {COLUMNS}, row_number() OVER (
        PARTITION BY coalesce({{maker}}, table_id) ORDER BY updated DESC, table_id
    ) AS turn
    FROM tables WHERE {{is_listed}}
) AS listed
ORDER BY turn, updated DESC, table_id LIMIT $1 OFFSET $2
"""

COUNT_OPEN = "SELECT count(*) FROM tables WHERE {is_listed} AND {maker} = $1"

IS_LISTED = """
state = 'open' AND is_public AND EXISTS (
    SELECT 1 FROM holders WHERE holders.table_id = tables.table_id AND guest IS NOT NULL
)
"""

UNUSED = """
SELECT table_id FROM tables
WHERE state = $1 AND published = state AND updated < $2 AND (due IS NULL OR due < $2)
ORDER BY updated LIMIT $3
"""

UNPUBLISHED = f"""
SELECT {COLUMNS}, published FROM tables WHERE published <> state ORDER BY updated LIMIT $1
"""

PUBLISH = "UPDATE tables SET published = $3 WHERE table_id = $1 AND published = $2"

ENTRIES = """
SELECT version, at, id, body FROM entries WHERE table_id = $1 AND version > $2 ORDER BY version
"""

SUBSCRIBE = """
INSERT INTO subscriptions (device, endpoint, p256dh, auth, language, made)
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (device) DO UPDATE SET
    endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth,
    language = excluded.language, made = excluded.made
"""

TAKE_OVER = "DELETE FROM subscriptions WHERE endpoint = $1 AND device <> $2"

FORGET_OLDEST = """
DELETE FROM subscriptions WHERE device IN (
    SELECT device FROM subscriptions JOIN secrets ON digest = device
    WHERE guest = (SELECT guest FROM secrets WHERE digest = $1)
    ORDER BY subscriptions.made DESC, device LIMIT 1000000 OFFSET $2
)
"""

SUBSCRIPTIONS = """
SELECT device, endpoint, p256dh, auth, language, subscriptions.made
FROM subscriptions JOIN secrets ON digest = device
WHERE guest = $1 ORDER BY subscriptions.made DESC, device
"""

UNSUBSCRIBE = """
DELETE FROM subscriptions
WHERE device = $1 AND (CAST($2 AS TEXT) IS NULL OR endpoint = $2)
"""

UNNOTIFIED = f"""
SELECT {COLUMNS} FROM tables
WHERE turn_since > $1 AND turn_since <= $2 AND (notified IS NULL OR notified <> turn_since)
ORDER BY turn_since LIMIT $3
"""

CLAIM = """
UPDATE tables SET notified = $2
WHERE table_id = $1 AND turn_since = $2 AND (notified IS NULL OR notified <> $2)
"""


class Tables(Database):
    """`LogStore`, `ListStore` and `EventStore`, except for what differs between databases."""

    MAKER: str  # who made a table, as the database reads it from the summary

    async def entries(self, table: str, after: int = -1) -> list[rows.Entry]:
        result = await self.fetch(ENTRIES, table, after)
        return [rows.Entry(version, at, name, body.encode()) for version, at, name, body in result]

    async def row(self, table: str) -> rows.TableRow | None:
        result = await self._rows("WHERE table_id = $1", table)
        return result[0] if result else None

    async def open_tables(self, limit: int, skip: int = 0) -> list[rows.TableRow]:
        query = OPEN_TABLES.format(maker=self.MAKER, is_listed=IS_LISTED)
        return [table_row(each) for each in await self.fetch(query, limit, skip)]

    async def open_tables_by(self, maker: str) -> int:
        query = COUNT_OPEN.format(maker=self.MAKER, is_listed=IS_LISTED)
        return int((await self.fetch(query, maker))[0][0])

    async def tables_of(
        self, guest: str, limit: int, after: rows.Cursor | None = None, which: rows.Which = rows.ANY
    ) -> list[rows.TableRow]:
        return await self._listed(guest, limit, after, which)

    async def all_tables(
        self, limit: int, after: rows.Cursor | None = None, which: rows.Which = rows.ANY
    ) -> list[rows.TableRow]:
        return await self._listed(None, limit, after, which)

    async def unused_tables(self, state: rows.TableState, before: float, limit: int) -> list[str]:
        return [table for (table,) in await self.fetch(UNUSED, state, before, limit)]

    async def unpublished(self, limit: int) -> list[rows.Unpublished]:
        result = await self.fetch(UNPUBLISHED, limit)
        return [rows.Unpublished(table_row(tuple(row)), published) for *row, published in result]

    async def publish(
        self,
        table: str,
        before: rows.TableState,
        state: rows.TableState,
        changes: Sequence[rows.NoteChange],
    ) -> None:
        notes = [step for change in changes for step in replacing(change)]
        await self.transact(Statement(PUBLISH, (table, before, state), expected=1), *notes)

    async def _listed(
        self, guest: str | None, limit: int, after: rows.Cursor | None, which: rows.Which
    ) -> list[rows.TableRow]:
        result = await self.fetch(TABLES, guest, *which, *(after or (None, None)), limit)
        return [table_row(each) for each in result]

    async def _rows(self, which: str, *values: object) -> list[rows.TableRow]:
        result = await self.fetch(f"SELECT {COLUMNS} FROM tables {which}", *values)
        return [table_row(each) for each in result]


def traced(entry: rows.Entry, holders: rows.Holders) -> list[str]:
    """The guests that an entry names."""
    return sorted({guest for guest in (entry.author, *holders.values()) if guest is not None})


def table_row(row: Row) -> rows.TableRow:
    """A row as either database returns it."""
    table, game, is_public, state, updated, summary, due, turn = row
    return rows.TableRow(table, game, bool(is_public), state, updated, summary.encode(), due, turn)


def columns(row: rows.TableRow) -> tuple[object, ...]:
    """The values of a row after the table's name, in the order of `COLUMNS`."""
    shown = (row.game, row.is_public, row.state, row.updated, row.summary.decode())
    return (*shown, row.due, row.turn_since)


# Web push: which devices are reached where, and which turns their guests were notified of


class Subscriptions(Database):
    """See `PushStore`."""

    async def subscribe(self, subscription: rows.Subscription, most: int) -> None:
        device, endpoint = subscription.device, subscription.endpoint
        keys = (subscription.p256dh, subscription.auth)
        values = (device, endpoint, *keys, subscription.language, subscription.made)
        await self.transact(
            Statement(TAKE_OVER, (endpoint, device)),
            Statement(SUBSCRIBE, values),
            Statement(FORGET_OLDEST, (device, most)),
        )

    async def unsubscribe(self, device: bytes, endpoint: str | None = None) -> None:
        await self.transact(Statement(UNSUBSCRIBE, (device, endpoint)))

    async def subscriptions_of(self, guest: str) -> list[rows.Subscription]:
        return [rows.Subscription(*result) for result in await self.fetch(SUBSCRIPTIONS, guest)]

    async def unnotified(self, after: float, until: float, limit: int) -> list[rows.TableRow]:
        return [table_row(result) for result in await self.fetch(UNNOTIFIED, after, until, limit)]

    async def claim_notification(self, table: str, turn_since: float) -> bool:
        return (await self.transact(Statement(CLAIM, (table, turn_since))))[0] == 1
