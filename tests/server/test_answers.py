"""What answers and logs hold, also when something goes wrong."""

from __future__ import annotations

import gzip
import json
import logging
import random
from pathlib import Path
from typing import Any

import httpx
import pytest

from azulejos import errors
from azulejos.server.operations.log_lines import JsonLines, TextLines
from server_in_thread import Running, Start, settings_for


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
    problem = answer.json()
    assert (problem["code"], problem["reason"]) == ("error", "something went wrong here")
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
