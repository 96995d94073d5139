"""Bots think in further workers, which can be ended at any moment."""

from __future__ import annotations

import asyncio
import random

import pytest

from azulejos import AZUL, Match
from azulejos.core.state import View
from azulejos.errors import Busy
from azulejos.offline import ports
from azulejos.offline.disk import MemoryDisk
from azulejos.offline.door import Door
from azulejos.offline.host import Host
from azulejos.offline.ports import Hear, PortLine
from azulejos.offline.thinker import PortThinker
from azulejos.server.bots.scheduling import Claim
from azulejos.server.bots.workers import Worker
from offline.pages import Page

pytestmark = pytest.mark.anyio


class FakeWorker:
    """A worker of a browser: it answers in a while, unless it is terminated before."""

    spawned: list[FakeWorker]

    def __init__(self, hear: Hear) -> None:
        self.hear = hear
        self.thinker = PortThinker()
        self.is_stuck = False
        self.is_closed = False
        self.heard: list[str] = []

    def send(self, text: str) -> None:
        self.heard.append(text)
        if not self.is_stuck:
            asyncio.get_running_loop().call_soon(self._answer, text)

    def _answer(self, text: str) -> None:
        found = self.thinker.hear(text)
        if found and not self.is_closed:
            self.hear(found)

    def close(self) -> None:
        self.is_closed = True


@pytest.fixture
def spawned() -> list[FakeWorker]:
    return []


@pytest.fixture
async def host(spawned: list[FakeWorker]) -> Host:
    def spawn(hear: Hear) -> FakeWorker:
        spawned.append(FakeWorker(hear))
        return spawned[-1]

    return await Host.start(MemoryDisk(), spawn, workers=2, bot_pause=0.0)


def first_view() -> View:
    match = Match(AZUL, source=random.Random(1))
    assert match.state.to_move is not None
    return match.view(match.state.to_move)


async def test_a_game_is_played_by_a_worker(host: Host, spawned: list[FakeWorker]) -> None:
    assert len(spawned) == 1, "one is started at once, others when they are needed"
    seats = {"kind": "me"}, {"kind": "bot", "level": "easy"}
    assert (await Page(host).play(await Page(host).new_table("azul", *seats)))["result"]
    assert len(spawned) == 1
    await host.stop()
    assert all(each.is_closed for each in spawned)


@pytest.mark.parametrize("cores", [0, 1, 4, 64])
async def test_there_are_as_many_as_cores_and_at_most_four(cores: int) -> None:
    host = await Host.start(MemoryDisk(), FakeWorker, workers=cores)
    assert len(host.backend.pool.workers.all) == max(1, min(4, cores))
    await host.stop()


async def test_one_for_whose_thought_nobody_waits_is_replaced_soon(
    host: Host, spawned: list[FakeWorker], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It hears nothing while it thinks: it is ended, and another is ready for the next thought."""
    assert PortLine.grace < 1
    monkeypatch.setattr(PortLine, "grace", 0.01)
    pool = host.backend.pool
    assert await pool.choose(first_view(), "easy", Claim())
    spawned[0].is_stuck = True
    thinking = asyncio.create_task(pool.choose(first_view(), "easy", Claim()))
    while len(spawned[0].heard) < 2:
        await asyncio.sleep(0)
    thinking.cancel()
    await asyncio.wait([thinking])
    while pool.workers._catching_up:
        await asyncio.sleep(0.001)
    assert spawned[0].is_closed
    assert len(spawned) == 2
    assert await pool.choose(first_view(), "easy", Claim())
    assert len(spawned) == 2
    await host.stop()


async def test_a_thought_that_ends_soon_by_itself_costs_no_worker(
    host: Host, spawned: list[FakeWorker]
) -> None:
    pool = host.backend.pool
    assert await pool.choose(first_view(), "easy", Claim())
    thinking = asyncio.create_task(pool.choose(first_view(), "easy", Claim()))
    while len(spawned[0].heard) < 2:
        await asyncio.sleep(0)
    thinking.cancel()
    await asyncio.wait([thinking])
    while pool.workers._catching_up:
        await asyncio.sleep(0.001)
    assert not spawned[0].is_closed
    await host.stop()


async def test_one_that_is_still_being_loaded_is_waited_for(
    host: Host, spawned: list[FakeWorker], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slow phone takes longer to load Python than a bot may think."""
    monkeypatch.setattr(Worker.ask, "__defaults__", (0.0,))
    (worker,) = spawned
    worker.is_stuck = True
    thinking = asyncio.create_task(host.backend.pool.choose(first_view(), "easy", Claim()))
    while not worker.heard:
        await asyncio.sleep(0)
    await asyncio.sleep(0.01)
    worker._answer(worker.heard[0])
    assert await thinking
    await host.stop()


async def test_one_that_is_idle_is_ended_and_the_next_thought_has_another(
    host: Host, spawned: list[FakeWorker], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ports, "IDLE", 0.0)
    pool = host.backend.pool
    for number in (1, 2):
        assert await pool.choose(first_view(), "easy", Claim())
        while not spawned[-1].is_closed:
            await asyncio.sleep(0)
        assert len(spawned) == number
    await host.stop()


async def test_one_that_fails_is_replaced(host: Host, spawned: list[FakeWorker]) -> None:
    pool = host.backend.pool
    await pool.choose(first_view(), "easy", Claim())
    spawned[0].is_stuck = True
    thinking = asyncio.create_task(pool.choose(first_view(), "easy", Claim()))
    while len(spawned[0].heard) < 2:
        await asyncio.sleep(0)
    spawned[0].hear("")
    with pytest.raises(Busy):
        await thinking
    assert await pool.choose(first_view(), "easy", Claim())
    await host.stop()


async def test_a_door_passes_messages(host: Host) -> None:
    posted: list[str] = []
    door = Door(host, posted.append)
    assert posted == ['{"kind":"storage","state":"kept","reason":""}']
    door.hear('{"kind": "request", "id": 1, "method": "GET", "path": "/api/me"}')
    door.hear('{"kind": "open", "id": 2, "path": "/api/tables/nowhere/socket"}')
    while len(posted) < 3:
        await asyncio.sleep(0)
    assert any('"kind":"answer","id":1,"status":200' in text for text in posted)
    assert any('"kind":"closed","id":2,"code":4404' in text for text in posted)
    door.hear('{"kind": "send", "id": 2, "text": "too late"}')
    door.hear('{"kind": "close", "id": 2}')
    door.close()
    await host.stop()
