"""Reading connections: requests, and the sockets that some of them become.

What it takes to read a connection is counted: an address that makes us read frames or chunks of one
byte is read no faster than its share of the processor allows (`tables/quota.py`). Headers and
bodies have to be complete within a time, and answers have to be taken.
"""

from __future__ import annotations

import asyncio
import time
from functools import partial
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.frames import Frame

from azulejos.server.http.connections import HEADERS_WITHIN, Connections
from azulejos.tables.inbox import Inbox

LAST_REQUEST_WITHIN = 0.3  # seconds from the signal to stop, on a connection that has had none
BODY_WITHIN = 20.0  # seconds from the end of the headers to the end of the body
READ_WITHIN = 30.0  # seconds in which something of an answer has to be taken
MAX_HEADERS = 100
MAX_HEADER_BYTES = 16 * 1024  # bytes
READ_AT_ONCE = 4 * 1024  # bytes that are taken from the network
PORTION = 512  # bytes that are parsed at once: so many empty frames take about a millisecond
CHEAP = 0.0002  # seconds: if parsing takes less, twice as much is parsed the next time

DEFLATE = ServerPerMessageDeflateFactory(
    server_no_context_takeover=True,
    client_no_context_takeover=True,
    compress_settings={"level": 3},
)
"""Updates repeat themselves: a tenth of their size is left, for a tenth of a millisecond. Each
message is compressed for itself: to remember the last one would take memory for every connection.
"""

NO_ROOM = (
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\n"
    b"Content-Length: 0\r\nConnection: close\r\n\r\n"
)
TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


def protocols(counted: Connections) -> dict[str, Any]:
    """How Uvicorn is told to count connections here."""
    return {
        "http": partial(RequestConnection, counted=counted),
        "ws": partial(SocketConnection, counted=counted),
        "h11_max_incomplete_event_size": MAX_HEADER_BYTES,
    }


class ReadInTurn(asyncio.Protocol):
    """A connection that is read once its address has paid for what it sent before."""

    transport: asyncio.Transport
    network: str | None = None
    _counted: Connections
    _held = b""  # what came before it was paid for
    _portion = PORTION

    @property
    def _client(self) -> object:
        return self.network or self

    def data_received(self, data: bytes) -> None:
        if self._held or not self._counted.shares.has_quota(self._client):
            self._hold(data)
        elif not self.transport.is_closing():
            self._read_portion(data)

    def _hold(self, data: bytes) -> None:
        if not self._held:
            self._counted.shares.when_paid(self._client, self._read_held)
        self._held += data
        self.transport.pause_reading()

    def _read_held(self) -> None:
        data, self._held = self._held, b""
        if self.transport.is_closing():
            return
        if not self._is_paused():
            self.transport.resume_reading()
        self._read_portion(data)

    def _read_portion(self, data: bytes) -> None:
        if rest := data[self._portion :]:
            self._hold(rest)
        self._read(data[: self._portion])

    def _read(self, data: bytes) -> None:
        begun = time.thread_time()
        super().data_received(data)
        seconds = time.thread_time() - begun
        self._portion = min(2 * self._portion, READ_AT_ONCE) if seconds < CHEAP else PORTION
        self._counted.shares.spend(self._client, seconds)

    def _is_paused(self) -> bool:
        """Whether those who read it have no room for more."""
        raise NotImplementedError


