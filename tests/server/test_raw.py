"""Bytes that no browser sends: each is answered by a clean refusal, and the log stays calm."""

from __future__ import annotations

import logging
import select
import socket
from collections.abc import Iterable

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from server_in_thread import PATIENCE, Running

JSON = b"Content-Type: application/json"
UPGRADE = (
    b"Connection: Upgrade",
    b"Upgrade: websocket",
    b"Sec-WebSocket-Version: 13",
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
)
SOCKET = b"GET /api/tables/x/socket HTTP/1.1"
FALSE_BYTES = b"\xff\xfe\xed\xa0\x80"  # no UTF-8
FALSE_PATH = b"%ff%00%ed%a0%80%e2%80%a8"


def request(line: bytes, *headers: bytes, body: bytes = b"", host: bytes = b"127.0.0.1") -> bytes:
    lines = [line, b"Host: " + host, *headers]
    if not any(header.startswith(b"Connection") for header in headers):
        lines.append(b"Connection: close")
    if body:
        lines.append(b"Content-Length: %d" % len(body))
    return b"\r\n".join(lines) + b"\r\n\r\n" + body


def put_me(body: bytes, kind: bytes = JSON) -> bytes:
    return request(b"PUT /api/me HTTP/1.1", kind, body=body)


def post(path: bytes, body: bytes, *headers: bytes) -> bytes:
    return request(b"POST %s HTTP/1.1" % path, JSON, *headers, body=body)


def get(path: bytes, *headers: bytes) -> bytes:
    return request(b"GET %s HTTP/1.1" % path, *headers)


CORPUS = {
    "origin that is no URL": post(b"/api/tables", b"{}", b"Origin: http://["),
    "origin of a socket that is no URL": request(SOCKET, *UPGRADE, b"Origin: http://["),
    "host that is not a host": request(b"GET / HTTP/1.1", host=b"["),
    "host with brackets inside": request(b"GET / HTTP/1.1", host=b"a]b["),
    "host of a socket that is not a host": request(SOCKET, *UPGRADE, host=b"[::"),
    "host in no UTF-8": request(b"GET / HTTP/1.1", host=FALSE_BYTES),
    "no host": b"GET / HTTP/1.0\r\n\r\n",
    "asset with a zero": get(b"/assets/%00"),
    "asset with a long name": get(b"/assets/" + b"a" * 5000),
    "asset with a long path": get(b"/assets/" + b"a/" * 2500),
    "asset in no UTF-8": get(b"/assets/" + FALSE_PATH),
    "asset above": get(b"/assets/..%2f..%2f..%2f..%2fetc/passwd"),
    "path in no UTF-8": get(b"/api/tables/" + FALSE_PATH),
    "path with raw bytes": get(b"/api/tables/" + FALSE_BYTES),
    "path without a slash": get(b"nowhere"),
    "path that is a star": request(b"OPTIONS * HTTP/1.1"),
    "path that is a false URL": get(b"http://[/"),
    "long path": get(b"/" + b"a/" * 3000),
    "query in no UTF-8": get(b"/api/games/azul/rules?language=" + FALSE_PATH),
    "query above": get(b"/api/games/azul/rules?language=../../x%00"),
    "long query": get(b"/api/games/azul/rules?language=" + b"a" * 5000),
    "query of nothing but signs": get(b"/api/mine?&&==&=&%&%zz" + b"&a=b" * 1000),
    "link in no UTF-8": get(b"/me/" + FALSE_PATH),
    "start in no UTF-8": get(b"/start/" + FALSE_PATH),
    "cookie in no UTF-8": get(b"/api/me", b"Cookie: azulejos=" + FALSE_BYTES),
    "cookie of nothing but signs": get(b"/api/me", b'Cookie: =;;=azulejos; azulejos="\\777"'),
    "token in no UTF-8": get(b"/api/me", b"Authorization: Bearer " + FALSE_BYTES),
    "headers in no UTF-8": get(
        b"/", *(name + FALSE_BYTES for name in (b"If-None-Match: ", b"Accept-Encoding: ")),
        b"Accept: " + FALSE_BYTES, b"Accept-Language: " + FALSE_BYTES, b"Sec-Fetch-Site: \xff",
        b"X-Forwarded-For: [,]:x", b"X-Forwarded-Proto: " + FALSE_BYTES,
    ),
    "nested lists": put_me(b"[" * 200_000),
    "nested objects": put_me(b'{"a":' * 40_000),
    "nested value": put_me(b'{"name":' + b"[" * 200_000),
    "body in no UTF-8": put_me(b'{"name":"' + FALSE_BYTES + b'"}'),
    "half a character": put_me(b'{"name":"\\ud800"}'),
    "name with a zero": put_me(b'{"name":"\\u0000"}'),
    "empty body": put_me(b""),
    "body of another kind": put_me(b"a=b&\xff=%ff", b"Content-Type: \xff;;;charset=\xff"),
    "form without a boundary": put_me(b"--\r\n", b"Content-Type: multipart/form-data; boundary="),
    "endless number": put_me(b'{"name":' + b"9" * 100_000 + b"}"),
    "table with a zero": post(b"/api/sandbox", b'{"table":"\\u0000"}'),
    "version beyond 64 bits": post(
        b"/api/bot/games/x/moves", b'{"id":"a","version":' + b"9" * 4000 + b',"move":"1B1"}'
    ),
    "clock without end": post(
        b"/api/tables", b'{"game":"azul","clock":{"initial":1e400,"increment":1e308}}'
    ),
    "players beyond 64 bits": post(
        b"/api/tables", b'{"game":"azul","options":{"players":' + b"9" * 5000 + b"}}"
    ),
    "game with a line break": post(b"/api/tables", b'{"game":"a\\u2028\\n' + b"x" * 5000 + b'"}'),
    "seat beyond 64 bits": post(b"/api/tables/x/seats/" + b"9" * 5000, b""),
    "unknown method": request(b"FOO / HTTP/1.1"),
    "false length": request(b"PUT /api/me HTTP/1.1", b"Content-Length: -1"),
    "length beyond 64 bits": request(b"PUT /api/me HTTP/1.1", b"Content-Length: " + b"9" * 18),
    "false chunks": request(b"PUT /api/me HTTP/1.1", JSON, b"Transfer-Encoding: chunked")
    + b"zz\r\n",
    "no HTTP": b"\x16\x03\x01\x00\xff" * 10 + b"\r\n\r\n",
    "another protocol": get(b"/", b"Upgrade: h2c"),
    "key of a socket in no UTF-8": request(
        SOCKET, *UPGRADE[:3], b"Sec-WebSocket-Key: " + FALSE_BYTES
    ),
    "path of a socket in no UTF-8": request(
        b"GET /api/tables/" + FALSE_PATH + b"/socket?version=%ff HTTP/1.1", *UPGRADE
    ),
    "version of a socket beyond 64 bits": request(
        b"GET /api/tables/x/socket?version=" + b"9" * 5000 + b" HTTP/1.1", *UPGRADE
    ),
    "cookie of a socket in no UTF-8": request(SOCKET, *UPGRADE, b"Cookie: azulejos=" + FALSE_BYTES),
    "socket by POST": request(b"POST /api/tables/x/socket HTTP/1.1", *UPGRADE),
    "socket with very many headers": request(SOCKET, *UPGRADE, *[b"a: b"] * 400),
}  # fmt: skip


