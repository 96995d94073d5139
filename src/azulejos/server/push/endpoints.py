"""Where push messages may be sent.

The address of a subscription comes from the client, so it could lead anywhere. It has to be
an https address of a host with a name; and when it is used, that name has to resolve to public
addresses only, and the connection goes to the very address that was checked.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import urlsplit

import httpcore

from azulejos.errors import Malformed

LONGEST = 2000  # characters
RESOLVERS = 4  # threads that look up names: somebody's own name server may be slow
UNICAST = ipaddress.ip_network("2000::/3")  # all that IPv6 has of the internet
NAT64 = ipaddress.ip_network("64:ff9b::/96")  # the internet of IPv4, from within IPv6
RESERVED = (ipaddress.ip_network("192.0.0.0/24"), ipaddress.ip_network("3fff::/20"))
"""Some versions of Python take these for public."""

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class NotPublic(Exception):
    """A name that leads to this machine or its network."""


def checked_endpoint(text: str, *, allows_local: bool = False) -> str:
    """The endpoint itself, if a browser may be reached there."""
    if len(text) > LONGEST or not text.isascii() or not text.isprintable() or " " in text:
        raise Malformed("the endpoint is not an address")
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise Malformed("the endpoint is not an address") from None
    if allows_local and parts.scheme == "http" and parts.hostname:
        return text
    is_plain = parts.username is None and parts.password is None and not parts.fragment
    if parts.scheme != "https" or not is_plain or port not in (None, 443):
        raise Malformed("the endpoint must be a plain https address")
    if not parts.hostname or "." not in parts.hostname.strip(".") or _is_number(parts.hostname):
        raise Malformed("the endpoint must name a host on the internet")
    return text


def origin_of(endpoint: str) -> str:
    """Scheme and host of an endpoint, which is the push service's."""
    parts = urlsplit(endpoint)
    return f"{parts.scheme}://{parts.netloc}"


def _is_number(host: str) -> bool:
    """Whether a host is an IP address, in any notation."""
    if ":" in host:
        return True
    try:
        socket.inet_aton(host)
    except OSError:
        return False
    return True


def is_public(address: Address) -> bool:
    """Whether an address is on the internet, also if it is embedded in another."""
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return is_public(address.ipv4_mapped)
        if address in NAT64:
            return is_public(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF))
        inner = [address.sixtofour, *(address.teredo or ())]
        if address not in UNICAST or any(each and not is_public(each) for each in inner):
            return False
    is_reserved = address.is_multicast or any(address in network for network in RESERVED)
    return address.is_global and not is_reserved


class PublicNetwork(httpcore.AsyncNetworkBackend):
    """Connects to hosts on the internet, and to none in this machine's network."""

    def __init__(self, *, allows_local: bool = False) -> None:
        self._allows_local = allows_local
        self._inner = httpcore.AnyIOBackend()
        self._resolvers = ThreadPoolExecutor(RESOLVERS, thread_name_prefix="push-resolver")

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        addresses = await self._resolved(host, port)
        if not self._allows_local and not all(is_public(each) for each in addresses):
            raise NotPublic(host)
        return await self._inner.connect_tcp(
            str(addresses[0]), port, timeout, local_address, socket_options
        )

    async def _resolved(self, host: str, port: int) -> list[Address]:
        loop = asyncio.get_running_loop()
        try:
            result = await loop.run_in_executor(
                self._resolvers, lambda: socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            )
        except (OSError, UnicodeError) as error:
            raise httpcore.ConnectError("the name is not known") from error
        return [ipaddress.ip_address(str(at[0]).partition("%")[0]) for *_, at in result]

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    def close(self) -> None:
        """Stop waiting for lookups."""
        self._resolvers.shutdown(wait=False, cancel_futures=True)
