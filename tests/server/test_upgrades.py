"""Tables of another version of the rules: shown as what they are, kept, and no burden to others."""

from __future__ import annotations

import json
import sqlite3
import time

import pytest

from azulejos.tables.live import log
from patience import PATIENCE
from server_in_thread import Guest, Running, Start


def made_older(store: str, tables: list[str], *, damage: bool = False) -> None:
    """Let tables have been played by rules that were changed since, an hour ago and more."""
    with sqlite3.connect(store) as connection:
        for table in tables:
            (body,) = connection.execute(
                "SELECT body FROM entries WHERE table_id = ? AND version = 0", (table,)
            ).fetchone()
            (summary,) = connection.execute(
                "SELECT summary FROM tables WHERE table_id = ?", (table,)
            ).fetchone()
            older = json.loads(body) | {"rules": 0}
            connection.execute(
                "UPDATE entries SET body = ? WHERE table_id = ? AND version = 0",
                ("[]" if damage else json.dumps(older), table),
            )
            connection.execute(
                "UPDATE tables SET due = 1.0, updated = ?, summary = ? WHERE table_id = ?",
                (time.time() - 7200, json.dumps(json.loads(summary) | {"rules": 0}), table),
            )
    connection.close()


def left_to_bots(guest: Guest, count: int) -> list[str]:
    return [guest.new_table("azul", "me", "easy", options={"start": 1}) for _ in range(count)]


def test_tables_of_other_rules_starve_nobody(
    start: Start, caplog: pytest.LogCaptureFixture
) -> None:
    running = start(workers=1)
    ana = running.guest("Ana")
    old = left_to_bots(ana, 230)
    good = ana.new_table("azul", "easy", "me", options={"start": 2})
    talk = ana.socket(good)
    talk.next_update()
    talk.play()
    talk.close()
    running.stop()
    with sqlite3.connect(running.settings.store) as connection:
        connection.execute("UPDATE tables SET due = 2.0 WHERE table_id = ?", (good,))
    connection.close()
    made_older(running.settings.store, old)
    caplog.clear()
    again = start(workers=1)

    async def is_awake() -> bool:
        return again.hub.lobby.is_live(good)

    end = time.monotonic() + PATIENCE
    while not again.call(is_awake):
        assert time.monotonic() < end
    warnings = [record for record in caplog.records if "other rules" in record.getMessage()]
    assert len(warnings) == len(old), "each once"
    assert not [record for record in caplog.records if record.exc_info]

    async def look_again() -> None:
        await again.hub.lobby._wake_due()

    again.call(look_again)
    assert len([r for r in caplog.records if "other rules" in r.getMessage()]) == len(old)


@pytest.mark.parametrize(("damage", "code"), [(False, "other_rules"), (True, "unreadable")])
def test_such_a_table_says_so_and_can_be_downloaded(
    start: Start, caplog: pytest.LogCaptureFixture, damage: bool, code: str
) -> None:
    running = start()
    ana = running.guest("Ana")
    table = ana.new_table("azul", "me", "open", is_public=True)
    ana.socket(table).do("say", text="hello")
    assert ana.http.get(f"/api/tables/{table}/log.json").status_code == 403, "it goes on"
    running.stop()
    made_older(running.settings.store, [table], damage=damage)
    again = start()
    for path in ("", "/record.txt", "/record.json", "/replay", "/review"):
        answer = again.guest().http.get(f"/api/tables/{table}{path}")
        assert (answer.status_code, answer.json()["code"]) == (409, code), path
    assert again.guest("Ben").sit(table, 1).json()["code"] == code
    with pytest.raises(Exception, match="403"):
        again.guest().socket(table)
    if damage:
        return
    assert again.guest().http.get("/api/tables").json()["tables"] == []
    (mine,) = mine_of(ana, again)
    assert mine["is_outdated"] is True
    text = again.guest().http.get(f"/api/tables/{table}/log.json").text
    log = json.loads(text)
    assert [entry["type"] for entry in log["entries"]] == ["created", "spoke"]
    assert log["entries"][0]["rules"] == 0
    assert log["entries"][0]["seats"][0] == {"name": "Ana"}
    assert "maker" not in text


def mine_of(guest: Guest, running: Running) -> list[dict[str, object]]:
    cookies = {"azulejos": guest.secret}
    other = running.guest()
    other.http.cookies.update(cookies)
    tables: list[dict[str, object]] = other.http.get("/api/mine").json()["tables"]
    return tables


def test_a_table_that_may_still_be_played_elsewhere_keeps_its_secrets(start: Start) -> None:
    running = start()
    ana = running.guest("Ana")
    table = ana.new_table("duel", "me", "open")
    running.stop()
    made_older(running.settings.store, [table])
    with sqlite3.connect(running.settings.store) as connection:
        connection.execute("UPDATE tables SET updated = ?", (time.time() - 60,))
    connection.close()
    assert start().guest().http.get(f"/api/tables/{table}/log.json").status_code == 403


def test_time_that_ran_out_is_read_as_it_was_once_written() -> None:
    body = log.encode(log.Dropped(1, "out-of-time", "easy"))
    former = log.decode(body.replace(b"out-of-time", b"out of time"))
    assert isinstance(former, log.Dropped)
    assert former.ending == "out-of-time"
