"""The socket of a browser at a table."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from azulejos.errors import AzulejosError, Busy, Malformed, NotAllowed, Stale, TooMany, code_of
from azulejos.server.api.tables import TableName
from azulejos.server.guests import Identity
from azulejos.server.hub import Hub
from azulejos.server.identity import TheHub, known_guest
from azulejos.server.messages import AskHints, ClientMessage, Done, Hints, Ping, Pong, Refused, Say
from azulejos.server.security import address_of
from azulejos.server.table import Table
from azulejos.server.watchers import QueueWatcher

logger = logging.getLogger(__name__)

LARGEST_FRAME = 8 * 1024
LONGEST_ID = 64
TRY_AGAIN = 1013
TOO_BIG = 1009

read_message = msgspec.json.Decoder(ClientMessage).decode


class _Named(msgspec.Struct):
    id: str = ""


@websocket("/api/tables/{table:str}/socket")
async def table_socket(socket: WebSocket[Any, Any, Any], hub: TheHub, table: TableName) -> None:
    """Connect somebody to a table until one of both goes."""
    try:
        identity = await known_guest(socket, hub)
        live = await hub.lobby.table(table)
        known = _known_version(socket)
        expect_room(hub, address_of(socket.scope))
    except AzulejosError as error:
        await socket.close(code=4404, reason=str(error)[:100])
        return
    address = address_of(socket.scope)
    hub.sockets[address] += 1
    try:
        await socket.accept()
        await _converse(socket, hub, live, QueueWatcher(identity, known))
    finally:
        hub.sockets[address] -= 1
        if not hub.sockets[address]:
            del hub.sockets[address]


def _known_version(socket: WebSocket[Any, Any, Any]) -> int:
    try:
        return max(-1, int(socket.query_params.get("version", -1)))
    except ValueError:
        raise Malformed("a version is a whole number") from None


def expect_room(hub: Hub, address: str) -> None:
    """Refuse a connection too many."""
    settings = hub.settings
    if hub.sockets.total() >= settings.most_sockets:
        raise Busy("too many are connected")
    if hub.sockets[address] >= settings.most_sockets_of_one:
        raise NotAllowed("too many connections from one address")


async def _converse(
    socket: WebSocket[Any, Any, Any], hub: Hub, table: Table, watcher: QueueWatcher
) -> None:
    writing = asyncio.create_task(_write(socket, watcher))
    conversation = Conversation(hub, table, watcher)
    try:
        await table.attach(watcher)
        if watcher.identity and not await hub.guests.is_known(watcher.identity):
            watcher.close()  # it was revoked meanwhile
        await _read(socket, conversation)
    except (WebSocketDisconnect, Busy):
        pass
    finally:
        writing.cancel()
        conversation.end()
        with suppress(asyncio.CancelledError):
            await writing
        await table.detach(watcher)


async def _write(socket: WebSocket[Any, Any, Any], watcher: QueueWatcher) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        while (message := await watcher.next_message()) is not None:
            await socket.send_text(message)
            del message  # it is long, and the next may be long in coming
        await socket.close(code=TRY_AGAIN)


async def _read(socket: WebSocket[Any, Any, Any], conversation: Conversation) -> None:
    while True:
        event = await socket.receive()
        if event["type"] != "websocket.receive":
            return
        data = event.get("text") or event.get("bytes") or ""
        if len(data) > LARGEST_FRAME:
            await socket.close(code=TOO_BIG)
            return
        await conversation.hear(data)


class Conversation:
    """Answers what one connection says."""

    def __init__(self, hub: Hub, table: Table, watcher: QueueWatcher) -> None:
        self._hub = hub
        self._table = table
        self._watcher = watcher
        self._limit_name = f"{id(self)}"
        self._advising: asyncio.Task[None] | None = None

    async def hear(self, data: str | bytes) -> None:
        """Do what a message asks for, or say why not. Whose connection ends is heard no more."""
        if self._watcher.is_closed:
            return
        begun = time.monotonic()
        try:
            self._hub.limits.take("message", self._limit_name)
            await self._obey(_read_message(data))
        except AzulejosError as error:
            await self._refuse(_id_of(data), error)
        self._hub.metrics.observe("commit", time.monotonic() - begun)

    async def _obey(self, message: ClientMessage) -> None:
        if isinstance(message, Ping):
            self._watcher.tell(Pong())
            return
        identity = self._identity()
        if isinstance(message, AskHints):
            self._advise(identity, message)
            return
        if isinstance(message, Say):
            self._hub.limits.take("chat", identity.guest)
        await self._table.wish(
            identity, message, lambda version: self._watcher.tell(Done(message.id, version))
        )

    def _identity(self) -> Identity:
        if self._watcher.identity is None:
            raise NotAllowed("take a name first")
        return self._watcher.identity

    def _advise(self, identity: Identity, message: AskHints) -> None:
        """Advice takes its time: others of one's messages need not wait for it."""
        if self._advising and not self._advising.done():
            raise Busy("one question at a time")
        self._hub.limits.take("advice", identity.guest)
        self._advising = asyncio.create_task(self._give_hints(identity, message))

    async def _give_hints(self, identity: Identity, message: AskHints) -> None:
        try:
            hints = await self._table.hints(identity, message.version)
            self._watcher.tell(Hints(message.id, message.version, hints))
        except AzulejosError as error:
            await self._refuse(message.id, error)

    async def _refuse(self, name: str, error: AzulejosError) -> None:
        code = code_of(error)
        self._hub.metrics.count("refused", code)
        reason = " ".join(str(error).split())
        self._watcher.tell(Refused(name, code, reason, self._watcher.known))
        if isinstance(error, Stale):
            await self._table.refresh(self._watcher)
        if isinstance(error, TooMany):
            await asyncio.sleep(error.retry_after)  # and nothing more is read meanwhile

    def end(self) -> None:
        if self._advising:
            self._advising.cancel()


def _read_message(data: str | bytes) -> ClientMessage:
    try:
        message: ClientMessage = read_message(data)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise Malformed(f"this message cannot be read: {error}") from None
    name = getattr(message, "id", "-")
    if not 0 < len(name) <= LONGEST_ID or not name.isascii() or not name.isprintable():
        raise Malformed(f"an id has 1 to {LONGEST_ID} printable ASCII characters")
    return message


def _id_of(data: str | bytes) -> str:
    """The id of a message that may be wrong in every way."""
    try:
        return msgspec.json.decode(data, type=_Named).id[:LONGEST_ID]
    except (msgspec.MsgspecError, UnicodeError):
        return ""
