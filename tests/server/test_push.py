"""Web push: who is notified of a turn, how often, and what a push service gets to know."""

from __future__ import annotations

import ipaddress
import os
import re
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from azulejos.errors import Malformed, OptionError
from azulejos.server.push import turns
from azulejos.server.push.endpoints import checked_endpoint, is_public
from azulejos.server.push.key import ServerKey, make_key
from azulejos.server.push.services import encrypted, receipt_of
from azulejos.server.settings import Push
from azulejos.server.store import Subscription
from push_service import (
    CURVE,
    Browser,
    PushService,
    eventually,
    push_service,
    unbase64url,
    vapid_claims,
)
from server_in_thread import Guest, Running, settings_for

from .conftest import Start

CONTACT = "mailto:somebody@example.org"

Serve = Callable[..., Running]


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as running:
        yield running


@pytest.fixture
def key_file(tmp_path: Path) -> Path:
    make_key(tmp_path / "push.pem")
    return tmp_path / "push.pem"


def quick(key_file: Path, **changes: Any) -> Push:
    """Notify at once, also on this machine."""
    return Push(key_file, CONTACT, **{"after": 0.0, "round": 0.05, "allows_local": True, **changes})


@pytest.fixture
def server(key_file: Path, start: Start) -> Running:
    return start(push=quick(key_file))


def subscribed(guest: Guest, service: PushService, number: int = 1, **more: str) -> Browser:
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


def move(guest: Guest, table: str) -> None:
    socket = guest.socket(table)
    socket.next_update()
    socket.play()
    socket.close()


def settle(server: Running) -> None:
    """Wait until no turn is left that somebody could be notified of."""
    store = server.hub.store

    def is_done() -> bool:
        rows = server.call(lambda: store.unnotified(0.0, time.time() + 60, 99))
        notifier = server.hub.notifier
        return not rows and notifier is not None and len(notifier._tasks) == 1

    eventually(is_done)


def test_who_is_away_is_notified_of_a_turn_once(server: Running, service: PushService) -> None:
    ana, ben = server.guest("Ana"), server.guest("Ben")
    browser = subscribed(ben, service, language="ru")
    table = by_turns(ana, ben, clock={"per_turn": 3600})
    move(ana, table)
    (received,) = service.wait_for(1)
    assert browser.notification(received) == {
        "title": "Ваш ход",
        "body": "Azul",
        "table": table,
        "language": "ru",
    }
    public = ben.http.get("/api/me/push").json()["key"]
    claims = vapid_claims(received, public)
    assert claims["aud"] == service.origin
    assert claims["sub"] == CONTACT
    assert received.headers["content-encoding"] == "aes128gcm"
    assert 3000 < int(received.headers["ttl"]) <= 3600
    assert table not in str(received.headers)
    socket = ana.socket(table)
    socket.ask("say", text="are you there?")  # the turn is the same
    settle(server)
    assert len(service.received) == 1
    move(ben, table)
    move(ana, table)
    assert len(service.wait_for(2)) == 2


def test_all_messages_have_the_same_size(server: Running, service: PushService) -> None:
    ana, ben = server.guest("Ana"), server.guest("Ben")
    subscribed(ben, service, language="uk")
    for game in ("azul", "pavilion"):
        table = ana.new_table(game, "open", "me", pace="turns", options={"start": 1})
        ben.sit(table, 0)
    first, second = service.wait_for(2)
    assert len(first.body) == len(second.body)


def test_nobody_is_notified_who_is_there_or_has_been(
    start: Start, key_file: Path, service: PushService
) -> None:
    server = start(push=quick(key_file, after=3600.0))
    ana, ben = server.guest("Ana"), server.guest("Ben")
    subscribed(ben, service)
    there, seen = by_turns(ana, ben), by_turns(ana, ben)
    watching = ben.socket(there)
    watching.next_update()
    move(ana, there)
    move(ana, seen)
    passing = ben.socket(seen)
    passing.next_update()
    passing.close()  # came, saw, and left
    eventually(lambda: not server.hub.lobby.is_here(seen, 1))
    notifier = server.hub.notifier
    assert notifier is not None
    notifier._after = 0.0
    settle(server)
    assert service.received == []
    watching.close()


