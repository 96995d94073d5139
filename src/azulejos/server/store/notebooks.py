"""Notebooks: small documents that guests keep, each by its kind and a key."""

from __future__ import annotations

from azulejos.server.store.database import Database, Statement
from azulejos.server.store.kept import MOST_NOTES, Note, NoteKind

PUT = """
INSERT INTO notes (guest, kind, key, at, body)
SELECT guest, $2, $3, $4, $5 FROM guests WHERE guest = $1 AND erased IS NULL
ON CONFLICT (guest, kind, key) DO UPDATE SET at = excluded.at, body = excluded.body
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
        put = (guest, note.kind, note.key, note.at, note.body.decode())
        await self.transact(
            Statement(PUT, put, expected=1),
            Statement(FORGET_OLDEST, (guest, note.kind, MOST_NOTES)),
        )

    async def note(self, guest: str, kind: NoteKind, key: str) -> Note | None:
        found = await self.fetch(NOTE, guest, kind, key)
        return _note(*found[0]) if found else None

    async def notes_of(self, guest: str, kind: NoteKind, limit: int = MOST_NOTES) -> list[Note]:
        return [_note(*found) for found in await self.fetch(NOTES, guest, kind, limit)]


def _note(kind: NoteKind, key: str, at: float, body: str) -> Note:
    return Note(kind, key, at, body.encode())
