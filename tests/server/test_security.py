"""Which pages may ask, and what keeps ours safe."""

from __future__ import annotations

from pathlib import Path
from socket import create_connection

import pytest

from azulejos.server.http.security import is_own_name
from server_in_thread import PATIENCE, Guest, Running, Start


@pytest.mark.parametrize("path", ["/", "/t/abc", "/api/me", "/nowhere", "/health"])
def test_every_answer_has_the_headers_that_keep_a_page_safe(server: Running, path: str) -> None:
    headers = server.guest().http.get(path).headers
    policy = headers["content-security-policy"]
    assert "script-src 'self'" in policy or "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "server" not in headers


def test_data_may_do_nothing_at_all_in_a_browser(server: Running) -> None:
    for path in ("/api/me", "/api/tables/nowhere"):
        policy = server.guest().http.get(path).headers["content-security-policy"]
        assert policy.startswith("default-src 'none';")
    assert "script-src 'self'" in server.guest().http.get("/").headers["content-security-policy"]


@pytest.mark.parametrize(("name", "has_policy"), [("page.js", False), ("icon.svg", True)])
def test_only_what_can_be_opened_by_itself_has_a_policy(
    start: Start, tmp_path: Path, name: str, has_policy: bool
) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / name).write_text("1", encoding="utf-8")
    headers = start(static=tmp_path).guest().http.get(f"/assets/{name}").headers
    assert ("content-security-policy" in headers) == has_policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(server: Running) -> None:
    answer = server.guest().http.put("/api/me", json={"name": "Ana"})
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Path=/" in cookie


def test_behind_an_encrypted_address_cookies_demand_encryption(start: Start) -> None:
    running = start(origins=("https://azul.example",))
    guest = Guest(running.url, None, Host="azul.example", Origin="https://azul.example")
    answer = guest.http.put("/api/me", json={"name": "Ana"})
    assert "Secure" in answer.headers["set-cookie"]
    assert "strict-transport-security" in answer.headers


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Host": "evil.example"},
        {"Host": "evil.example", "Origin": "http://evil.example"},
    ],
)
def test_pages_of_other_sites_change_nothing(server: Running, headers: dict[str, str]) -> None:
    ana = server.guest("Ana")
    answer = ana.http.post("/api/tables", json={"game": "azul"}, headers=headers)
    assert answer.status_code == 403
    assert answer.json()["code"] == "not_allowed"
    assert ana.http.get("/api/mine").json()["tables"] == []


def test_who_is_refused_hears_why_after_all_was_sent(server: Running) -> None:
    """An answer in the middle of what is sent is lost by some proxies."""
    host, port = server.address.split(":")
    head = f"POST /api/tables HTTP/1.1\r\nHost: {server.address}\r\nContent-Length: 9\r\n"
    with create_connection((host, int(port)), timeout=0.3) as line:
        line.sendall(f"{head}Origin: https://evil.example\r\n\r\n".encode())
        with pytest.raises(TimeoutError):
            line.recv(65536)
        line.settimeout(PATIENCE)
        line.sendall(b"x" * 9)
        answer = b""
        while b"not_allowed" not in answer:
            more = line.recv(65536)
            assert more, answer
            answer += more
    assert answer.startswith(b"HTTP/1.1 403")


def test_our_own_page_may(server: Running) -> None:
    ana = server.guest("Ana")
    headers = {"Origin": server.url, "Sec-Fetch-Site": "same-origin"}
    answer = ana.http.post("/api/tables", json={"game": "azul"}, headers=headers)
    assert answer.status_code == 201


@pytest.mark.parametrize(
    ("host", "is_own"),
    [
        ("127.0.0.1:8000", True),
        ("192.168.1.7", True),
        ("[::1]:8000", True),
        ("localhost:8000", True),
        ("azul.localhost", True),
        ("evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("", False),
    ],
)
def test_names_of_others_are_not_ours(host: str, is_own: bool) -> None:
    assert is_own_name(host) is is_own
