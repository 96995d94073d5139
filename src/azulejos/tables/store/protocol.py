"""What the server asks of a store, by concern; each user names the parts that it needs."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Sequence
from typing import Protocol

from azulejos.tables.store import rows


class LogStore(Protocol):
    """Keeps the logs of tables."""

    async def create(
        self, row: rows.TableRow, first: rows.Entry, holders: rows.Holders = rows.NO_HOLDERS
    ) -> None:
        """Begin a log with entry 0. Raises `Conflict` if the table exists."""

    async def append(
        self,
        table: str,
        entry: rows.Entry,
        row: rows.TableRow | None = None,
        holders: rows.Holders = rows.NO_HOLDERS,
    ) -> None:
        """Append to a log, and change the index with it: all of it or nothing.

        Raises `Conflict` if the log does not end right before the entry, or has one with its id.
        """

    async def entries(self, table: str, after: int = -1) -> list[rows.Entry]:
        """The log of a table past a version, in order; empty if there is no such table."""

    async def row(self, table: str) -> rows.TableRow | None: ...

    async def versions(self, tables: Collection[str]) -> dict[str, int]:
        """The versions that tables have reached, of those that exist."""


class ListStore(Protocol):
    """Finds tables."""

    async def open_tables(self, limit: int, skip: int = 0) -> list[rows.TableRow]:
        """Public tables where somebody waits, of every maker the latest, then each one's second."""

    async def open_tables_by(self, maker: str) -> int:
        """How many of those a guest has made."""

    async def tables_of(
        self, guest: str, limit: int, after: rows.Cursor | None = None, which: rows.Which = rows.ANY
    ) -> list[rows.TableRow]:
        """Tables where a guest holds a seat, the latest first, from right after a place on."""

    async def due(
        self, by: float, limit: int, without: Collection[str] = ()
    ) -> list[rows.TableRow]:
        """Tables whose `due` has come, the longest waiting first."""


class GuestStore(Protocol):
    """Keeps guests."""

    async def add_guest(self, guest: rows.Guest) -> None: ...

    async def rename(self, guest: rows.Guest) -> None: ...

    async def guest(self, guest: str) -> rows.Guest | None:
        """A guest, unless there is none or its data is being erased."""

    async def touch(self, guest: str, at: float) -> None:
        """Note that a guest is here."""


class SecretStore(Protocol):
    """Keeps the digests of the secrets by which guests are known."""

    async def add_secret(
        self, digest: bytes, guest: str, kind: rows.SecretKind, link: bytes | None = None
    ) -> None:
        """Accept the secret with this SHA-256 as one of a guest.

        That of a device that came by a link is forgotten with it; raises `Conflict` if it was.
        """

    async def guest_by_secret(self, digest: bytes, kind: rows.SecretKind) -> rows.Guest | None: ...

    async def secrets_of(self, guests: Collection[str]) -> set[bytes]:
        """The digests of all secrets of some guests."""

    async def links_of(self, guest: str) -> list[rows.GivenLink]:
        """The personal links of a guest, the latest first."""

    async def forget_links(self, guest: str, keep: bytes, link: bytes | None = None) -> None:
        """Forget a link and the devices that came by it, or by default all secrets of a guest.

        The secret to `keep`, by which the guest is known who wants this, stays in any case. Other
        processes are told.
        """

    async def given_secrets(self, guest: str) -> list[rows.GivenSecret]:
        """The secrets of a guest, the oldest first."""


class LeaseStore(Protocol):
    """Decides which process does what only one may do."""

    async def lease(self, table: str, holder: str, seconds: float) -> bool:
        """Take or renew the right to let bots think for a table; False if another has it."""

    async def release(self, holder: str) -> None:
        """Give back all rights of a holder at once."""


class NewsStore(Protocol):
    """Lets processes learn what others change, and what the operator does."""

    def announce(self, seen: rows.Seen) -> None:
        """Tell other processes, soon, who is connected to a table here. It may get lost."""

    def news(self) -> AsyncIterator[rows.News | None]:
        """What other processes tell, and that they appended to a table.

        May tell something again that its receiver knows. None comes now and then, and whenever
        something may have been missed: then whoever listens looks for itself, by `versions` and
        `notices`.
        """

    async def notices(self, after: int) -> list[rows.Notice]:
        """What was noted past a number, in order."""

    async def last_notice(self) -> int:
        """The number of the last notice; 0 if there was none."""


class RestrictionStore(Protocol):
    """Knows who is muted or banned."""

    async def restrictions(self) -> list[rows.Restriction]:
        """All restrictions, the oldest first."""


