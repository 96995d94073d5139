"""Subscribing a device, and when that ends."""

from __future__ import annotations

from push_service import Browser, PushService, by_turns, eventually, settle, subscribed
from server_in_thread import Guest, Running, Start


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
    eventually(lambda: not server.hub.lobby.is_live(table))  # his traces there are erased
    ana.move(table)
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