def test_only_tables_by_turns_with_others_notify(server: Running, service: PushService) -> None:
    ana, ben = server.guest("Ana"), server.guest("Ben")
    subscribed(ben, service)
    live = by_turns(ana, ben, pace="live")
    ben.new_table("azul", "me", "beginner", pace="turns", options={"start": 1})
    seats = [{"kind": "me"}, {"kind": "beside", "name": "Eva"}]
    ben.http.post("/api/tables", json={"game": "azul", "seats": seats, "pace": "turns"})
    move(ana, live)
    move(ana, by_turns(ana, ben))
    service.wait_for(1)
    settle(server)
    assert len(service.received) == 1


def test_every_device_is_notified_and_one_that_is_gone_is_forgotten(
    server: Running, service: PushService
) -> None:
    ana, ben = server.guest("Ana"), server.guest("Ben")
    secret = ben.http.post("/api/me/link").json()["link"].rpartition("/")[2]
    phone = server.guest()
    assert phone.http.post(f"/api/links/{secret}").status_code == 200
    subscribed(ben, service, 1)
    subscribed(phone, service, 2)
    service.answers = [(410, {})]
    table = by_turns(ana, ben)
    move(ana, table)
    first, second = service.wait_for(2)
    assert {first.path, second.path} == {"/1", "/2"}
    devices = {"/1": ben, "/2": phone}
    eventually(lambda: not devices[first.path].http.get("/api/me/push").json()["is_subscribed"])
    assert devices[second.path].http.get("/api/me/push").json()["is_subscribed"]
    move(ben, table)
    move(ana, table)
    assert service.wait_for(3)[-1].path == second.path


def test_what_a_push_service_cannot_take_now_is_sent_again(
    server: Running, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "WAITS", (0.05, 0.05, 0.05))
    ana, ben = server.guest("Ana"), server.guest("Ben")
    subscribed(ben, service)
    service.answers = [(503, {}), (429, {"Retry-After": "1"})]
    begun = time.monotonic()
    move(ana, by_turns(ana, ben))
    assert len({each.headers["topic"] for each in service.wait_for(3)}) == 1
    assert time.monotonic() - begun > 1.0
    settle(server)
    assert len(service.received) == 3
    assert server.guest().http.get("/metrics").text.count("azulejos_pushes_total") >= 2


def test_no_second_try_once_the_turn_is_over(
    server: Running, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "WAITS", (0.3,))
    ana, ben = server.guest("Ana"), server.guest("Ben")
    subscribed(ben, service)
    service.answers = [(500, {})] * 5
    table = by_turns(ana, ben)
    move(ana, table)
    service.wait_for(1)
    move(ben, table)
    settle(server)
    assert len(service.received) == 1


def test_what_a_push_service_refuses_is_not_sent_again(
    server: Running, service: PushService
) -> None:
    ana, ben = server.guest("Ana"), server.guest("Ben")
    subscribed(ben, service)
    service.answers = [(400, {}), (403, {}), (413, {})]
    for _ in range(3):
        move(ana, by_turns(ana, ben))
    service.wait_for(3)
    settle(server)
    assert len(service.received) == 3
    assert ben.http.get("/api/me/push").json()["is_subscribed"]


