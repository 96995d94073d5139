"""Who may ask, how often, and what answers never hold."""

from __future__ import annotations

import gzip
import json
import logging
import random
import sqlite3
from pathlib import Path
from socket import create_connection
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from azulejos import GAME_NAMES, errors
from azulejos.server.http.security import is_own_name
from azulejos.server.operations.log_lines import JsonLines, TextLines
from azulejos.server.people.limits import ALLOWANCES, Allowance, Limits
from azulejos.server.table.table import Table
from server_in_thread import GENEROUS, PATIENCE, Guest, Running, Socket, settings_for

from .conftest import Start


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


def test_names_can_be_shown(server: Running) -> None:
    ana = server.guest()
    assert ana.http.get("/api/me").json() == {"is_known": False, "name": ""}
    blank = (
        "\u3164",
        "\u2800\u2800",
        "\u115f",
        "\uffa0",
        "\u0301",
        "\ufe0f",
        "\u034f",
        "An\u3164a",
    )
    for name in ("", "  ", "x" * 41, "a\nb", "a\u202eb", "\0", *blank):
        answer = ana.http.put("/api/me", json={"name": name})
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    for name in ("Ána", "Zoe\u0308", "나래", "🀄\ufe0f", "!"):
        assert ana.http.put("/api/me", json={"name": name}).json()["name"] == name
    assert ana.http.put("/api/me", json={"name": " <i>Ana</i> "}).json()["name"] == "<i>Ana</i>"


def test_a_new_name_is_shown_at_the_tables_one_plays_at(server: Running) -> None:
    ana = server.guest("Ana")
    table = ana.new_table("azul", "me", "open")
    ana.http.put("/api/me", json={"name": "Anna"})
    described = server.guest().http.get(f"/api/tables/{table}").json()
    assert described["seats"][0]["name"] == "Anna"


def test_many_new_names_write_little(start: Start) -> None:
    """Only tables that are in use are told; the others learn it when their guest comes again."""
    running = start(allowances={**GENEROUS, "rename": ALLOWANCES["rename"]})
    ana = running.guest("Ana")
    tables = [ana.new_table("azul", "me", "open") for _ in range(12)]

    async def forget() -> None:
        for name in tables[1:]:
            await running.hub.lobby._live.pop(name).stop()

    running.call(forget)
    renamed = [ana.http.put("/api/me", json={"name": f"Ana {n}"}).status_code for n in range(20)]
    allowed = renamed.count(200)
    assert set(renamed) == {200, 429}
    assert allowed <= ALLOWANCES["rename"].burst + 1

    async def written() -> int:
        return sum([len(await running.hub.store.entries(name)) - 1 for name in tables])

    assert running.call(written) == allowed
    ana.socket(tables[5]).at(1)
    described = running.guest().http.get(f"/api/tables/{tables[5]}").json()
    assert described["seats"][0]["name"] == ana.http.get("/api/me").json()["name"]


def test_nobody_drives_the_others_off_the_lobby(start: Start) -> None:
    bounded = {name: ALLOWANCES[name] for name in ("public", "table", "guest", "change", "request")}
    running = start(allowances={**GENEROUS, **bounded})
    waiting = [
        Guest(running.url, f"Person {n}", source=f"127.0.1.{n + 1}").new_table(is_public=True)
        for n in range(10)
    ]
    made = []
    for number in range(20):
        eve = Guest(running.url, source="127.0.0.66")
        if eve.http.put("/api/me", json={"name": f"Eve {number}"}).status_code != 200:
            continue
        wanted = {"game": "azul", "is_public": True}
        codes = [eve.http.post("/api/tables", json=wanted).status_code for _ in range(7)]
        made.append(codes.count(201))
    assert made[0] == 5, "of one guest"
    assert sum(made) <= ALLOWANCES["public"].burst + 2, "of one address"
    page = running.guest().http.get("/api/tables", params={"limit": 15}).json()
    listed = [each["table"] for each in page["tables"]]
    assert set(waiting) <= set(listed)
    assert page["next"] == "15"
    rest = running.guest().http.get("/api/tables", params={"after": page["next"]}).json()
    assert rest["next"] is None
    assert len({*listed, *(each["table"] for each in rest["tables"])}) == 10 + sum(made)
    limited = eve.http.get("/api/tables", params={"after": "x"})
    assert limited.status_code == 400


# Limits


def test_a_bucket_empties_and_fills() -> None:
    now = 100.0
    limits = Limits({"chat": Allowance(3, 2.0)}, clock=lambda: now)
    for _ in range(3):
        limits.take("chat", "ana")
    limits.take("chat", "ben")
    with pytest.raises(errors.TooMany) as refused:
        limits.take("chat", "ana")
    assert refused.value.retry_after == pytest.approx(2.0)
    now += 2.0
    limits.take("chat", "ana")
    with pytest.raises(errors.TooMany):
        limits.take("chat", "ana")


def test_who_asks_too_often_is_told_when_to_come_back(start: Start) -> None:
    running = start(allowances={**GENEROUS, "table": Allowance(2, 30.0)})
    ana = running.guest("Ana")
    ana.new_table()
    ana.new_table()
    answer = ana.http.post("/api/tables", json={"game": "azul"})
    assert (answer.status_code, answer.json()["code"]) == (429, "too_many")
    assert 1 <= int(answer.headers["retry-after"]) <= 31


