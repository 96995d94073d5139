"""What is kept in a browser, as values under keys, and the port to where JavaScript keeps it.

`write` is one transaction of IndexedDB with `durability: "strict"`, or one append and `flush` in
the origin's private file system. One worker at a time uses a disk: the page sees to that by a Web
Lock.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

import msgspec

from azulejos.errors import DiskFull, StoreError
from azulejos.tables.store import rows

Change = tuple[str, bytes | None]
"""A key with its new value; None forgets it."""

StorageState = Literal["kept", "memory"]

encode = msgspec.msgpack.Encoder().encode
read_guest = msgspec.msgpack.Decoder(rows.Guest).decode
read_note = msgspec.msgpack.Decoder(rows.Note).decode
read_state = msgspec.msgpack.Decoder(rows.TableState).decode


class Disk(Protocol):
    """Keeps values under keys."""

    async def load(self) -> Sequence[tuple[str, bytes]]:
        """Everything that is kept."""

    async def write(self, changes: Sequence[Change]) -> None:
        """Make all changes or none; durable when it returns.

        Raises `DiskFull` if there is no room, and `StoreError` if nothing may be kept here.
        """


class Storage(msgspec.Struct, frozen=True, tag="storage", tag_field="kind"):
    """Whether what happens is kept, or lives in memory until the page is closed."""

    state: StorageState
    reason: str = ""


KEPT = Storage("kept")


class MemoryDisk:
    """For tests, and where nothing can be stored."""

    def __init__(self) -> None:
        self.values: dict[str, bytes] = {}

    async def load(self) -> Sequence[tuple[str, bytes]]:
        return sorted(self.values.items())

    async def write(self, changes: Sequence[Change]) -> None:
        for key, value in changes:
            if value is None:
                self.values.pop(key, None)
            else:
                self.values[key] = value


class Journal:
    """Writes to a disk, and goes on without it where it fails.

    What could not be written waits, and is written before anything else as soon as the disk takes
    it: so what is kept is always a beginning of what happened, without gaps.
    """

    def __init__(self, disk: Disk, tell: Callable[[Storage], None]) -> None:
        self._disk = disk
        self._tell = tell
        self._waiting: dict[str, bytes | None] = {}
        self._turn = asyncio.Lock()
        self.storage = KEPT

    async def load(self) -> Sequence[tuple[str, bytes]]:
        """Everything that is stored; nothing if the disk cannot be read."""
        try:
            return await self._disk.load()
        except StoreError as error:
            self._found(Storage("memory", str(error)))
            return []

    async def write(self, changes: Sequence[Change]) -> None:
        """Make changes durable, or report that they are not. What waits together is one write."""
        for key, value in changes:
            self._waiting.pop(key, None)  # what is changed again comes in its new turn
            self._waiting[key] = value
        async with self._turn:
            if any(key in self._waiting for key, _ in changes):
                await self._write_waiting()

    async def _write_waiting(self) -> None:
        written = dict(self._waiting)
        try:
            await self._disk.write(list(written.items()))
        except DiskFull as error:
            self._found(Storage("memory", str(error) or "there is no room"))
        except StoreError as error:
            self._found(Storage("memory", str(error) or "nothing can be kept here"))
        else:
            for key, value in written.items():
                if self._waiting.get(key, b"") is value:
                    del self._waiting[key]
            self._found(KEPT)

    def _found(self, storage: Storage) -> None:
        if storage != self.storage:
            self.storage = storage
            self._tell(storage)


# What is kept


class Line(msgspec.Struct, frozen=True, array_like=True):
    """An entry as it is stored, with what changed by it."""

    entry: rows.Entry
    row: rows.TableRow | None
    holders: dict[int, str | None]


class Secret(msgspec.Struct, frozen=True, array_like=True):
    """A secret as it is stored, under its digest."""

    guest: str
    kind: rows.SecretKind
    made: float


class Packed(msgspec.Struct, frozen=True, array_like=True):
    """A table with a finished game as it is stored: in one value, which is read at once."""

    row: rows.TableRow
    log: list[rows.Entry]
    holders: dict[int, str]
    named: list[str]


read_line = msgspec.msgpack.Decoder(Line).decode
read_packed = msgspec.msgpack.Decoder(Packed).decode
read_secret = msgspec.msgpack.Decoder(Secret).decode


@dataclass
class Kept:
    """A table, in memory."""

    row: rows.TableRow
    log: list[rows.Entry] = field(default_factory=list)
    holders: dict[int, str] = field(default_factory=dict)
    ids: set[str] = field(default_factory=set)
    named: set[str] = field(default_factory=set)  # guests that stand in the log
    packed: int = 0  # how many entries are kept in one value

    def add(self, line: Line) -> None:
        self.log.append(line.entry)
        self.row = line.row or self.row
        if line.entry.id is not None:
            self.ids.add(line.entry.id)
        for seat, guest in line.holders.items():
            self.holders.pop(seat, None)
            if guest is not None:
                self.holders[seat] = guest
        self.named |= {each for each in (line.entry.author, *line.holders.values()) if each}

    @classmethod
    def of(cls, packed: Packed) -> Kept:
        ids = {entry.id for entry in packed.log if entry.id is not None}
        count = len(packed.log)
        return cls(packed.row, packed.log, packed.holders, ids, {*packed.named}, count)

    def kept_under(self) -> list[str]:
        """The keys under which it is stored."""
        lines = [line_key(self.row.table, n) for n in range(self.packed, len(self.log))]
        return [packed_key(self.row.table), *lines] if self.packed else lines

    def pack(self) -> list[Change]:
        """Changes that store it in one value from now on."""
        changes: list[Change] = [(key, None) for key in self.kept_under()]
        packed = Packed(self.row, self.log, self.holders, sorted(self.named))
        self.packed = len(self.log)
        return [*changes, (packed_key(self.row.table), encode(packed))]


def line_key(table: str, version: int) -> str:
    return f"table/{table}/{version:06}"


def note_key(guest: str, kind: rows.NoteKind, key: str) -> str:
    return f"note/{guest}/{kind}/{key}"


def published_key(table: str) -> str:
    return f"published/{table}"


def packed_key(table: str) -> str:
    """It sorts before the keys of lines added since, because keys are read in order."""
    return f"over/{table}"
