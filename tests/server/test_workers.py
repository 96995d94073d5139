"""Bots think in processes of their own, within a deadline, and somebody always moves."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections.abc import AsyncIterator

import pytest

from azulejos import AZUL, DUEL, Match
from azulejos.bots.analysis import Analyst, Decision
from azulejos.bots.search.result import Budget
from azulejos.core.state import View
from azulejos.errors import Busy
from azulejos.server.bots.pool import WorkerPool
from azulejos.server.bots.processes import ProcessLine
from azulejos.skill import judging
from azulejos.tables.bots import consulting
from azulejos.tables.bots import workers as workers_module
from azulejos.tables.bots.scheduling import Claim
from azulejos.tables.bots.tasks import (
    Choose,
    Judge,
    Order,
    SeatView,
    TaskResult,
    encode,
    read_order,
)
from azulejos.tables.bots.thinker import Thinker
from azulejos.tables.bots.workers import Worker
from patience import PATIENCE
from server_in_thread import Running, Start


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def pool() -> AsyncIterator[WorkerPool]:
    result = WorkerPool(1, compiles=False)
    yield result
    await result.stop()


def first_view(seed: int = 0) -> View:
    match = Match(AZUL, source=random.Random(seed))
    assert match.state.to_move is not None
    return match.view(match.state.to_move)


def pid_of(pool: WorkerPool) -> int:
    """The process of the one worker that has been used."""
    (pid,) = [worker.pid for worker in pool.workers.all if worker.pid]
    return pid


@pytest.mark.anyio
async def test_a_bot_chooses_a_legal_move_in_another_process(pool: WorkerPool) -> None:
    view = first_view()
    moves = {str(move) for move in view.state.legal_moves}
    assert await pool.choose(view, "easy", Claim()) in moves
    hints = await pool.advise(view, Claim())
    assert {hint.move for hint in hints} <= moves
    assert hints[0].line[0] == hints[0].move


@pytest.mark.anyio
async def test_the_loop_goes_on_while_a_bot_thinks(pool: WorkerPool) -> None:
    thinking = asyncio.create_task(pool.choose(first_view(), "easy", Claim()))
    turns = 0
    while not thinking.done():
        await asyncio.sleep(0.001)
        turns += 1
    assert turns > 5, "the loop had its turns while a process was started and thought"


@pytest.mark.anyio
async def test_a_worker_that_was_killed_is_replaced(pool: WorkerPool) -> None:
    view = first_view()
    await pool.choose(view, "easy", Claim())
    os.kill(pid_of(pool), signal.SIGKILL)
    with pytest.raises(Busy):
        await pool.choose(view, "easy", Claim())
    assert await pool.choose(view, "easy", Claim())


@pytest.fixture
async def worker() -> AsyncIterator[Worker]:
    result = Worker(ProcessLine({**os.environ, "AZULEJOS_INTERPRETED": "1"}))
    yield result
    await result.stop()


@pytest.mark.anyio
async def test_a_worker_that_thinks_too_long_is_replaced(worker: Worker) -> None:
    task = Choose(SeatView.of(first_view()), "easy")
    assert (await worker.ask(task, deadline=PATIENCE)).move
    pid = worker.pid
    assert pid
    os.kill(pid, signal.SIGSTOP)
    with pytest.raises(Busy):
        await worker.ask(task, deadline=0.1)
    assert (await worker.ask(task, deadline=PATIENCE)).move
    assert worker.pid != pid


@pytest.mark.anyio
async def test_a_worker_that_starts_slowly_is_not_started_again_and_again(worker: Worker) -> None:
    """Otherwise a machine that is busy enough would never have a bot that thinks."""
    task = Choose(SeatView.of(first_view()), "easy")
    await worker.start()
    pid = worker.pid
    with pytest.raises(Busy):
        await worker.ask(task, deadline=0.01)
    assert pid
    assert worker.is_behind
    assert (await worker.ask(task, deadline=PATIENCE)).move
    assert worker.pid == pid


@pytest.mark.anyio
async def test_a_worker_that_never_starts_is_replaced(
    worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers_module, "STARTING", 0.1)
    task = Choose(SeatView.of(first_view()), "easy")
    await worker.start()
    pid = worker.pid
    with pytest.raises(Busy):
        await worker.ask(task, deadline=0.01)
    await worker.catch_up()
    assert not worker.is_behind
    assert (await worker.ask(task, deadline=PATIENCE)).move
    assert worker.pid != pid


@pytest.mark.anyio
async def test_a_cancelled_worker_lives(pool: WorkerPool) -> None:
    """Cancelled at any moment: before it waits, while it waits or thinks, and when it is done."""
    view = first_view()
    await pool.choose(view, "easy", Claim())
    pid = pid_of(pool)
    for number in range(40):
        thinking = asyncio.create_task(pool.choose(view, "master", Claim()))
        await asyncio.sleep(number % 8 * 0.01)
        thinking.cancel()
        await asyncio.wait([thinking])
    assert await pool.choose(view, "easy", Claim())
    assert pid in {worker.pid for worker in pool.workers.all}
    while pool.workers._catching_up:
        await asyncio.sleep(0.01)
    assert pool.waiting == 0
    assert len(pool.workers._free) == len(pool.workers.all)


@pytest.mark.anyio
async def test_who_waits_for_a_worker_and_goes_takes_none(pool: WorkerPool) -> None:
    view = first_view()
    waiting = [asyncio.create_task(pool.choose(view, "easy", Claim())) for _ in range(6)]
    await asyncio.sleep(0)
    for task in waiting[1:5]:
        task.cancel()
    assert await waiting[0]
    assert await waiting[5]
    assert len(pool.workers._free) == len(pool.workers.all)


@pytest.mark.anyio
async def test_a_worker_that_does_not_stop_thinking_is_replaced(
    pool: WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ProcessLine, "grace", 0.1)
    await pool.choose(first_view(), "easy", Claim())
    pid = pid_of(pool)
    os.kill(pid, signal.SIGSTOP)
    thinking = asyncio.create_task(pool.choose(first_view(), "easy", Claim()))
    await asyncio.sleep(0.05)
    thinking.cancel()
    await asyncio.wait([thinking])
    while pool.workers._catching_up:
        await asyncio.sleep(0.01)
    assert await pool.choose(first_view(), "easy", Claim())
    assert pid not in {worker.pid for worker in pool.workers.all}


@pytest.mark.anyio
async def test_questions_for_advice_are_bounded(
    pool: WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consulting, "MAX_WAITING", 2)
    view = first_view()
    asked = [asyncio.create_task(pool.advise(view, Claim())) for _ in range(4)]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert [isinstance(answer, Busy) for answer in answers] == [False, False, True, True]
    monkeypatch.setattr(consulting, "MAX_WAITING_OF_GUEST", 1)
    claims = [Claim(frozenset({guest})) for guest in ("Ana", "Ana", "Ben")]
    asked = [asyncio.create_task(pool.advise(view, claim)) for claim in claims]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert [isinstance(answer, Busy) for answer in answers] == [False, True, False]


def test_a_sight_is_the_view_and_nothing_more() -> None:
    match = Match(DUEL, source=random.Random(2))
    source = random.Random(2)
    while match.state.to_move is not None:
        seat = match.state.to_move
        view = match.view(seat)
        order = read_order(encode(Order(1, Choose(SeatView.of(view), "easy"))))
        assert isinstance(order, Order)
        assert isinstance(order.task, Choose)
        assert order.task.seat_view.view() == view
        match.play(seat, source.choice(match.state.legal_moves))


def test_an_error_is_an_answer() -> None:
    with pytest.raises(Exception, match="nonsense"):
        Thinker().answer(Choose(SeatView("nonsense", 0, b""), "easy"))
    assert TaskResult(error="x").hints == []


def test_a_bot_moves_even_if_no_worker_can_think(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> str:
        raise Busy("no")

    async def nonsense(*_: object) -> str:
        return "nonsense"

    for broken in (fail, nonsense):
        monkeypatch.setattr(server.hub.pool, "choose", broken)
        ana = server.guest("Ana")
        socket = ana.socket(ana.new_table("azul", "me", "easy", options={"start": 2}))
        assert socket.next_update(lambda m: m["to_move"] == 0)


def test_a_process_keeps_a_table_while_its_bot_thinks(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = start(lease=0.3)
    lease, taken = running.hub.store.lease, 0

    async def counted(table: str, holder: str, seconds: float) -> bool:
        nonlocal taken
        taken += 1
        return await lease(table, holder, seconds)

    async def think_long(*_: object) -> str:
        while taken < 4:
            await asyncio.sleep(0.01)
        raise Busy("enough")

    monkeypatch.setattr(running.hub.store, "lease", counted)
    monkeypatch.setattr(running.hub.pool, "choose", think_long)
    ana = running.guest("Ana")
    socket = ana.socket(ana.new_table("azul", "me", "easy", options={"start": 2}))
    assert socket.next_update(lambda m: m["to_move"] == 0)


@pytest.mark.compiled
@pytest.mark.parametrize("version", [1, 2])
def test_moves_are_judged_by_the_version_that_levels_were_measured_by(
    version: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(judging.VERSIONS, "duel", version)
    monkeypatch.setitem(judging.NODES, "duel", 2000)
    match = Match(DUEL, source=random.Random(1))
    seat = match.state.to_move
    assert seat is not None
    view, move = match.view(seat), match.state.legal_moves[0]
    result = Thinker().answer(Judge(SeatView.of(view), str(move))).verdict
    decision = Decision(0, view.state, move)
    expected = Analyst(DUEL, version).judge(decision, Budget(nodes=2000))
    assert result is not None
    assert result.points == expected.played.points
    assert result.cost == expected.cost
