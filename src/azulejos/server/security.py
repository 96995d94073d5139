"""Who may ask: the origins of pages, the headers of answers, the limits of rates.

One layer around the whole application. Pages of other sites can neither open sockets nor change
anything; names of other hosts are refused, so that no page can rebind its own name to us.
"""

from __future__ import annotations

import ipaddress
import logging
import socket
import time
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from azulejos.errors import AzulejosError, NotAllowed, TooMany
from azulejos.server.hub import Hub
from azulejos.server.problems import problem_of, status_of

logger = logging.getLogger(__name__)

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
HEADERS: tuple[tuple[bytes, bytes], ...] = (
    (b"content-security-policy", CONTENT_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
COOKIE = "azulejos"
COOKIE_SECONDS = 400 * 24 * 3600  # the longest that browsers keep one
NEW_SECRET = "azulejos_new_secret"  # noqa: S105 - the key under which a scope holds one
FREE_PATHS = ("/health", "/metrics")
LARGEST_BODY = 256 * 1024


class Guard:
    """Wraps the application that answers requests, and that which answers sockets."""

    def __init__(self, app: ASGIApp, sockets: ASGIApp, hub: Hub) -> None:
        self._app = app
        self._sockets = sockets
        self._hub = hub

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind: str = scope["type"]
        if kind == "http":
            await self._http(scope, receive, send)
        elif kind == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _http(self, scope: Any, receive: Receive, send: Send) -> None:
        begun = time.perf_counter()
        status = 500

        async def send_on(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], *self._headers(scope)]
            await send(message)

        try:
            self._check(scope)
        except AzulejosError as error:
            await _read_on(receive)
            await _refuse(error, send_on)
        else:
            await self._app(scope, receive, send_on)
        self._hub.metrics.count("requests", str(status))
        logger.info(
            "request",
            extra={
                "method": scope["method"],
                "path": scope.get("path_template") or _first_part(scope["path"]),
                "status": status,
                "ms": round((time.perf_counter() - begun) * 1000, 1),
            },
        )

    async def _websocket(self, scope: Any, receive: Receive, send: Send) -> None:
        try:
            self._check_origin(scope, is_change=True)
            self._hub.limits.take("request", address_of(scope))
        except AzulejosError as error:
            logger.info("socket refused", extra={"reason": str(error)})
            await receive()
            await send({"type": "websocket.close", "code": 4403, "reason": str(error)})
            return
        await self._sockets(scope, receive, send)

    def _check(self, scope: Any) -> None:
        is_change = scope["method"] not in SAFE_METHODS
        self._check_origin(scope, is_change=is_change)
        if scope["path"] not in FREE_PATHS:
            self._hub.limits.take("request", address_of(scope))
        if is_change:
            self._hub.limits.take("change", address_of(scope))

    def _check_origin(self, scope: Any, *, is_change: bool) -> None:
        headers = header_values(scope, (b"host", b"origin", b"sec-fetch-site"))
        host = headers.get(b"host", "")
        origins = self._hub.settings.origins
        if not origins and not is_own_name(host):
            raise NotAllowed(
                f"this server is not known as {host!r}; whoever runs it can name it by --public-url"
            )
        if not is_change:
            return
        origin = headers.get(b"origin")
        if origin is None:
            if headers.get(b"sec-fetch-site", "none") not in ("none", "same-origin"):
                raise NotAllowed("a page of another site may not do this")
            return
        same = urlsplit(origin).netloc.lower() == host.lower()
        if origin not in origins and (origins or not same):
            raise NotAllowed("a page of another site may not do this")

    def _headers(self, scope: Any) -> Iterable[tuple[bytes, bytes]]:
        yield from HEADERS
        if self._hub.settings.is_secure:
            yield b"strict-transport-security", b"max-age=31536000"
        secret = scope.get(NEW_SECRET)
        if secret:
            secure = "; Secure" if self._hub.settings.is_secure else ""
            yield (
                b"set-cookie",
                f"{COOKIE}={secret}; Max-Age={COOKIE_SECONDS}; Path=/; HttpOnly; SameSite=Lax"
                f"{secure}".encode(),
            )


async def _read_on(receive: Receive) -> None:
    """Read what is being sent, up to a limit: a connection closed before loses the answer."""
    read = 0
    while read <= LARGEST_BODY:
        message = await receive()
        if message["type"] != "http.request" or not message["more_body"]:
            return
        read += len(message["body"])


async def _refuse(error: AzulejosError, send: Send) -> None:
    body = msgspec.json.encode(problem_of(error))
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    if isinstance(error, TooMany):
        headers.append((b"retry-after", b"%d" % (int(error.retry_after) + 1)))
    await send({"type": "http.response.start", "status": status_of(error), "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def is_own_name(host: str) -> bool:
    """Whether a host is named by its address, or as this machine is called at home."""
    name = urlsplit(f"//{host}").hostname or ""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        known = {"localhost", socket.gethostname().lower(), f"{socket.gethostname()}.local".lower()}
        return name.lower() in known or name.endswith(".localhost")
    return True


def address_of(scope: Any) -> str:
    """The address of whoever asks."""
    client = scope.get("client")
    return str(client[0]) if client else "unknown"


def header_values(scope: Any, names: Iterable[bytes]) -> dict[bytes, str]:
    """The values of some headers."""
    return {name: value.decode("latin-1") for name, value in scope["headers"] if name in names}


def _first_part(path: str) -> str:
    """Enough of a path for a log: what follows may be a secret."""
    return "/" + path.split("/")[1]
