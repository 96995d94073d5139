"""Connections to a table, seen from the table: somebody who is sent messages."""

from __future__ import annotations

import msgspec

from azulejos.tables.inbox import Inbox
from azulejos.tables.people.guests import Identity

MAX_WAITING = 64  # messages that a slow connection may lag behind

encode = msgspec.json.Encoder().encode


class Subscriber:
    """A connection whose messages wait in a queue, so that a slow one keeps nobody waiting."""

    __slots__ = (
        "_is_closed",
        "_waiting",
        "address",
        "for_program",
        "identity",
        "known",
        "seat",
    )

    def __init__(
        self,
        identity: Identity | None,
        known: int,
        *,
        for_program: bool = False,
        address: str = "",
    ) -> None:
        self.identity = identity
        self.address = address
        self.known = known  # the version of the last update sent
        self.seat: int | None = None  # for which that was
        self.for_program = for_program
        self._waiting: Inbox[str | None] = Inbox()
        self._is_closed = False

    @property
    def is_closed(self) -> bool:
        """Whether nothing more is sent to this one, or heard from it."""
        return self._is_closed

    def send(self, message: str) -> None:
        """Send a message in its turn. A connection that lags too far behind must connect again."""
        if len(self._waiting) >= MAX_WAITING:
            self.close()
        if not self._is_closed:
            self._waiting.put(message)

    def tell(self, message: msgspec.Struct) -> None:
        """Send a message that is for this one alone."""
        self.send(encode(message).decode())

    def close(self) -> None:
        """Make it connect again; what waits is told then."""
        self._waiting.clear()
        self.finish()

    def finish(self) -> None:
        """Send what waits, and then no more."""
        self._is_closed = True
        self._waiting.put(None)

    async def next_message(self) -> str | None:
        """The next message to send; None if the connection is to be closed."""
        return await self._waiting.get()
