"""What the server keeps, and what it asks of a store.

A table is its **log**: entries that are only ever appended. An entry's version counts them from 0,
so two processes that append to the same table at once cannot both succeed. Everything else here
(rows of tables, who holds which seat) is an index to find tables by, changed in the same
transaction as the log and never read to play on.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Mapping
from typing import Literal, NamedTuple, Protocol

import msgspec

TableState = Literal["open", "playing", "over"]
SecretKind = Literal["cookie", "link", "bot"]

RestrictedKind = Literal["guest", "network"]
Effect = Literal["mute", "ban"]
NoticeKind = Literal["table", "guest", "restrictions"]

NO_HOLDERS: Mapping[int, str | None] = {}


class Entry(msgspec.Struct, frozen=True):
    """One line of a table's log."""

    version: int
    at: float  # seconds since 1970
    id: str | None  # by which its sender knows it; no two of a table have the same
    body: bytes  # JSON

    @property
    def author(self) -> str | None:
        """The guest who sent it, by whom its id begins; a bot is none."""
        guest, colon, _ = (self.id or "").partition(":")
        return guest if colon and " " not in guest else None


class TableRow(msgspec.Struct, frozen=True):
    """What lists of tables show, and when a table needs the server though nobody is connected."""

    table: str
    game: str
    is_public: bool
    state: TableState
    updated: float
    summary: bytes  # JSON
    due: float | None = None  # when a bot is to move (at once) or somebody's clock runs out
    turn_since: float | None = None  # since when it is the turn of somebody who may be notified


class Place(NamedTuple):
    """A table's place in a list of the latest first."""

    updated: float
    table: str


class Which(NamedTuple):
    """Which tables to list; what is None does not matter."""

    state: TableState | None = None
    game: str | None = None


ANY = Which()


class Guest(msgspec.Struct, frozen=True):
    """A person or program that may hold seats."""

    guest: str
    name: str
    seen: float = 0.0  # seconds since 1970, give or take a day


class GivenSecret(msgspec.Struct, frozen=True):
    """That a guest has a secret, of which nothing is told but its kind and when it was made."""

    kind: SecretKind
    made: float


class Restriction(msgspec.Struct, frozen=True):
    """That a guest, or whoever comes from a network, may not speak, or not do anything."""

    kind: RestrictedKind
    subject: str  # a guest, or a network like 203.0.113.7/32
    effect: Effect
    reason: str
    made: float
    until: float | None  # None: until it is lifted


class Notice(NamedTuple):
    """That whoever runs the server has changed a table, a guest or the restrictions."""

    number: int  # they only grow
    kind: NoticeKind
    subject: str


class GivenLink(msgspec.Struct, frozen=True):
    """A personal link, and how many devices came by it."""

    digest: bytes
    made: float  # seconds since 1970
    devices: int


class Subscription(msgspec.Struct, frozen=True):
    """Where a device is reached by web push, and what messages to it are encrypted with."""

    device: bytes  # the digest of the secret by which it is known
    endpoint: str  # an address at the push service of its browser
    p256dh: bytes  # the public key of the browser
    auth: bytes  # a secret of the browser
    language: str
    made: float  # seconds since 1970


class Present(msgspec.Struct, frozen=True, array_like=True):
    """Who is connected to a table: at which seats, and how many who only watch."""

    seats: frozenset[int] = frozenset()
    watching: int = 0

    def with_others(self, others: Present) -> Present:
        """These and others together."""
        return Present(self.seats | others.seats, self.watching + others.watching)


NOBODY = Present()


class Written(msgspec.Struct, frozen=True, array_like=True, tag="w"):
    """A table's log has reached a version."""

    table: str
    version: int


class Seen(msgspec.Struct, frozen=True, array_like=True, tag="s"):
    """Who is connected to a table in a process."""

    process: str
    table: str
    present: Present


class Revoked(msgspec.Struct, frozen=True, array_like=True, tag="r"):
    """Some of a guest's secrets are no longer worth anything."""

    guest: str


