"""Connections before any request: how many there may be, and from whom.

Whoever opens a connection and then says nothing, or one byte a second, takes a file and some memory
of the server. So an address may have so many connections, and all together have fewer than the
process may have open files. When there is no room a new connection takes the place of the one that
has kept us waiting longest, and is refused only if all others are being answered: so a client that
asks quickly is always answered.

`accepting.py` says how fast connections are accepted, `protocols.py` how fast they are read. A
proxy that is trusted speaks for many, so each of its connections is counted for itself; so are
those of addresses that are not limited.
"""

from __future__ import annotations

import ipaddress
import sys
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Protocol

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from azulejos.tables.quota import CpuQuota

HEADERS_WITHIN = 10.0  # seconds from the opening of a connection to the end of its headers
ACCEPTED_AT_ONCE = 4  # new connections before those that are there get their turn
OTHER_FILES = 64  # of the store, the workers and the log


class Counted(Protocol):
    """A connection that is counted."""

    network: str | None

    def give_up(self) -> None:
        """Wait no longer for the rest of a request."""


class Connections:
    """All connections of a server process."""

    def __init__(
        self,
        most: int,
        max_of_one: int,
        trusted_proxies: str = "",
        is_unlimited: Callable[[str], bool] = lambda _: False,
        shares: CpuQuota | None = None,
    ) -> None:
        self._most = most
        self._most_of_one = max_of_one
        self._trusted = ProxyHeadersMiddleware(_nothing, trusted_proxies or []).trusted_hosts
        self._is_unlimited = is_unlimited
        self.shares = shares or CpuQuota()
        self.held = 0  # connections that are not let in yet
        self._open: Counter[str] = Counter()  # by network
        self._total = 0  # of those that are let in
        self._waiting: dict[Counted, None] = {}  # for more of a request, the longest first
        self._waiting_of: dict[str | None, dict[Counted, None]] = {}  # the same, by network

    def network(self, host: str) -> str | None:
        """What counts as one address; None for a proxy, which speaks for many, and if unlimited."""
        return None if host in self._trusted or self._is_unlimited(host) else network_of(host)

    @property
    def has_room(self) -> bool:
        """Whether another connection can be held without dropping one."""
        return self._total + self.held < self._most

    def enter(self, connection: Counted) -> bool:
        """Count a new connection, if necessary in place of another. False if there is no room."""
        network = connection.network
        if network and self._open[network] >= self._most_of_one:
            others = self._waiting_of.get(network, {})
            if not self._replace(next(iter(others), None)):
                return False
        if self._total >= self._most and not self._replace(next(iter(self._waiting), None)):
            return False
        self._total += 1
        if network:
            self._open[network] += 1
        return True

    def _replace(self, other: Counted | None) -> bool:
        if other is None:
            return False
        other.give_up()
        return True

    def leave(self, network: str | None) -> None:
        """Stop counting a connection that is closed."""
        self._total -= 1
        if network:
            self._open[network] -= 1
            if not self._open[network]:
                del self._open[network]

    def waits(self, connection: Counted) -> None:
        """Note that the client has to send more."""
        self._waiting[connection] = None
        self._waiting_of.setdefault(connection.network, {})[connection] = None

    def waits_no_more(self, connection: Counted) -> None:
        """Note that the server is to answer, or that the connection is gone."""
        if connection in self._waiting:
            del self._waiting[connection]
            others = self._waiting_of[connection.network]
            del others[connection]
            if not others:
                del self._waiting_of[connection.network]


@lru_cache(maxsize=1024)
def network_of(host: str) -> str:
    """What counts as one address; for IPv6 the network of a single customer."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False))
    return host


def room_for_connections(most: int) -> int:
    """How many connections leave enough open files for all else; raises that limit if it may."""
    if sys.platform == "win32":
        return most
    import resource  # noqa: PLC0415

    wanted = most + 3 * ACCEPTED_AT_ONCE + OTHER_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    if soft == resource.RLIM_INFINITY:
        return most
    return min(most, max(ACCEPTED_AT_ONCE, soft - 3 * ACCEPTED_AT_ONCE - OTHER_FILES))


async def _nothing(*_: Any) -> None:
    """An application for a layer that is only asked whom it trusts."""
