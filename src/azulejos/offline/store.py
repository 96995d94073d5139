"""A store in a browser: everything in memory, and every change on a disk before it counts.

See `Store` for what is promised, and `disk.py` for how it is stored.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncIterator, Collection, Sequence

import msgspec

from azulejos.errors import Conflict
from azulejos.offline import disk
from azulejos.tables.clock import now
from azulejos.tables.people.guests import Identity
from azulejos.tables.store import rows


class LocalStore:
    """See the module; it implements `BackendStore`."""

    def __init__(self, journal: disk.Journal) -> None:
        self._journal = journal
        self._tables: dict[str, disk.Kept] = {}
        self._guests: dict[str, rows.Guest] = {}
        self._secrets: dict[bytes, disk.Secret] = {}
        self._notes: dict[str, dict[str, rows.Note]] = defaultdict(
            dict
        )  # of each guest, by their keys
        self._published: dict[str, rows.TableState] = {}  # by table, unless it is open
        self._notices: list[rows.Notice] = []

    @classmethod
    async def open(cls, journal: disk.Journal) -> LocalStore:
        """Read what is stored. If a table's log has a gap, it is read up to that."""
        store = cls(journal)
        for key, value in sorted(await journal.load()):
            kind, _, name = key.partition("/")
            match kind:
                case "guest":
                    store._guests[name] = disk.read_guest(value)
                case "secret":
                    store._secrets[bytes.fromhex(name)] = disk.read_secret(value)
                case "note":
                    store._notes[name.partition("/")[0]][key] = disk.read_note(value)
                case "published":
                    store._published[name] = disk.read_state(value)
                case "over":
                    store._tables[name] = disk.Kept.of(disk.read_packed(value))
                case "table":
                    store._read_line(name.partition("/")[0], disk.read_line(value))
        return store

    def _read_line(self, table: str, line: disk.Line) -> None:
        if line.entry.version == 0 and line.row:
            self._tables[table] = disk.Kept(line.row)
        kept = self._tables.get(table)
        if kept and len(kept.log) == line.entry.version:
            kept.add(line)

    async def _write(self, *changes: disk.Change) -> None:
        await self._journal.write(changes)

    # Tables

    async def create(
        self, row: rows.TableRow, first: rows.Entry, holders: rows.Holders = rows.NO_HOLDERS
    ) -> None:
        if row.table in self._tables:
            raise Conflict("this table exists")
        self._tables[row.table] = disk.Kept(row)
        await self._add(row.table, disk.Line(first, row, dict(holders)))

    async def append(
        self,
        table: str,
        entry: rows.Entry,
        row: rows.TableRow | None = None,
        holders: rows.Holders = rows.NO_HOLDERS,
    ) -> None:
        kept = self._tables.get(table)
        if kept is None or len(kept.log) != entry.version:
            raise Conflict(f"the table has no version {entry.version - 1} yet")
        if entry.id in kept.ids:
            raise Conflict("the table has an entry of this id")
        await self._add(table, disk.Line(entry, row, dict(holders)))

    async def _add(self, table: str, line: disk.Line) -> None:
        """Add a line at once, so that no other takes its place while it is written."""
        self._tables[table].add(line)
        await self._write((disk.line_key(table, line.entry.version), disk.encode(line)))

    async def entries(self, table: str, after: int = -1) -> list[rows.Entry]:
        kept = self._tables.get(table)
        return kept.log[after + 1 :] if kept else []

    async def row(self, table: str) -> rows.TableRow | None:
        kept = self._tables.get(table)
        return kept.row if kept else None

    async def versions(self, tables: Collection[str]) -> dict[str, int]:
        known = ((table, self._tables.get(table)) for table in tables)
        return {table: len(kept.log) - 1 for table, kept in known if kept}

    async def pack(self) -> None:
        """Store each finished game in one value."""
        over = [each for each in self._tables.values() if each.row.state == "over"]
        for kept in over:
            if len(kept.kept_under()) > 1:
                await self._write(*kept.pack())

    async def unpublished(self, limit: int) -> list[rows.Unpublished]:
        known = ((kept.row, self._published.get(kept.row.table, "open")) for kept in self._latest())
        left = [rows.Unpublished(row, state) for row, state in known if row.state != state]
        return left[::-1][:limit]

    async def publish(
        self,
        table: str,
        before: rows.TableState,
        state: rows.TableState,
        changes: Sequence[rows.NoteChange],
    ) -> None:
        if self._published.get(table, "open") != before:
            raise Conflict("another state was published")
        for guest, note, expected in changes:
            self._expect_note(guest, note, expected)
        self._published[table] = state
        written = [each for change in changes for each in self._put(change.guest, change.note)]
        await self._write((disk.published_key(table), disk.encode(state)), *written)

    # Lists

    async def open_tables(self, limit: int, skip: int = 0) -> list[rows.TableRow]:
        makers: dict[str, int] = defaultdict(int)
        ranked = []
        for kept in self._latest():
            if _is_listed(kept):
                maker = _maker(kept.row) or kept.row.table
                ranked.append((makers[maker], kept.row))
                makers[maker] += 1
        ranked.sort(key=lambda pair: pair[0])
        return [row for _, row in ranked[skip : skip + limit]]

    async def open_tables_by(self, maker: str) -> int:
        return sum(_is_listed(kept) and _maker(kept.row) == maker for kept in self._latest())

    async def tables_of(
        self, guest: str, limit: int, after: rows.Cursor | None = None, which: rows.Which = rows.ANY
    ) -> list[rows.TableRow]:
        result = (
            kept.row
            for kept in self._latest()
            if guest in kept.holders.values() and _matches(kept.row, which)
        )
        if after is not None:
            result = (row for row in result if _order(row) > (-after.updated, after.table))
        return [row for row, _ in zip(result, range(limit), strict=False)]

    async def due(
        self, by: float, limit: int, without: Collection[str] = ()
    ) -> list[rows.TableRow]:
        others = (kept.row for table, kept in self._tables.items() if table not in without)
        due = [(row.due, row) for row in others if row.due is not None and row.due <= by]
        return [row for _, row in sorted(due, key=lambda pair: pair[0])[:limit]]

    def _latest(self) -> list[disk.Kept]:
        return sorted(self._tables.values(), key=lambda kept: _order(kept.row))

    # Guests

    async def add_guest(self, guest: rows.Guest) -> None:
        if guest.guest in self._guests:
            raise Conflict("this guest exists")
        await self._keep_guest(guest)

    async def rename(self, guest: rows.Guest) -> None:
        if known := self._guests.get(guest.guest):
            await self._keep_guest(msgspec.structs.replace(known, name=guest.name))

    async def guest(self, guest: str) -> rows.Guest | None:
        return self._guests.get(guest)

    async def touch(self, guest: str, at: float) -> None:
        if known := self._guests.get(guest):
            await self._keep_guest(msgspec.structs.replace(known, seen=at))

    async def _keep_guest(self, guest: rows.Guest) -> None:
        self._guests[guest.guest] = guest
        await self._write((f"guest/{guest.guest}", disk.encode(guest)))

    async def add_secret(
        self, digest: bytes, guest: str, kind: rows.SecretKind, link: bytes | None = None
    ) -> None:
        if link is not None or digest in self._secrets or guest not in self._guests:
            raise Conflict("this secret exists, its guest does not, or its link was forgotten")
        self._secrets[digest] = secret = disk.Secret(guest, kind, now())
        await self._write((f"secret/{digest.hex()}", disk.encode(secret)))

    async def guest_by_secret(self, digest: bytes, kind: rows.SecretKind) -> rows.Guest | None:
        secret = self._secrets.get(digest)
        return self._guests.get(secret.guest) if secret and secret.kind == kind else None

    async def secrets_of(self, guests: Collection[str]) -> set[bytes]:
        return {digest for digest, secret in self._secrets.items() if secret.guest in guests}

    async def given_secrets(self, guest: str) -> list[rows.GivenSecret]:
        own = [each for each in self._secrets.values() if each.guest == guest]
        return [
            rows.GivenSecret(each.kind, each.made) for each in sorted(own, key=lambda s: s.made)
        ]

    async def links_of(self, guest: str) -> list[rows.GivenLink]:
        """None: nobody comes from another device."""
        del guest
        return []

    async def forget_links(self, guest: str, keep: bytes, link: bytes | None = None) -> None:
        """There is no other device that could be forgotten."""

    def owner(self) -> Identity | None:
        """The guest whose browser this is, if there is one yet."""
        for digest, secret in self._secrets.items():
            if secret.kind == "cookie" and secret.guest in self._guests:
                guest = self._guests[secret.guest]
                return Identity(guest.guest, guest.name, secret=digest)
        return None

    async def forget_everything(self) -> None:
        """Delete everything, and note it for whoever has any of it in memory."""
        for table in self._tables:
            self._note("table", table)
        for guest in self._guests:
            self._note("guest", guest)
        keys = [f"guest/{guest}" for guest in self._guests]
        keys += [f"secret/{digest.hex()}" for digest in self._secrets]
        keys += [key for own in self._notes.values() for key in own]
        keys += [key for kept in self._tables.values() for key in kept.kept_under()]
        keys += [disk.published_key(table) for table in self._published]
        self._tables, self._guests, self._secrets, self._published = {}, {}, {}, {}
        self._notes.clear()
        await self._write(*((key, None) for key in keys))

    async def forget_table(self, table: str) -> None:
        """Remove a table with its log."""
        kept = self._tables.pop(table, None)
        if kept is not None:
            self._note("table", table)
            self._published.pop(table, None)
            keys = [*kept.kept_under(), disk.published_key(table)]
            await self._write(*((key, None) for key in keys))

    # Notebooks

    async def put_note(self, guest: str, note: rows.Note) -> None:
        if guest not in self._guests:
            raise Conflict("there is no such guest")
        await self._write(*self._put(guest, note))

    def _put(self, guest: str, note: rows.Note) -> list[disk.Change]:
        """Add a note, and return the changes to write."""
        own, kind = self._notes[guest], note.kind
        written = disk.note_key(guest, kind, note.key)
        own[written] = note
        oldest = [
            disk.note_key(guest, kind, e.key) for e in self._of_kind(guest, kind)[rows.MAX_NOTES :]
        ]
        for key in oldest:
            del own[key]
        return [(written, disk.encode(note)), *((key, None) for key in oldest)]

    async def replace_note(self, guest: str, note: rows.Note, before: rows.Note | None) -> None:
        self._expect_note(guest, note, before)
        await self.put_note(guest, note)

    def _expect_note(self, guest: str, note: rows.Note, before: rows.Note | None) -> None:
        there = self._notes[guest].get(disk.note_key(guest, note.kind, note.key))
        if guest not in self._guests or (there and there.body) != (before and before.body):
            raise Conflict("the note has changed, or there is no such guest")

    async def note(self, guest: str, kind: rows.NoteKind, key: str) -> rows.Note | None:
        return self._notes[guest].get(disk.note_key(guest, kind, key))

    async def notes_of(
        self, guest: str, kind: rows.NoteKind, limit: int = rows.MAX_NOTES
    ) -> list[rows.Note]:
        return self._of_kind(guest, kind)[:limit]

    def _of_kind(self, guest: str, kind: rows.NoteKind) -> list[rows.Note]:
        result = (each for each in self._notes[guest].values() if each.kind == kind)
        return sorted(result, key=lambda each: (-each.at, each.key))

    # What others do: there are none

    async def lease(self, table: str, holder: str, seconds: float) -> bool:
        del table, holder, seconds
        return True

    async def release(self, holder: str) -> None:
        del holder

    def announce(self, seen: rows.Seen) -> None:
        del seen

    async def news(self) -> AsyncIterator[rows.News | None]:
        """Nothing, and at once."""
        return
        yield

    async def notices(self, after: int) -> list[rows.Notice]:
        return self._notices[after:]

    async def last_notice(self) -> int:
        return len(self._notices)

    def _note(self, kind: rows.NoticeKind, subject: str) -> None:
        self._notices.append(rows.Notice(len(self._notices) + 1, kind, subject))

    async def restrictions(self) -> list[rows.Restriction]:
        return []

    async def subscriptions_of(self, guest: str) -> list[rows.Subscription]:
        del guest
        return []

    async def traces_of(self, guest: str, limit: int, after: str = "") -> list[str]:
        named = (table for table, kept in self._tables.items() if guest in kept.named)
        return sorted(table for table in named if table > after)[:limit]


def _is_listed(kept: disk.Kept) -> bool:
    return kept.row.state == "open" and kept.row.is_public and bool(kept.holders)


def _maker(row: rows.TableRow) -> str | None:
    maker: str | None = msgspec.json.decode(row.summary).get("maker")
    return maker


def _matches(row: rows.TableRow, which: rows.Which) -> bool:
    return which.state in (None, row.state) and which.game in (None, row.game)


def _order(row: rows.TableRow) -> tuple[float, str]:
    return -row.updated, row.table
