"""Secrets by which one is known: personal links, and devices that came by them."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from azulejos.tables.live.table import Table
from server_in_thread import Guest, Running, Socket, Start


def test_secrets_are_not_kept(start: Start, tmp_path: Path) -> None:
    running = start()
    ana = running.guest("Ana")
    link = ana.http.post("/api/me/link").json()["link"].removeprefix("/me/")
    token = ana.http.post("/api/bot/tokens", json={"name": "Robot"}).json()["token"]
    running.stop()
    with sqlite3.connect(running.settings.store) as connection:
        dump = "\n".join(connection.iterdump())
    connection.close()
    for secret in (ana.secret, link, token):
        assert len(secret) >= 43
        assert secret not in dump
    assert "Ana" in dump


def test_a_personal_link_carries_ones_seat_to_another_device(server: Running) -> None:
    ana = server.guest("Ana")
    table = ana.new_table("azul", "me", "easy")
    link = ana.http.post("/api/me/link").json()["link"]
    phone = opened_on(server, link)
    assert phone.http.get("/api/me").json() == {"is_known": True, "name": "Ana"}
    assert phone.socket(table).next_update()["seat"] == 0
    assert phone.secret != ana.secret
    stranger = server.guest()
    assert stranger.http.get("/api/links/wrong").status_code == 403
    assert stranger.http.post("/api/links/wrong").status_code == 403
    assert stranger.http.post("/api/me/link").status_code == 403


def opened_on(server: Running, link: str) -> Guest:
    """A device on which a personal link was opened."""
    device = server.guest()
    assert device.http.post(opening(link)).status_code == 200
    return device


def opening(link: str) -> str:
    """What a page asks that was opened by a personal link."""
    return f"/api/links/{link.removeprefix('/me/')}"


def test_a_personal_link_makes_nobody_another_without_asking(server: Running) -> None:
    ana, ben = server.guest("Ana"), server.guest("Ben")
    link = str(ana.http.post("/api/me/link").json()["link"])
    before = ben.secret
    assert ben.http.get(link).status_code == 200
    asked = ben.http.get(opening(link)).json()
    assert asked == {"name": "Ana", "is_me": False, "mine": None}, "Ben has sat nowhere"
    ben.new_table()
    assert ben.http.get(opening(link)).json()["mine"] == "Ben"
    assert ben.secret == before
    assert ben.http.get("/api/me").json()["name"] == "Ben"
    assert ana.http.get("/api/me/links").json()["others"] == 0
    evil = {"Origin": "https://evil.example"}
    assert ben.http.post(opening(link), headers=evil).status_code == 403
    assert ben.http.post(opening(link)).json() == {"is_known": True, "name": "Ana"}
    assert ben.http.get("/api/me").json()["name"] == "Ana"
    assert ana.http.get(opening(link)).json()["is_me"] is True


def is_closed(socket: Socket) -> bool:
    """Wait until a connection is closed."""
    with pytest.raises(ConnectionClosed):
        socket.until(lambda _: False)
    return True


def test_a_revoked_link_and_the_devices_that_came_by_it_are_nobodys(server: Running) -> None:
    ana = server.guest("Ana")
    table = ana.new_table("azul", "me", "open")
    lost, kept = (str(ana.http.post("/api/me/link").json()["link"]) for _ in range(2))
    thief, phone = opened_on(server, lost), opened_on(server, kept)
    sockets = [each.socket(table) for each in (ana, thief, phone)]
    assert [socket.next_update()["seat"] for socket in sockets] == [0, 0, 0]

    given = ana.http.get("/api/me/links").json()
    assert [link["devices"] for link in given["links"]] == [1, 1]
    assert given["others"] == 2
    left = ana.http.delete(f"/api/me/links/{given['links'][1]['name']}").json()
    assert left == {"links": given["links"][:1], "others": 1}

    assert is_closed(sockets[1])
    assert thief.http.get("/api/me").json()["is_known"] is False
    assert thief.socket(table).next_update()["seat"] is None
    assert server.guest().http.post(opening(lost)).status_code == 403
    assert phone.http.get("/api/me").json()["name"] == "Ana"
    for socket in (sockets[0], sockets[2]):
        assert socket.ask("say", text="still here")["type"] == "done"


def test_one_may_stay_known_on_this_device_alone(server: Running) -> None:
    ana = server.guest("Ana")
    table = ana.new_table("azul", "me", "open")
    links = [str(ana.http.post("/api/me/link").json()["link"]) for _ in range(2)]
    phone, laptop = (opened_on(server, link) for link in links)
    sockets = [each.socket(table) for each in (ana, phone, laptop)]
    for socket in sockets:
        socket.next_update()
    assert phone.http.delete("/api/me/links").json() == {"links": [], "others": 0}
    assert is_closed(sockets[0])
    assert is_closed(sockets[2])
    assert sockets[1].ask("say", text="still here")["type"] == "done"
    assert ana.http.get("/api/me").json()["is_known"] is False
    assert phone.http.get("/api/me").json()["name"] == "Ana"


def test_links_are_revoked_by_their_own_guest_only(server: Running) -> None:
    ana, eve = server.guest("Ana"), server.guest("Eve")
    link = str(ana.http.post("/api/me/link").json()["link"])
    (given,) = ana.http.get("/api/me/links").json()["links"]
    assert eve.http.get("/api/me/links").json() == {"links": [], "others": 0}
    assert eve.http.delete(f"/api/me/links/{given['name']}").status_code == 200
    assert ana.http.get("/api/me/links").json()["links"] == [given]
    assert opened_on(server, link).http.get("/api/me").json()["name"] == "Ana"
    nobody = server.guest()
    assert nobody.http.get("/api/me/links").json() == {"links": [], "others": 0}
    assert nobody.http.delete("/api/me/links").status_code == 403
    token = ana.http.post("/api/bot/tokens", json={"name": "Robot"}).json()["token"]
    program = {"Authorization": f"Bearer {token}"}
    assert nobody.http.delete("/api/me/links", headers=program).status_code == 403


def test_ones_own_link_opened_here_changes_nothing(server: Running) -> None:
    ana = server.guest("Ana")
    before = ana.secret
    link = ana.http.post("/api/me/link").json()["link"]
    assert ana.http.post(opening(link)).status_code == 200
    assert ana.secret == before
    assert ana.http.get("/api/me/links").json()["others"] == 0


def test_a_connection_made_while_its_link_is_revoked_is_closed(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It knew its guest before the link was revoked, and joins the table afterwards."""
    running = start()
    ana = running.guest("Ana")
    table = ana.new_table("azul", "me", "open")
    phone = opened_on(running, ana.http.post("/api/me/link").json()["link"])
    find = running.hub.lobby.table

    async def find_slowly(name: str) -> Table:
        identity = await running.hub.guests.by_secret(ana.secret, "cookie")
        assert identity
        await running.hub.guests.revoke(identity)
        return await find(name)

    monkeypatch.setattr(running.hub.lobby, "table", find_slowly)
    assert is_closed(phone.socket(table))


def test_what_was_revoked_unheard_is_closed_when_the_server_looks(start: Start) -> None:
    """As another process does it whose word gets lost."""
    running = start()
    ana = running.guest("Ana")
    table = ana.new_table("azul", "me", "open")
    phone = opened_on(running, ana.http.post("/api/me/link").json()["link"])
    own, revoked = ana.socket(table), phone.socket(table)
    own.next_update()
    revoked.next_update()

    async def revoke_and_look() -> None:
        identity = await running.hub.guests.by_secret(ana.secret, "cookie")
        assert identity
        await running.hub.guests.revoke(identity)
        await running.hub.lobby.listener.look_for_missed()

    running.call(revoke_and_look)
    assert is_closed(revoked)
    assert own.ask("say", text="still here")["type"] == "done"
