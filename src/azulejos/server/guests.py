"""Who somebody is: a guest with a name, known by a secret.

Nobody signs up. A browser holds a secret in a cookie, a program a token, and a link carries one to
another device. Of each the store has only the SHA-256.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass

from azulejos.errors import AzulejosError, Malformed, NotAllowed
from azulejos.play.record import check_name
from azulejos.server.store import Guest, SecretKind, Store

SECRET_BYTES = 32
FIRST_NAME = "Guest"


@dataclass(frozen=True)
class Identity:
    """A guest, and whether it is a program."""

    guest: str
    name: str
    is_program: bool = False


class Guests:
    """Finds guests by their secrets, and makes new ones."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def by_secret(self, secret: str, kind: SecretKind) -> Identity | None:
        """Whose secret this is."""
        guest = await self._store.guest_by_secret(digest(secret), kind)
        return Identity(guest.guest, guest.name, kind == "bot") if guest else None

    async def add(
        self, name: str = FIRST_NAME, kind: SecretKind = "cookie"
    ) -> tuple[Identity, str]:
        """A new guest and its secret, which is told this once."""
        guest = Guest(secrets.token_hex(12), checked(name))
        await self._store.add_guest(guest)
        return Identity(guest.guest, guest.name, kind == "bot"), await self.secret(
            guest.guest, kind
        )

    async def secret(self, guest: str, kind: SecretKind) -> str:
        """Another secret of a guest."""
        secret = secrets.token_urlsafe(SECRET_BYTES)
        await self._store.add_secret(digest(secret), guest, kind)
        return secret

    async def rename(self, identity: Identity, name: str) -> Identity:
        """Give a guest another name."""
        await self._store.rename(Guest(identity.guest, checked(name)))
        return Identity(identity.guest, name.strip(), identity.is_program)

    async def by_link(self, secret: str) -> tuple[Identity, str]:
        """The guest of a personal link, and a secret for the cookie of this device."""
        identity = await self.by_secret(secret, "link")
        if identity is None:
            raise NotAllowed("this link is nobody's")
        return identity, await self.secret(identity.guest, "cookie")


def digest(secret: str) -> bytes:
    """What the store has of a secret."""
    return hashlib.sha256(secret.encode()).digest()


def checked(name: str) -> str:
    """A name that can be shown."""
    try:
        check_name(name.strip())
    except AzulejosError as error:
        raise Malformed(str(error)) from None
    return name.strip()
