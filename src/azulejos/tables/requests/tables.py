"""Tables: making one, finding one, sitting down, downloading its record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from azulejos.play.record import Record
from azulejos.tables.live.standing import Standing
from azulejos.tables.live.summary import TableInfo, TablePage, info_of, row_of
from azulejos.tables.lobby.new_table import NewTable
from azulejos.tables.people.guests import Identity
from azulejos.tables.requests.backend import Backend
from azulejos.tables.store import Entry

KINDS = {"txt": "text/plain", "json": "application/json"}


class TableMade(msgspec.Struct, frozen=True):
    """A new table and the address of its page, which is the invitation to it."""

    table: str
    link: str


class Seated(msgspec.Struct, frozen=True):
    """The version of the table at which it was done."""

    version: int


@dataclass(frozen=True)
class Download:
    """A file for whoever asks."""

    content: bytes
    kind: str
    name: str

    @property
    def headers(self) -> dict[str, str]:
        return {"Content-Disposition": f'attachment; filename="{self.name}"'}


async def create(backend: Backend, guest: Identity, address: str, wanted: NewTable) -> TableMade:
    """Make a table."""
    backend.limits.take("table", guest.guest, address)
    if wanted.is_public:
        backend.limits.take("public", address)
    name = await backend.lobby.create(wanted, guest)
    return TableMade(name, f"/t/{name}")


async def open_tables(
    backend: Backend, caller: Identity | None, skip: int, limit: int
) -> TablePage:
    """The public tables where somebody waits, past so many."""
    rows = await backend.store.open_tables(limit + 1, skip)
    shown = [info_of(row, caller.guest if caller else None) for row in rows[:limit]]
    following = str(skip + limit) if len(rows) > limit else None
    return TablePage([each for each in shown if not each.is_outdated], following)


async def describe(backend: Backend, caller: Identity | None, table: str) -> TableInfo:
    """One table."""
    live = await backend.lobby.table(table)
    return await live.read(lambda s: info_of(row_of(s), caller.guest if caller else None))


async def sit(backend: Backend, guest: Identity, table: str, seat: int) -> Seated:
    """Take an open seat."""
    live = await backend.lobby.table(table)
    return Seated(await live.sit(guest, seat))


async def leave(backend: Backend, guest: Identity, table: str, seat: int) -> Seated:
    """Leave one's seat."""
    live = await backend.lobby.table(table)
    return Seated(await live.leave(guest, seat))


async def record_text(backend: Backend, caller: Identity | None, table: str) -> Download:
    """The record as text."""
    record = await _record(backend, caller, table)
    return _download((await backend.in_thread(record.to_text)).encode(), table, "txt")


async def record_json(backend: Backend, caller: Identity | None, table: str) -> Download:
    """The record as JSON."""
    record = await _record(backend, caller, table)
    return _download(record.to_json().encode(), table, "json")


async def log(backend: Backend, table: str) -> Download:
    """The log of a table that is over, or that cannot be played on here."""
    entries = await backend.lobby.log_of(table)
    return _download(await backend.in_thread(lambda: log_text(table, entries)), table, "json")


async def _record(backend: Backend, caller: Identity | None, table: str) -> Record:
    live = await backend.lobby.table(table)
    return await live.read(lambda standing: known_record(standing, caller))


def log_text(table: str, entries: list[Entry]) -> bytes:
    """A log as it is kept, without what tells who a guest is."""
    told = [{"version": each.version, "at": each.at, **_nameless(each.body)} for each in entries]
    return msgspec.json.format(
        msgspec.json.encode({"format": "azulejos-log", "table": table, "entries": told}), indent=1
    )


def _nameless(body: bytes) -> dict[str, Any]:
    entry: dict[str, Any] = msgspec.json.decode(body)
    entry.pop("maker", None)
    for holder in (*entry.get("seats", ()), entry.get("holder", {})):
        holder.pop("guest", None)
    return entry


def known_record(standing: Standing, identity: Identity | None) -> Record:
    """The record as far as somebody may know it: to its end once the game is over."""
    record = standing.record
    if standing.match is None or standing.result:
        return record
    seat = standing.seat_of(identity.guest) if identity else None
    known = 0
    for state, event in zip(standing.match.states, record.events, strict=False):
        if not standing.game.may_know(state, event, seat):
            break
        known += 1
    if known == len(record.events):
        return record
    return Record(record.game, record.options, record.names, record.events[:known], None)


def _download(content: bytes, table: str, suffix: Literal["txt", "json"]) -> Download:
    name = "".join(letter for letter in table if letter.isalnum())
    return Download(content, KINDS[suffix], f"azulejos-{name}.{suffix}")
