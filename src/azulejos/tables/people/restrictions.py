"""Who is muted or banned: guests, and networks from which they come.

There are few restrictions, so each process has all of them in memory, and reads them again when
they change.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from datetime import UTC, datetime

from azulejos.errors import Banned, Muted
from azulejos.tables.clock import now
from azulejos.tables.people.guests import Identity
from azulejos.tables.people.networks import read_address
from azulejos.tables.store import Restriction

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Restrictions:
    """All restrictions, found by guest and by address."""

    def __init__(self) -> None:
        self._guests: dict[str, Restriction] = {}
        self._networks: dict[Network, Restriction] = {}
        self._sizes: set[tuple[int, int]] = set()  # version and length of prefix of each network

    def replace(self, restrictions: Iterable[Restriction]) -> None:
        """Replace all restrictions by these."""
        every = list(restrictions)
        self._guests = {each.subject: each for each in every if each.kind == "guest"}
        self._networks = {
            ipaddress.ip_network(each.subject): each for each in every if each.kind == "network"
        }
        self._sizes = {(network.version, network.prefixlen) for network in self._networks}

    def check_address(self, address: str) -> None:
        """Raise `Banned` if the address is banned."""
        for restriction in self._of_address(address):
            if restriction.effect == "ban":
                raise Banned(_reason("nobody at your address may use this server", restriction))

    def check_guest(self, identity: Identity) -> None:
        """Raise `Banned` if a guest is banned."""
        restriction = self._of_guest(identity)
        if restriction and restriction.effect == "ban":
            raise Banned(_reason("you may not use this server", restriction))

    def check_voice(self, identity: Identity, address: str) -> None:
        """Raise `Muted` if a guest is muted."""
        for restriction in (self._of_guest(identity), *self._of_address(address)):
            if restriction:
                raise Muted(_reason("you may not speak", restriction))

    def refuse(self, identity: Identity | None, address: str) -> bool:
        """Whether somebody who is connected has been banned meanwhile."""
        try:
            self.check_address(address)
            if identity:
                self.check_guest(identity)
        except Banned:
            return True
        return False

    def _of_guest(self, identity: Identity) -> Restriction | None:
        result = self._guests.get(identity.guest)
        return result if result and _lasts(result) else None

    def _of_address(self, address: str) -> Iterable[Restriction]:
        if not self._sizes:
            return
        result = read_address(address.partition("/")[0])
        for version, length in self._sizes:
            if result is not None and result.version == version:
                network = ipaddress.ip_network((result, length), strict=False)
                if network in self._networks and _lasts(self._networks[network]):
                    yield self._networks[network]


def _lasts(restriction: Restriction) -> bool:
    return restriction.until is None or restriction.until > now()


def _reason(what: str, restriction: Restriction) -> str:
    if restriction.until is not None:
        until = datetime.fromtimestamp(restriction.until, UTC)
        what = f"{what} until {until:%Y-%m-%d %H:%M} UTC"
    return f"{what}: {restriction.reason}" if restriction.reason else what
