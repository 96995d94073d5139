"""Addresses and networks as people write them, and where others can open the page."""

from __future__ import annotations

import ipaddress
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import msgspec

from azulejos.errors import Malformed, NotAllowed

IPV6_CUSTOMER = 64  # bits of the network that a single customer gets


def read_address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """An address as people and sockets write it; None if it is none."""
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address


def network_called(text: str) -> str:
    """The network that a text names; for a single IPv6 address, that of its customer."""
    address = read_address(text)
    if address is not None:
        length = IPV6_CUSTOMER if address.version == 6 else address.max_prefixlen
        return str(ipaddress.ip_network((address, length), strict=False))
    try:
        network = ipaddress.ip_network(text, strict=False)
    except ValueError:
        raise Malformed(
            f"{text!r} is not an address: it should be like 203.0.113.7, 203.0.113.0/24 "
            "or 2001:db8::1"
        ) from None
    if isinstance(network, ipaddress.IPv6Network) and network.prefixlen > IPV6_CUSTOMER:
        network = network.supernet(new_prefix=IPV6_CUSTOMER)
    return str(network)


class ReachInfo(msgspec.Struct, frozen=True):
    """Where others can open the page."""

    origins: list[str]  # like http://192.168.1.7:8000, the likeliest first; none: nowhere else
    may_open: bool  # whether the caller may let the local network in


@dataclass
class Reach:
    """How other devices reach a server."""

    origins: list[str] = field(default_factory=list)
    open: Callable[[], Awaitable[list[str]]] | None = None  # returns the new origins

    def info(self, address: str) -> ReachInfo:
        """The same for somebody at an address."""
        return ReachInfo(self.origins, may_open=not self.origins and self._may_open(address))

    async def open_to_network(self, address: str) -> ReachInfo:
        """Let the local network in, on behalf of somebody at this very machine."""
        if not self._may_open(address) or self.open is None:
            raise NotAllowed("only the person who started this server can let others in")
        if not self.origins:
            self.origins = await self.open()
        if not self.origins:
            raise NotAllowed("this machine is not in a network from which others could join")
        return self.info(address)

    def _may_open(self, address: str) -> bool:
        return self.open is not None and is_loopback(address)


def is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
