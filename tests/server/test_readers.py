"""Jobs of those who study: shared fairly by address, short ones first, each of them bounded."""

from __future__ import annotations

import asyncio
import signal
import time
from collections import Counter
from collections.abc import Iterator

import pytest

from azulejos.errors import Busy, TooMany
from azulejos.server import readers
from azulejos.server.readers import MAX_OF_ADDRESS, MAX_SHORT, MAX_WAITING, Readers
from azulejos.tables.clock import CLOCK, Clock
from azulejos.tables.study import reader
from azulejos.tables.study.reader import Answer, Job, Open, Try, bounded, give_up, read_job

SHORT = Try(position="azul")
LONG = Open("x" * MAX_SHORT)

pytestmark = pytest.mark.anyio


class Desk:
    """Readers whose processes answer when they are told to, a second later."""

    def __init__(self) -> None:
        self.seconds = 0.0
        CLOCK.set(Clock(ticks=lambda: self.seconds))
        self.readers = Readers()
        self.begun: list[Job] = []
        self._ends: dict[int, asyncio.Future[None]] = {}
        for each in self.readers._all:
            each.answer = self._answer  # type: ignore[method-assign]

    async def _answer(self, job: bytes) -> Answer:
        index = len(self.begun)
        self.begun.append(read_job(job))
        self._ends[index] = asyncio.get_running_loop().create_future()
        await self._ends[index]
        return Answer(b"%d" % index)

    def ask(self, job: Job, address: str) -> asyncio.Task[Answer]:
        return asyncio.create_task(self.readers.read(job, address))

    async def end(self, index: int) -> None:
        self.seconds += 1
        self._ends[index].set_result(None)
        await settled()


async def settled() -> None:
    """Let everything happen that nobody waits for."""
    for _ in range(10):
        await asyncio.sleep(0)


async def test_long_jobs_of_one_keep_nobody_waiting() -> None:
    desk = Desk()
    eve = [desk.ask(LONG, "eve") for _ in range(MAX_OF_ADDRESS)]
    await settled()
    assert desk.begun == [LONG]
    ana = desk.ask(SHORT, "ana")
    await settled()
    assert desk.begun == [LONG, SHORT]
    ben = desk.ask(LONG, "ben")
    await settled()
    await desk.end(0)
    assert eve[0].done()
    await desk.end(2)
    assert ben.done(), "the next long job is that of somebody else"
    await desk.end(1)
    assert (await ana).body == b"1"
    for each in eve:
        each.cancel()


async def test_short_jobs_go_first_and_by_turns() -> None:
    desk = Desk()
    everything = [desk.ask(SHORT, "eve") for _ in range(4)]
    await settled()
    everything.append(desk.ask(LONG, "eric"))
    everything.append(desk.ask(Try(position="duel"), "ana"))
    await settled()
    assert desk.begun == [SHORT, SHORT]
    await desk.end(0)
    assert desk.begun[2] == Try(position="duel")
    await desk.end(1)
    assert desk.begun[3] == SHORT
    for each in everything:
        each.cancel()


async def test_so_many_wait_and_no_more() -> None:
    desk = Desk()
    waiting = [desk.ask(SHORT, f"{n // MAX_OF_ADDRESS}") for n in range(MAX_WAITING)]
    await settled()
    with pytest.raises(TooMany):
        await desk.readers.read(SHORT, "0")
    with pytest.raises(Busy):
        await desk.readers.read(SHORT, "ana")
    await desk.readers.stop()
    await desk.end(0)
    await desk.end(1)
    done = await asyncio.gather(*waiting, return_exceptions=True)
    assert Counter(type(each) for each in done) == {Answer: 2, Busy: MAX_WAITING - 2}


async def test_what_nobody_waits_for_still_counts_until_it_is_done() -> None:
    desk = Desk()
    jobs = [desk.ask(LONG, "eve") for _ in range(MAX_OF_ADDRESS)]
    await settled()
    for each in jobs:
        each.cancel()
    await settled()
    with pytest.raises(TooMany):
        await desk.readers.read(SHORT, "eve")


async def test_a_second_process_is_started_when_the_first_is_busy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started: list[int] = []
    start = asyncio.create_subprocess_exec

    async def counted(*arguments: str, **more: object) -> asyncio.subprocess.Process:
        started.append(1)
        return await start(*arguments, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(readers.asyncio, "create_subprocess_exec", counted)
    ours = Readers()
    await ours.read(SHORT, "ana")
    await ours.read(SHORT, "ana")
    assert len(started) == 1
    await asyncio.gather(ours.read(SHORT, "ana"), ours.read(SHORT, "ben"))
    assert len(started) == 2
    await ours.stop()


@pytest.fixture
def alarm() -> Iterator[None]:
    before = signal.signal(signal.SIGPROF, give_up)
    yield
    signal.signal(signal.SIGPROF, before)


@pytest.mark.usefixtures("alarm")
async def test_a_job_has_so_much_processor_time(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(job: Job) -> Answer:
        del job
        end = time.process_time() + 100 * reader.MAX_SECONDS
        while time.process_time() < end:
            pass
        return Answer()

    monkeypatch.setattr(reader, "MAX_SECONDS", 0.02)
    monkeypatch.setattr(reader, "_answer", endless)
    answer = bounded(SHORT)
    assert answer.code == "malformed"
    assert "too long" in answer.reason


@pytest.mark.usefixtures("alarm")
async def test_an_answer_has_so_many_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    size = len(bounded(SHORT).body)
    monkeypatch.setattr(reader, "MAX_ANSWER", size // 2)
    answer = bounded(SHORT)
    assert answer.code == "malformed"
    assert not answer.body
