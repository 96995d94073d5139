"""What a store keeps, and what the processes that share one tell each other.

A table is its **log**: entries that are only ever appended. An entry's version counts them from 0,
so two processes that append to the same table at once cannot both succeed. Everything else here
(rows of tables, who holds which seat) is an index to find tables by, changed in the same
transaction as the log and never read to play on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

import msgspec

from azulejos.errors import Malformed

TableState = Literal["open", "playing", "over"]
SecretKind = Literal["cookie", "link", "bot"]

NoteKind = Literal["puzzle", "progress", "review", "statistics", "listed"]
"""What notes of guests are about. Each kind is bounded by itself: see `MAX_NOTES`."""

RestrictedKind = Literal["guest", "network"]
Effect = Literal["mute", "ban"]

Holders = Mapping[int, str | None]
"""Who holds which seat from now on; None empties a seat."""

NO_HOLDERS: Holders = {}

MAX_NOTES = 400  # of a guest, of each kind: those written last
MAX_NOTE_SIZE = 8_000  # bytes
MAX_KEY_LENGTH = 120

NoticeKind = Literal["table", "guest", "restrictions"]


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


class Unpublished(NamedTuple):
    """A table whose state has changed since events of it were published."""

    row: TableRow
    published: TableState  # up to which they were


class Cursor(NamedTuple):
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


class GivenLink(msgspec.Struct, frozen=True):
    """A personal link, and how many devices came by it."""

    digest: bytes
    made: float  # seconds since 1970
    devices: int


class Restriction(msgspec.Struct, frozen=True):
    """A guest, or a whole network, is muted or banned."""

    kind: RestrictedKind
    subject: str  # a guest, or a network like 203.0.113.7/32
    effect: Effect
    reason: str
    made: float
    until: float | None  # None: until it is lifted


class Subscription(msgspec.Struct, frozen=True):
    """Where a device is reached by web push, and what messages to it are encrypted with."""

    device: bytes  # the digest of the secret by which it is known
    endpoint: str  # an address at the push service of its browser
    p256dh: bytes  # the public key of the browser
    auth: bytes  # a secret of the browser
    language: str
    made: float  # seconds since 1970


class Note(msgspec.Struct, frozen=True):
    """A small document in the notebook of a guest, by its kind and a key among these."""

    kind: NoteKind
    key: str
    at: float  # seconds since 1970: those written last are kept
    body: bytes  # JSON

    def __post_init__(self) -> None:
        if not 0 < len(self.key) <= MAX_KEY_LENGTH:
            raise Malformed(f"the key of a note has 1 to {MAX_KEY_LENGTH} characters")
        if len(self.body) > MAX_NOTE_SIZE:
            raise Malformed(f"a note has at most {MAX_NOTE_SIZE} bytes, not {len(self.body)}")


class NoteChange(NamedTuple):
    """A note to write in place of the one that was read, or where there was none."""

    guest: str
    note: Note
    before: Note | None


# News between processes, and notices of the operator


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


class Notice(NamedTuple):
    """That the operator has changed a table, a guest or the restrictions."""

    number: int  # they only grow
    kind: NoticeKind
    subject: str
