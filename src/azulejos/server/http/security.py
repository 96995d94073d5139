"""Who may ask: the origins of pages, the headers of answers, the limits of rates.

One layer around the whole application. Pages of other sites can neither open sockets nor change
anything; names of other hosts are refused, so that no page can rebind its own name to us.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import socket
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from typing import Any, cast
from urllib.parse import urlsplit

import msgspec
from litestar import types

from azulejos.errors import AzulejosError, Busy, NotAllowed, TooMany
from azulejos.server.http.connections import network_of
from azulejos.server.hub import Hub
from azulejos.tables.quota import Account, charged
from azulejos.tables.requests.route import TOO_MANY, one_line, problem_of, status_of

logger = logging.getLogger(__name__)

RequestScope = types.HTTPScope | types.WebSocketScope

CONTENT_POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
Headers = tuple[tuple[bytes, bytes], ...]
HEADERS_OF_ALL: Headers = (
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
HEADERS_OF_DOCUMENTS: Headers = (
    (b"content-security-policy", CONTENT_POLICY.encode()),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)
HEADERS_OF_SITE: Headers = (
    (
        b"content-security-policy",
        CONTENT_POLICY.replace(
            "script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'"
        ).encode(),
    ),
    *HEADERS_OF_DOCUMENTS[1:],
)
"""Of the standalone site and the workers in it: rules and bots are WebAssembly."""
HEADERS_OF_DATA: Headers = (
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"referrer-policy", b"no-referrer"),
)
ASSETS = "/assets/"
SITE = "/offline/"  # a folder with the standalone site: see `site.py`
DATA = b"application/json"
PARTS = (b"text/javascript", b"text/css", b"font/woff2")
"""Assets of these kinds are nothing by themselves: the policies are those of the page around them,
and half a kilobyte of headers for every small file would be a tenth of the first visit."""
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
COOKIE = "azulejos"
COOKIE_SECONDS = 400 * 24 * 3600  # the longest that browsers keep one
NEW_SECRET = "azulejos_new_secret"  # noqa: S105 - the key under which a scope holds one
HEALTH = ("/health", "/ready", "/metrics")
MAX_WAIT = 1.0  # seconds for which the answer is held back if something is asked too often
MAX_BODY_SIZE = 256 * 1024
MAX_LOGGED_LENGTH = 16  # characters of a path that is not one of ours


class Guard:
    """Wraps the applications for requests and for sockets."""

    def __init__(self, app: types.ASGIApp, sockets: types.ASGIApp, hub: Hub) -> None:
        self._app = app
        self._sockets = sockets
        self._hub = hub
        self._under_way: Counter[str] = Counter()  # requests, by address

    async def __call__(self, scope: types.Scope, receive: types.Receive, send: types.Send) -> None:
        kind: str = scope["type"]
        if kind == "http":
            await self._http(cast(types.HTTPScope, scope), receive, send)
        elif kind == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _http(self, scope: types.HTTPScope, receive: types.Receive, send: types.Send) -> None:
        begun = time.perf_counter()
        status, is_gone = 0, False

        async def send_on(message: types.Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], *self._headers(scope, message)]
            elif message.get("more_body"):  # a stream
                await self._hub.turn(address)
            await send(message)

        async def receive_on() -> Any:
            nonlocal is_gone
            message = await receive()
            is_gone = is_gone or (not status and message["type"] == "http.disconnect")
            return message

        address = address_of(scope)
        self._under_way[address] += 1
        try:
            async with self._hub.deadline():
                await self._answer(scope, address, receive_on, send_on)
        except TimeoutError:
            if not status:
                await _refuse(Busy("the server is stopping: try again in a moment"), send_on)
        finally:
            self._under_way[address] -= 1
            if not self._under_way[address]:
                del self._under_way[address]
        self._hub.metrics.count("requests", "gone" if is_gone else str(status))
        if is_gone or (status == TOO_MANY and not self._may_log_refusal()):
            return
        logger.info(
            "request",
            extra={
                "method": scope["method"],
                "path": scope.get("path_template") or _first_part(scope["path"]),
                "status": status,
                "ms": round((time.perf_counter() - begun) * 1000, 1),
            },
        )

    async def _answer(
        self, scope: types.HTTPScope, address: str, receive: types.Receive, send: types.Send
    ) -> None:
        try:
            self._check(scope)
        except AzulejosError as error:
            refuse = partial(self._refuse, error, address, receive, send)
            await charged(refuse, self._account(address))
        else:
            await self._charged(self._app, scope, receive, send)

    async def _websocket(
        self, scope: RequestScope, receive: types.Receive, send: types.Send
    ) -> None:
        try:
            self._check_origin(scope, is_change=True)
            self._hub.limits.take("request", address_of(scope), address_of(scope))
            self._hub.restrictions.check_address(address_of(scope))
        except AzulejosError as error:
            if self._may_log_refusal():
                logger.info("socket refused", extra={"reason": one_line(str(error))})
            await receive()
            await send(
                {"type": "websocket.close", "code": 4403, "reason": one_line(str(error))[:100]}
            )
            return
        with suppress(TimeoutError):  # the server stops, and it is not this one's turn
            async with self._hub.deadline():
                await self._charged(self._sockets, scope, receive, send)

    async def _charged(
        self, app: types.ASGIApp, scope: RequestScope, receive: types.Receive, send: types.Send
    ) -> None:
        """Answer an address in its turn, charged to it."""

        async def answer() -> None:
            await app(scope, receive, send)

        address = address_of(scope)
        if self._hub.limits.is_unlimited(address):
            await answer()
        else:
            await self._hub.shares.on_account_of(address, answer)

    def _account(self, address: str) -> Account | None:
        is_unlimited = self._hub.limits.is_unlimited(address)
        return None if is_unlimited else Account(self._hub.shares, address)

    async def _refuse(
        self, error: AzulejosError, address: str, receive: types.Receive, send: types.Send
    ) -> None:
        """Refuse a request, without waiting for a turn: the connection was read in one."""
        await _read_on(receive)
        if isinstance(error, TooMany) and self._has_room(address):
            await asyncio.sleep(min(error.retry_after, MAX_WAIT))
        await _refuse(error, send)

    def _check(self, scope: types.HTTPScope) -> None:
        is_change = scope["method"] not in SAFE_METHODS
        address = address_of(scope)
        self._check_origin(scope, is_change=is_change)
        if scope["path"] in HEALTH:
            self._hub.limits.take("health", address, address)
            return
        self._hub.limits.take("request", address, address)
        self._hub.restrictions.check_address(address)
        if is_change:
            self._hub.limits.take("change", address, address)
        if not self._has_room(address):
            raise TooMany("too many requests at the same time: wait for their answers", 1.0)

    def _has_room(self, address: str) -> bool:
        return self._under_way[address] <= self._hub.settings.max_requests_of_one

    def _may_log_refusal(self) -> bool:
        """Whether to log a refusal: all are counted, only some are logged."""
        try:
            self._hub.limits.take("refusal", "")
        except TooMany:
            return False
        return True

    def _check_origin(self, scope: RequestScope, *, is_change: bool) -> None:
        headers = header_values(scope, (b"host", b"origin", b"sec-fetch-site"))
        host = headers.get(b"host", "")
        origins = self._hub.settings.origins
        if not origins and not is_own_name(host):
            raise NotAllowed(
                f"this server is not known as {host!r}; its operator can name it with --public-url"
            )
        if not is_change:
            return
        origin = headers.get(b"origin")
        if origin is None:
            if headers.get(b"sec-fetch-site", "none") not in ("none", "same-origin"):
                raise NotAllowed("requests from pages of other sites are refused")
            return
        same = _netloc(origin) == host.lower()
        if origin not in origins and (origins or not same):
            raise NotAllowed("requests from pages of other sites are refused")

    def _headers(self, scope: RequestScope, answer: Any) -> Iterable[tuple[bytes, bytes]]:
        yield from HEADERS_OF_ALL
        yield from _policies(scope, answer)
        if self._hub.settings.is_secure:
            yield b"strict-transport-security", b"max-age=31536000"
        secret = scope.get(NEW_SECRET)
        if secret is not None:
            secure = "; Secure" if self._hub.settings.is_secure else ""
            seconds = COOKIE_SECONDS if secret else 0  # an empty one is forgotten
            yield (
                b"set-cookie",
                f"{COOKIE}={secret}; Max-Age={seconds}; Path=/; HttpOnly; SameSite=Lax"
                f"{secure}".encode(),
            )


def _policies(scope: RequestScope, answer: Any) -> Headers:
    """What a browser may do with an answer that is opened as a page."""
    kinds = (value for name, value in answer["headers"] if name.lower() == b"content-type")
    kind = next(kinds, b"")
    if scope["path"].startswith(ASSETS) and kind.startswith(PARTS):
        return ()
    if f"{scope['path']}/".startswith(SITE):  # its page has lost the slash meanwhile
        return HEADERS_OF_SITE
    return HEADERS_OF_DATA if kind.startswith(DATA) else HEADERS_OF_DOCUMENTS


async def _read_on(receive: types.Receive) -> None:
    """Read what is being sent, up to a limit: closing the connection first loses the answer."""
    read = 0
    while read <= MAX_BODY_SIZE:
        message = await receive()
        if message["type"] != "http.request" or not message["more_body"]:
            return
        read += len(message["body"])


async def _refuse(error: AzulejosError, send: types.Send) -> None:
    body = msgspec.json.encode(problem_of(error))
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    if isinstance(error, TooMany):
        headers.append((b"retry-after", b"%d" % (int(error.retry_after) + 1)))
    await send({"type": "http.response.start", "status": status_of(error), "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def is_own_name(host: str) -> bool:
    """Whether a host is an IP address, or a name of this machine at home."""
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    try:
        ipaddress.ip_address(name)
    except ValueError:
        known = {"localhost", socket.gethostname().lower(), f"{socket.gethostname()}.local".lower()}
        return name.lower() in known or name.endswith(".localhost")
    return True


def _netloc(origin: str) -> str | None:
    """Host and port of an origin; None if it is not one."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return None


def address_of(scope: RequestScope) -> str:
    """The client's address; for IPv6 its network, as everybody has very many addresses."""
    client = scope.get("client")
    return network_of(str(client[0])) if client else "unknown"


def header_values(scope: RequestScope, names: Iterable[bytes]) -> dict[bytes, str]:
    return {name: value.decode("latin-1") for name, value in scope["headers"] if name in names}


def _first_part(path: str) -> str:
    """Enough of a path for a log: the rest may be a secret."""
    return "/" + path.removeprefix("/").partition("/")[0][:MAX_LOGGED_LENGTH]