News = Written | Seen | Revoked
"""What processes that share a store tell each other."""


class TableStore(Protocol):
    """Keeps the logs of tables, and finds tables."""

    async def create(
        self, row: TableRow, first: Entry, holders: Mapping[int, str | None] = NO_HOLDERS
    ) -> None:
        """Begin a log with entry 0. Raises `Conflict` if the table exists."""

    async def append(
        self,
        table: str,
        entry: Entry,
        row: TableRow | None = None,
        holders: Mapping[int, str | None] = NO_HOLDERS,
    ) -> None:
        """Append to a log, and change the index with it: all of it or nothing.

        `holders` names the guests who hold seats from now on; None empties a seat. Raises
        `Conflict` if the log does not end right before the entry, or has one with its id.
        """

    async def entries(self, table: str, after: int = -1) -> list[Entry]:
        """The log of a table past a version, in order; empty if there is no such table."""

    async def row(self, table: str) -> TableRow | None: ...

    async def open_tables(self, limit: int, skip: int = 0) -> list[TableRow]:
        """Public tables where somebody waits, of every maker the latest, then each one's second."""

    async def open_tables_by(self, maker: str) -> int:
        """How many of those a guest has made."""

    async def tables_of(
        self, guest: str, limit: int, after: Place | None = None, which: Which = ANY
    ) -> list[TableRow]:
        """Tables where a guest holds a seat, the latest first, from right after a place on."""

    async def due(self, by: float, limit: int, without: Collection[str] = ()) -> list[TableRow]:
        """Tables whose `due` has come, the longest waiting first."""

    async def versions(self, tables: Collection[str]) -> dict[str, int]:
        """The versions that tables have reached, of those that exist."""


class GuestStore(Protocol):
    """Keeps guests, and the digests of the secrets by which they are known."""

    async def add_guest(self, guest: Guest) -> None: ...

    async def rename(self, guest: Guest) -> None: ...

    async def guest(self, guest: str) -> Guest | None: ...

    async def add_secret(
        self, digest: bytes, guest: str, kind: SecretKind, link: bytes | None = None
    ) -> None:
        """Let whoever shows the secret with this SHA-256 be a guest.

        That of a device that came by a link is forgotten with it; raises `Conflict` if it was.
        """

    async def guest_by_secret(self, digest: bytes, kind: SecretKind) -> Guest | None: ...

    async def secrets_of(self, guests: Collection[str]) -> set[bytes]:
        """The digests of all secrets of some guests."""

    async def links_of(self, guest: str) -> list[GivenLink]:
        """The personal links of a guest, the latest first."""

    async def forget_links(self, guest: str, keep: bytes, link: bytes | None = None) -> None:
        """Forget a link and the devices that came by it, or by default all secrets of a guest.

        The secret to `keep`, by which the guest is known who wants this, stays in any case. Other
        processes are told.
        """


class LeaseStore(Protocol):
    """Decides which process does what only one may do."""

    async def lease(self, table: str, holder: str, seconds: float) -> bool:
        """Take or renew the right to let bots think for a table; False if another has it."""

    async def release(self, holder: str) -> None:
        """Give back all rights of a holder at once."""


class NewsStore(Protocol):
    """Lets the processes that share a store tell each other what changes."""

    def announce(self, seen: Seen) -> None:
        """Tell other processes, soon, who is connected to a table here. It may get lost."""

    def news(self) -> AsyncIterator[News | None]:
        """What other processes tell, and that they appended to a table.

        May tell something again that its receiver knows. None comes now and then, and whenever
        something may have been missed: then whoever listens looks for itself, by `versions` and
        `notices`.
        """


