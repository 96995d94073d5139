"""Whatever is done for an address is charged to it, wherever it is done."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from typing import Any

import pytest

from azulejos.play.record import Record
from azulejos.server.http import requests, security
from azulejos.server.store import sqlite
from azulejos.server.store import tables as store_tables
from azulejos.tables import quota as quota_module
from azulejos.tables.live import updates
from azulejos.tables.live.audience import MAX_WAITING, Audience, Subscriber
from azulejos.tables.quota import PEAK_BURST, Account, CpuQuota, JointAccount, charged
from azulejos.tables.requests import tables
from server_in_thread import Guest, Start

EVE = "127.0.0.66"
SPENT = 0.03  # seconds of the processor


class Ledger(CpuQuota):
    """Notes all that is charged."""

    def __init__(self) -> None:
        super().__init__()
        self.charges: list[float] = []
        self.account = Account(self, "eve")

    def spend(self, client: object, seconds: float) -> None:
        self.charges.append(seconds)


def burn(*_: object) -> list[object]:
    end = time.thread_time() + SPENT
    while time.thread_time() < end:
        pass
    return []


@pytest.mark.anyio
async def test_every_step_is_charged() -> None:
    ledger = Ledger()

    async def work() -> int:
        burn()
        await asyncio.sleep(0.2)
        burn()
        return 7

    assert await charged(work, ledger.account) == 7
    assert [round(each / SPENT) for each in ledger.charges] == [1, 1]


@pytest.mark.anyio
async def test_errors_and_cancelling_reach_the_work() -> None:
    heard = []

    async def work() -> None:
        try:
            await asyncio.sleep(100)
        except asyncio.CancelledError:
            heard.append("cancelled")
            raise

    account = Ledger().account
    task = asyncio.create_task(charged(work, account))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    async def fail() -> None:
        raise LookupError

    with pytest.raises(LookupError):
        await charged(fail, account)
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


@pytest.mark.anyio
async def test_one_piece_of_work_begins_in_each_iteration() -> None:
    quota, log = CpuQuota(), []

    async def begin(client: str, number: int) -> None:
        await quota.turn(client)
        log.append((client, number))

    tasks = [asyncio.create_task(begin("eve", number)) for number in range(5)]
    tasks.append(asyncio.create_task(begin("ana", 0)))
    await asyncio.sleep(0)
    assert log == [("eve", 0), ("ana", 0)]
    await asyncio.gather(*tasks)
    assert log[2:] == [("eve", number) for number in range(1, 5)]


def test_beside_others_a_burst_is_used_up_at_the_peak_rate(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(quota_module, "ALONE", 1000.0)
    quota = CpuQuota(share=0.1, burst=1000.0)
    quota.spend("eve", PEAK_BURST + 100)
    assert quota.has_quota("eve"), "nobody else is there"
    quota.spend("ana", PEAK_BURST / 2)
    assert quota.has_quota("ana")
    assert not quota.has_quota("eve")


@pytest.mark.anyio
async def test_long_work_waits_for_turns_unless_others_need_it() -> None:
    quota = CpuQuota(share=0.001, burst=0.0)
    eve, ana = Account(quota, "eve"), Account(quota, "ana")
    steps = 0

    async def work() -> None:
        nonlocal steps
        for _ in range(5):
            burn()
            steps += 1
            await asyncio.sleep(0)

    joint = JointAccount(eve)
    task = asyncio.create_task(charged(work, joint, waits=True))
    await let_others_run()
    assert steps == 1
    joint.join(eve)
    await let_others_run()
    assert steps == 1
    joint.join(ana)
    await task
    assert steps == 5
    assert quota.has_quota("ana")


@pytest.mark.anyio
async def test_one_thread_at_a_time_works_for_a_client() -> None:
    eve, under_way, most = Account(CpuQuota(), "eve"), 0, 0

    def work() -> None:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        time.sleep(0.02)
        under_way -= 1

    await asyncio.gather(*(eve.in_thread(work) for _ in range(4)))
    assert most == 1


class Writing:
    """A subscriber, what was sent to it, and turns given by hand."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.turns = asyncio.Semaphore(0)
        self.subscriber = Subscriber(None, -1)
        self.task = asyncio.create_task(requests._write(self.send, self.subscriber, self.turn))

    async def send(self, message: Any) -> None:
        self.sent.append(message.get("text", message["type"]))

    async def turn(self) -> None:
        await self.turns.acquire()


async def let_others_run() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


@pytest.mark.anyio
async def test_writing_to_sockets_waits_for_turns_and_keeps_the_order() -> None:
    writing, messages = Writing(), ["update 1", "done", "update 2"]
    for message in messages:
        writing.subscriber.send(message)
    writing.subscriber.finish()
    for count in range(3):
        await let_others_run()
        assert writing.sent == messages[:count]
        writing.turns.release()
    await writing.task
    assert writing.sent == [*messages, "websocket.close"]


@pytest.mark.anyio
async def test_who_falls_too_far_behind_is_disconnected() -> None:
    writing = Writing()
    for number in range(2 * MAX_WAITING):
        writing.subscriber.send(f"update {number}")
        await asyncio.sleep(0)
    assert writing.subscriber.is_closed
    writing.turns.release()
    await writing.task
    assert writing.sent == ["update 0", "websocket.close"]


@pytest.mark.parametrize(
    "what", ["request", "refusal", "thread", "store", "write", "message", "first update"]
)
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
        case "refusal":
            monkeypatch.setattr(security, "problem_of", burn)
            eve.http.get("/api/me", headers={"Host": "example.com"})
        case "write":
            add = sqlite.add_entry
            monkeypatch.setattr(sqlite, "add_entry", lambda *each: (burn(), add(*each)))
            eve.socket(table).ask("say", text="hello")
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
