"""Where push messages may be sent."""

from __future__ import annotations

import ipaddress
import socket
from pathlib import Path
from typing import Any

import pytest

from azulejos.errors import Malformed
from azulejos.server.push.endpoints import checked_endpoint, is_public
from push_service import Browser, at_once, by_turns, eventually
from server_in_thread import Start


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/1",
        "https://localhost/1",
        "https://127.0.0.1/1",
        "https://127.1/1",
        "https://2130706433/1",
        "https://0x7f.1/1",
        "https://[::1]/1",
        "https://intranet/1",
        "https://push.example.org:22/1",
        "https://push.example.org:99999/1",
        "https://user:pass@push.example.org/1",
        "https://push.example.org/1#fragment",
        "https://push.example.org/a b",
        "https://push.example.org/č",
        "https:///1",
        "https://[/1",
        "file:///etc/passwd",
        "gopher://push.example.org/",
        "",
        "https://push.example.org/" + "a" * 2000,
    ],
)
def test_an_endpoint_is_a_plain_https_address(endpoint: str) -> None:
    with pytest.raises(Malformed):
        checked_endpoint(endpoint)


def test_endpoints_of_the_push_services_are_accepted() -> None:
    for endpoint in (
        "https://fcm.googleapis.com/fcm/send/abc:APA91b-_",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAAA",
        "https://web.push.apple.com/QGl",
        "https://wns2-am3p.notify.windows.com/w/?token=BQYAAA%3d",
    ):
        assert checked_endpoint(endpoint) == endpoint


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.0.0.1",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",  # noqa: S104
        "224.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "fe80::1",
        "fd00::1",
        "ff02::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "64:ff9b::7f00:1",
        "64:ff9b::a00:1",
        "2002:7f00:1::",
        "2002:a00:1::",
        "2001:0:7f00:1::",
        "64:ff9b:1::7f00:1",
        "64:ff9b:1::808:808",
        "64:ff9b:1:ffff:ffff:ffff:ffff:ffff",
        "::127.0.0.1",
        "::8.8.8.8",
        "::ffff:0:127.0.0.1",
        "::ffff:0:8.8.8.8",
        "fec0::1",
        "feff::1",
        "5f00::1",
        "5f00:ffff::1",
        "4000::1",
        "3fff::1",
        "192.0.0.8",
    ],
)
def test_addresses_of_this_machine_and_its_network_are_not_public(address: str) -> None:
    assert not is_public(ipaddress.ip_address(address))


def test_addresses_of_the_internet_are_public() -> None:
    for address in (
        "142.250.184.10",
        "2a00:1450:4001:82a::200a",
        "2606:4700::1111",
        "::ffff:142.250.184.10",
        "64:ff9b::8efa:b80a",
    ):
        assert is_public(ipaddress.ip_address(address))


def test_a_name_that_leads_into_this_network_is_not_connected_to(
    start: Start, key_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever subscribes may own the name, and lead it where they like at any time."""
    server = start(push=at_once(key_file, allows_local=False))
    ana, ben = server.guest("Ana"), server.guest("Ben")
    resolve = socket.getaddrinfo

    def rebound(host: str, port: int, *rest: Any, **more: Any) -> Any:
        return resolve("127.0.0.1" if host == "push.example.org" else host, port, *rest, **more)

    monkeypatch.setattr(socket, "getaddrinfo", rebound)
    browser = Browser("https://push.example.org/1")
    assert ben.http.put("/api/me/push", json=browser.subscription).status_code == 200
    ana.move(by_turns(ana, ben))
    eventually(lambda: not ben.http.get("/api/me/push").json()["is_subscribed"])
    assert 'azulejos_pushes_total{kind="gone"} 1.0' in ana.http.get("/metrics").text
