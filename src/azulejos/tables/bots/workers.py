"""The workers in which bots think, lent out for one thought at a time in a fair order.

A worker is at the other end of a line: a process, or in a browser a Web Worker.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Protocol

import msgspec

from azulejos.errors import Busy
from azulejos.tables.bots import tasks
from azulejos.tables.bots.scheduling import Claim, Schedule, Thought

logger = logging.getLogger(__name__)

DEADLINE = 10.0  # seconds for a move, with everything that is loaded for it
GRACE = 10.0  # seconds until a cancelled task must be answered: a process may be loading kernels
STARTING = 120.0  # the same for a process that has just been started, on a very busy machine
LOOK = 0.1  # seconds between two checks whether a worker is free
FAILURES = (TimeoutError, OSError, EOFError, msgspec.MsgspecError)


class WorkerLine(Protocol):
    """Leads to a worker that answers `Order`s, a line each; see `worker.py`."""

    @property
    def pid(self) -> int | None:
        """The process at its other end, if it is one that has been started."""

    @property
    def grace(self) -> float:
        """Seconds until a task that was cancelled must be answered."""

    @property
    def starting(self) -> float:
        """Extra seconds that the next answer may take while a worker is started for it."""

    async def open(self) -> None:
        """Start the worker at the other end, unless it is running."""

    def write(self, line: bytes) -> None:
        """Send a line, soon."""

    async def drain(self) -> None:
        """Wait until what was written is on its way."""

    async def read(self) -> bytes:
        """The next line that comes back; empty if the worker is gone."""

    async def end(self) -> None:
        """End the worker at the other end; after that the line can be opened again."""


class Worker:
    """A worker as the server sees it. It does one task at a time."""

    def __init__(self, line: WorkerLine) -> None:
        self._line = line
        self._number = 0
        self.is_behind = False  # whether the last task has to be answered before the next
        self.is_new = True  # whether it has nothing loaded yet, or is not running

    @property
    def pid(self) -> int | None:
        return self._line.pid

    async def ask(self, task: tasks.Task, deadline: float = DEADLINE) -> tasks.TaskResult:
        """Answer a task, or raise `Busy` and replace the worker if that fails.

        If this is cancelled the worker is told to stop thinking. So is one that is still being
        started when the time is up: a replacement would not be ready any sooner.
        """
        if self.is_behind:
            await self.catch_up()
        self._number += 1
        try:
            async with asyncio.timeout(deadline + self._line.starting):
                result = await self._answer(tasks.Order(self._number, task))
        except FAILURES as error:
            if isinstance(error, TimeoutError) and self.is_new:
                self._cancel()
            else:
                await self.stop()
            logger.warning("a worker failed", extra={"error": repr(error)})
            raise Busy("the bot could not finish thinking") from None
        except asyncio.CancelledError:
            self._cancel()
            raise
        if result.error:
            logger.warning("a worker reported an error", extra={"error": result.error})
            raise Busy("the bot could not think of a move")
        return result

    async def catch_up(self) -> None:
        """Wait until a cancelled task is answered; a worker that does not answer is replaced."""
        try:
            patience = STARTING if self.is_new else self._line.grace + self._line.starting
            async with asyncio.timeout(patience):
                await self._read()
        except FAILURES as error:
            logger.warning("a worker did not stop thinking", extra={"error": repr(error)})
            await self.stop()
            await self.start()
        self.is_behind = False

    async def stop(self) -> None:
        """End the worker; the next task starts another."""
        self.is_behind = False
        self.is_new = True
        await self._line.end()

    async def start(self) -> None:
        """Start it unless it is running."""
        await self._line.open()

    async def _answer(self, order: tasks.Order) -> tasks.TaskResult:
        await self.start()
        self._line.write(tasks.encode(order) + b"\n")
        self.is_behind = True
        await self._line.drain()
        result = await self._read()
        self.is_behind = False
        return result

    async def _read(self) -> tasks.TaskResult:
        """The answer to the last task."""
        line = await self._line.read()
        if not line:
            raise EOFError("the worker has ended")
        self.is_new = False
        return tasks.read_result(line)

    def _cancel(self) -> None:
        """Tell the worker to drop its task, if it has one."""
        if self.is_behind:
            self._line.write(tasks.encode(tasks.Cancel(self._number)) + b"\n")


class Workers:
    """Lends out workers: all but one for long thoughts; one is kept for short ones."""

    def __init__(self, lines: Sequence[WorkerLine], max_length: int | None = None) -> None:
        self.all = [Worker(line) for line in lines]
        self._free = list(self.all)
        self._schedule = Schedule(len(lines) - 1 if max_length is None else max_length)
        self._granted: dict[Thought, asyncio.Future[Worker]] = {}
        self._catching_up: set[asyncio.Task[None]] = set()

    @property
    def waiting(self) -> int:
        return len(self._schedule)

    async def ask(self, task: tasks.Task, claim: Claim, *, is_long: bool) -> tasks.TaskResult:
        """Let a worker do a task when its turn comes."""
        async with self.lent(claim, is_long=is_long) as worker:
            return await worker.ask(task)

    async def start_one(self) -> None:
        """Start the worker that is lent first, so that nobody has to wait for it."""
        await self._free[-1].start()

    async def stop(self) -> None:
        for task in self._catching_up:
            task.cancel()
        for worker in self.all:
            await worker.stop()

    @asynccontextmanager
    async def lent(self, claim: Claim, *, is_long: bool) -> AsyncIterator[Worker]:
        """A worker, when one's turn comes."""
        thought = Thought(claim, is_long=is_long)
        granted = self._granted[thought] = asyncio.get_running_loop().create_future()
        self._schedule.add(thought)
        self._grant()
        try:
            worker = await granted
        except asyncio.CancelledError:
            if not granted.cancelled():  # it has just been granted
                self._take_back(thought, granted.result())
            raise
        finally:
            self._schedule.discard(thought)
            del self._granted[thought]
        try:
            yield worker
        finally:
            self._take_back(thought, worker)

    def _grant(self) -> None:
        """Lend out free workers, the most recently used first: it has everything loaded."""
        while self._free and (thought := self._schedule.begin_next()):
            granted = self._granted[thought]
            if granted.cancelled():  # the caller has not been told yet
                self._schedule.finish(thought)
            else:
                granted.set_result(self._free.pop())

    def _take_back(self, thought: Thought, worker: Worker) -> None:
        """Free a worker for others, at once or when it has stopped thinking."""
        if worker.is_behind:
            task = asyncio.create_task(self._when_caught_up(thought, worker))
            self._catching_up.add(task)
            task.add_done_callback(self._catching_up.discard)
        else:
            self._schedule.finish(thought)
            self._free.append(worker)
            self._grant()

    async def _when_caught_up(self, thought: Thought, worker: Worker) -> None:
        await worker.catch_up()
        self._take_back(thought, worker)