def test_requests_of_an_address_are_limited_but_health_is_not(start: Start) -> None:
    running = start(allowances={**GENEROUS, "request": Allowance(5, 30.0)})
    ana = running.guest()
    statuses = [ana.http.get("/api/me").status_code for _ in range(7)]
    assert statuses == [200] * 5 + [429] * 2
    assert ana.http.get("/health").status_code == 200


def test_chat_is_limited_and_sockets_of_an_address_are(start: Start) -> None:
    running = start(allowances={**GENEROUS, "chat": Allowance(2, 30.0)}, most_sockets_of_one=1)
    ana = running.guest("Ana")
    table = ana.new_table()
    socket = ana.socket(table)
    socket.next_update()
    codes = [socket.ask("say", text=str(n)).get("code") for n in range(3)]
    assert codes == [None, None, "too_many"]
    with pytest.raises(Exception, match="403"):
        ana.socket(table)


def test_limits_suit_people() -> None:
    for kind, allowance in ALLOWANCES.items():
        assert allowance.burst >= 5, kind


# What goes wrong


def test_nobody_is_shown_a_traceback(
    start: Start, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    running = start()

    async def fail(*_: object) -> None:
        raise RuntimeError("the secret reason")

    monkeypatch.setattr(running.hub.store, "open_tables", fail)
    with caplog.at_level(logging.ERROR):
        answer = running.guest().http.get("/api/tables")
    assert answer.status_code == 500
    assert answer.json() == {"code": "error", "reason": "something went wrong here"}
    assert "the secret reason" in caplog.text


def test_bodies_are_limited(server: Running) -> None:
    answer = server.guest().http.post("/api/sandbox", json={"position": "x" * 300_000})
    assert answer.status_code == 413


def test_every_error_has_a_code_of_its_own() -> None:
    classes = {
        each
        for each in vars(errors).values()
        if isinstance(each, type) and issubclass(each, errors.AzulejosError)
    }
    assert set(errors.CODES) == classes - {errors.AzulejosError}
    assert len(set(errors.CODES.values())) == len(errors.CODES)


def test_logs_are_json_and_hold_no_secret(
    server: Running, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        ana = server.guest("Ana")
        table = ana.new_table("azul", "me", "easy")
        link = ana.http.post("/api/me/link").json()["link"]
        ana.http.get(link)
        ana.http.get(f"/t/{table}")
        ana.socket(table).next_update()
    ours = [record for record in caplog.records if record.name.startswith("azulejos")]
    lines = [JsonLines().format(record) for record in ours]
    assert any(json.loads(line).get("status") == 201 for line in lines)
    for line in lines:
        for secret in (ana.secret, link.removeprefix("/me/"), table):
            assert secret not in line


def test_no_name_of_a_table_is_whole_in_a_log_when_things_go_wrong(
    start: Start, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = start()
    ana = running.guest("Ana")
    tables = [ana.new_table("azul", "me", "easy") for _ in range(2)]
    talks = [ana.socket(table) for table in tables]
    for talk in talks:
        talk.next_update()
    append = running.hub.store.append

    async def fail(table: str, *arguments: Any) -> None:
        if table == tables[0]:
            raise errors.StoreError("the disk is full")
        await append(table, *arguments)
        raise errors.Conflict("somebody was faster")

    monkeypatch.setattr(running.hub.store, "append", fail)
    with caplog.at_level(logging.INFO):
        for talk, table in zip(talks, tables, strict=True):
            talk.send("say", text="hello")
            for path in (
                f"/t/{table}/x",
                *(f"/api/tables/{table}/{p}" for p in ("", "x", "replay")),
            ):
                ana.http.get(path)
    assert "the store failed" in caplog.text
    monkeypatch.undo()
    written = "".join(
        line.format(record)
        for record in caplog.records
        if record.name.startswith(("azulejos", "asyncio", "uvicorn"))
        for line in (JsonLines(), TextLines())
    )
    assert tables[0][:4] in written
    for table in tables:
        assert table not in written


def test_health_and_metrics(server: Running) -> None:
    http = server.guest().http
    assert http.get("/health").json()["status"] == "ok"
    ready = http.get("/ready").json()
    assert (ready["is_ready"], ready["reason"]) == (True, None)
    assert ready["games"] == dict.fromkeys(GAME_NAMES, "ready")
    text = http.get("/metrics").text
    assert "# TYPE azulejos_tables gauge" in text
    assert 'azulejos_requests_total{kind="200"}' in text


def test_the_api_describes_itself(server: Running) -> None:
    http = httpx.Client(base_url=server.url, follow_redirects=True)
    with http:
        for path in ("/api", "/api/openapi.json"):
            described = http.get(path)
            assert described.status_code == 200
            assert "/api/tables" in described.json()["paths"]
            assert "/api/bot/games/{table}/moves" in described.json()["paths"]


def test_a_page_of_any_size_is_compressed_once(tmp_path: Path) -> None:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    page = f"<!doctype html>{random.Random(1).randbytes(4000).hex()}"  # large when compressed, too
    for name in ("index.html", "assets/page.js"):
        (static / name).write_text(page, encoding="utf-8")
        (static / f"{name}.gz").write_bytes(gzip.compress(page.encode()))
    running = Running(settings_for(tmp_path / "games.db", static=static))
    for path in ("/", "/t/any", "/assets/page.js"):
        answer = httpx.get(running.url + path, headers={"Accept-Encoding": "gzip"})
        assert answer.headers["Content-Encoding"] == "gzip"
        assert answer.text == page
    running.stop()
