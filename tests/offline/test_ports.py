"""Bots think in further workers, which can be ended at any moment."""

from __future__ import annotations

import asyncio
import random
import weakref
from collections.abc import AsyncIterator

import pytest

from azulejos import AZUL, Match
from azulejos.bots.search.result import Budget
from azulejos.core.state import View
from azulejos.errors import Busy
from azulejos.offline import ports
from azulejos.offline.disk import MemoryDisk
from azulejos.offline.door import Door
from azulejos.offline.host import Host
from azulejos.offline.ports import Hear, PortLine, Spawn
from azulejos.offline.thinker import PortThinker
from azulejos.tables.bots import thinker
from azulejos.tables.bots.scheduling import Claim
from azulejos.tables.bots.tasks import Choose, Order, SeatView, TaskResult
from azulejos.tables.bots.workers import Worker
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
        result = self.thinker.hear(text)
        if result and not self.is_closed:
            self.hear(result)

    def close(self) -> None:
        self.is_closed = True


@pytest.fixture
def spawned() -> list[FakeWorker]:
    return []


@pytest.fixture
def spawn(spawned: list[FakeWorker]) -> Spawn:
    def spawn(hear: Hear) -> FakeWorker:
        spawned.append(FakeWorker(hear))
        return spawned[-1]

    return spawn


@pytest.fixture
async def host(spawn: Spawn) -> Host:
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
    spawn: Spawn, spawned: list[FakeWorker], monkeypatch: pytest.MonkeyPatch
) -> None:
    """So is the first one, if nobody has anything to think about."""
    monkeypatch.setattr(ports, "IDLE", 0.0)
    host = await Host.start(MemoryDisk(), spawn)
    pool = host.backend.pool
    for number in (1, 2, 3):
        while not spawned[-1].is_closed:
            await asyncio.sleep(0)
        assert len(spawned) == number
        assert await pool.choose(first_view(), "easy", Claim())
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


@pytest.fixture
async def small(spawn: Spawn) -> AsyncIterator[Host]:
    """A host on a device with little memory."""
    host = await Host.start(MemoryDisk(), spawn, workers=8, is_small=True, bot_pause=0.0)
    yield host
    await host.stop()


async def test_where_memory_is_little_bots_move_without_a_worker(
    small: Host, spawned: list[FakeWorker]
) -> None:
    page = Page(small)
    seats = {"kind": "me"}, *({"kind": "bot", "level": level} for level in ("easy", "beginner"))
    table = await page.new_table("azul", *seats, options={"players": 3})
    assert (await page.play(table))["result"]
    start = str(first_view().state)
    turn = {"position": start, "level": "easy"}
    assert (await page.ask("POST", "/api/sandbox/bot", turn))["since"]
    assert spawned == []