class AdministrationStore(Protocol):
    """What the operator asks for. Each change is noted."""

    async def all_tables(
        self, limit: int, after: rows.Cursor | None = None, which: rows.Which = rows.ANY
    ) -> list[rows.TableRow]:
        """Tables of anybody, the latest first, from right after a place on."""

    async def unused_tables(self, state: rows.TableState, before: float, limit: int) -> list[str]:
        """Tables where nothing has happened since and no clock runs, the oldest first.

        Those whose events are not published yet are left out.
        """

    async def guests_called(self, text: str, limit: int) -> list[rows.Guest]:
        """Guests whose names contain a text, the latest visitors first."""

    async def guests_with(self, prefix: str, limit: int) -> list[rows.Guest]:
        """Guests whose ids begin with a text."""

    async def idle_guests(self, before: float, limit: int) -> list[str]:
        """Guests who have not been here since."""

    async def programs(self, limit: int) -> list[rows.Guest]:
        """Guests that have tokens, the latest visitors first."""

    async def revoke_tokens(self, guest: str) -> int:
        """Forget all tokens of a program, and answer how many there were."""

    async def restrict(self, restriction: rows.Restriction) -> None:
        """Restrict a guest or a network, in place of what it was restricted to before."""

    async def lift(self, kind: rows.RestrictedKind, subject: str) -> bool:
        """Lift a restriction. False if there is none."""

    async def forget_notices(self, before: float) -> None:
        """Forget what every server has read long ago."""


class ErasureStore(Protocol):
    """Removes tables and guests, and writes over logs. Each change is noted."""

    async def remove_tables(self, tables: Collection[str]) -> None:
        """Remove tables with their logs."""

    async def amend(
        self,
        last: rows.Entry,
        row: rows.TableRow,
        rewritten: Collection[rows.Entry] = (),
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

    async def begin_erasing(self, guest: str, at: float) -> bool:
        """End a guest, whose traces are then erased. False if there is none."""

    async def erasing(self, limit: int) -> list[str]:
        """Guests whose traces are to be erased."""

    async def finish_erasing(self, before: float) -> int:
        """Forget guests whose erasure began by then and who left no trace; answer how many."""


class PushStore(Protocol):
    """Keeps where devices are reached by web push, and which turns were notified of."""

    async def subscribe(self, subscription: rows.Subscription, most: int) -> None:
        """Let a device be reached here from now on, and by no other device's subscription.

        A guest keeps the latest `most`. Raises `Conflict` if nobody is known by the
        device any more: a subscription ends with the secret of its device.
        """

    async def unsubscribe(self, device: bytes, endpoint: str | None = None) -> None:
        """Forget a device's subscription; if an endpoint is given, only if it is that one."""

    async def subscriptions_of(self, guest: str) -> list[rows.Subscription]:
        """All subscriptions of a guest, the latest first."""

    async def unnotified(self, after: float, until: float, limit: int) -> list[rows.TableRow]:
        """Tables with a turn that began in this time and that nobody was notified of."""

    async def claim_notification(self, table: str, turn_since: float) -> bool:
        """Claim the notification of a turn: True once, for the first process that asks.

        False, too, if that turn is over.
        """


class NotebookStore(Protocol):
    """Keeps small documents of guests, by kind and key."""

    async def put_note(self, guest: str, note: rows.Note) -> None:
        """Write a note, in place of an earlier one of its kind and key.

        Of each kind a guest keeps at most `MAX_NOTES`, those of the latest `at`. Raises `Conflict`
        if there is no such guest any more.
        """

    async def replace_note(self, guest: str, note: rows.Note, before: rows.Note | None) -> None:
        """Write a note in place of the one that was read, or where there was none.

        Raises `Conflict` if there is another by now, or no such guest any more.
        """

    async def note(self, guest: str, kind: rows.NoteKind, key: str) -> rows.Note | None: ...

    async def notes_of(
        self, guest: str, kind: rows.NoteKind, limit: int = rows.MAX_NOTES
    ) -> list[rows.Note]:
        """The notes of a kind, the latest first."""


class ListingStore(Protocol):
    """Finds what guests show to all others."""

    async def listed(self, key: str, limit: int) -> list[tuple[rows.Guest, rows.Note]]:
        """The notes of the kind `listed` with a key, whoever wrote them, the oldest first."""


class EventStore(Protocol):
    """Keeps which events of games were published."""

    async def unpublished(self, limit: int) -> list[rows.Unpublished]:
        """Tables whose state is another than the one published, the oldest first."""

    async def publish(
        self,
        table: str,
        before: rows.TableState,
        state: rows.TableState,
        changes: Sequence[rows.NoteChange],
    ) -> None:
        """Take a table's state for published, and write notes: all of it or nothing.

        Raises `Conflict` if another state was published, or a note or its guest is not as read.
        """


class Store(
    LogStore,
    ListStore,
    EventStore,
    GuestStore,
    SecretStore,
    LeaseStore,
    NewsStore,
    RestrictionStore,
    AdministrationStore,
    ErasureStore,
    PushStore,
    NotebookStore,
    ListingStore,
    Protocol,
):
    """All of it. What a call has returned from is durable: `kill -9` cannot undo it.

    A call that is cancelled may still take effect.
    """

    async def close(self) -> None:
        """Finish what was begun, and let go of files and connections."""