def sent(server: Running, data: bytes, *, may_be_unfinished: bool = False) -> bytes:
    """Send bytes, and read what comes back until the server closes."""
    host, port = server.address.split(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as line:
        line.sendall(data)
        if may_be_unfinished and not select.select([line], [], [], 0.3)[0]:
            line.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: line.recv(65536), b""))


def statuses(answer: bytes) -> Iterable[int]:
    """The status of an answer, without those that only say to go on."""
    for line in answer.split(b"\r\n"):
        if line.startswith(b"HTTP/1.1 ") and line[9:12].isdigit():
            yield int(line[9:12])


def quiet(caplog: pytest.LogCaptureFixture) -> bool:
    """Whether nothing went wrong on the server's side."""
    return all(record.levelno < logging.ERROR and not record.exc_info for record in caplog.records)


@pytest.mark.parametrize("name", CORPUS)
def test_what_cannot_be_read_is_refused(
    server: Running, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    answer = sent(server, CORPUS[name])
    result = list(statuses(answer))
    assert result, "closed without an answer"
    assert all(status < 500 for status in result), answer[:2000]
    assert len(answer) < 20_000
    assert quiet(caplog), caplog.text


@settings(
    max_examples=150,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    name=st.sampled_from(sorted(CORPUS)),
    changes=st.lists(
        st.tuples(st.floats(0, 1), st.binary(min_size=1, max_size=6)), min_size=1, max_size=4
    ),
)
def test_what_is_damaged_at_random_is_refused(
    server: Running, caplog: pytest.LogCaptureFixture, name: str, changes: list[tuple[float, bytes]]
) -> None:
    data = bytearray(CORPUS[name][:3000])
    for place, replaced in changes:
        at = int(place * (len(data) - 1))
        data[at : at + len(replaced)] = replaced
    answer = sent(server, bytes(data), may_be_unfinished=True)
    assert all(status < 500 for status in statuses(answer)), (data, answer[:2000])
    assert quiet(caplog), (data, caplog.text)


@pytest.mark.parametrize(
    "message",
    [
        "[" * 8000,
        '{"type":' * 900,
        '{"type":"move","id":"a","version":' + "9" * 7000 + ',"move":"1B1"}',
        '{"type":"move","id":"a","version":0,"move":"' + "9" * 7000 + '"}',
        '{"type":"move","id":"a","version":0,"move":"\\u2028\\u0000"}',
        '{"type":"stand_in","id":"a","version":0,"seat":' + "9" * 200 + ',"level":"x"}',
        '{"type":"say","id":"\\u0000","text":"x"}',
        b"\xff\xfe\xed\xa0\x80",
        b"",
    ],
)
def test_a_message_that_cannot_be_read_does_not_end_a_conversation(
    server: Running, caplog: pytest.LogCaptureFixture, message: str | bytes
) -> None:
    ana = server.guest("Ana")
    talk = ana.socket(ana.new_table("azul", "me", "open"))
    talk.next_update()
    talk.connection.send(message)
    refused = talk.until(lambda heard: heard["type"] == "refused")
    assert len(refused["reason"]) <= 300
    assert refused["reason"].isprintable()
    talk.send("ping")
    talk.until(lambda heard: heard["type"] == "pong")
    assert quiet(caplog), caplog.text


@pytest.mark.parametrize(
    "path", ["/", "/t/x", "/health", "/metrics", "/api/me", "/api/games/azul/rules", "/api", "/no"]
)
def test_an_answer_says_its_charset_once(server: Running, path: str) -> None:
    kind = httpx.get(server.url + path).headers["content-type"]
    assert kind.count("charset") <= 1
    assert kind.count("charset") == kind.startswith("text/")
