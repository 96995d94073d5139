"""Bots think in processes of their own, within a deadline, and somebody always moves."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections.abc import AsyncIterator

import pytest

from azulejos import AZUL, DUEL, Match
from azulejos.core.state import View
from azulejos.errors import Busy
from azulejos.server import thinkers as thinkers_module
from azulejos.server.thinkers import Thinkers, Worker
from azulejos.server.worker import Choose, Found, Sight, Thinker, encode, read_task
from serving import Running

from .conftest import Start


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def thinkers() -> AsyncIterator[Thinkers]:
    found = Thinkers(1, compiles=False)
    found.start()
    yield found
    await found.stop()


def first_view(seed: int = 0) -> View:
    match = Match(AZUL, source=random.Random(seed))
    assert match.state.to_move is not None
    return match.view(match.state.to_move)


@pytest.mark.anyio
async def test_a_bot_chooses_a_legal_move_in_another_process(thinkers: Thinkers) -> None:
    view = first_view()
    moves = {str(move) for move in view.state.legal_moves}
    assert await thinkers.choose(view, "easy") in moves
    hints = await thinkers.advise(view)
    assert {hint.move for hint in hints} <= moves
    assert hints[0].line[0] == hints[0].move


@pytest.mark.anyio
async def test_the_loop_goes_on_while_a_bot_thinks(thinkers: Thinkers) -> None:
    thinking = asyncio.create_task(thinkers.choose(first_view(), "easy"))
    turns = 0
    while not thinking.done():
        await asyncio.sleep(0.001)
        turns += 1
    assert turns > 5, "the loop had its turns while a process was started and thought"


@pytest.mark.anyio
async def test_a_worker_that_was_killed_is_replaced(thinkers: Thinkers) -> None:
    view = first_view()
    await thinkers.choose(view, "easy")
    process = thinkers._workers[0]._process
    assert process is not None
    os.kill(process.pid, signal.SIGKILL)
    with pytest.raises(Busy):
        await thinkers.choose(view, "easy")
    assert await thinkers.choose(view, "easy")


@pytest.mark.anyio
async def test_a_worker_that_thinks_too_long_is_replaced() -> None:
    worker = Worker({**os.environ, "AZULEJOS_INTERPRETED": "1"})
    task = Choose(Sight.of(first_view()), "easy")
    begun = time.monotonic()
    with pytest.raises(Busy):
        await worker.ask(task, deadline=0.001)
    assert time.monotonic() - begun < 20
    assert (await worker.ask(task, deadline=30.0)).moves
    await worker.stop()


@pytest.mark.anyio
async def test_while_nothing_is_compiled_the_stopgap_plays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def never(_: Thinkers) -> None:
        await asyncio.sleep(1000)

    monkeypatch.setattr(Thinkers, "_prepare", never)
    unprepared = Thinkers(1, compiles=True)
    unprepared.start()
    assert unprepared.ready == frozenset()
    assert await unprepared.choose(first_view(), "master")
    with pytest.raises(Busy):
        await unprepared.advise(first_view())
    assert unprepared._workers[0]._process is None
    await unprepared.stop()


@pytest.mark.anyio
async def test_questions_for_advice_are_bounded(
    thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinkers_module, "MOST_WAITING", 2)
    view = first_view()
    asked = [asyncio.create_task(thinkers.advise(view)) for _ in range(4)]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert [isinstance(answer, Busy) for answer in answers] == [False, False, True, True]


def test_a_sight_is_the_view_and_nothing_more() -> None:
    match = Match(DUEL, source=random.Random(2))
    source = random.Random(2)
    while match.state.to_move is not None:
        seat = match.state.to_move
        view = match.view(seat)
        task = read_task(encode(Choose(Sight.of(view), "easy")))
        assert isinstance(task, Choose)
        assert task.sight.view() == view
        match.play(seat, source.choice(match.state.legal_moves))


def test_an_error_is_an_answer() -> None:
    with pytest.raises(Exception, match="nonsense"):
        Thinker().answer(Choose(Sight("nonsense", 0, b""), "easy"))
    assert Found(error="x").moves == []


def test_a_bot_moves_even_if_no_worker_can_think(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> str:
        raise Busy("no")

    async def nonsense(*_: object) -> str:
        return "nonsense"

    for broken in (fail, nonsense):
        monkeypatch.setattr(server.hub.thinkers, "choose", broken)
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
    monkeypatch.setattr(running.hub.thinkers, "choose", think_long)
    ana = running.guest("Ana")
    socket = ana.socket(ana.new_table("azul", "me", "easy", options={"start": 2}))
    assert socket.next_update(lambda m: m["to_move"] == 0)
