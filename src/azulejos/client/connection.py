"""Requests to a server that may be busy, limit us, restart or be out of reach for a while.

What was not answered is asked again until it is, unless doing it twice would matter. A server that
limits us says how long to wait.
"""

from __future__ import annotations

import ssl
import time
from collections.abc import Iterator, Mapping
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import msgspec

from azulejos import errors

TIMEOUT = 30.0  # seconds until an answer must come
HEARD_WITHIN = 45.0  # seconds of silence after which a stream is dead: it has a line every 15
FIRST_WAIT = 0.1  # seconds until something is tried again, and twice as long each time after
MAX_WAIT = 5.0
MIN_LIMIT = 0.1  # seconds to wait at least where a server limits us
ERROR = 400  # the first status that is an error
NOT_NOW = (502, 503, 504)  # of the server, or of a proxy whose server is not there
LOST = (OSError, HTTPException)
"""What happens to connections."""


class Address(NamedTuple):
    """Where a server is."""

    is_secure: bool
    host: str
    port: int | None
    path: str  # before that of every request, without a slash at its end

    @classmethod
    def of(cls, url: str) -> Address:
        """Read an address like `https://azul.example.org`."""
        try:
            parts = urlsplit(url)
            host, port = parts.hostname, parts.port
        except ValueError:
            host, port = None, None
        if host is None or parts.scheme not in ("http", "https"):
            raise errors.Malformed(
                f"{url} is not the address of a server: it should be like http://127.0.0.1:8000"
            )
        return cls(parts.scheme == "https", host, port, parts.path.rstrip("/"))

    def connect(self, timeout: float) -> HTTPConnection:
        """A connection that opens with its first request."""
        if not self.is_secure:
            return HTTPConnection(self.host, self.port, timeout=timeout)
        context = ssl.create_default_context()
        return HTTPSConnection(self.host, self.port, timeout=timeout, context=context)


class Connection:
    """Asks one server, one request at a time, over a connection that is kept open."""

    _open: HTTPConnection | None = None

    def __init__(self, address: Address, token: str = "", patience: float = 60.0) -> None:
        self._address = address
        self._headers = {"Accept": "application/json", "User-Agent": "azulejos"}
        if token:
            self._headers["Authorization"] = f"Bearer {token}"
        self.patience = patience

    def close(self) -> None:
        """Close it; the next request opens it again."""
        if self._open is not None:
            self._open.close()
            self._open = None

    def __del__(self) -> None:
        self.close()

    def get(self, path: str) -> Any:
        return self._ask("GET", path, None, may_repeat=True)

    def post(self, path: str, body: object = None, *, may_repeat: bool = True) -> Any:
        """Post something; unless it may be repeated, retry only what was certainly not done."""
        return self._ask("POST", path, body, may_repeat=may_repeat)

    def lines(self, path: str) -> Iterator[bytes]:
        """The lines of a stream, until it ends or breaks; the caller asks again then."""
        connection, answer = self._open_stream(path)
        try:
            while line := answer.readline():
                yield line
        except LOST:
            return
        finally:
            answer.close()
            connection.close()

    def _open_stream(self, path: str) -> tuple[HTTPConnection, HTTPResponse]:
        """A streamed answer, over a connection of its own."""
        patience = Patience(self.patience)
        while True:
            connection = self._address.connect(HEARD_WITHIN)
            try:
                answer = self._exchange(connection, "GET", path, None)
                if answer.status < ERROR:
                    return connection, answer
                error = _refusal(answer)
            except LOST as lost:
                error = self.unreachable(lost)
            connection.close()
            patience.wait_after(error)

    def _ask(self, method: str, path: str, body: object, *, may_repeat: bool) -> Any:
        content = None if body is None else msgspec.json.encode(body)
        patience = Patience(self.patience)
        while True:
            if not may_repeat:
                self.close()  # a stale connection would leave it unclear whether it was done
            was_kept, is_sent = self._open is not None, False
            try:
                connection = self._connected()
                is_sent = True
                answer = self._exchange(connection, method, path, content)
                if answer.status < ERROR:
                    return _decoded(answer.read())
                error = _refusal(answer)
                is_sent = isinstance(error, errors.StoreSilent)  # others mean that it was not done
            except LOST as lost:
                self.close()
                if was_kept:
                    continue  # the server closes what is not used for a while
                error = self.unreachable(lost)
            if is_sent and not may_repeat:
                raise error
            patience.wait_after(error)

    def _connected(self) -> HTTPConnection:
        if self._open is None:
            opening = self._address.connect(TIMEOUT)
            opening.connect()
            self._open = opening
        return self._open

    def _exchange(
        self, connection: HTTPConnection, method: str, path: str, content: bytes | None
    ) -> HTTPResponse:
        headers: Mapping[str, str] = self._headers
        if content is not None:
            headers = {**headers, "Content-Type": "application/json"}
        connection.request(method, self._address.path + path, content, dict(headers))
        return connection.getresponse()

    def unreachable(self, error: Exception | str) -> errors.Unreachable:
        """The error for a server that does not answer."""
        host, port = self._address.host, self._address.port
        where = host if port is None else f"{host}:{port}"
        return errors.Unreachable(f"{where} does not answer: {str(error) or type(error).__name__}")


class Patience:
    """How long to go on asking a server that is busy or out of reach."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self.renew()

    def renew(self) -> None:
        """Start again: the server has answered."""
        self._until = time.monotonic() + self._seconds
        self._wait = FIRST_WAIT

    def wait_after(self, error: errors.AzulejosError) -> None:
        """Wait before the next try if the error is temporary; otherwise raise it."""
        if isinstance(error, errors.TooMany):  # the server is well, and tells how long
            time.sleep(max(MIN_LIMIT, error.retry_after))
            return
        if not isinstance(error, (errors.Unreachable, errors.Busy, errors.StoreError)):
            raise error
        if time.monotonic() + self._wait > self._until:
            raise error
        time.sleep(self._wait)
        self._wait = min(MAX_WAIT, 2 * self._wait)


def _refusal(answer: HTTPResponse) -> errors.AzulejosError:
    """The error that an answer describes."""
    try:
        problem = msgspec.json.decode(answer.read(), type=Problem)
    except msgspec.MsgspecError:  # not of our server
        problem = Problem("busy" if answer.status in NOT_NOW else "error", answer.reason)
    if problem.code == "too_many":
        return errors.TooMany(problem.reason, _retry_after(answer))
    return errors.error_of(problem.code, f"the server says: {problem.reason}")


class Problem(msgspec.Struct):
    """Why a request was refused."""

    code: str
    reason: str


def _retry_after(answer: HTTPResponse) -> float:
    text = answer.getheader("Retry-After", "")
    return float(text) if text.isascii() and text.isdigit() else 1.0


def _decoded(content: bytes) -> Any:
    try:
        return msgspec.json.decode(content)
    except msgspec.MsgspecError:
        raise errors.Malformed(
            "the server's answer is not JSON: is it an Azulejos server?"
        ) from None
