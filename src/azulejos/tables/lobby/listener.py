"""Following what others do: other processes at the same tables, and the operator."""

from __future__ import annotations

from contextlib import suppress
from typing import Protocol

from azulejos.errors import StoreError
from azulejos.tables.live.audience import RemotePresence
from azulejos.tables.live.table import Table
from azulejos.tables.people.guests import Restrictions
from azulejos.tables.store import rows
from azulejos.tables.store.protocol import LogStore, NewsStore, RestrictionStore, SecretStore


class ListenerStore(LogStore, NewsStore, SecretStore, RestrictionStore, Protocol):
    """What a listener asks of a store."""


class Listener:
    """Passes on what it hears to the tables in memory."""

    def __init__(
        self,
        store: ListenerStore,
        live: dict[str, Table],
        elsewhere: RemotePresence,
        restrictions: Restrictions,
    ) -> None:
        self._store = store
        self._live = live
        self._elsewhere = elsewhere
        self._restrictions = restrictions
        self._noticed: int | None = None  # the last notice of the operator

    async def listen(self) -> None:
        """Follow what other processes do at the tables in memory."""
        async for news in self._store.news():
            match news:
                case None:
                    await self.look_for_missed()
                case rows.Written():
                    self._hear_of_entries(news)
                case rows.Seen():
                    self._hear_of_people(news)
                case rows.Revoked(guest):
                    with suppress(StoreError):
                        await self.close_revoked(guest)

    async def look_for_missed(self) -> None:
        """Ask the store for what may have been missed."""
        with suppress(StoreError):  # the database is gone: look again later
            await self.look_at_notices()
            for name, version in (await self._store.versions(list(self._live))).items():
                self._hear_of_entries(rows.Written(name, version))
            await self.close_revoked()

    async def look_at_notices(self) -> None:
        """Read what the operator has changed, and which guests deleted their data."""
        if self._noticed is None:  # all that was noted before is in the store as it is read now
            self._noticed = await self._store.last_notice()
            self._restrictions.replace(await self._store.restrictions())
            return
        for notice in await self._store.notices(self._noticed):
            match notice.kind:
                case "table":
                    await self._dismiss(notice.subject)
                case "guest":
                    await self.close_revoked(notice.subject)
                case "restrictions":
                    self._restrictions.replace(await self._store.restrictions())
                    self._close_banned()
            self._noticed = notice.number

    async def _dismiss(self, name: str) -> None:
        """Drop a table whose log was changed from outside."""
        if table := self._live.pop(name, None):
            await table.dismiss()

    def _close_banned(self) -> None:
        for table in self._live.values():
            for subscriber in table.audience.subscribers:
                if self._restrictions.refuse(subscriber.identity, subscriber.address):
                    subscriber.close()

    def _hear_of_entries(self, written: rows.Written) -> None:
        if table := self._live.get(written.table):
            table.hear_of(written.version)

    def _hear_of_people(self, seen: rows.Seen) -> None:
        before = self._elsewhere.at(seen.table)
        is_new = self._elsewhere.hear(seen)
        table = self._live.get(seen.table)
        if table and self._elsewhere.at(seen.table) != before:
            table.tell_presence_soon()
        if table and is_new:
            table.announce_again()  # that process does not know yet who is here

    async def close_revoked(self, guest: str | None = None) -> None:
        """Close the connections of a guest (or of all guests) whose secrets were revoked."""
        connected = [each for table in self._live.values() for each in table.audience.known(guest)]
        known = await self._store.secrets_of({identity.guest for identity, _ in connected})
        for identity, subscriber in connected:
            if identity.secret not in known:
                subscriber.close()
