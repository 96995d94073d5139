"""Tables: making one, finding one, sitting down."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from litestar import Controller, Response, delete, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from azulejos.play.record import Record
from azulejos.server.http.identity import Caller, HttpRequest, NamedGuest, TheHub
from azulejos.server.http.security import address_of
from azulejos.server.lobby.new_table import NewTable
from azulejos.server.people.guests import Identity
from azulejos.server.store import Entry
from azulejos.server.table.standing import Standing
from azulejos.server.table.summary import TableInfo, TablePage, info_of, row_of

MOST_LISTED = 100

Limit = Annotated[int, QueryParameter(ge=1, le=MOST_LISTED)]
Skipped = Annotated[
    str | None, QueryParameter(pattern="^[0-9]{1,6}$", description="`next` of the last page")
]
Content = TypeVar("Content", str, bytes)

TableName = Annotated[str, PathParameter(max_length=40)]
SeatNumber = Annotated[int, PathParameter(ge=0, le=3)]


class TableMade(msgspec.Struct, frozen=True):
    """A new table and the address of its page, which is the invitation to it."""

    table: str
    link: str


class Seated(msgspec.Struct, frozen=True):
    """The version of the table at which it was done."""

    version: int


class TableController(Controller):
    path = "/api/tables"
    tags = ("tables",)

    @post("/", summary="Make a table")
    async def create(
        self, request: HttpRequest, hub: TheHub, guest: NamedGuest, data: JSONBody[NewTable]
    ) -> TableMade:
        address = address_of(request.scope)
        hub.limits.take("table", guest.guest, address)
        if data.is_public:
            hub.limits.take("public", address)
        name = await hub.lobby.create(data, guest)
        return TableMade(name, f"/t/{name}")

    @get("/", summary="List the public tables where somebody waits, of every maker one first")
    async def open_tables(
        self, hub: TheHub, caller: Caller, after: Skipped = None, limit: Limit = 50
    ) -> TablePage:
        skip = int(after or 0)
        rows = await hub.store.open_tables(limit + 1, skip)
        shown = [info_of(row, caller.guest if caller else None) for row in rows[:limit]]
        following = str(skip + limit) if len(rows) > limit else None
        return TablePage([each for each in shown if not each.is_outdated], following)

    @get("/{table:str}", summary="Describe a table")
    async def describe(self, hub: TheHub, caller: Caller, table: TableName) -> TableInfo:
        live = await hub.lobby.table(table)
        return await live.read(lambda s: info_of(row_of(s), caller.guest if caller else None))

    @post("/{table:str}/seats/{seat:int}", summary="Take an open seat", status_code=200)
    async def sit(
        self, hub: TheHub, guest: NamedGuest, table: TableName, seat: SeatNumber
    ) -> Seated:
        live = await hub.lobby.table(table)
        return Seated(await live.sit(guest, seat))

    @delete("/{table:str}/seats/{seat:int}", summary="Leave one's seat", status_code=200)
    async def leave(
        self, hub: TheHub, guest: NamedGuest, table: TableName, seat: SeatNumber
    ) -> Seated:
        live = await hub.lobby.table(table)
        return Seated(await live.leave(guest, seat))

    @get(
        ["/{table:str}/record", "/{table:str}/record.txt"],
        summary="Download the record as text",
        media_type="text/plain",
    )
    async def record(self, hub: TheHub, caller: Caller, table: TableName) -> Response[str]:
        live = await hub.lobby.table(table)
        record = await live.read(lambda standing: known_record(standing, caller))
        return _download(await asyncio.to_thread(record.to_text), table, "txt")

    @get(
        "/{table:str}/log.json",
        summary="Download the log of a table that is over, or that cannot be played on here",
    )
    async def log(self, hub: TheHub, table: TableName) -> Response[bytes]:
        entries = await hub.lobby.log_of(table)
        content = await asyncio.to_thread(log_text, table, entries)
        return _download(content, table, "json")

    @get("/{table:str}/record.json", summary="Download the record as JSON")
    async def record_json(self, hub: TheHub, caller: Caller, table: TableName) -> Response[bytes]:
        live = await hub.lobby.table(table)
        record = await live.read(lambda standing: known_record(standing, caller))
        return _download(record.to_json().encode(), table, "json")


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


def _download(content: Content, table: str, suffix: Literal["txt", "json"]) -> Response[Content]:
    kind = "text/plain" if suffix == "txt" else "application/json"
    name = "".join(letter for letter in table if letter.isalnum())
    header = {"Content-Disposition": f'attachment; filename="azulejos-{name}.{suffix}"'}
    return Response(content, media_type=kind, headers=header)
