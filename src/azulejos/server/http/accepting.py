"""Accepting connections, from each address no faster than its share of the processor allows.

Opening a connection costs the server more than the client, even if nothing follows. Connections
from an address that has used up its share (`tables/quota.py`) are held: accepted, but not read, so
that they cost hardly anything and cannot come back at once. When the address may go on, the newest
are let in first, since those that have waited long have probably given up.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress

from azulejos.server.http.connections import ACCEPTED_AT_ONCE, HEADERS_WITHIN, Connections

logger = logging.getLogger(__name__)

OPENING = 0.00025  # seconds of the processor for a connection, from its opening to its closing
LET_IN_AT_ONCE = 4  # of an address that has waited: what reading one of its connections costs
PAUSE = 1.0  # seconds for which nothing is accepted if there are no more files


class Acceptor:
    """Accepts connections on one listening socket."""

    def __init__(
        self,
        listening: socket.socket,
        counted: Connections,
        make_protocol: Callable[[], asyncio.Protocol],
    ) -> None:
        listening.settimeout(0.0)
        self.sockets = (listening,)
        self._counted = counted
        self._make_protocol = make_protocol
        self._held: dict[str, deque[tuple[float, socket.socket]]] = {}  # by network
        self._opening: set[asyncio.Task[None]] = set()
        self._is_closed = False
        self._accepting: asyncio.Task[None] | None = None  # where the loop knows no readers
        self._listen()

    def close(self) -> None:
        """Stop accepting."""
        self._is_closed = True
        if self._accepting:
            self._accepting.cancel()
        else:
            # Before it is closed: other processes listen at it, too, and it would wake us forever.
            asyncio.get_running_loop().remove_reader(self.sockets[0])
        for network in list(self._held):
            held = self._held.pop(network)
            for _ in range(min(LET_IN_AT_ONCE, len(held))):
                self._let_in(held.pop()[1], network)
            for _, connection in held:
                connection.close()
        self.sockets[0].close()

    async def wait_closed(self) -> None:
        """Wait until every accepted connection is open."""
        if self._opening:
            await asyncio.wait(self._opening)

    def _listen(self) -> None:
        if self._is_closed:
            return
        try:
            asyncio.get_running_loop().add_reader(self.sockets[0], self._accept)
        except NotImplementedError:  # on Windows
            self._accepting = asyncio.create_task(self._accept_one_by_one())

    async def _accept_one_by_one(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                self._receive(*await loop.sock_accept(self.sockets[0]))
            except OSError:
                logger.exception("no connection can be accepted")
                await asyncio.sleep(PAUSE)

    def _accept(self) -> None:
        """Accept a few; the loop comes back for more, after those that are there had their turn.

        Not in a task: one that is cancelled would lose what was accepted for it in that moment.
        """
        for _ in range(ACCEPTED_AT_ONCE):
            try:
                connection, address = self.sockets[0].accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError:
                logger.exception("no connection can be accepted")
                self._pause()
                return
            connection.settimeout(0.0)
            self._receive(connection, address)

    def _pause(self) -> None:
        loop = asyncio.get_running_loop()
        loop.remove_reader(self.sockets[0])
        loop.call_later(PAUSE, self._listen)

    def _receive(self, connection: socket.socket, address: tuple[str, ...]) -> None:
        network = self._counted.network(str(address[0]))
        if network is None or self._counted.shares.has_quota(network):
            self._let_in(connection, network)
        elif self._counted.has_room or self._drop_one():
            self._hold(connection, network)
        else:
            connection.close()

    def _let_in(self, connection: socket.socket, network: str | None) -> None:
        if network is not None:
            self._counted.shares.spend(network, OPENING)
        opening = asyncio.create_task(self._open(connection))
        self._opening.add(opening)
        opening.add_done_callback(self._opening.discard)

    async def _open(self, connection: socket.socket) -> None:
        with suppress(OSError):  # the client may be gone
            loop = asyncio.get_running_loop()
            await loop.connect_accepted_socket(self._make_protocol, connection)

    def _hold(self, connection: socket.socket, network: str) -> None:
        if network not in self._held:
            self._held[network] = deque()
            self._let_in_later(network)
        self._held[network].append((time.monotonic(), connection))
        self._counted.held += 1

    def _let_in_later(self, network: str) -> None:
        self._counted.shares.when_paid(network, lambda: self._let_newest_in(network))

    def _let_newest_in(self, network: str) -> None:
        held = self._held.get(network, deque())
        for _ in range(min(LET_IN_AT_ONCE, len(held))):
            self._counted.held -= 1
            self._let_in(held.pop()[1], network)
        while held and held[0][0] < time.monotonic() - HEADERS_WITHIN:
            self._drop(held)
        if held:
            self._let_in_later(network)
        else:
            self._held.pop(network, None)

    def _drop_one(self) -> bool:
        """Make room by dropping a connection of the address that has been held longest."""
        held = next((held for held in self._held.values() if held), None)
        if held is None:
            return False
        self._drop(held)
        return True

    def _drop(self, held: deque[tuple[float, socket.socket]]) -> None:
        self._counted.held -= 1
        held.popleft()[1].close()
