"""The conversation between a page and a table, over a socket or in a browser."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress

import msgspec

from azulejos import errors
from azulejos.tables import messages
from azulejos.tables.clock import ticks
from azulejos.tables.live.audience import Subscriber
from azulejos.tables.live.table import Table
from azulejos.tables.people.guests import Identity
from azulejos.tables.requests.backend import Backend
from azulejos.tables.requests.route import UNREADABLE, one_line

PATH = re.compile(r"/api/tables/([^/]{1,40})/socket")
MAX_FRAME_SIZE = 8 * 1024
MAX_ID_LENGTH = 64
MAX_PAUSE = 2.0  # seconds for which nobody who says too much at once is heard
NOT_FOUND = 4404
TRY_AGAIN = 1013
TOO_BIG = 1009

read_message = msgspec.json.Decoder(messages.ClientMessage).decode


def closing_code(error: errors.AzulejosError) -> int:
    """The code that a socket is closed with if the connection is refused."""
    return TRY_AGAIN if isinstance(error, errors.Busy | errors.StoreError) else NOT_FOUND


def table_at(path: str) -> str:
    """The table that a connection is for."""
    result = PATH.fullmatch(path)
    if result is None:
        raise errors.NotFound("only tables have sockets")
    return result[1]


def known_version(text: str) -> int:
    """The version of the table that a client has seen; -1 for none."""
    try:
        return max(-1, int(text))
    except ValueError:
        raise errors.Malformed("a version is a whole number") from None


class _Named(msgspec.Struct):
    id: str = ""


class Conversation:
    """Answers the messages of one connection."""

    __slots__ = ("_address", "_advising", "_backend", "subscriber", "table")

    def __init__(
        self, backend: Backend, table: Table, subscriber: Subscriber, address: str
    ) -> None:
        self._backend = backend
        self.table = table
        self.subscriber = subscriber
        self._address = address
        self._advising: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Have the table send its subscriber everything from now on."""
        await self.table.attach(self.subscriber)
        await self._expect_known()
        await self._introduce()

    async def _expect_known(self) -> None:
        """Disconnect somebody whose secret was revoked while they connected."""
        identity = self.subscriber.identity
        if identity and not await self._backend.guests.is_known(identity):
            self.subscriber.close()

    async def _introduce(self) -> None:
        """Tell the table the guest's name, which may have changed."""
        if self.subscriber.identity:
            with suppress(errors.AzulejosError):
                await self.table.rename(self.subscriber.identity)

    async def hear(self, data: str | bytes) -> None:
        """Answer a message; nothing once the connection is closed."""
        if self.subscriber.is_closed:
            return
        begun = ticks()
        try:
            self._count()
            await self._obey(_read_message(data))
        except errors.AzulejosError as error:
            await self._refuse(_id_of(data), error)
        self._backend.metrics.observe("commit", ticks() - begun)

    def _count(self) -> None:
        """Count a message for its guest, and for all guests at the address."""
        identity = self.subscriber.identity
        self._backend.limits.take("message", identity.guest if identity else self._address)
        self._backend.limits.take("messages", self._address)

    async def _obey(self, message: messages.ClientMessage) -> None:
        if isinstance(message, messages.Ping):
            self.subscriber.tell(messages.Pong())
            return
        if isinstance(message, messages.AskEvents):
            events = await self.table.events(self.subscriber, message.before)
            self.subscriber.tell(messages.Events(message.id, events))
            return
        identity = self._identity()
        if isinstance(message, messages.AskHints):
            self._advise(identity, message)
            return
        if isinstance(message, messages.Say):
            self._backend.restrictions.check_voice(identity, self.subscriber.address)
            self._backend.limits.take("chat", identity.guest)
        await self.table.execute(
            identity,
            message,
            lambda version: self.subscriber.tell(messages.Done(message.id, version)),
        )

    def _identity(self) -> Identity:
        if self.subscriber.identity is None:
            raise errors.NotAllowed("choose a name first")
        return self.subscriber.identity

    def _advise(self, identity: Identity, message: messages.AskHints) -> None:
        """Advice takes a while: other messages need not wait for it."""
        if self._advising and not self._advising.done():
            raise errors.Busy("one question at a time")
        self._backend.limits.take("advice", identity.guest)
        self._advising = asyncio.create_task(self._give_hints(identity, message))

    async def _give_hints(self, identity: Identity, message: messages.AskHints) -> None:
        try:
            hints = await self.table.hints(identity, message.version)
            self.subscriber.tell(messages.Hints(message.id, message.version, hints))
        except errors.AzulejosError as error:
            await self._refuse(message.id, error)

    async def _refuse(self, name: str, error: errors.AzulejosError) -> None:
        code = errors.code_of(error)
        self._backend.metrics.count("refused", code)
        self.subscriber.tell(
            messages.Refused(name, code, one_line(str(error)), self.subscriber.known)
        )
        if isinstance(error, errors.Stale):
            await self.table.refresh(self.subscriber)
        if isinstance(error, errors.TooMany):
            await asyncio.sleep(min(error.retry_after, MAX_PAUSE))  # and reads nothing

    async def end(self) -> None:
        if self._advising:
            self._advising.cancel()
        await self.table.detach(self.subscriber)


def _read_message(data: str | bytes) -> messages.ClientMessage:
    try:
        message: messages.ClientMessage = read_message(data)
    except UNREADABLE as error:
        raise errors.Malformed(f"this message cannot be read: {error}") from None
    name = getattr(message, "id", "-")
    if not 0 < len(name) <= MAX_ID_LENGTH or not name.isascii() or not name.isprintable():
        raise errors.Malformed(f"an id has 1 to {MAX_ID_LENGTH} printable ASCII characters")
    return message


def _id_of(data: str | bytes) -> str:
    """The id of a message that may be wrong in any way."""
    try:
        return msgspec.json.decode(data, type=_Named).id[:MAX_ID_LENGTH]
    except UNREADABLE:
        return ""
