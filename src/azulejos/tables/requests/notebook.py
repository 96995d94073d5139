"""Notes that several requests of a guest may change at once: none of the changes is lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec

from azulejos.errors import Busy, Conflict
from azulejos.tables.clock import now
from azulejos.tables.requests.backend import Backend
from azulejos.tables.store import Note
from azulejos.tables.store.rows import NoteKind

KIND: NoteKind = "progress"
TRIES = 20  # at once a guest has a few devices

T = TypeVar("T", bound=msgspec.Struct)


async def read(backend: Backend, guest: str, key: str, empty: T) -> T:
    """What a note says; where there is none, what an empty one would say."""
    return _said(await backend.store.note(guest, KIND, key), empty)


async def change(
    backend: Backend, guest: str, key: str, empty: T, changed: Callable[[T], T]
) -> tuple[T, T]:
    """Change what a note says, whoever else does so; return what it said, and what it says now."""
    for _ in range(TRIES):
        note = await backend.store.note(guest, KIND, key)
        before = _said(note, empty)
        after = changed(before)
        if after == before:
            return before, after
        new = Note(KIND, key, now(), msgspec.json.encode(after))
        try:
            await backend.store.replace_note(guest, new, note)
        except Conflict:
            if await backend.store.note(guest, KIND, key) == note:
                raise  # there is no such guest any more
        else:
            return before, after
    raise Busy("this is being changed from elsewhere: try again")


def _said(note: Note | None, empty: T) -> T:
    return msgspec.json.decode(note.body, type=type(empty)) if note else empty
