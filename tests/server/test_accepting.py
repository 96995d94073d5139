"""Accepting connections while the server stops."""

from __future__ import annotations

import asyncio
import socket
from contextlib import ExitStack

import pytest

from azulejos.server.http.accepting import Acceptor
from azulejos.server.http.connections import Connections

CLIENTS = 3


class Opened(asyncio.Protocol):
    """Counts connections that got somebody to answer them."""

    def __init__(self, opened: list[asyncio.BaseTransport]) -> None:
        self.opened = opened

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.opened.append(transport)


@pytest.mark.parametrize("turns", range(6))
def test_who_is_accepted_as_the_server_stops_is_answered(turns: int) -> None:
    """Or left to the other processes that listen there: at whichever turn of the loop it stops."""
    with ExitStack() as sockets:
        listening = sockets.enter_context(socket.create_server(("127.0.0.1", 0)))
        others = sockets.enter_context(listening.dup())
        opened = asyncio.run(accept_and_stop(listening, turns, sockets))
        others.settimeout(0.0)
        left = 0
        while left < CLIENTS:
            try:
                sockets.enter_context(others.accept()[0])
            except BlockingIOError:
                break
            left += 1
    assert opened + left == CLIENTS


async def accept_and_stop(listening: socket.socket, turns: int, sockets: ExitStack) -> int:
    opened: list[asyncio.BaseTransport] = []
    acceptor = Acceptor(listening, Connections(100, 100), lambda: Opened(opened))
    await asyncio.sleep(0)  # it waits for somebody by then
    for _ in range(CLIENTS):
        sockets.enter_context(socket.create_connection(listening.getsockname()))
    for _ in range(turns):
        await asyncio.sleep(0)
    acceptor.close()
    await acceptor.wait_closed()
    await asyncio.sleep(0)
    for transport in opened:
        transport.close()
    return len(opened)
