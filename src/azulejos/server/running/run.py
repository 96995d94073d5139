"""Running the server until it is told to stop, alone or as one of several processes."""

from __future__ import annotations

import asyncio
import gc
import ipaddress
import multiprocessing
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.synchronize import Event
from threading import Thread
from typing import Any

from azulejos.core.compiled import COMPILES
from azulejos.errors import StoreError
from azulejos.extras import needs
from azulejos.games import GAME_NAMES
from azulejos.games import game as game_named
from azulejos.play.kernels import use_every_kernel
from azulejos.server.operations import log_lines
from azulejos.tables.settings import Settings

with needs("server"):
    import ifaddr
    import uvicorn

    from azulejos.server.http.accepting import Acceptor
    from azulejos.server.http.app import make_app
    from azulejos.server.http.connections import Connections, room_for_connections
    from azulejos.server.http.protocols import protocols
    from azulejos.server.hub import Hub
    from azulejos.server.running.processes import listen
    from azulejos.tables.requests.conversation import MAX_FRAME_SIZE

PATIENCE = 5  # seconds that connections get when the server stops
ANSWERS_WITHIN = 3.0  # seconds that requests get then
PING = 20.0  # seconds between two pings, and until one must be answered
GIL_INTERVAL = 0.001  # seconds that a thread may keep the loop waiting for Python's lock


class Server(uvicorn.Server):
    """Says when it is serving, and ends streams that would never end by themselves."""

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
        """Also listen on this machine's addresses in its networks, at the same port."""
        port = self.servers[0].sockets[0].getsockname()[1]
        origins = []
        for address in network_addresses():
            with suppress(OSError):  # of several networks one may do
                self._accept_at(listen(address, port))
                origins.append(f"http://{address}:{port}")
        return origins

    def _protocol(self) -> asyncio.Protocol:
        """A protocol for a connection, as uvicorn makes it."""
        make: Any = self.config.http_protocol_class
        protocol: asyncio.Protocol = make(
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )
        return protocol

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.hub.stopping.set()
        self.hub.hurry(ANSWERS_WITHIN)
        await self.hub.reviews.stop()
        await super().shutdown(sockets)


async def serve(
    settings: Settings,
    listening: socket.socket,
    *,
    trusted_proxies: str = "",
    ready: Callable[[Server], None] = lambda _: None,
) -> None:
    """Serve on a listening socket, and say when. Signals and `should_exit` end it."""
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
    sys.setswitchinterval(GIL_INTERVAL)
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


def network_addresses() -> list[str]:
    """The IPv4 addresses of this machine, those of networks at home first."""
    result = {
        ipaddress.IPv4Address(ip.ip)
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if isinstance(ip.ip, str)
    }
    useful = [each for each in result if not (each.is_loopback or each.is_link_local)]
    return [str(each) for each in sorted(useful, key=lambda each: (not each.is_private, each))]


# A process, alone or as one of several under a supervisor


def serve_alone(
    settings: Settings, listening: socket.socket, behind_proxy: str, ready: Callable[[], None]
) -> None:
    """Serve in this process, and say when it answers."""
    load_rules()
    run(settings, listening, trusted_proxies=behind_proxy, ready=lambda _: ready())


def serve_at_post(
    settings: Settings,
    listening: socket.socket,
    behind_proxy: str,
    log: log_lines.Form,
    serving: Event,
) -> None:
    """Serve as one of several."""
    log_lines.set_up(log)

    def ready(server: Server) -> None:
        end_with_parent(server)
        serving.set()

    with suppress(KeyboardInterrupt):  # a terminal's Ctrl-C is for all processes at once
        load_rules()
        try:
            run(settings, listening, trusted_proxies=behind_proxy, ready=ready)
        except StoreError as error:  # it may be back when this process is replaced
            sys.exit(f"error: {error}")


def load_rules() -> None:
    """Load the rules of all games before anybody waits for an answer."""
    if COMPILES:
        for name in GAME_NAMES:
            use_every_kernel(game_named(name))


def end_with_parent(server: Server) -> None:
    """Shut down cleanly if the supervisor is gone."""

    def watch() -> None:
        parent().join()
        server.should_exit = True

    Thread(target=watch, name="parent", daemon=True).start()


def parent() -> multiprocessing.process.BaseProcess:
    result = multiprocessing.parent_process()
    assert result is not None
    return result
