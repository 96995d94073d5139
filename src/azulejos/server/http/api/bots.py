"""The bot API: programs that play with a token."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated

import msgspec
from litestar import Controller, get, post
from litestar.params import JSONBody, QueryParameter
from litestar.response import Stream

from azulejos.errors import NotAllowed
from azulejos.server.http.api.me import After, Limit
from azulejos.server.http.api.tables import TableName
from azulejos.server.http.identity import Caller, HttpRequest, TheHub
from azulejos.server.http.security import address_of
from azulejos.tables.live.subscribers import Subscriber
from azulejos.tables.live.summary import TablePage, page_of_tables
from azulejos.tables.messages import Move
from azulejos.tables.people.guests import Identity
from azulejos.tables.requests.backend import expect_room
from azulejos.tables.requests.me import NewName
from azulejos.tables.requests.tables import Seated

HEARTBEAT = 15.0  # seconds between two empty lines of a stream


class Token(msgspec.Struct, frozen=True):
    """Shows who a program is. It is told this once."""

    name: str
    token: str


class BotMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A move, in reply to a version of the game; the id lets it be sent again safely."""

    id: Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern=r"^[!-~]+$")]
    version: int
    move: Annotated[str, msgspec.Meta(max_length=40)]


class BotController(Controller):
    path = "/api/bot"
    tags = ("bot",)

    @post("/tokens", summary="Make a guest for a program, and a token for it")
    async def token(self, request: HttpRequest, hub: TheHub, data: JSONBody[NewName]) -> Token:
        address = address_of(request.scope)
        hub.limits.take("guest", address, address)
        identity, token = await hub.guests.add(data.name, "bot")
        return Token(identity.name, token)

    @get("/games", summary="List my games, the latest first")
    async def games(
        self, hub: TheHub, caller: Caller, after: After = None, limit: Limit = 50
    ) -> TablePage:
        return await page_of_tables(hub.store, _program(caller).guest, limit, after)

    @get(
        "/games/{table:str}/stream",
        summary="Follow a game: a JSON object (`ProgramUpdate`) a line, until the game is over",
        media_type="application/x-ndjson",
    )
    async def stream(
        self,
        request: HttpRequest,
        hub: TheHub,
        caller: Caller,
        table: TableName,
        version: Annotated[int, QueryParameter(ge=-1)] = -1,
    ) -> Stream:
        address = address_of(request.scope)
        subscriber = Subscriber(_program(caller), version, for_program=True, address=address)
        live = await hub.lobby.table(table)
        expect_room(hub, address)

        async def lines() -> AsyncIterator[str]:
            hub.sockets[address] += 1
            try:
                await live.attach(subscriber)
                async for message in _until_stopped(subscriber, hub.stopping):
                    yield message + "\n"
            finally:
                hub.sockets[address] -= 1
                await live.detach(subscriber)

        return Stream(lines(), media_type="application/x-ndjson")

    @post("/games/{table:str}/moves", summary="Make a move", status_code=200)
    async def move(
        self,
        request: HttpRequest,
        hub: TheHub,
        caller: Caller,
        table: TableName,
        data: JSONBody[BotMove],
    ) -> Seated:
        program = _program(caller)
        hub.limits.take("message", program.guest, address_of(request.scope))
        live = await hub.lobby.table(table)
        return Seated(await live.execute(program, Move(data.id, data.version, data.move)))


def _program(caller: Identity | None) -> Identity:
    if caller is None or not caller.is_program:
        raise NotAllowed("this needs a token: Authorization: Bearer TOKEN")
    return caller


async def _until_stopped(subscriber: Subscriber, stopping: asyncio.Event) -> AsyncIterator[str]:
    """The messages to a subscriber, and now and then an empty one to show that it is connected."""
    stop = asyncio.create_task(stopping.wait())
    try:
        while not stop.done():
            following = asyncio.create_task(subscriber.next_message())
            await asyncio.wait(
                (stop, following), timeout=HEARTBEAT, return_when=asyncio.FIRST_COMPLETED
            )
            if not following.done():
                following.cancel()
                yield ""
                continue
            message = following.result()
            if message is None:
                return
            yield message
    finally:
        stop.cancel()