def test_no_move_waits_for_a_push_service_that_does_not_answer(
    server: Running,
) -> None:
    """A service that accepts connections and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        ana, ben = server.guest("Ana"), server.guest("Ben")
        browser = Browser(f"http://127.0.0.1:{silent.getsockname()[1]}/1")
        assert ben.http.put("/api/me/push", json=browser.subscription).status_code == 200
        table = by_turns(ana, ben)
        move(ana, table)
        accepted, _ = silent.accept()
        for _ in range(2):
            move(ben, table)
            move(ana, table)
        accepted.close()


def test_of_several_processes_one_notifies(
    key_file: Path, service: PushService, postgresql: Any
) -> None:
    url = postgresql.database()
    several = [Running(settings_for(url, push=quick(key_file))) for _ in range(3)]
    try:
        ana, ben = several[0].guest("Ana"), several[1].guest("Ben")
        subscribed(ben, service)
        tables = [by_turns(ana, ben) for _ in range(6)]
        for table in tables:
            move(ana, table)
        service.wait_for(len(tables))
        for each in several:
            settle(each)
        assert len(service.received) == len(tables)
        ben_at_another = Guest(several[2].url)
        ben_at_another.http.cookies.set("azulejos", ben.secret)
        watching = ben_at_another.socket(tables[0])
        watching.next_update()
        watching.play()
        eventually(lambda: all(each.hub.lobby.is_here(tables[0], 1) for each in several))
        move(ana, tables[0])
        for each in several:
            settle(each)
        assert len(service.received) == len(tables)
        watching.close()
    finally:
        for each in several:
            each.stop()


def test_what_was_due_while_no_server_ran_is_made_up_for(
    start: Start, key_file: Path, service: PushService
) -> None:
    before = start(push=quick(key_file, after=3600.0))
    ana, ben = before.guest("Ana"), before.guest("Ben")
    subscribed(ben, service)
    move(ana, by_turns(ana, ben))
    before.stop()
    after = start(push=quick(key_file))
    service.wait_for(1)
    settle(after)
    assert len(service.received) == 1


def test_subscriptions_are_exported_and_end_with_their_device_and_guest(
    server: Running, service: PushService
) -> None:
    ana, ben = server.guest("Ana"), server.guest("Ben")
    secret = ben.http.post("/api/me/link").json()["link"].rpartition("/")[2]
    phone = server.guest()
    phone.http.post(f"/api/links/{secret}")
    subscribed(ben, service, 1, language="sr")
    subscribed(phone, service, 2)
    (newest, oldest) = ben.http.get("/api/me/data").json()["push"]
    assert newest["endpoint"] == f"{service.origin}/2"
    assert oldest["language"] == "sr"
    assert "p256dh" not in str(oldest)
    ben.http.delete("/api/me/links")
    assert [each["endpoint"][-2:] for each in ben.http.get("/api/me/data").json()["push"]] == ["/1"]
    assert ben.http.delete("/api/me/push").json()["is_subscribed"] is False
    assert ben.http.get("/api/me/data").json()["push"] == []
    subscribed(ben, service, 1)
    table = by_turns(ana, ben)
    ben.http.delete("/api/me")
    move(ana, table)
    settle(server)
    assert service.received == []


def test_a_server_without_a_key_offers_nothing(start: Start) -> None:
    guest = start().guest("Ana")
    assert guest.http.get("/api/me/push").json() == {"key": None, "is_subscribed": False}
    browser = Browser("https://push.example.org/1")
    answer = guest.http.put("/api/me/push", json=browser.subscription)
    assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed")


def test_other_sites_and_programs_cannot_subscribe(server: Running, service: PushService) -> None:
    ben = server.guest("Ben")
    browser = Browser(f"{service.origin}/1")
    for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        answer = ben.http.put("/api/me/push", json=browser.subscription, headers=headers)
        assert answer.status_code == 403
        assert ben.http.delete("/api/me/push", headers=headers).status_code == 403
    token = ben.http.post("/api/bot/tokens", json={"name": "Robo"}).json()["token"]
    program = Guest(server.url, Authorization=f"Bearer {token}")
    assert program.http.put("/api/me/push", json=browser.subscription).status_code == 403


def test_what_no_message_could_be_sent_to_is_refused(server: Running) -> None:
    browser, eve = Browser("https://push.example.org/1"), server.guest("Eve")
    for wrong in (
        {"p256dh": "AAAA"},
        {"p256dh": "BA" + "A" * 85},
        {"p256dh": "č"},
        {"auth": "AAAA"},
        {"auth": "A" * 101},
        {"endpoint": "https://127.0.0.1/1"},
        {"endpoint": "ftp://127.0.0.1/1"},
        {"language": "x" * 21},
    ):
        answer = eve.http.put("/api/me/push", json={**browser.subscription, **wrong})
        assert answer.status_code == 400, wrong


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
    ],
)
def test_addresses_of_this_machine_and_its_network_are_not_public(address: str) -> None:
    assert not is_public(ipaddress.ip_address(address))


def test_addresses_of_the_internet_are_public() -> None:
    for address in ("142.250.184.10", "2a00:1450:4001:82a::200a", "::ffff:142.250.184.10"):
        assert is_public(ipaddress.ip_address(address))


def test_a_name_that_leads_into_this_network_is_not_connected_to(
    start: Start, key_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever subscribes may own the name, and lead it where they like at any time."""
    server = start(push=quick(key_file, allows_local=False))
    ana, ben = server.guest("Ana"), server.guest("Ben")
    resolve = socket.getaddrinfo

    def rebound(host: str, port: int, *rest: Any, **more: Any) -> Any:
        return resolve("127.0.0.1" if host == "push.example.org" else host, port, *rest, **more)

    monkeypatch.setattr(socket, "getaddrinfo", rebound)
    browser = Browser("https://push.example.org/1")
    assert ben.http.put("/api/me/push", json=browser.subscription).status_code == 200
    move(ana, by_turns(ana, ben))
    eventually(lambda: not ben.http.get("/api/me/push").json()["is_subscribed"])
    assert 'azulejos_pushes_total{kind="gone"} 1.0' in ana.http.get("/metrics").text


