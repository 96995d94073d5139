"""Requests and sockets: who sends one, how it is answered, and what is said when that fails."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any, cast

from litestar import HttpMethod, Request, Response
from litestar.connection import ASGIConnection
from litestar.di import NamedDependency
from litestar.exceptions import HTTPException
from litestar.handlers import HTTPRouteHandler
from litestar.response import Stream
from litestar.types import Receive, Send

from azulejos.errors import AzulejosError, Busy, NotAllowed, StoreError, TooMany
from azulejos.server.http.security import COOKIE, NEW_SECRET, address_of
from azulejos.server.hub import Hub
from azulejos.tables.live.audience import Subscriber
from azulejos.tables.live.table import Table
from azulejos.tables.people.guests import FIRST_NAME, Identity
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
from azulejos.tables.requests.route import (
    JSON,
    Problem,
    Route,
    ServerContext,
    one_line,
    problem_of,
    status_of,
)

logger = logging.getLogger(__name__)

IS_PACKED = "is_packed"  # marks what compresses its answers itself, or must not wait for more
HTTP_CODES = {401: "not_allowed", 403: "not_allowed", 404: "not_found", 405: "not_found"}

Connection = ASGIConnection[Any, Any, Any, Any]
HttpRequest = Request[Any, Any, Any]
Failure = Response[Problem]

TheHub = NamedDependency[Hub]
"""What handlers ask for by the name `hub`."""

Turn = Callable[[], Awaitable[None]]
"""Waits until an address may ask for more."""


# Who asks


async def known_guest(connection: Connection, hub: Hub) -> Identity | None:
    """Who asks, if that is known. Raises for an unknown token and for a banned guest."""
    authorisation = connection.headers.get("authorization")
    if authorisation is not None:
        kind, _, token = authorisation.partition(" ")
        result = await hub.guests.by_secret(token.strip(), "bot") if kind == "Bearer" else None
        if result is None:
            raise NotAllowed("this token is not valid")
    else:
        secret = connection.cookies.get(COOKIE)
        result = await hub.guests.by_secret(secret, "cookie") if secret else None
        if secret and result and result.is_back:
            set_cookie(connection, secret)  # for as long as browsers keep one, from today on
    if result is not None:
        hub.restrictions.check_guest(result)
    return result


def set_cookie(connection: Connection, secret: str) -> None:
    """Have the browser be a guest from now on."""
    cast(dict[str, object], connection.scope)[NEW_SECRET] = secret


class HttpContext(ServerContext):
    """See `Context`."""

    backend: Hub

    def __init__(self, request: HttpRequest, hub: Hub) -> None:
        self._request = request
        self.backend = hub
        self.address = address_of(request.scope)
        self.headers = request.headers

    async def caller(self) -> Identity | None:
        return await known_guest(self._request, self.backend)

    async def new_guest(self, name: str = FIRST_NAME) -> Identity:
        self.backend.limits.take("guest", self.address)
        identity, secret = await self.backend.guests.add(name)
        self.sign_in(secret)
        return identity

    def sign_in(self, secret: str) -> None:
        set_cookie(self._request, secret)


# Answers


def handler_for(route: Route, hub: Hub) -> HTTPRouteHandler:
    """The handler of a route."""

    async def handle(request: HttpRequest) -> Response[Any]:
        query = request.scope["query_string"].decode("latin-1")
        body = await request.body() if route.body else b""
        context = HttpContext(request, hub)
        content = await route.answer(context, request.path_params, query, body)
        kind: type[Response[Any]] = Response if isinstance(content.body, bytes) else Stream
        return kind(
            content.body,
            status_code=content.status,
            media_type=route.kind,
            headers=content.headers,
        )

    path = route.path_with("{NAME:str}", "{NAME:int}")
    return HTTPRouteHandler(
        path,
        http_method=HttpMethod(route.method),
        status_code=route.status,
        opt={IS_PACKED: not route.is_compressed},
    )(handle)


def answer_error(_request: HttpRequest, error: AzulejosError) -> Failure:
    """Answer a client's mistake."""
    headers = {}
    if isinstance(error, TooMany):
        headers["Retry-After"] = str(int(error.retry_after) + 1)
    return _failure(problem_of(error), status_of(error), headers)


def answer_http_error(_request: HttpRequest, error: HTTPException) -> Failure:
    """Answer what Litestar refuses, like an unknown path or a body that is too large."""
    code = HTTP_CODES.get(error.status_code, "malformed")
    problem = Problem(code, one_line(error.detail))
    return _failure(problem, error.status_code, dict(error.headers or {}))


def answer_failure(_request: HttpRequest, error: Exception) -> Failure:
    """Answer a failure of ours; the log has the traceback."""
    logger.error("a request failed", exc_info=error)
    return _failure(Problem("error", "something went wrong here"), 500, {})


def _failure(problem: Problem, status: int, headers: dict[str, str]) -> Failure:
    return Response(problem, status_code=status, headers=headers, media_type=JSON)


# The socket of a browser at a table


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
    """The table of a connection, and who connects."""
    name = table_at(connection.scope["path"])
    identity = await known_guest(connection, hub)
    table = await hub.lobby.table(name)
    version = known_version(connection.query_params.get("version", "-1"))
    return table, Subscriber(identity, version, address=address_of(connection.scope))


async def _converse(receive: Receive, send: Send, conversation: Conversation, turn: Turn) -> None:
    write = partial(_write, send, conversation.subscriber, turn)
    writing = asyncio.create_task(charged(write, ACCOUNT.get()))
    try:
        await turn()
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


async def _write(send: Send, subscriber: Subscriber, turn: Turn) -> None:
    """Send what a subscriber is told, one message in each turn of its address.

    If the address is in debt messages wait at the subscriber, which is disconnected if they are too
    many.
    """
    with suppress(OSError, RuntimeError):
        while (message := await subscriber.next_message()) is not None:
            await turn()
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
