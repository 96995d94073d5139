"""The key by which push services know a server (VAPID, RFC 8292)."""

from __future__ import annotations

import os
import re
import stat
from base64 import urlsafe_b64encode
from pathlib import Path

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02

from azulejos.errors import OptionError
from azulejos.tables.clock import now

VALID = 12 * 3600.0  # seconds; RFC 8292 allows a day
MAX_REMEMBERED = 100
CONTACT = re.compile(r"(mailto:[^@\s]+@[^@\s]+|https://[^\s/]+(/\S*)?)")


class ServerKey:
    """Signs what is sent to push services, so that only this server can send it."""

    def __init__(self, key: ec.EllipticCurvePrivateKey, contact: str) -> None:
        self._vapid = Vapid02(key, conf={"no-strict": True})  # the contact is checked here
        self._contact = contact
        self._signed: dict[str, tuple[str, float]] = {}  # by origin, with the end of it

    @classmethod
    def read(cls, path: Path, contact: str) -> ServerKey:
        """The key in a file, which nobody else may read."""
        if not CONTACT.fullmatch(contact):
            raise OptionError(
                f"{contact!r} is not a contact: it should be like mailto:me@example.org"
            )
        try:
            if os.name == "posix" and path.stat().st_mode & stat.S_IRWXO:
                raise OptionError(f"{path} is open to everybody on this machine: chmod 600 {path}")
            key = serialization.load_pem_private_key(path.read_bytes(), password=None)
        except OSError as error:
            raise OptionError(f"cannot read the push key {path}: {error.strerror}") from None
        except (ValueError, TypeError):
            raise OptionError(
                f"{path} is not a push key; `azulejos admin push-key` makes one"
            ) from None
        if not isinstance(key, ec.EllipticCurvePrivateKey) or key.curve.name != "secp256r1":
            raise OptionError(f"{path} is a key of another kind; it has to be one of P-256")
        return cls(key, contact)

    @property
    def public(self) -> str:
        """What browsers need to know of it."""
        point = self._vapid.public_key.public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        return urlsafe_b64encode(point).rstrip(b"=").decode()

    def authorization(self, origin: str) -> str:
        """The header that tells the push service at an origin who sends."""
        signed, until = self._signed.get(origin, ("", 0.0))
        if until < now():
            if len(self._signed) >= MAX_REMEMBERED:
                self._signed.clear()
            claims = {"aud": origin, "exp": int(now() + VALID), "sub": self._contact}
            signed = self._vapid.sign(claims)["Authorization"]
            self._signed[origin] = signed, now() + VALID / 2
        return signed


def make_key(path: Path) -> str:
    """Write a new key to a file that does not exist yet, and return its public part."""
    key = ec.generate_private_key(ec.SECP256R1())
    written = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise OptionError(f"{path} exists; with another key all subscriptions would end") from None
    except OSError as error:
        raise OptionError(f"cannot write {path}: {error.strerror}") from None
    with os.fdopen(descriptor, "wb") as file:
        file.write(written)
    return ServerKey(key, "").public