def test_retry_after_is_a_number_or_a_date() -> None:
    assert receipt_of(429, {b"Retry-After": b"120"}).retry_after == 120
    assert receipt_of(503, {b"retry-after": b"Fri, 31 Dec 1999 23:59:59 GMT"}).retry_after == 0
    assert receipt_of(503, {b"retry-after": b"nonsense"}).retry_after == 0
    assert receipt_of(503, {}).retry_after == 0
    future = time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime(time.time() + 600))
    assert 590 < receipt_of(429, {b"retry-after": future.encode()}).retry_after <= 600


def test_the_example_of_rfc_8291() -> None:
    """The reader that the tests rely on reads the message of appendix A."""
    private = unbase64url("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")
    key = ec.derive_private_key(int.from_bytes(private), CURVE)
    browser = Browser("", key, unbase64url("BTBZMqHH6r4Tts7J_aSIgg"))
    body = unbase64url(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
        "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
        "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    assert browser.read(body) == b"When I grow up, I want to be a watermelon"


def test_what_is_encrypted_is_read_by_its_browser_alone() -> None:
    browser, other = Browser("https://push.example.org/1"), Browser("")
    to = Subscription(b"", browser.endpoint, browser.public, browser.auth, "en", 0.0)
    body = encrypted(b"hello", to)
    assert browser.read(body) == b"hello"
    assert encrypted(b"hello", to) != body
    with pytest.raises(Exception, match=re.compile("")):
        other.read(body)


def test_a_key_is_made_for_its_owner_alone_and_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "push.pem"
    public = make_key(path)
    assert path.stat().st_mode & 0o777 == 0o600
    assert ServerKey.read(path, CONTACT).public == public
    assert len(unbase64url(public)) == 65
    with pytest.raises(OptionError, match="exists"):
        make_key(path)
    assert ServerKey.read(path, CONTACT).public == public


def test_a_key_that_others_can_read_or_is_none_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "push.pem"
    make_key(path)
    os.chmod(path, 0o644)  # noqa: PTH101
    with pytest.raises(OptionError, match="chmod 600"):
        ServerKey.read(path, CONTACT)
    path.write_text("secret but no key")
    path.chmod(0o600)
    with pytest.raises(OptionError, match="no push key") as raised:
        ServerKey.read(path, CONTACT)
    assert "secret" not in str(raised.value)
    with pytest.raises(OptionError, match="cannot read"):
        ServerKey.read(tmp_path / "missing", CONTACT)
    for contact in ("me@example.org", "http://example.org", "", "mailto:"):
        with pytest.raises(OptionError, match="contact"):
            ServerKey.read(path, contact)
