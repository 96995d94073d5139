"""A push service of our own, and a browser that is subscribed there.

It reads messages as a browser does, by RFC 8291, and looks at who sent them as a push service does,
by RFC 8292. Neither uses the libraries that the server uses: they are what is tested.
"""

from __future__ import annotations

import json
import struct
import threading
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from azulejos.server.push.services import make_key
from azulejos.tables.settings import Push
from server_in_thread import Guest, Running

PATIENCE = 60.0
CURVE = ec.SECP256R1()
CONTACT = "mailto:somebody@example.org"


def base64url(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def unbase64url(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass(frozen=True)
class Received:
    """A message as it came, without the address."""

    path: str
    headers: dict[str, str]
    body: bytes


class PushService:
    """Accepts messages at /1, /2 and so on, and answers as it is told to."""

    def __init__(self) -> None:
        self.received: list[Received] = []
        self.answers: list[tuple[int, dict[str, str]]] = []  # the next ones; 201 after them
        self._came = threading.Condition()
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                with service._came:
                    service.received.append(Received(self.path, headers, body))
                    answers = service.answers
                    status, more = answers.pop(0) if answers else (201, {})
                    service._came.notify_all()
                self.send_response(status)
                for name, value in {"Content-Length": "0", **more}.items():
                    self.send_header(name, value)
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self._server.server_port}"

    def wait_for(self, number: int) -> list[Received]:
        """All messages, once there are so many."""
        with self._came:
            assert self._came.wait_for(lambda: len(self.received) >= number, PATIENCE), (
                f"{len(self.received)} messages"
            )
            return list(self.received)

    def serve(self) -> None:
        self._server.serve_forever(0.02)

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@contextmanager
def push_service() -> Iterator[PushService]:
    service = PushService()
    thread = threading.Thread(target=service.serve, daemon=True)
    thread.start()
    yield service
    service.stop()
    thread.join(PATIENCE)


@dataclass
class Browser:
    """A subscription with its private half."""

    endpoint: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(CURVE))
    auth: bytes = b"sixteen bytes ok"

    @property
    def public(self) -> bytes:
        return self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )

    @property
    def subscription(self) -> dict[str, str]:
        keys = {"p256dh": base64url(self.public), "auth": base64url(self.auth)}
        return {"endpoint": self.endpoint, **keys}

    def read(self, body: bytes) -> bytes:
        """Decrypt a message (RFC 8291, section 3; RFC 8188, section 2)."""
        salt, (record, length) = body[:16], struct.unpack("!IB", body[16:21])
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= record, "one record, as RFC 8291 demands"
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender)
        secret = self.key.exchange(ec.ECDH(), theirs)
        info = b"WebPush: info\0" + self.public + sender
        material = hkdf(self.auth, secret, info, 32)
        key = hkdf(salt, material, b"Content-Encoding: aes128gcm\0", 16)
        nonce = hkdf(salt, material, b"Content-Encoding: nonce\0", 12)
        opened = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert opened[-1:] == b"\2", "the last record"
        return opened[:-1]

    def notification(self, received: Received) -> dict[str, str]:
        result: dict[str, str] = json.loads(self.read(received.body))
        return result

    @property
    def written(self) -> dict[str, Any]:
        """The subscription as a browser writes it."""
        keys = {"p256dh": base64url(self.public), "auth": base64url(self.auth)}
        return {"endpoint": self.endpoint, "expirationTime": None, "keys": keys}


def hkdf(salt: bytes, material: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(material)


def vapid_claims(received: Received, public: str) -> dict[str, Any]:
    """What the sender of a message says of itself, if it has signed it with this key."""
    scheme, _, rest = received.headers["authorization"].partition(" ")
    assert scheme == "vapid"
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert parts["k"] == public
    signed, _, signature = parts["t"].rpartition(".")
    header, claims = (json.loads(unbase64url(part)) for part in signed.split("."))
    assert header["alg"] == "ES256"
    raw = unbase64url(signature)
    pair = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, unbase64url(public))
    key.verify(pair, signed.encode(), ec.ECDSA(hashes.SHA256()))
    assert time.time() < claims["exp"] <= time.time() + 24 * 3600
    return dict(claims)


# A server that sends messages there


def at_once(key_file: Path, **changes: Any) -> Push:
    """Notify at once, also on this machine; with a key that is made if there is none."""
    if not key_file.exists():
        make_key(key_file)
    return Push(key_file, CONTACT, **{"after": 0.0, "round": 0.05, "allows_local": True, **changes})


def subscribed(guest: Guest, service: PushService, number: int = 1, **more: str) -> Browser:
    """A device of a guest, which is notified from now on."""
    browser = Browser(f"{service.origin}/{number}")
    answer = guest.http.put("/api/me/push", json={**browser.subscription, **more})
    assert answer.status_code == 200, answer.text
    assert answer.json()["is_subscribed"]
    return browser


def by_turns(ana: Guest, ben: Guest, **wanted: Any) -> str:
    """A table where Ana is to move, and Ben after her."""
    table = ana.new_table(
        "azul", "me", "open", **{"options": {"start": 1}, "pace": "turns", **wanted}
    )
    assert ben.sit(table, 1).status_code == 200
    return table


def settle(server: Running) -> None:
    """Wait until no turn is left that somebody could be notified of."""
    store = server.hub.store

    def is_done() -> bool:
        rows = server.call(lambda: store.unnotified(0.0, time.time() + 60, 99))
        notifier = server.hub.notifier
        return not rows and notifier is not None and len(notifier._tasks) == 1

    eventually(is_done)


def eventually(happens: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < end
        time.sleep(0.02)
