"""A guest's data: downloading it, deleting it, and what then is left for the others."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from azulejos.tables.live.log import Created
from azulejos.tables.live.standing import Standing
from azulejos.tables.settings import Keeping
from azulejos.tables.store.rows import Note
from patience import PATIENCE
from server_in_thread import Running, Start


def eventually(happens: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < end
        time.sleep(0.02)


def everything_in(running: Running) -> str:
    """All that the store has, as one text."""
    connection = sqlite3.connect(running.settings.store)
    try:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema")]
        rows = [
            row
            for name in tables
            if not name.startswith("sqlite_")
            and name in {"tables", "entries", "holders", "guests", "notes"}
            for row in connection.execute(f"SELECT * FROM {name}")  # noqa: S608
        ]
        rows += connection.execute("SELECT * FROM traces").fetchall()
        rows += connection.execute("SELECT guest, kind FROM secrets").fetchall()
    finally:
        connection.close()
    return str(rows)


def test_all_that_is_kept_can_be_downloaded(server: Running) -> None:
    zora, ben = server.guest("Zora"), server.guest("Ben")
    table = zora.new_table("azul", "me", "open", options={"start": 1})
    ben.sit(table, 1)
    socket, other = zora.socket(table), ben.socket(table)
    socket.next_update()
    other.next_update()
    move = socket.update["choices"][0]["move"]
    socket.play()
    socket.ask("say", text="my words")
    other.ask("say", text="their words")
    watched = ben.new_table("azul", "me", "open")
    zora.socket(watched).ask("say", text="from the side")

    async def note() -> None:
        caller = await server.hub.guests.by_secret(zora.secret, "cookie")
        assert caller
        await server.hub.store.put_note(caller.guest, Note("review", table, 1.0, b'{"lost": 3}'))

    server.call(note)
    answer = zora.http.get("/api/me/data")
    assert "attachment" in answer.headers["content-disposition"]
    result = answer.json()
    assert result["name"] == "Zora"
    assert abs(result["seen"] - time.time()) < 60
    assert [secret["kind"] for secret in result["secrets"]] == ["cookie"]
    note_kept = {"kind": "review", "key": table, "at": 1.0, "body": {"lost": 3}}
    assert result["notes"] == [note_kept]
    at = {each["table"]: each for each in result["tables"]}
    assert set(at) == {table, watched}
    assert at[table]["seats"] == [0]
    entries = at[table]["entries"]
    assert [entry["type"] for entry in entries] == ["created", "moved", "spoke"]
    assert entries[1]["move"] == move
    assert entries[2]["text"] == "my words"
    assert "their words" not in answer.text
    assert '"draws"' not in answer.text
    assert [entry["text"] for entry in at[watched]["entries"]] == ["from the side"]
    assert server.guest().http.get("/api/me/data").status_code == 403


def test_nothing_is_left_of_a_guest_and_the_games_of_others_replay(start: Start) -> None:
    running = start()
    zora, ben = running.guest("Zora"), running.guest("Ben")
    with_ben = zora.new_table("azul", "me", "open", options={"start": 1})
    ben.sit(with_ben, 1)
    socket, other = zora.socket(with_ben), ben.socket(with_ben)
    socket.next_update()
    other.next_update()
    socket.play()
    socket.ask("say", text="mine alone")
    zora.http.put("/api/me", json={"name": "Zorica"})
    alone = zora.new_table("azul", "me", "easy")
    bots = zora.new_table("azul", "easy", "easy")
    waiting = ben.new_table("azul", "open", "me", "open", options={"players": 3})
    zora.sit(waiting, 0)
    left = ben.new_table("azul", "me", "open")
    zora.sit(left, 1)
    zora.leave(left, 1)
    watched = ben.new_table("azul", "me", "open")
    zora.socket(watched).ask("say", text="mine, too")
    guest = zora.http.get("/api/me/data").json()["guest"]
    assert guest in everything_in(running)

    assert zora.http.delete("/api/me").json() == {"is_known": False, "name": ""}
    assert "azulejos" not in zora.http.cookies
    with pytest.raises(ConnectionClosed):
        socket.until(lambda _: False)

    def traces() -> list[str]:
        result = everything_in(running).replace(f"'{guest}', ''", "")  # being erased
        return [trace for trace in (guest, "Zor", "mine") if trace in result]

    eventually(lambda: not traces())

    def shown(table: str) -> Any:
        return ben.http.get(f"/api/tables/{table}")

    # The server learns a moment later what was removed from the store.
    eventually(lambda: all(shown(table).status_code == 404 for table in (alone, bots)))
    eventually(lambda: bool(shown(waiting).json()["seats"][0]["kind"] == "open"))
    other = ben.socket(with_ben)
    update = other.next_update()
    assert [seat["name"] for seat in update["seats"]] == ["Guest", "Ben"]
    assert len(update["since"]) == update["plies"] > 1
    other.play()
    other.do("stand_in", seat=0, level="easy")  # the seat is left

    async def read() -> list[Standing]:
        tables = [row.table for row in await running.hub.store.all_tables(99)]
        return [Standing.of(each, await running.hub.store.entries(each)) for each in tables]

    standings = running.call(read)
    assert {standing.table for standing in standings} == {with_ben, waiting, left, watched}
    assert all(isinstance(standing.created, Created) for standing in standings)


def test_a_guest_that_is_gone_cannot_come_back(server: Running) -> None:
    zora = server.guest("Zora")
    link = zora.http.post("/api/me/link").json()["link"]
    secret = zora.secret
    zora.http.delete("/api/me")
    zora.http.cookies.set("azulejos", secret)
    assert zora.http.get("/api/me").json()["is_known"] is False
    opened = server.guest().http.post(link.replace("/me/", "/api/links/"))
    assert opened.status_code == 403
    assert zora.http.delete("/api/me").status_code == 200  # once more does no harm


def test_who_comes_back_is_not_forgotten_by_the_browser(server: Running) -> None:
    zora = server.guest("Zora")
    assert "set-cookie" not in zora.http.get("/api/me").headers
    guest = zora.http.get("/api/me/data").json()["guest"]
    server.call(lambda: server.hub.store.touch(guest, time.time() - 2 * 24 * 3600))
    cookie = zora.http.get("/api/me").headers["set-cookie"]
    assert cookie.startswith(f"azulejos={zora.secret}; Max-Age=34560000")
    assert "set-cookie" not in zora.http.get("/api/me").headers
    assert time.time() - zora.http.get("/api/me/data").json()["seen"] < 60


def test_what_is_old_is_removed_by_and_by(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("azulejos.server.operations.housekeeping.FIRST", 0.1)
    monkeypatch.setattr("azulejos.server.operations.housekeeping.ROUND", 0.1)
    running = start(keep=Keeping(finished=None, abandoned=1.0, guests=None))
    zora, ben = running.guest("Zora"), running.guest("Ben")
    tables = [zora.new_table() for _ in range(25)]
    clocked = zora.new_table("azul", "me", "open", clock={"per_turn": 3600})
    ben.sit(clocked, 1)
    over = zora.new_table("azul", "me", "open")
    ben.sit(over, 1)
    socket = zora.socket(over)
    socket.next_update()
    socket.do("resign")
    eventually(lambda: len(zora.http.get("/api/mine").json()["tables"]) == 2)
    assert zora.http.get(f"/api/tables/{tables[0]}").status_code == 404
    assert zora.http.get(f"/api/tables/{clocked}").is_success  # its clock runs
    assert zora.http.get(f"/api/tables/{over}").is_success
    assert 'azulejos_removed_total{kind="tables"} 25' in zora.http.get("/metrics").text
