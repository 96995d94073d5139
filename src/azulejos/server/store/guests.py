"""Guests, their secrets and their notes, by statements that both databases understand."""

from __future__ import annotations

from azulejos.server.store.database import Database, Notices, Statement
from azulejos.tables.clock import now
from azulejos.tables.store import rows

KNOWN_BY = """
SELECT guest, name, seen FROM secrets JOIN guests USING (guest) WHERE digest = $1 AND kind = $2
"""

LINKS = """
SELECT digest, made, (SELECT count(*) FROM secrets AS device WHERE device.link = secrets.digest)
FROM secrets WHERE guest = $1 AND kind = 'link' ORDER BY made DESC
"""

UNTIE_DEVICE = """
UPDATE secrets SET link = NULL
WHERE guest = $1 AND digest = $2 AND (CAST($3 AS BYTEA) IS NULL OR link = $3)
"""

FORGET_LINKS = """
DELETE FROM secrets
WHERE guest = $1 AND digest <> $2
  AND (CAST($3 AS BYTEA) IS NULL OR (digest = $3 AND kind = 'link'))
"""

CALLED = """
SELECT guest, name, seen FROM guests
WHERE erased IS NULL AND lower(name) LIKE lower($1) ESCAPE '!' ORDER BY seen DESC, guest LIMIT $2
"""

PROGRAMS = """
SELECT guest, name, seen FROM guests
WHERE guest IN (SELECT guest FROM secrets WHERE kind = 'bot')
ORDER BY seen DESC, guest LIMIT $1
"""

PUT = """
INSERT INTO notes (guest, kind, key, at, body)
SELECT guest, $2, $3, $4, $5 FROM guests WHERE guest = $1 AND erased IS NULL
ON CONFLICT (guest, kind, key) DO UPDATE SET at = excluded.at, body = excluded.body
"""

PUT_FIRST = """
INSERT INTO notes (guest, kind, key, at, body)
SELECT guest, $2, $3, $4, $5 FROM guests WHERE guest = $1 AND erased IS NULL
ON CONFLICT (guest, kind, key) DO NOTHING
"""

REPLACE = """
UPDATE notes SET at = $4, body = $5 WHERE guest = $1 AND kind = $2 AND key = $3 AND body = $6
"""

FORGET_OLDEST = """
DELETE FROM notes WHERE guest = $1 AND kind = $2 AND key IN (
    SELECT key FROM notes WHERE guest = $1 AND kind = $2
    ORDER BY at DESC, key LIMIT 1000000 OFFSET $3
)
"""

NOTE = "SELECT kind, key, at, body FROM notes WHERE guest = $1 AND kind = $2 AND key = $3"

NOTES = """
SELECT kind, key, at, body FROM notes WHERE guest = $1 AND kind = $2
ORDER BY at DESC, key LIMIT $3
"""


LISTED = """
SELECT guests.guest, guests.name, guests.seen, notes.at, notes.body
FROM notes JOIN guests ON guests.guest = notes.guest
WHERE notes.kind = 'listed' AND notes.key = $1 AND guests.erased IS NULL
ORDER BY notes.at, guests.guest LIMIT $2
"""