@pytest.mark.usefixtures("_brief")
async def test_where_memory_is_little_a_worker_gives_advice_and_is_ended_soon(
    spawn: Spawn, spawned: list[FakeWorker], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ports.SMALL_IDLE < ports.IDLE / 4
    monkeypatch.setattr(ports, "SMALL_IDLE", 0.0)
    host = await Host.start(MemoryDisk(), spawn, is_small=True)
    for number in (1, 2):
        assert await host.backend.pool.advise(first_view(), Claim())
        while not spawned[-1].is_closed:
            await asyncio.sleep(0)
        assert len(spawned) == number
    await host.stop()


@pytest.mark.usefixtures("_brief")
async def test_where_memory_is_little_nothing_replaces_a_worker_that_nobody_waits_for(
    small: Host, spawned: list[FakeWorker], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until there is something to think about."""
    monkeypatch.setattr(PortLine, "grace", 0.01)
    pool = small.backend.pool
    assert await pool.advise(first_view(), Claim())
    spawned[0].is_stuck = True
    thinking = asyncio.create_task(pool.advise(first_view(), Claim()))
    while len(spawned[0].heard) < 2:
        await asyncio.sleep(0)
    thinking.cancel()
    await asyncio.wait([thinking])
    while pool.workers._catching_up:
        await asyncio.sleep(0.001)
    assert spawned[0].is_closed
    assert len(spawned) == 1
    assert await pool.advise(first_view(), Claim())
    assert len(spawned) == 2


async def test_a_move_that_nobody_waits_for_is_not_thought_about_here(
    small: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A thought in place cannot be stopped; one that has not begun can, however far it got."""
    thought: list[Order] = []
    answer = PortThinker.answer

    def answered(thinker: PortThinker, order: Order) -> bytes:
        thought.append(order)
        return answer(thinker, order)

    monkeypatch.setattr(PortThinker, "answer", answered)
    pool = small.backend.pool
    assert await pool.choose(first_view(), "easy", Claim())
    turns = 0
    while len(thought) == 1:
        thinking = asyncio.create_task(pool.choose(first_view(), "easy", Claim()))
        for _ in range(turns):
            await asyncio.sleep(0)
        thinking.cancel()
        await asyncio.wait([thinking])
        assert thinking.cancelled() or len(thought) == 2
        begun = len(thought)
        assert await pool.choose(first_view(), "easy", Claim())
        assert len(thought) == begun + 1, "only what is wanted"
        del thought[begun:]
        turns += 1
    assert turns > 2


async def test_memory_of_another_game_is_free_before_a_thought_takes_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Memory of WebAssembly never shrinks: the most that was taken at once counts."""
    thinker = PortThinker()
    held = weakref.ref(thinker._thinker._bot("duel", "easy"))  # of a game that is over
    assert held() is not None
    free: list[bool] = []

    def answered(*_: object) -> TaskResult:
        free.append(held() is None)
        return TaskResult()

    monkeypatch.setattr("azulejos.offline.thinker.answered", answered)
    thinker.answer(Order(1, Choose(SeatView.of(first_view()), "easy")))
    assert free == [True]


async def test_what_is_asked_while_a_bot_thinks_here_is_answered(
    small: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Messages that come meanwhile wait for the end of the thought."""
    posted: list[str] = []
    door = Door(small, lambda message, _: posted.append(message))
    answer = PortThinker.answer

    def answered(thinker: PortThinker, order: Order) -> bytes:
        ask = '{"kind": "request", "id": 1, "method": "GET", "path": "/api/me"}'
        asyncio.get_running_loop().call_soon(door.hear, ask)
        return answer(thinker, order)

    monkeypatch.setattr(PortThinker, "answer", answered)
    assert await small.backend.pool.choose(first_view(), "easy", Claim())
    while len(posted) < 2:
        await asyncio.sleep(0)
    assert '"kind":"answer","id":1,"status":200' in posted[1]


@pytest.fixture
def _brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints that take no time even if kernels are interpreted."""
    brief = Budget(nodes=20)
    monkeypatch.setattr(thinker, "HINT_BUDGETS", (brief,) * len(thinker.HINT_BUDGETS))


async def test_a_door_passes_messages(host: Host) -> None:
    posted: dict[str, str] = {}
    door = Door(host, posted.__setitem__)
    assert posted == {'{"kind":"storage","state":"kept","reason":""}': ""}
    door.hear('{"kind": "request", "id": 1, "method": "GET", "path": "/api/me"}')
    door.hear('{"kind": "open", "id": 2, "path": "/api/tables/nowhere/socket"}')
    while len(posted) < 3:
        await asyncio.sleep(0)
    kind = '{"content-type":"application/json"}'
    answer = f'{{"kind":"answer","id":1,"status":200,"headers":{kind}}}'
    assert posted[answer] == '{"is_known":false,"name":""}'
    assert any('"kind":"closed","id":2,"code":4404' in text for text in posted)
    door.hear('{"kind": "send", "id": 2}', "too late")
    door.hear('{"kind": "close", "id": 2}')
    door.close()
    await host.stop()
