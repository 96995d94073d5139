"""Tables: creating one, finding one, sitting down, downloading its record."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from azulejos.errors import Offline
from azulejos.play.record import Record
from azulejos.tables.live.standing import Standing
from azulejos.tables.live.summary import TableInfo, TablePage, info_of, row_of
from azulejos.tables.lobby.new_table import NewTable
from azulejos.tables.people.guests import Identity
from azulejos.tables.requests.me import Limit
from azulejos.tables.requests.route import Content, Context, download
from azulejos.tables.store.rows import Entry

MAX_SEAT = 3

Skipped = Annotated[
    str, msgspec.Meta(pattern="^[0-9]{1,6}$", description="`next` of the last page")
]
TableName = Annotated[str, msgspec.Meta(max_length=40)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=MAX_SEAT)]


class TableMade(msgspec.Struct, frozen=True):
    """A new table and the address of its page, which is the invitation to it."""

    table: str
    link: str


class Seated(msgspec.Struct, frozen=True):
    """The version of the table at which it was done."""

    version: int


async def create(context: Context, body: NewTable) -> TableMade:
    """Make a table."""
    backend = context.backend
    waits = body.is_public or not body.seats or any(seat.kind == "open" for seat in body.seats)
    if waits and not backend.has_others:
        raise Offline("nobody else can join a table that is only on this device")
    guest = await context.guest()
    backend.limits.take("table", guest.guest, context.address)
    if body.is_public:
        backend.limits.take("public", context.address)
    name = await backend.lobby.create(body, guest)
    return TableMade(name, f"/t/{name}")


async def open_tables(
    context: Context, after: Skipped | None = None, limit: Limit = 50
) -> TablePage:
    """List the public tables where somebody waits, of every maker one first."""
    caller, skip = await context.caller(), int(after or 0)
    rows = await context.backend.store.open_tables(limit + 1, skip)
    shown = [info_of(row, caller.guest if caller else None) for row in rows[:limit]]
    following = str(skip + limit) if len(rows) > limit else None
    return TablePage([each for each in shown if not each.is_outdated], following)


async def table(context: Context, table: TableName) -> TableInfo:
    """Describe a table."""
    caller = await context.caller()
    live = await context.backend.lobby.table(table)
    return await live.read(lambda s: info_of(row_of(s), caller.guest if caller else None))


async def sit(context: Context, table: TableName, seat: SeatNumber) -> Seated:
    """Take an open seat."""
    guest = await context.guest()
    live = await context.backend.lobby.table(table)
    return Seated(await live.sit(guest, seat))


async def leave(context: Context, table: TableName, seat: SeatNumber) -> Seated:
    """Leave one's seat."""
    guest = await context.guest()
    live = await context.backend.lobby.table(table)
    return Seated(await live.leave(guest, seat))


async def record(context: Context, table: TableName) -> Content[bytes]:
    """Download the record as text."""
    record = await _record(context, table)
    return _download((await context.backend.in_thread(record.to_text)).encode(), table, "txt")


async def record_json(context: Context, table: TableName) -> Content[bytes]:
    """Download the record as JSON."""
    record = await _record(context, table)
    return _download(record.to_json().encode(), table, "json")


async def log(context: Context, table: TableName) -> Content[bytes]:
    """Download the log of a table that is over, or that cannot be played on here."""
    entries = await context.backend.lobby.log_of(table)
    return _download(
        await context.backend.in_thread(lambda: log_text(table, entries)), table, "json"
    )


async def _record(context: Context, table: str) -> Record:
    caller = await context.caller()
    live = await context.backend.lobby.table(table)
    return await live.read(lambda standing: known_record(standing, caller))


def log_text(table: str, entries: list[Entry]) -> bytes:
    """A log as it is stored, without the ids of guests."""
    listed = [{"version": each.version, "at": each.at, **_nameless(each.body)} for each in entries]
    return msgspec.json.format(
        msgspec.json.encode({"format": "azulejos-log", "table": table, "entries": listed}), indent=1
    )


def _nameless(body: bytes) -> dict[str, Any]:
    entry: dict[str, Any] = msgspec.json.decode(body)
    entry.pop("maker", None)
    for holder in (*entry.get("seats", ()), entry.get("holder", {})):
        holder.pop("guest", None)
    return entry


def known_record(standing: Standing, identity: Identity | None) -> Record:
    """The record as far as somebody may know it; all of it once the game is over."""
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


def _download(content: bytes, table: str, suffix: str) -> Content[bytes]:
    name = "".join(letter for letter in table if letter.isalnum())
    return download(content, f"azulejos-{name}.{suffix}")
