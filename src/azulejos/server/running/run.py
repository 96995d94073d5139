"""Running the server until it is told to stop."""

from __future__ import annotations

import asyncio
import gc
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from azulejos.extras import needs

with needs("server"):
    import uvicorn

    from azulejos.server.http.accepting import Acceptor
    from azulejos.server.http.app import make_app
    from azulejos.server.http.connections import Connections, room_for_connections
    from azulejos.server.http.protocols import protocols
    from azulejos.server.hub import Hub
    from azulejos.server.running.listening import listen
    from azulejos.server.running.network import network_addresses
    from azulejos.tables.requests.conversation import MAX_FRAME_SIZE
    from azulejos.tables.settings import Settings

PATIENCE = 5  # seconds that open requests get when the server stops
PING = 20.0  # seconds between two pings, and until one must be answered


class Server(uvicorn.Server):
    """Says when it answers, and ends the streams that never end by themselves."""

    def __init__(
        self,
        config: uvicorn.Config,
        hub: Hub,
        connections: Connections,
        ready: Callable[[Server], None],
    ) -> None:
        super().__init__(config)
        self.hub = hub
        self._connections = connections
        self._ready = ready
        self.chore: asyncio.Task[None] | None = None  # kept from being forgotten

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup([])  # nothing is accepted but by us
        for listening in sockets or ():
            self._accept_at(listening)
        self._ready(self)

    def _accept_at(self, listening: socket.socket) -> None:
        acceptor: Any = Acceptor(listening, self._connections, self._protocol)
        self.servers.append(acceptor)  # which uvicorn closes like its own

    async def open_to_network(self) -> list[str]:
        """Listen at this machine's addresses in its networks, too: at the same port."""
        port = self.servers[0].sockets[0].getsockname()[1]
        origins = []
        for address in network_addresses():
            with suppress(OSError):  # of several networks one may do
                self._accept_at(listen(address, port))
                origins.append(f"http://{address}:{port}")
        return origins

    def _protocol(self) -> asyncio.Protocol:
        """What answers a connection, as uvicorn makes it."""
        make: Any = self.config.http_protocol_class
        protocol: asyncio.Protocol = make(
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )
        return protocol

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.hub.stopping.set()
        await self.hub.reviews.stop()
        await super().shutdown(sockets)


async def serve(
    settings: Settings,
    listening: socket.socket,
    *,
    trusted_proxies: str = "",
    ready: Callable[[Server], None] = lambda _: None,
) -> None:
    """Serve on a socket that listens, and say when. Signals end it, and so does `should_exit`."""
    hub = await Hub.start(settings)
    most = room_for_connections(settings.max_connections)
    connections = Connections(
        most,
        settings.max_connections_of_one,
        trusted_proxies,
        hub.limits.is_unlimited,
        hub.shares,
    )
    config = uvicorn.Config(
        make_app(hub),
        **protocols(connections),
        ws_max_size=MAX_FRAME_SIZE,
        ws_per_message_deflate=False,  # `SocketConnection` compresses in a way that costs less
        ws_ping_interval=PING,
        ws_ping_timeout=PING,
        proxy_headers=bool(trusted_proxies),
        forwarded_allow_ips=trusted_proxies or None,
        server_header=False,
        access_log=False,
        log_config=None,
        lifespan="on",
        timeout_graceful_shutdown=PATIENCE,
    )
    server = Server(config, hub, connections, ready)
    await server.serve(sockets=[listening])


def run(
    settings: Settings,
    listening: socket.socket,
    *,
    trusted_proxies: str = "",
    ready: Callable[[Server], None] = lambda _: None,
) -> None:
    """Serve in a process that does nothing else."""
    collect_garbage_rarely()
    asyncio.run(serve(settings, listening, trusted_proxies=trusted_proxies, ready=ready))


def collect_garbage_rarely() -> None:
    """Keep the collector of cycles from stopping everybody for half a second now and then.

    Reference counting frees nearly all garbage here, but a great deal lives long. What was imported
    is never looked at again; what is new is looked at in small portions, twice, a few milliseconds
    each; all tables and connections, which takes as long as they are many, only after millions of
    new things.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(2_000, 10, 500)