class KnownGuests(Notices):
    """See `GuestStore` and `SecretStore`."""

    async def add_guest(self, guest: rows.Guest) -> None:
        insert = "INSERT INTO guests (guest, name, seen) VALUES ($1, $2, $3)"
        await self.transact(Statement(insert, (guest.guest, guest.name, guest.seen)))

    async def rename(self, guest: rows.Guest) -> None:
        update = "UPDATE guests SET name = $2 WHERE guest = $1"
        await self.transact(Statement(update, (guest.guest, guest.name)))

    async def guest(self, guest: str) -> rows.Guest | None:
        query = "SELECT guest, name, seen FROM guests WHERE guest = $1 AND erased IS NULL"
        result = await self.fetch(query, guest)
        return rows.Guest(*result[0]) if result else None

    async def touch(self, guest: str, at: float) -> None:
        await self.transact(Statement("UPDATE guests SET seen = $2 WHERE guest = $1", (guest, at)))

    async def guests_called(self, text: str, limit: int) -> list[rows.Guest]:
        plain = text.replace("!", "!!").replace("%", "!%").replace("_", "!_")
        return [rows.Guest(*result) for result in await self.fetch(CALLED, f"%{plain}%", limit)]

    async def guests_with(self, prefix: str, limit: int) -> list[rows.Guest]:
        query = (
            "SELECT guest, name, seen FROM guests"
            " WHERE erased IS NULL AND substr(guest, 1, length($1)) = $1 ORDER BY guest LIMIT $2"
        )
        return [rows.Guest(*result) for result in await self.fetch(query, prefix, limit)]

    async def idle_guests(self, before: float, limit: int) -> list[str]:
        query = "SELECT guest FROM guests WHERE erased IS NULL AND seen < $1 ORDER BY seen LIMIT $2"
        return [guest for (guest,) in await self.fetch(query, before, limit)]

    # Secrets

    async def add_secret(
        self, digest: bytes, guest: str, kind: rows.SecretKind, link: bytes | None = None
    ) -> None:
        insert = "INSERT INTO secrets (digest, guest, kind, made, link) VALUES ($1, $2, $3, $4, $5)"
        await self.transact(Statement(insert, (digest, guest, kind, now(), link)))

    async def guest_by_secret(self, digest: bytes, kind: rows.SecretKind) -> rows.Guest | None:
        result = await self.fetch(KNOWN_BY, digest, kind)
        return rows.Guest(*result[0]) if result else None

    async def links_of(self, guest: str) -> list[rows.GivenLink]:
        return [rows.GivenLink(*result) for result in await self.fetch(LINKS, guest)]

    async def forget_links(self, guest: str, keep: bytes, link: bytes | None = None) -> None:
        values = (guest, keep, link)
        steps = Statement(UNTIE_DEVICE, values), Statement(FORGET_LINKS, values)
        await self.transact(*steps, *self.telling(rows.Revoked(guest)))

    async def given_secrets(self, guest: str) -> list[rows.GivenSecret]:
        query = "SELECT kind, made FROM secrets WHERE guest = $1 ORDER BY made"
        return [rows.GivenSecret(*result) for result in await self.fetch(query, guest)]

    async def programs(self, limit: int) -> list[rows.Guest]:
        return [rows.Guest(*result) for result in await self.fetch(PROGRAMS, limit)]

    async def revoke_tokens(self, guest: str) -> int:
        revoke = Statement("DELETE FROM secrets WHERE guest = $1 AND kind = 'bot'", (guest,))
        revoked, *_ = await self.transact(revoke, *self.noted("guest", guest))
        return revoked


# Notes: small documents, each by its kind and a key


class Notebooks(Database):
    """See `NotebookStore`."""

    async def put_note(self, guest: str, note: rows.Note) -> None:
        await self.transact(
            Statement(PUT, _values(guest, note), expected=1), forgetting(guest, note.kind)
        )

    async def replace_note(self, guest: str, note: rows.Note, before: rows.Note | None) -> None:
        await self.transact(*replacing(rows.NoteChange(guest, note, before)))

    async def note(self, guest: str, kind: rows.NoteKind, key: str) -> rows.Note | None:
        result = await self.fetch(NOTE, guest, kind, key)
        return _note(*result[0]) if result else None

    async def notes_of(
        self, guest: str, kind: rows.NoteKind, limit: int = rows.MAX_NOTES
    ) -> list[rows.Note]:
        return [_note(*result) for result in await self.fetch(NOTES, guest, kind, limit)]

    async def listed(self, key: str, limit: int) -> list[tuple[rows.Guest, rows.Note]]:
        return [
            (rows.Guest(guest, name, seen), _note("listed", key, at, body))
            for guest, name, seen, at, body in await self.fetch(LISTED, key, limit)
        ]


def replacing(change: rows.NoteChange) -> tuple[Statement, ...]:
    """Steps that write a note if the one before it is still as it was read."""
    guest, note, before = change
    if before is None:
        statement = Statement(PUT_FIRST, _values(guest, note), expected=1)
    else:
        values = (*_values(guest, note), before.body.decode())
        statement = Statement(REPLACE, values, expected=1)
    return statement, forgetting(guest, note.kind)


def forgetting(guest: str, kind: rows.NoteKind) -> Statement:
    """A step that deletes a guest's oldest notes of a kind, beyond those that are kept."""
    return Statement(FORGET_OLDEST, (guest, kind, rows.MAX_NOTES))


def _values(guest: str, note: rows.Note) -> tuple[object, ...]:
    return guest, note.kind, note.key, note.at, note.body.decode()


def _note(kind: rows.NoteKind, key: str, at: float, body: str) -> rows.Note:
    return rows.Note(kind, key, at, body.encode())
