"""The socket of a browser at a table.

There are very many of them, and all they do is wait. So the framework that answers requests does
not stand between them and the server: its part of a connection would take as much memory as ours.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any

from litestar.connection import ASGIConnection
from litestar.types import Receive, Send

from azulejos.errors import AzulejosError, Busy, StoreError
from azulejos.server.http.requests import Connection, known_guest
from azulejos.server.http.security import address_of
from azulejos.server.hub import Hub
from azulejos.tables.live.audience import Subscriber
from azulejos.tables.live.table import Table
from azulejos.tables.quota import ACCOUNT, charged
from azulejos.tables.requests.backend import expect_room
from azulejos.tables.requests.conversation import (
    MAX_FRAME_SIZE,
    TOO_BIG,
    TRY_AGAIN,
    Conversation,
    closing_code,
    known_version,
    table_at,
)

Turn = Callable[[], Awaitable[None]]
"""Waits until an address may ask for more."""


async def table_socket(hub: Hub, scope: Any, receive: Receive, send: Send) -> None:
    """Connect somebody to a table until either side closes."""
    await receive()  # that somebody wants to connect
    address = address_of(scope)
    try:
        live, subscriber = await _introduced(hub, ASGIConnection(scope))
        expect_room(hub, address)
    except AzulejosError as error:
        code = closing_code(error)
        with suppress(OSError):  # whoever came may have gone
            if code == TRY_AGAIN:  # a refused handshake would be final
                await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
            await send({"type": "websocket.close", "code": code, "reason": str(error)[:100]})
        return
    hub.sockets[address] += 1
    try:
        await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        scope |= {"headers": [], "state": {}}  # nobody asks for them while the socket is open
        conversation = Conversation(hub, live, subscriber, address)
        await _converse(receive, send, conversation, partial(hub.turn, address))
    except OSError:
        pass  # the connection is lost
    finally:
        hub.sockets[address] -= 1
        if not hub.sockets[address]:
            del hub.sockets[address]


async def _introduced(hub: Hub, connection: Connection) -> tuple[Table, Subscriber]:
    """The table that a connection is for, and who comes to it."""
    name = table_at(connection.scope["path"])
    identity = await known_guest(connection, hub)
    table = await hub.lobby.table(name)
    version = known_version(connection.query_params.get("version", "-1"))
    return table, Subscriber(identity, version, address=address_of(connection.scope))


async def _converse(receive: Receive, send: Send, conversation: Conversation, turn: Turn) -> None:
    writing = asyncio.create_task(charged(_write(send, conversation.subscriber), ACCOUNT.get()))
    try:
        await conversation.begin()
        await _read(receive, send, conversation, turn)
    except (Busy, StoreError):
        with suppress(OSError, RuntimeError):
            await send({"type": "websocket.close", "code": TRY_AGAIN, "reason": ""})
    finally:
        writing.cancel()
        with suppress(asyncio.CancelledError):
            await writing
        await conversation.end()


async def _write(send: Send, subscriber: Subscriber) -> None:
    with suppress(OSError, RuntimeError):
        while (message := await subscriber.next_message()) is not None:
            await send({"type": "websocket.send", "text": message, "bytes": None})
            del message  # it is long, and the next may be long in coming
        await send({"type": "websocket.close", "code": TRY_AGAIN, "reason": ""})


async def _read(receive: Receive, send: Send, conversation: Conversation, turn: Turn) -> None:
    while True:
        event: Any = await receive()
        if event["type"] != "websocket.receive":
            return
        data = event.get("text") or event.get("bytes") or ""
        if len(data) > MAX_FRAME_SIZE:
            await send({"type": "websocket.close", "code": TOO_BIG, "reason": ""})
            return
        del event
        await turn()
        await conversation.hear(data)
        del data
