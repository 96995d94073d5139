"""Notebooks: small documents that guests keep, each by its kind and a key."""

from __future__ import annotations

from azulejos.server.store.database import Database, Statement
from azulejos.tables.store.rows import MAX_NOTES, Note, NoteChange, NoteKind

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


class Notebooks(Database):
    """See `NotebookStore`."""

    async def put_note(self, guest: str, note: Note) -> None:
        await self.transact(
            Statement(PUT, _values(guest, note), expected=1), forgetting(guest, note.kind)
        )

    async def replace_note(self, guest: str, note: Note, before: Note | None) -> None:
        await self.transact(*replacing(NoteChange(guest, note, before)))

    async def note(self, guest: str, kind: NoteKind, key: str) -> Note | None:
        result = await self.fetch(NOTE, guest, kind, key)
        return _note(*result[0]) if result else None

    async def notes_of(self, guest: str, kind: NoteKind, limit: int = MAX_NOTES) -> list[Note]:
        return [_note(*result) for result in await self.fetch(NOTES, guest, kind, limit)]


def replacing(change: NoteChange) -> tuple[Statement, ...]:
    """Steps that write a note if the one before it is as it was read."""
    guest, note, before = change
    if before is None:
        statement = Statement(PUT_FIRST, _values(guest, note), expected=1)
    else:
        values = (*_values(guest, note), before.body.decode())
        statement = Statement(REPLACE, values, expected=1)
    return statement, forgetting(guest, note.kind)


def forgetting(guest: str, kind: NoteKind) -> Statement:
    """A step that leaves a guest as many notes of a kind as may be kept."""
    return Statement(FORGET_OLDEST, (guest, kind, MAX_NOTES))


def _values(guest: str, note: Note) -> tuple[object, ...]:
    return guest, note.kind, note.key, note.at, note.body.decode()


def _note(kind: NoteKind, key: str, at: float, body: str) -> Note:
    return Note(kind, key, at, body.encode())
