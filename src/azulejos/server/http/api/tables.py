"""Tables: making one, finding one, sitting down."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, Response, delete, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from azulejos.server.http.identity import Caller, HttpRequest, NamedGuest, TheHub
from azulejos.server.http.security import address_of
from azulejos.tables.live.summary import TableInfo, TablePage
from azulejos.tables.lobby.new_table import NewTable
from azulejos.tables.requests import tables
from azulejos.tables.requests.tables import Download, Seated, TableMade

MAX_LISTED = 100

Limit = Annotated[int, QueryParameter(ge=1, le=MAX_LISTED)]
Skipped = Annotated[
    str | None, QueryParameter(pattern="^[0-9]{1,6}$", description="`next` of the last page")
]
TableName = Annotated[str, PathParameter(max_length=40)]
SeatNumber = Annotated[int, PathParameter(ge=0, le=3)]


class TableController(Controller):
    path = "/api/tables"
    tags = ("tables",)

    @post("/", summary="Make a table")
    async def create(
        self, request: HttpRequest, hub: TheHub, guest: NamedGuest, data: JSONBody[NewTable]
    ) -> TableMade:
        return await tables.create(hub, guest, address_of(request.scope), data)

    @get("/", summary="List the public tables where somebody waits, of every maker one first")
    async def open_tables(
        self, hub: TheHub, caller: Caller, after: Skipped = None, limit: Limit = 50
    ) -> TablePage:
        return await tables.open_tables(hub, caller, int(after or 0), limit)

    @get("/{table:str}", summary="Describe a table")
    async def describe(self, hub: TheHub, caller: Caller, table: TableName) -> TableInfo:
        return await tables.describe(hub, caller, table)

    @post("/{table:str}/seats/{seat:int}", summary="Take an open seat", status_code=200)
    async def sit(
        self, hub: TheHub, guest: NamedGuest, table: TableName, seat: SeatNumber
    ) -> Seated:
        return await tables.sit(hub, guest, table, seat)

    @delete("/{table:str}/seats/{seat:int}", summary="Leave one's seat", status_code=200)
    async def leave(
        self, hub: TheHub, guest: NamedGuest, table: TableName, seat: SeatNumber
    ) -> Seated:
        return await tables.leave(hub, guest, table, seat)

    @get(
        ["/{table:str}/record", "/{table:str}/record.txt"],
        summary="Download the record as text",
        media_type="text/plain",
    )
    async def record(self, hub: TheHub, caller: Caller, table: TableName) -> Response[bytes]:
        return _answer(await tables.record_text(hub, caller, table))

    @get(
        "/{table:str}/log.json",
        summary="Download the log of a table that is over, or that cannot be played on here",
    )
    async def log(self, hub: TheHub, table: TableName) -> Response[bytes]:
        return _answer(await tables.log(hub, table))

    @get("/{table:str}/record.json", summary="Download the record as JSON")
    async def record_json(self, hub: TheHub, caller: Caller, table: TableName) -> Response[bytes]:
        return _answer(await tables.record_json(hub, caller, table))


def _answer(download: Download) -> Response[bytes]:
    return Response(download.content, media_type=download.kind, headers=download.headers)
