"""The socket of a browser at a table.

There are very many of them, and all they do is wait. So the framework that answers requests does
not stand between them and the server: its part of a connection would take as much memory as ours.
"""

from __future__ import annotations

import asyncio
import logging
import re
from contextlib import suppress
from typing import Any

import msgspec
from litestar.connection import ASGIConnection
from litestar.types import Receive, Send

from azulejos.errors import (
    AzulejosError,
    Busy,
    Malformed,
    NotAllowed,
    NotFound,
    Stale,
    StoreError,
    TooMany,
    code_of,
)
from azulejos.server.clock import ticks
from azulejos.server.http.identity import Connection, known_guest
from azulejos.server.http.problems import one_line
from azulejos.server.http.security import address_of
from azulejos.server.hub import Hub
from azulejos.server.messages import AskHints, ClientMessage, Done, Hints, Ping, Pong, Refused, Say
from azulejos.server.people.guests import Identity
from azulejos.server.table.subscribers import Subscriber
from azulejos.server.table.table import Table

logger = logging.getLogger(__name__)

PATH = re.compile(r"/api/tables/([^/]{1,40})/socket")
LARGEST_FRAME = 8 * 1024
LONGEST_ID = 64
LONGEST_PAUSE = 2.0  # seconds for which nobody who says too much at once is heard
NOT_FOUND = 4404
TRY_AGAIN = 1013
TOO_BIG = 1009

UNREADABLE = (msgspec.MsgspecError, UnicodeError, RecursionError)

read_message = msgspec.json.Decoder(ClientMessage).decode


class _Named(msgspec.Struct):
    id: str = ""


async def table_socket(hub: Hub, scope: Any, receive: Receive, send: Send) -> None:
    """Connect somebody to a table until either side closes."""
    await receive()  # that somebody wants to connect
    address = address_of(scope)
    try:
        live, subscriber = await _introduced(hub, ASGIConnection(scope))
        expect_room(hub, address)
    except AzulejosError as error:
        code = NOT_FOUND
        if isinstance(error, Busy | StoreError):  # a refused handshake would be final
            await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
            code = TRY_AGAIN
        await send({"type": "websocket.close", "code": code, "reason": str(error)[:100]})
        return
    hub.sockets[address] += 1
    try:
        await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        scope |= {"headers": [], "state": {}}  # nobody asks for them while the socket is open
        await _converse(receive, send, Conversation(hub, live, subscriber, address))
    except OSError:
        pass  # the connection is lost
    finally:
        hub.sockets[address] -= 1
        if not hub.sockets[address]:
            del hub.sockets[address]


async def _introduced(hub: Hub, connection: Connection) -> tuple[Table, Subscriber]:
    """The table that a connection is for, and who comes to it."""
    path = PATH.fullmatch(connection.scope["path"])
    if path is None:
        raise NotFound("there are no sockets but those of tables")
    identity = await known_guest(connection, hub)
    table = await hub.lobby.table(path[1])
    address = address_of(connection.scope)
    return table, Subscriber(identity, _known_version(connection), address=address)


def _known_version(connection: Connection) -> int:
    try:
        return max(-1, int(connection.query_params.get("version", -1)))
    except ValueError:
        raise Malformed("a version is a whole number") from None


def expect_room(hub: Hub, address: str) -> None:
    """Refuse one connection too many."""
    settings = hub.settings
    if hub.sockets.total() >= settings.most_sockets:
        raise Busy("too many are connected")
    if hub.sockets[address] >= settings.most_sockets_of_one:
        raise NotAllowed("too many connections from one address")


async def _converse(receive: Receive, send: Send, conversation: Conversation) -> None:
    table, subscriber = conversation.table, conversation.subscriber
    writing = asyncio.create_task(_write(send, subscriber))
    try:
        await table.attach(subscriber)
        await conversation.expect_known()
        await conversation.introduce()
        await _read(receive, send, conversation)
    except (Busy, StoreError):
        with suppress(OSError, RuntimeError):
            await send({"type": "websocket.close", "code": TRY_AGAIN, "reason": ""})
    finally:
        writing.cancel()
        conversation.end()
        with suppress(asyncio.CancelledError):
            await writing
        await table.detach(subscriber)


async def _write(send: Send, subscriber: Subscriber) -> None:
    with suppress(OSError, RuntimeError):
        while (message := await subscriber.next_message()) is not None:
            await send({"type": "websocket.send", "text": message, "bytes": None})
            del message  # it is long, and the next may be long in coming
        await send({"type": "websocket.close", "code": TRY_AGAIN, "reason": ""})