class AdminStore(Protocol):
    """What whoever runs the server does, and what it does by itself to keep no more than it may.

    What is changed here is noted, so that servers that have read it before learn of it.
    """

    async def all_tables(
        self, limit: int, after: Place | None = None, which: Which = ANY
    ) -> list[TableRow]:
        """Tables of anybody, the latest first, from right after a place on."""

    async def unused_tables(self, state: TableState, before: float, limit: int) -> list[str]:
        """Tables where nothing has happened since, and no clock runs, the oldest first."""

    async def remove_tables(self, tables: Collection[str]) -> None:
        """Remove tables with their logs."""

    async def amend(
        self,
        last: Entry,
        row: TableRow,
        rewritten: Collection[Entry] = (),
        erased: str | None = None,
    ) -> None:
        """Write over entries of a log, and append one that says so: all of it or nothing.

        A guest who is `erased` holds no seat and leaves no trace there any more. Raises `Conflict`
        if the log does not end right before the last entry.
        """

    async def traces_of(self, guest: str, limit: int, after: str = "") -> list[str]:
        """Tables in whose logs a guest is named, in the order of their names."""

    async def others_at(self, table: str, guest: str) -> bool:
        """Whether other guests are named in the log of a table."""

    async def guests_called(self, text: str, limit: int) -> list[Guest]:
        """Guests in whose names a text stands, who were here last first."""

    async def guests_with(self, prefix: str, limit: int) -> list[Guest]:
        """Guests whose ids begin so."""

    async def given_secrets(self, guest: str) -> list[GivenSecret]:
        """The secrets of a guest, the oldest first."""

    async def programs(self, limit: int) -> list[Guest]:
        """Guests that have tokens, who were here last first."""

    async def revoke_tokens(self, guest: str) -> int:
        """Forget all tokens of a program, and answer how many there were."""

    async def touch(self, guest: str, at: float) -> None:
        """Note that a guest is here."""

    async def idle_guests(self, before: float, limit: int) -> list[str]:
        """Guests who have not been here since."""

    async def begin_erasing(self, guest: str, at: float) -> bool:
        """Let nobody be a guest any more, whose traces are to be erased. False if there is none."""

    async def erasing(self, limit: int) -> list[str]:
        """Guests whose traces are to be erased."""

    async def finish_erasing(self, before: float) -> int:
        """Forget the guests that leave no trace and were to be erased by then: how many?"""

    async def restrict(self, restriction: Restriction) -> None:
        """Restrict a guest or a network, in place of what it was restricted to before."""

    async def lift(self, kind: RestrictedKind, subject: str) -> bool:
        """Lift a restriction. False if there is none."""

    async def restrictions(self) -> list[Restriction]:
        """All restrictions, the oldest first."""

    async def notices(self, after: int) -> list[Notice]:
        """What was noted past a number, in order."""

    async def last_notice(self) -> int:
        """The number of the last notice; 0 if there was none."""

    async def forget_notices(self, before: float) -> None:
        """Forget what every server has read long ago."""


class PushStore(Protocol):
    """Keeps where devices are reached by web push, and which turns were notified of."""

    async def subscribe(self, subscription: Subscription, most: int) -> None:
        """Let a device be reached here from now on, and by no other device's subscription.

        A guest keeps at most so many, the latest. Raises `Conflict` if nobody is known by the
        device any more: a subscription ends with the secret of its device.
        """

    async def unsubscribe(self, device: bytes, endpoint: str | None = None) -> None:
        """Forget a device's subscription; if an endpoint is given, only if it is that one."""

    async def subscriptions_of(self, guest: str) -> list[Subscription]:
        """All subscriptions of a guest, the latest first."""

    async def unnotified(self, after: float, until: float, limit: int) -> list[TableRow]:
        """Tables with a turn that began in this time and that nobody was notified of."""

    async def claim_notification(self, table: str, turn_since: float) -> bool:
        """Take it upon oneself to notify of a turn: True once, for the first who asks.

        False, too, if that turn is over.
        """


class Store(TableStore, GuestStore, LeaseStore, NewsStore, AdminStore, PushStore, Protocol):
    """Keeps tables and guests. What a call has returned from is durable: `kill -9` cannot undo it.

    A call that is cancelled may still take effect.
    """

    async def close(self) -> None:
        """Finish what was begun, and let go of files and connections."""