class RequestConnection(ReadInTurn, H11Protocol):
    """A connection over which requests come."""

    def __init__(self, *arguments: Any, counted: Connections, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._counted = counted
        self._is_counted = False
        self._awaited: object = None  # which part of a request is, as h11 calls it
        self._deadline: asyncio.TimerHandle | None = None
        self._stalled: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        read_little(transport)
        self.network = self._counted.network(self.client[0] if self.client else "")
        self._is_counted = self._counted.enter(self)
        if self._is_counted:
            self._note_whose_turn()
        else:
            transport.write(NO_ROOM)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self._our_turn()
        if self._stalled:
            self._stalled.cancel()
        super().connection_lost(exc)
        let_go(self.transport)
        self._unset_keepalive_if_required()
        if self._is_counted:
            self._is_counted = False
            self._counted.leave(self.network)
            self._counted.shares.forget(self)

    def shutdown(self) -> None:
        """End, but answer a first request that is on its way."""
        if self.cycle is None and self._awaited is h11.IDLE:
            self.loop.call_later(LAST_REQUEST_WITHIN, self._end)
        else:
            super().shutdown()

    def _end(self) -> None:
        if not self.transport.is_closing() and not self._is_socket:
            super().shutdown()

    def _read(self, data: bytes) -> None:
        if not self._is_socket:
            super()._read(data)
        if self._is_socket:
            self._our_turn()
            self._counted.shares.forget(self)
        else:
            self._note_whose_turn()

    @property
    def _is_socket(self) -> bool:
        """Whether the connection has become a socket, which is read by another."""
        return self.transport.get_protocol() is not self

    def _is_paused(self) -> bool:
        return bool(self.flow.read_paused)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        if len(self.headers) > MAX_HEADERS:
            self.send_400_response("Too many headers.")
            return
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self.transport.is_closing():
            self._note_whose_turn()

    def _note_whose_turn(self) -> None:
        """See which part of a request is awaited, and set a deadline for it."""
        state = self.conn.their_state
        if state not in (h11.IDLE, h11.SEND_BODY):
            self._our_turn()
        elif state is not self._awaited:
            self._our_turn()
            self._awaited = state
            patience = HEADERS_WITHIN if state is h11.IDLE else BODY_WITHIN
            self._deadline = self.loop.call_later(patience, self.give_up)
            self._counted.waits(self)

    def _our_turn(self) -> None:
        self._awaited = None
        self._counted.waits_no_more(self)
        if self._deadline:
            self._deadline.cancel()
            self._deadline = None

    def give_up(self) -> None:
        """Wait no longer for the rest of a request."""
        self._our_turn()
        answering: RequestResponseCycle | None = self.cycle
        is_answered = answering is not None and answering.response_started
        is_idle = self.conn.their_state is h11.IDLE and not self.conn.trailing_data[0]
        if not is_answered and not is_idle and not self.transport.is_closing():
            self.transport.write(TOO_SLOW)
        if self.transport.get_write_buffer_size():
            self.transport.abort()
        else:
            self.transport.close()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stalled = self.loop.call_later(READ_WITHIN, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._stalled:
            self._stalled.cancel()
            self._stalled = None


class SocketConnection(ReadInTurn, WebSocketsSansIOProtocol):
    """A connection that has become a socket; `RequestConnection` has counted it."""

    def __init__(self, *arguments: Any, counted: Connections, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.queue: Any = Events()
        self.writable: Any = Writable()
        self.conn.available_extensions = [DEFLATE]
        self._counted = counted

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.network = self._counted.network(self.client[0] if self.client else "")

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        let_go(self.transport)
        self.conn.parser.close()  # which refers to the connection, as its error does
        self.conn.parser_exc = None
        self._counted.leave(self.network)
        self._counted.shares.forget(self)

    def _read(self, data: bytes) -> None:
        super()._read(data)
        if pongs := self.conn.data_to_send():
            self.transport.write(b"".join(pongs))

    def _is_paused(self) -> bool:
        return self.read_paused

    def start_keepalive(self) -> None:
        """Begin, and forget how it was asked for: a socket stays open for very long."""
        del self.request, self.response
        super().start_keepalive()

    def handle_ping(self) -> None:
        """Answer together what was sent together."""

    def handle_cont(self, event: Frame) -> None:
        if event.data or event.fin:  # empty fragments could go on forever
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """Pass a message on; one that is not UTF-8 ends the connection, unlogged."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                self.conn.send_close(1007)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()


class Events(Inbox[Any]):
    """What a socket hears, by the names of `asyncio.Queue`."""

    __slots__ = ()
    put_nowait = Inbox.put

    def empty(self) -> bool:
        return not self


class Writable:
    """Whether more can be written, which is nearly always so: `asyncio.Event` takes 0.8 KB."""

    __slots__ = ("_full",)

    def __init__(self) -> None:
        self._full: asyncio.Event | None = None  # while nothing can be

    def clear(self) -> None:
        self._full = self._full or asyncio.Event()

    def set(self) -> None:
        if self._full:
            self._full.set()
            self._full = None

    async def wait(self) -> None:
        if self._full:
            await self._full.wait()


def read_little(transport: asyncio.Transport) -> None:
    """Read small portions, so that no single one keeps the others waiting."""
    if hasattr(transport, "max_size"):  # as the transports of asyncio have it
        transport.max_size = READ_AT_ONCE


def let_go(transport: asyncio.Transport) -> None:
    """Let a closed transport be freed at once: it refers to a method of its own."""
    if hasattr(transport, "_read_ready_cb"):
        transport._read_ready_cb = None