async def _read(receive: Receive, send: Send, conversation: Conversation) -> None:
    while True:
        event: Any = await receive()
        if event["type"] != "websocket.receive":
            return
        data = event.get("text") or event.get("bytes") or ""
        if len(data) > LARGEST_FRAME:
            await send({"type": "websocket.close", "code": TOO_BIG, "reason": ""})
            return
        del event
        await conversation.hear(data)
        del data


class Conversation:
    """Answers what one connection says."""

    __slots__ = ("_address", "_advising", "_hub", "subscriber", "table")

    def __init__(self, hub: Hub, table: Table, subscriber: Subscriber, address: str) -> None:
        self._hub = hub
        self.table = table
        self.subscriber = subscriber
        self._address = address
        self._advising: asyncio.Task[None] | None = None

    async def expect_known(self) -> None:
        """End the connection of somebody whose secret was revoked while it was made."""
        identity = self.subscriber.identity
        if identity and not await self._hub.guests.is_known(identity):
            self.subscriber.close()

    async def introduce(self) -> None:
        """Tell the table the name of its guest, who may have taken another since."""
        if self.subscriber.identity:
            with suppress(AzulejosError):
                await self.table.rename(self.subscriber.identity)

    async def hear(self, data: str | bytes) -> None:
        """Do what a message asks for, or say why not; nothing after the connection is closed."""
        if self.subscriber.is_closed:
            return
        begun = ticks()
        try:
            self._count()
            await self._obey(_read_message(data))
        except AzulejosError as error:
            await self._refuse(_id_of(data), error)
        self._hub.metrics.observe("commit", ticks() - begun)

    def _count(self) -> None:
        """Count a message of a guest, and of all guests who share an address."""
        identity = self.subscriber.identity
        self._hub.limits.take("message", identity.guest if identity else self._address)
        self._hub.limits.take("messages", self._address)

    async def _obey(self, message: ClientMessage) -> None:
        if isinstance(message, Ping):
            self.subscriber.tell(Pong())
            return
        identity = self._identity()
        if isinstance(message, AskHints):
            self._advise(identity, message)
            return
        if isinstance(message, Say):
            self._hub.restrictions.check_voice(identity, self.subscriber.address)
            self._hub.limits.take("chat", identity.guest)
        await self.table.execute(
            identity, message, lambda version: self.subscriber.tell(Done(message.id, version))
        )

    def _identity(self) -> Identity:
        if self.subscriber.identity is None:
            raise NotAllowed("choose a name first")
        return self.subscriber.identity

    def _advise(self, identity: Identity, message: AskHints) -> None:
        """Advice takes its time: others of one's messages need not wait for it."""
        if self._advising and not self._advising.done():
            raise Busy("one question at a time")
        self._hub.limits.take("advice", identity.guest)
        self._advising = asyncio.create_task(self._give_hints(identity, message))

    async def _give_hints(self, identity: Identity, message: AskHints) -> None:
        try:
            hints = await self.table.hints(identity, message.version)
            self.subscriber.tell(Hints(message.id, message.version, hints))
        except AzulejosError as error:
            await self._refuse(message.id, error)

    async def _refuse(self, name: str, error: AzulejosError) -> None:
        code = code_of(error)
        self._hub.metrics.count("refused", code)
        self.subscriber.tell(Refused(name, code, one_line(str(error)), self.subscriber.known))
        if isinstance(error, Stale):
            await self.table.refresh(self.subscriber)
        if isinstance(error, TooMany):
            await asyncio.sleep(min(error.retry_after, LONGEST_PAUSE))  # and reads nothing

    def end(self) -> None:
        if self._advising:
            self._advising.cancel()


def _read_message(data: str | bytes) -> ClientMessage:
    try:
        message: ClientMessage = read_message(data)
    except UNREADABLE as error:
        raise Malformed(f"this message cannot be read: {error}") from None
    name = getattr(message, "id", "-")
    if not 0 < len(name) <= LONGEST_ID or not name.isascii() or not name.isprintable():
        raise Malformed(f"an id has 1 to {LONGEST_ID} printable ASCII characters")
    return message


def _id_of(data: str | bytes) -> str:
    """The id of a message that may be wrong in every way."""
    try:
        return msgspec.json.decode(data, type=_Named).id[:LONGEST_ID]
    except UNREADABLE:
        return ""
