"""From where the page can be opened: by everybody, by the local network, or on this machine only.

`azulejos web` serves this machine alone until the person at it lets the network in; then it
listens at this machine's own addresses, too, so that people at the same table can join by a link.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import msgspec

from azulejos.errors import NotAllowed


class ReachInfo(msgspec.Struct, frozen=True):
    """Where others can open the page."""

    origins: list[str]  # like http://192.168.1.7:8000, the likeliest first; none: nowhere else
    may_open: bool  # whether the caller may let the local network in


@dataclass
class Reach:
    """What a server knows of how others get to it."""

    origins: list[str] = field(default_factory=list)
    open: Callable[[], Awaitable[list[str]]] | None = None  # returns the new origins

    def info(self, address: str) -> ReachInfo:
        """What somebody at an address is told."""
        return ReachInfo(self.origins, may_open=not self.origins and self._may_open(address))

    async def open_to_network(self, address: str) -> ReachInfo:
        """Let the local network in, for somebody at this very machine."""
        if not self._may_open(address) or self.open is None:
            raise NotAllowed("only the person who started this server can let others in")
        if not self.origins:
            self.origins = await self.open()
        if not self.origins:
            raise NotAllowed("this machine is in no network that others could come from")
        return self.info(address)

    def _may_open(self, address: str) -> bool:
        return self.open is not None and is_loopback(address)


def is_loopback(address: str) -> bool:
    """Whether an address is this machine's, for itself only."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
