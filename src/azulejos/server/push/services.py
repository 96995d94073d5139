"""Sending a message to a browser through its push service (RFC 8030), encrypted (RFC 8291)."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
import re
import ssl
import stat
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from datetime import UTC
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Literal

import http_ece
import httpcore
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02

from azulejos.errors import Malformed, OptionError
from azulejos.server.push.endpoints import NotPublic, PublicNetwork, checked_endpoint, origin_of
from azulejos.tables.clock import now
from azulejos.tables.store.rows import Subscription

logger = logging.getLogger(__name__)

AT_ONCE = 20  # messages being sent
PATIENCE = 10.0  # seconds for one
SIZE = 300  # bytes of a message, whatever it says
AUTH_BYTES = 16
GONE = (404, 410)
TOO_MANY = 429

Outcome = Literal["sent", "gone", "refused", "later"]

VALID = 12 * 3600.0  # seconds; RFC 8292 allows a day
MAX_REMEMBERED = 100
CONTACT = re.compile(r"(mailto:[^@\s]+@[^@\s]+|https://[^\s/]+(/\S*)?)")


@dataclass(frozen=True)
class Receipt:
    """What became of a message, and after how many seconds it may be sent again."""

    outcome: Outcome
    reason: str = ""
    retry_after: float = 0.0


class PushServices:
    """Sends messages to browsers."""

    def __init__(self, key: ServerKey, *, allows_local: bool = False) -> None:
        self.key = key
        self._allows_local = allows_local
        self._network = PublicNetwork(allows_local=allows_local)
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=ssl.create_default_context(),
            max_connections=AT_ONCE,
            max_keepalive_connections=AT_ONCE,
            keepalive_expiry=60.0,
            network_backend=self._network,
        )
        self._room = asyncio.Semaphore(AT_ONCE)

    @property
    def public_key(self) -> str:
        """For browsers, in base64url."""
        return self.key.public

    def check(self, endpoint: str, p256dh: bytes, auth: bytes) -> None:
        """Raise `Malformed` if no message could be sent there."""
        checked_endpoint(endpoint, allows_local=self._allows_local)
        try:
            ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), p256dh)
        except ValueError:
            raise Malformed("p256dh is not a public key") from None
        if len(auth) != AUTH_BYTES:
            raise Malformed(f"auth has {AUTH_BYTES} bytes")

    async def send(self, to: Subscription, message: bytes, topic: str, lasts: float) -> Receipt:
        """Send a message that is valid for some seconds, or until a later one on its topic."""
        async with self._room:
            try:
                async with asyncio.timeout(PATIENCE):
                    return await self._send(to, message, topic, lasts)
            except NotPublic:
                return Receipt("gone", "it leads into this network")
            except (TimeoutError, OSError, httpcore.NetworkError, httpcore.ProtocolError) as error:
                return Receipt("later", type(error).__name__)
            except httpcore.TimeoutException as error:
                return Receipt("later", type(error).__name__)
            except Exception:  # whatever one device does, the others are notified
                logger.exception("a push message could not be sent")
                return Receipt("refused")

    async def _send(self, to: Subscription, message: bytes, topic: str, lasts: float) -> Receipt:
        body = encrypted(message.ljust(SIZE), to)
        headers = {
            "Authorization": self.key.authorization(origin_of(to.endpoint)),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "Content-Length": str(len(body)),
            "TTL": str(int(lasts)),
            "Topic": _topic(to, topic),
            "Urgency": "normal",
        }
        async with self._pool.stream(
            "POST", to.endpoint, headers=list(headers.items()), content=body
        ) as response:
            return receipt_of(response.status, dict(response.headers))

    async def close(self) -> None:
        await self._pool.aclose()
        self._network.close()


def encrypted(message: bytes, to: Subscription) -> bytes:
    """A message that only the browser of a subscription can read."""
    own = ec.generate_private_key(ec.SECP256R1())
    body: bytes = http_ece.encrypt(
        message, private_key=own, dh=to.p256dh, auth_secret=to.auth, version="aes128gcm"
    )
    return body


def receipt_of(status: int, headers: dict[bytes, bytes]) -> Receipt:
    """What the answer of a push service means."""
    reason = f"status {status}"
    if 200 <= status < 300:
        return Receipt("sent", reason)
    if status in GONE:
        return Receipt("gone", reason)
    if status == TOO_MANY or status >= 500:
        wait = next((v for k, v in headers.items() if k.lower() == b"retry-after"), b"")
        return Receipt("later", reason, _seconds(wait.decode("latin-1")))
    return Receipt("refused", reason)


def _seconds(retry_after: str) -> float:
    """How long to wait: a number of seconds, or a date."""
    if retry_after.strip().isdecimal() and retry_after.isascii():
        return float(retry_after.strip()[:9])
    try:
        date = parsedate_to_datetime(retry_after)
    except ValueError:
        return 0.0
    return max(0.0, (date if date.tzinfo else date.replace(tzinfo=UTC)).timestamp() - now())


def _topic(to: Subscription, topic: str) -> str:
    """An opaque name for a topic."""
    digest = hashlib.sha256(to.auth + topic.encode()).digest()
    return urlsafe_b64encode(digest[:24]).decode()


# The key by which push services know a server (VAPID, RFC 8292)


class ServerKey:
    """Signs messages to push services, so that only this server can send them."""

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
                raise OptionError(f"everybody on this machine can read {path}: chmod 600 {path}")
            key = serialization.load_pem_private_key(path.read_bytes(), password=None)
        except OSError as error:
            raise OptionError(f"cannot read the push key {path}: {error.strerror}") from None
        except (ValueError, TypeError):
            raise OptionError(
                f"{path} is not a push key; `azulejos admin push-key` makes one"
            ) from None
        if not isinstance(key, ec.EllipticCurvePrivateKey) or key.curve.name != "secp256r1":
            raise OptionError(f"{path} is a key of another kind; it must be one for P-256")
        return cls(key, contact)

    @property
    def public(self) -> str:
        """The public key, for browsers."""
        point = self._vapid.public_key.public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        return urlsafe_b64encode(point).rstrip(b"=").decode()

    def authorization(self, origin: str) -> str:
        """The header that authenticates us to the push service at an origin."""
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
