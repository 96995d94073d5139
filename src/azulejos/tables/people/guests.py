"""Who somebody is: a guest with a name, known by a secret; and who is muted or banned.

Nobody signs up. A browser holds a secret in a cookie, a program a token, and a link carries one to
another device. Of each the store has only the SHA-256.
"""

from __future__ import annotations

import hashlib
import ipaddress
import secrets
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Protocol

from azulejos import errors
from azulejos.play.names import check_name
from azulejos.tables.clock import now
from azulejos.tables.people.networks import read_address
from azulejos.tables.store.protocol import GuestStore, SecretStore
from azulejos.tables.store.rows import Guest, Restriction, SecretKind

SECRET_BYTES = 32
FIRST_NAME = "Guest"
NOTED_EVERY = 24 * 3600.0  # seconds between two notes that a guest is here

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


@dataclass(frozen=True)
class Identity:
    """A guest, whether it is a program, and the digest of the secret by which it is known."""

    guest: str
    name: str
    is_program: bool = False
    secret: bytes = b""
    is_back: bool = field(default=False, compare=False)  # for the first time in a day or more


class PeopleStore(GuestStore, SecretStore, Protocol):
    """Keeps guests and their secrets."""


class Guests:
    """Finds guests by their secrets, and makes new ones."""

    def __init__(self, store: PeopleStore) -> None:
        self._store = store

    async def by_secret(self, secret: str, kind: SecretKind) -> Identity | None:
        """The guest with this secret."""
        known_by = digest(secret)
        guest = await self._store.guest_by_secret(known_by, kind)
        if guest is None:
            return None
        is_back = now() - guest.seen > NOTED_EVERY
        if is_back:
            with suppress(errors.StoreError):  # then the next time
                await self._store.touch(guest.guest, now())
        return Identity(guest.guest, guest.name, kind == "bot", known_by, is_back)

    async def is_known(self, identity: Identity) -> bool:
        """Whether the secret of an identity is still valid."""
        return identity.secret in await self._store.secrets_of([identity.guest])

    async def add(
        self, name: str = FIRST_NAME, kind: SecretKind = "cookie"
    ) -> tuple[Identity, str]:
        """A new guest and its secret, which is told only once."""
        guest = Guest(secrets.token_hex(12), checked(name), now())
        await self._store.add_guest(guest)
        secret = await self.secret(guest.guest, kind)
        return Identity(guest.guest, guest.name, kind == "bot", digest(secret)), secret

    async def secret(self, guest: str, kind: SecretKind, link: bytes | None = None) -> str:
        """Another secret for a guest; that of a device that came by a link ends with the link."""
        secret = secrets.token_urlsafe(SECRET_BYTES)
        await self._store.add_secret(digest(secret), guest, kind, link)
        return secret

    async def rename(self, identity: Identity, name: str) -> Identity:
        await self._store.rename(Guest(identity.guest, checked(name)))
        return replace(identity, name=name.strip())

    async def by_link(self, secret: str) -> str:
        """A secret for the cookie of a device on which a personal link is opened."""
        identity = await self.by_secret(secret, "link")
        if identity is None:
            raise errors.NotAllowed("this link is not valid")
        try:
            return await self.secret(identity.guest, "cookie", identity.secret)
        except errors.Conflict:  # it has just been revoked
            raise errors.NotAllowed("this link is not valid") from None

    async def revoke(self, identity: Identity, link: bytes | None = None) -> None:
        """Revoke a link with its devices, or by default all devices but this one."""
        await self._store.forget_links(identity.guest, identity.secret, link)


def digest(secret: str) -> bytes:
    """The digest of a secret, which is all that the store has of it."""
    return hashlib.sha256(secret.encode()).digest()


def checked(name: str) -> str:
    """The name without spaces around it, if it can be shown."""
    try:
        check_name(name.strip())
    except errors.AzulejosError as error:
        raise errors.Malformed(str(error)) from None
    return name.strip()


# Who is muted or banned: guests, and the networks they come from


class Restrictions:
    """All restrictions, by guest and by address."""

    def __init__(self) -> None:
        self._guests: dict[str, Restriction] = {}
        self._networks: dict[Network, Restriction] = {}
        self._sizes: set[tuple[int, int]] = set()  # version and length of prefix of each network

    def replace(self, restrictions: Iterable[Restriction]) -> None:
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
                raise errors.Banned(
                    _reason("nobody at your address may use this server", restriction)
                )

    def check_guest(self, identity: Identity) -> None:
        """Raise `Banned` if a guest is banned."""
        restriction = self._of_guest(identity)
        if restriction and restriction.effect == "ban":
            raise errors.Banned(_reason("you may not use this server", restriction))

    def check_voice(self, identity: Identity, address: str) -> None:
        """Raise `Muted` if a guest is muted."""
        for restriction in (self._of_guest(identity), *self._of_address(address)):
            if restriction:
                raise errors.Muted(_reason("you may not speak", restriction))

    def refuse(self, identity: Identity | None, address: str) -> bool:
        """Whether somebody who is connected has been banned since."""
        try:
            self.check_address(address)
            if identity:
                self.check_guest(identity)
        except errors.Banned:
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
