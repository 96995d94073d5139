"""The processes that read what clients send, seen from the server.

Each address has the same share of them, and short jobs go first. Only one of the processes takes
long jobs, so that a short one always finds another soon; it is started when it is needed. What jobs
take of the processor is charged to an account of its own (`tables/quota.py`): who has asked for
too much waits for the next answer, but can play meanwhile.
"""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections import Counter
from contextlib import suppress
from pathlib import Path

import azulejos
from azulejos.errors import Busy, TooMany, error_of
from azulejos.tables.bots.scheduling import Claim, Schedule, Thought, Urgency
from azulejos.tables.quota import READING_SHARE, CpuQuota
from azulejos.tables.study.reader import MAX_SECONDS, Answer, Job, framed, read_answer, write

PROCESSES = 2
MAX_WAITING = 50  # jobs of all
MAX_OF_ADDRESS = 4
MAX_SHORT = 6_000  # bytes: a position with edits, lines of moves, but not a whole game
PATIENCE = 15.0  # seconds for a job on a busy machine: `reader.py` bounds its processor time
SOURCES = str(Path(azulejos.__file__).parents[1])


class Reader:
    """A process, started for its first job."""

    def __init__(self) -> None:
        self._process: Process | None = None

    async def answer(self, job: bytes) -> Answer:
        """Send a job and wait for the answer; a process that fails is killed."""
        is_answered = False
        try:
            async with asyncio.timeout(PATIENCE):
                process = await self._running()
                assert process.stdin
                assert process.stdout
                process.stdin.write(framed(job))
                await process.stdin.drain()
                length = int.from_bytes(await process.stdout.readexactly(4))
                answer = read_answer(await process.stdout.readexactly(length))
                is_answered = True
        except (TimeoutError, OSError, asyncio.IncompleteReadError):
            raise Busy("this took too long: try again") from None
        finally:
            if not is_answered:
                await self.stop()
        return answer

    async def _running(self) -> Process:
        if self._process is None:
            path = os.pathsep.join(filter(None, (SOURCES, os.environ.get("PYTHONPATH", ""))))
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                *("-m", "azulejos.tables.study.reader"),
                stdin=PIPE,
                stdout=PIPE,
                env={**os.environ, "PYTHONPATH": path, "AZULEJOS_INTERPRETED": "1"},
                start_new_session=True,  # Ctrl-C is handled by the server
            )
        return self._process

    async def stop(self) -> None:
        """Kill the process; the next job starts another."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


class Readers:
    def __init__(self, share: float = READING_SHARE) -> None:
        self._all = [Reader() for _ in range(PROCESSES)]
        self._free = list(self._all)
        self._schedule = Schedule(PROCESSES - 1)
        self._granted: dict[Thought, asyncio.Future[Reader]] = {}
        self._jobs: Counter[str] = Counter()  # that wait or are under way, by address
        self._shares = CpuQuota(share, MAX_SECONDS)
        self._is_stopped = False

    async def read(self, job: Job, address: str) -> Answer:
        """Have a job done. Errors of its text are raised as if it had been read here.

        What is begun is finished, even if nobody waits for it any more: ending the process would
        cost more.
        """
        if self._jobs[address] >= MAX_OF_ADDRESS:
            raise TooMany("one question at a time: wait for the answers", 1.0)
        if self._jobs.total() >= MAX_WAITING:
            raise Busy("too many requests are waiting: try again")
        self._jobs[address] += 1
        reading = asyncio.create_task(self._in_turn(write(job), address))
        reading.add_done_callback(lambda task: task.cancelled() or task.exception())
        answer = await asyncio.shield(reading)
        if answer.code:
            raise error_of(answer.code, answer.said or answer.reason)
        return answer

    async def _in_turn(self, job: bytes, address: str) -> Answer:
        is_long = len(job) > MAX_SHORT
        urgency = Urgency.REVIEW if is_long else Urgency.ADVICE
        thought = Thought(Claim(frozenset({address}), urgency), is_long=is_long)
        try:
            await self._shares.turn(address)
            if self._is_stopped:
                raise Busy("the server is stopping")
            granted: asyncio.Future[Reader] = asyncio.get_running_loop().create_future()
            self._granted[thought] = granted
            self._schedule.add(thought)
            self._grant()
            reader = await granted
            seconds = MAX_SECONDS  # if it fails
            try:
                answer = await reader.answer(job)
                seconds = answer.seconds
                return answer
            finally:
                self._shares.spend(address, seconds)
                self._schedule.finish(thought)
                self._free.append(reader)
                self._grant()
        finally:
            self._jobs[address] -= 1
            if not self._jobs[address]:
                del self._jobs[address]

    def _grant(self) -> None:
        """Give jobs to free processes, the most recently used first: it is running."""
        while self._free and (thought := self._schedule.begin_next()):
            self._granted.pop(thought).set_result(self._free.pop())

    async def stop(self) -> None:
        """Kill all processes, and refuse the jobs that wait."""
        self._is_stopped = True
        for thought, granted in self._granted.items():
            self._schedule.discard(thought)
            granted.set_exception(Busy("the server is stopping"))
        self._granted.clear()
        for reader in self._all:
            await reader.stop()
