"""Whatever is done for an address is charged to it, wherever it is done."""

from __future__ import annotations

import asyncio
import time
from collections import Counter

import pytest

from azulejos.play.record import Record
from azulejos.server.store import tables as store_tables
from azulejos.tables.live import updates
from azulejos.tables.live.audience import Audience
from azulejos.tables.quota import CpuQuota, charged
from azulejos.tables.requests import tables
from server_in_thread import Guest, Start

EVE = "127.0.0.66"
SPENT = 0.03  # seconds of the processor


def burn(*_: object) -> list[object]:
    end = time.thread_time() + SPENT
    while time.thread_time() < end:
        pass
    return []


@pytest.mark.anyio
async def test_every_step_is_charged() -> None:
    spent: list[float] = []

    async def work() -> int:
        burn()
        await asyncio.sleep(0.2)
        burn()
        return 7

    assert await charged(work(), spent.append) == 7
    assert [round(each / SPENT) for each in spent] == [1, 1]


@pytest.mark.anyio
async def test_errors_and_cancelling_reach_the_work() -> None:
    heard = []

    async def work() -> None:
        try:
            await asyncio.sleep(100)
        except asyncio.CancelledError:
            heard.append("cancelled")
            raise

    task = asyncio.create_task(charged(work(), lambda _: None))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    async def fail() -> None:
        raise LookupError

    with pytest.raises(LookupError):
        await charged(fail(), lambda _: None)
    assert heard == ["cancelled"]


@pytest.mark.anyio
async def test_who_has_taken_too_much_waits_and_nobody_else() -> None:
    shares = CpuQuota(share=0.1, burst=0.0)
    shares.spend("eve", 0.02)
    begun = time.monotonic()
    waiting = asyncio.create_task(shares.turn("eve"))
    await shares.turn("ana")
    assert not waiting.done()
    await waiting
    assert time.monotonic() - begun > 0.19


@pytest.mark.parametrize("what", ["request", "thread", "store", "message", "first update"])
def test_the_address_that_asks_pays(
    start: Start, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    running = start()
    eve = Guest(running.url, "Eve", source=EVE)
    table = eve.new_table()
    spent: Counter[object] = Counter()

    def spend(client: object, seconds: float) -> None:
        spent[client] += seconds  # type: ignore[assignment]

    monkeypatch.setattr(running.hub.shares, "spend", spend)
    match what:
        case "request":
            monkeypatch.setattr(tables, "info_of", burn)
            eve.http.get(f"/api/tables/{table}")
        case "thread":
            monkeypatch.setattr(Record, "to_text", lambda _: str(burn()))
            eve.http.get(f"/api/tables/{table}/record.txt")
        case "store":
            running.hub.store._reading.create_function("burn", 0, lambda: len(burn()))
            monkeypatch.setattr(store_tables, "OPEN_TABLES", "SELECT burn() LIMIT $1 OFFSET $2")
            monkeypatch.setattr(store_tables, "table_row", lambda _: None)
            eve.http.get("/api/tables")
        case "message":
            monkeypatch.setattr(Audience, "events", burn)
            eve.socket(table).ask("ask_events", before=5)
        case "first update":
            monkeypatch.setattr(updates, "seat_infos", burn)
            eve.socket(table).next_update()
    assert spent[EVE] > SPENT
