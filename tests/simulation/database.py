"""The database that all simulated processes share. All its content is durable."""

from __future__ import annotations

import contextvars
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from azulejos.errors import Conflict
from azulejos.tables.live.standing import Standing
from azulejos.tables.store.rows import (
    Entry,
    GivenLink,
    Guest,
    Holders,
    Note,
    NoteChange,
    SecretKind,
    Subscription,
    TableRow,
    TableState,
    Unpublished,
)

if TYPE_CHECKING:
    from .store import SimulatedStore


@dataclass
class Kept:
    """A table in the database."""

    row: TableRow
    log: list[Entry]
    holders: dict[int, str]
    standings: list[Standing] = field(default_factory=list)  # after each entry, for the judge
    notified: float | None = None
    published: TableState = "open"


@dataclass
class Secret:
    guest: str
    kind: SecretKind
    made: float
    link: bytes | None


class Database:
    """See the module."""

    def __init__(self, time: Callable[[], float], *, judges: bool = False) -> None:
        self.time = time
        self.judges = judges
        self.tables: dict[str, Kept] = {}
        self.guests: dict[str, Guest] = {}
        self.secrets: dict[bytes, Secret] = {}
        self.subscriptions: dict[bytes, Subscription] = {}
        self.notes: dict[tuple[str, str, str], Note] = {}  # by guest, kind and key
        self.leases: dict[str, tuple[str, float]] = {}
        self.granted: dict[tuple[str, str], float] = {}  # by table and holder: when last
        self.under_way = 0  # calls that have not taken effect yet
        self.listeners: list[SimulatedStore] = []
        self.context = contextvars.copy_context()  # what happens here belongs to no process
        self.on_append: Callable[[str, Entry], None] = lambda table, entry: None

    def create(self, row: TableRow, first: Entry, holders: Holders) -> None:
        if row.table in self.tables:
            raise Conflict("this table exists")
        kept = self.tables[row.table] = Kept(row, [first], {})
        self._hold(kept, holders)
        if self.judges:
            kept.standings.append(Standing.of(row.table, [first]))
        self.on_append(row.table, first)

    def append(self, table: str, entry: Entry, row: TableRow | None, holders: Holders) -> None:
        kept = self.tables.get(table)
        if kept is None or kept.log[-1].version != entry.version - 1:
            raise Conflict("the log does not end there")
        if entry.id is not None and any(entry.id == each.id for each in kept.log):
            raise Conflict("the log has this id")
        if self.judges:
            kept.standings.append(kept.standings[-1].following([entry]))
        kept.log.append(entry)
        kept.row = row or kept.row
        self._hold(kept, holders)
        self.on_append(table, entry)

    def _hold(self, kept: Kept, holders: Holders) -> None:
        for seat, guest in holders.items():
            if guest is None:
                kept.holders.pop(seat, None)
            else:
                kept.holders[seat] = guest

    def add_guest(self, guest: Guest) -> None:
        if guest.guest in self.guests:
            raise Conflict("this guest exists")
        self.guests[guest.guest] = guest

    def rename(self, guest: Guest) -> None:
        if guest.guest in self.guests:
            self.guests[guest.guest] = guest

    def add_secret(self, digest: bytes, guest: str, kind: SecretKind, link: bytes | None) -> None:
        if digest in self.secrets or guest not in self.guests:
            raise Conflict("this secret exists, or its guest does not")
        if link is not None and link not in self.secrets:
            raise Conflict("this link is forgotten")
        self.secrets[digest] = Secret(guest, kind, self.time(), link)

    def guest_by_secret(self, digest: bytes, kind: SecretKind) -> Guest | None:
        secret = self.secrets.get(digest)
        return self.guests[secret.guest] if secret and secret.kind == kind else None

    def links_of(self, guest: str) -> list[GivenLink]:
        links = [
            GivenLink(
                digest, secret.made, sum(each.link == digest for each in self.secrets.values())
            )
            for digest, secret in self.secrets.items()
            if secret.guest == guest and secret.kind == "link"
        ]
        return links[::-1]

    def forget_links(self, guest: str, keep: bytes, link: bytes | None) -> None:
        kept = self.secrets.get(keep)
        if kept and kept.guest == guest and link in (None, kept.link):
            kept.link = None
        forgotten = {
            digest
            for digest, secret in self.secrets.items()
            if secret.guest == guest
            and digest != keep
            and (link is None or (digest == link and secret.kind == "link"))
        }
        for digest, secret in list(self.secrets.items()):
            if digest in forgotten or secret.link in forgotten:
                del self.secrets[digest]
                self.subscriptions.pop(digest, None)

    def subscribe(self, subscription: Subscription, most: int) -> None:
        if subscription.device not in self.secrets:
            raise Conflict("nobody is known by this device")
        for device, each in list(self.subscriptions.items()):
            if each.endpoint == subscription.endpoint:
                del self.subscriptions[device]
        self.subscriptions[subscription.device] = subscription
        for each in self.subscriptions_of(self.secrets[subscription.device].guest)[most:]:
            del self.subscriptions[each.device]

    def subscriptions_of(self, guest: str) -> list[Subscription]:
        every = self.subscriptions.values()
        own = [each for each in every if self.secrets[each.device].guest == guest]
        return sorted(own, key=lambda each: (-each.made, each.device))

    def unsubscribe(self, device: bytes, endpoint: str | None) -> None:
        known = self.subscriptions.get(device)
        if known and endpoint in (None, known.endpoint):
            del self.subscriptions[device]

    def unnotified(self, after: float, until: float, limit: int) -> list[TableRow]:
        result = [
            (kept.row.turn_since, kept.row)
            for kept in self.tables.values()
            if kept.row.turn_since is not None
            and after < kept.row.turn_since <= until
            and kept.row.turn_since != kept.notified
        ]
        return [row for _, row in sorted(result, key=lambda pair: pair[0])[:limit]]

    def claim_notification(self, table: str, turn_since: float) -> bool:
        kept = self.tables.get(table)
        if kept is None or kept.row.turn_since != turn_since or kept.notified == turn_since:
            return False
        kept.notified = turn_since
        return True

    def unpublished(self, limit: int) -> list[Unpublished]:
        every = [each for each in self.tables.values() if each.row.state != each.published]
        every.sort(key=lambda each: each.row.updated)
        return [Unpublished(each.row, each.published) for each in every[:limit]]

    def publish(
        self, table: str, before: TableState, state: TableState, changes: Sequence[NoteChange]
    ) -> None:
        if table not in self.tables or self.tables[table].published != before:
            raise Conflict("another state was published")
        for guest, note, expected in changes:
            there = self.notes.get((guest, note.kind, note.key))
            if guest not in self.guests or (there and there.body) != (expected and expected.body):
                raise Conflict("the note has changed")
        for guest, note, _ in changes:
            self.notes[guest, note.kind, note.key] = note
        self.tables[table].published = state

    def lease(self, table: str, holder: str, seconds: float) -> bool:
        has, until = self.leases.get(table, (holder, 0.0))
        if has != holder and until > self.time():
            return False
        self.leases[table] = holder, self.time() + seconds
        self.granted[table, holder] = self.time()
        return True

    def release(self, holder: str) -> None:
        self.leases = {table: held for table, held in self.leases.items() if held[0] != holder}

    def due(self, by: float, limit: int, without: Collection[str]) -> list[TableRow]:
        rows = [kept.row for table, kept in self.tables.items() if table not in without]
        due = [(row.due, row) for row in rows if row.due is not None and row.due <= by]
        return [row for _, row in sorted(due, key=lambda pair: pair[0])[:limit]]
