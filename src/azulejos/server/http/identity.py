"""Who sends a request: the cookie of a browser or the token of a program tells."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.di import NamedDependency

from azulejos.errors import NotAllowed
from azulejos.server.http.security import COOKIE, NEW_SECRET, address_of
from azulejos.server.hub import Hub
from azulejos.tables.people.guests import FIRST_NAME, Identity

Connection = ASGIConnection[Any, Any, Any, Any]
HttpRequest = Request[Any, Any, Any]

TheHub = NamedDependency[Hub]
Caller = NamedDependency[Identity | None]
NamedGuest = NamedDependency[Identity]
"""What handlers ask for by the names `hub`, `caller` (who may be nobody yet) and `guest`."""


async def known_guest(connection: Connection, hub: Hub) -> Identity | None:
    """Who asks, if that is known. An unknown token is refused, and so is a banned guest."""
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


async def provide_caller(request: HttpRequest, hub: TheHub) -> Identity | None:
    """Who asks, for those who only want to know."""
    return await known_guest(request, hub)


async def provide_guest(request: HttpRequest, hub: TheHub) -> Identity:
    """Who asks, and if nobody knows, a new guest with a cookie."""
    return await known_guest(request, hub) or await new_guest(request, hub)


async def new_guest(connection: Connection, hub: Hub, name: str = FIRST_NAME) -> Identity:
    """Make a new guest, and set the cookie with the answer."""
    hub.limits.take("guest", address_of(connection.scope))
    identity, secret = await hub.guests.add(name)
    set_cookie(connection, secret)
    return identity


def set_cookie(connection: Connection, secret: str) -> None:
    """Let the browser be a guest from now on."""
    connection.scope[NEW_SECRET] = secret  # type: ignore[literal-required]
