"""Who is notified of a turn, how often, and what a push service gets to know."""

from __future__ import annotations

import socket
import time
from pathlib import Path
from typing import Any

import pytest

from azulejos.server.push import turns
from push_service import (
    CONTACT,
    Browser,
    PushService,
    at_once,
    by_turns,
    eventually,
    settle,
    subscribed,
    vapid_claims,
)
from server_in_thread import Guest, Running, Start, settings_for


def test_who_is_away_is_notified_of_a_turn_once(server: Running, service: PushService) -> None:
    ana, ben = server.guest("Ana"), server.guest("Ben")
    browser = subscribed(ben, service, language="ru")
    table = by_turns(ana, ben, clock={"per_turn": 3600})
    ana.move(table)
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
    ben.move(table)
    ana.move(table)
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
    server = start(push=at_once(key_file, after=3600.0))
    ana, ben = server.guest("Ana"), server.guest("Ben")
    subscribed(ben, service)
    there, seen = by_turns(ana, ben), by_turns(ana, ben)
    watching = ben.socket(there)
    watching.next_update()
    ana.move(there)
    ana.move(seen)
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
    ana.move(live)
    ana.move(by_turns(ana, ben))
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
    ana.move(table)
    first, second = service.wait_for(2)
    assert {first.path, second.path} == {"/1", "/2"}
    devices = {"/1": ben, "/2": phone}
    eventually(lambda: not devices[first.path].http.get("/api/me/push").json()["is_subscribed"])
    assert devices[second.path].http.get("/api/me/push").json()["is_subscribed"]
    ben.move(table)
    ana.move(table)
    assert service.wait_for(3)[-1].path == second.path


def test_what_a_push_service_cannot_take_now_is_sent_again(
    server: Running, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "WAITS", (0.05, 0.05, 0.05))
    ana, ben = server.guest("Ana"), server.guest("Ben")
    subscribed(ben, service)
    service.answers = [(503, {}), (429, {"Retry-After": "1"})]
    begun = time.monotonic()
    ana.move(by_turns(ana, ben))
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
    ana.move(table)
    service.wait_for(1)
    ben.move(table)
    settle(server)
    assert len(service.received) == 1


def test_what_a_push_service_refuses_is_not_sent_again(
    server: Running, service: PushService
) -> None:
    ana, ben = server.guest("Ana"), server.guest("Ben")
    subscribed(ben, service)
    service.answers = [(400, {}), (403, {}), (413, {})]
    for _ in range(3):
        ana.move(by_turns(ana, ben))
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
        ana.move(table)
        accepted, _ = silent.accept()
        for _ in range(2):
            ben.move(table)
            ana.move(table)
        accepted.close()


def test_of_several_processes_one_notifies(
    key_file: Path, service: PushService, postgresql: Any
) -> None:
    url = postgresql.database()
    several = [Running(settings_for(url, push=at_once(key_file))) for _ in range(3)]
    try:
        ana, ben = several[0].guest("Ana"), several[1].guest("Ben")
        subscribed(ben, service)
        tables = [by_turns(ana, ben) for _ in range(6)]
        for table in tables:
            ana.move(table)
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
        ana.move(tables[0])
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
    before = start(push=at_once(key_file, after=3600.0))
    ana, ben = before.guest("Ana"), before.guest("Ben")
    subscribed(ben, service)
    ana.move(by_turns(ana, ben))
    before.stop()
    after = start(push=at_once(key_file))
    service.wait_for(1)
    settle(after)
    assert len(service.received) == 1
