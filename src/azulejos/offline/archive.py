"""What is kept in a browser, and how: values under keys.

A table is its log, an entry under each key, with the row and the holders as they are after it: so a
change is one value. When the game is over all of it becomes one value, so that many games are read
as quickly as a few.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from azulejos.offline.disk import Change
from azulejos.tables.store import Entry, Guest, Note, NoteKind, SecretKind, TableRow, TableState


class Line(msgspec.Struct, frozen=True, array_like=True):
    """An entry as it is kept, with what changed by it."""

    entry: Entry
    row: TableRow | None
    holders: dict[int, str | None]


class Secret(msgspec.Struct, frozen=True, array_like=True):
    """A secret as it is kept, under its digest."""

    guest: str
    kind: SecretKind
    made: float


class Packed(msgspec.Struct, frozen=True, array_like=True):
    """A table of a game that is over, as it is kept: in one value, which is read at once."""

    row: TableRow
    log: list[Entry]
    holders: dict[int, str]
    named: list[str]


encode = msgspec.msgpack.Encoder().encode
read_line = msgspec.msgpack.Decoder(Line).decode
read_packed = msgspec.msgpack.Decoder(Packed).decode
read_guest = msgspec.msgpack.Decoder(Guest).decode
read_note = msgspec.msgpack.Decoder(Note).decode
read_state = msgspec.msgpack.Decoder(TableState).decode
read_secret = msgspec.msgpack.Decoder(Secret).decode


@dataclass
class Kept:
    """A table, in memory."""

    row: TableRow
    log: list[Entry] = field(default_factory=list)
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
        """What was packed."""
        ids = {entry.id for entry in packed.log if entry.id is not None}
        number = len(packed.log)
        return cls(packed.row, packed.log, packed.holders, ids, {*packed.named}, number)

    def kept_under(self) -> list[str]:
        """Under what it is kept."""
        lines = [line_key(self.row.table, n) for n in range(self.packed, len(self.log))]
        return [packed_key(self.row.table), *lines] if self.packed else lines

    def pack(self) -> list[Change]:
        """Keep it in one value from now on: the changes that this takes."""
        changes: list[Change] = [(key, None) for key in self.kept_under()]
        packed = Packed(self.row, self.log, self.holders, sorted(self.named))
        self.packed = len(self.log)
        return [*changes, (packed_key(self.row.table), encode(packed))]


def line_key(table: str, version: int) -> str:
    return f"table/{table}/{version:06}"


def note_key(guest: str, kind: NoteKind, key: str) -> str:
    return f"note/{guest}/{kind}/{key}"


def published_key(table: str) -> str:
    return f"published/{table}"


def packed_key(table: str) -> str:
    """It is read before what was added since: keys are read in their order."""
    return f"over/{table}"
