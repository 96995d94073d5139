"""Web push: which devices are reached where, and which turns their guests were notified of."""

from __future__ import annotations

from azulejos.server.store.database import Database, Statement
from azulejos.server.store.tables import COLUMNS, table_row
from azulejos.tables.store.rows import Subscription, TableRow

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
"""  # noqa: S608

CLAIM = """
UPDATE tables SET notified = $2
WHERE table_id = $1 AND turn_since = $2 AND (notified IS NULL OR notified <> $2)
"""


class Subscriptions(Database):
    """See `PushStore`."""

    async def subscribe(self, subscription: Subscription, most: int) -> None:
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

    async def subscriptions_of(self, guest: str) -> list[Subscription]:
        return [Subscription(*result) for result in await self.fetch(SUBSCRIPTIONS, guest)]

    async def unnotified(self, after: float, until: float, limit: int) -> list[TableRow]:
        return [table_row(result) for result in await self.fetch(UNNOTIFIED, after, until, limit)]

    async def claim_notification(self, table: str, turn_since: float) -> bool:
        return (await self.transact(Statement(CLAIM, (table, turn_since))))[0] == 1
