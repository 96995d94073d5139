"""The worker processes in which bots think: lent out one thought at a time, in a fair order."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import msgspec

import azulejos
from azulejos.errors import Busy
from azulejos.server.bots.scheduling import Claim, Schedule, Thought
from azulejos.server.bots.worker import Cancel, Found, Order, Task, encode, read_found

logger = logging.getLogger(__name__)

DEADLINE = 10.0  # seconds for a move, with everything that is loaded for it
GRACE = 10.0  # seconds until a cancelled task must be answered: the worker may be loading kernels
STARTING = (
    120.0  # the same for a process that has just been started, by a machine that is very busy
)
ENDING = 4.0  # seconds from being told to end until a process is killed that runs others' bots
LOOK = 0.1  # seconds between two checks whether a worker is free
SOURCES = str(Path(azulejos.__file__).parent.parent)
FAILURES = (TimeoutError, OSError, EOFError, msgspec.MsgspecError)


class Worker:
    """One process. It has one task at a time."""

    def __init__(self, variables: Mapping[str, str], *, ends_programs: bool = False) -> None:
        self._variables = variables
        self._ends_programs = ends_programs  # that bots may have started, before it ends
        self._process: Process | None = None
        self._number = 0
        self._is_behind = False  # whether a cancelled task is not answered yet
        self._is_new = True  # whether the process has not answered anything yet

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    @property
    def is_new(self) -> bool:
        """Whether the process has nothing loaded yet, or is not there."""
        return self._is_new

    @property
    def is_behind(self) -> bool:
        """Whether the last task is still to be answered, before the next can be done."""
        return self._is_behind

    async def ask(self, task: Task, deadline: float = DEADLINE) -> Found:
        """Answer a task, or raise `Busy` if that fails, and replace the process.

        If this is cancelled the process is told to stop thinking. So is a process that is still
        being started when the time is up: another in its place would not be there any sooner.
        """
        if self._is_behind:
            await self.catch_up()
        self._number += 1
        try:
            async with asyncio.timeout(deadline):
                found = await self._answer(Order(self._number, task))
        except FAILURES as error:
            if isinstance(error, TimeoutError) and self._is_new:
                self._cancel()
            else:
                await self.stop()
            logger.warning("a worker failed", extra={"error": repr(error)})
            raise Busy("the bot could not finish thinking") from None
        except asyncio.CancelledError:
            self._cancel()
            raise
        if found.error:
            logger.warning("a worker met an error", extra={"error": found.error})
            raise Busy("the bot could not think of a move")
        return found

    async def catch_up(self) -> None:
        """Wait until a cancelled task is answered; a process that does not answer is ended."""
        try:
            async with asyncio.timeout(STARTING if self._is_new else GRACE):
                await self._read()
        except FAILURES as error:
            logger.warning("a worker did not stop thinking", extra={"error": repr(error)})
            await self.stop()
        self._is_behind = False

    async def stop(self) -> None:
        """End the process; the next task starts another."""
        process, self._process = self._process, None
        self._is_behind = False
        self._is_new = True
        if process is not None:
            if self._ends_programs:
                await _terminate(process)
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def start(self) -> None:
        """Start the process unless it is running."""
        if self._process is None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                *("-m", "azulejos.server.bots.worker"),
                stdin=PIPE,
                stdout=PIPE,
                env=self._variables,
                start_new_session=True,  # Ctrl-C is handled by the server
            )

    async def _answer(self, order: Order) -> Found:
        await self.start()
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(encode(order) + b"\n")
        self._is_behind = True
        await self._process.stdin.drain()
        found = await self._read()
        self._is_behind = False
        return found

    async def _read(self) -> Found:
        """The answer to the last task."""
        assert self._process is not None
        assert self._process.stdout is not None
        line = await self._process.stdout.readline()
        if not line:
            raise EOFError("the process has ended")
        self._is_new = False
        return read_found(line)

    def _cancel(self) -> None:
        """Tell the process to drop its task, if it has one."""
        if self._is_behind and self._process and self._process.stdin:
            self._process.stdin.write(encode(Cancel(self._number)) + b"\n")


class Workers:
    """Lends out workers: so many for long thoughts, and one more that is kept for short ones."""

    def __init__(self, workers: int, *, compiles: bool, ends_programs: bool = False) -> None:
        variables = worker_variables(compiles=compiles)
        self.all = [Worker(variables, ends_programs=ends_programs) for _ in range(workers + 1)]
        self._free = list(self.all)
        self._schedule = Schedule(workers)
        self._granted: dict[Thought, asyncio.Future[Worker]] = {}
        self._catching_up: set[asyncio.Task[None]] = set()

    @property
    def waiting(self) -> int:
        """How many thoughts wait for a worker."""
        return len(self._schedule)

    async def ask(self, task: Task, claim: Claim, *, is_long: bool) -> Found:
        """Let a worker answer a task when its turn comes."""
        async with self.lent(claim, is_long=is_long) as worker:
            return await worker.ask(task)

    @asynccontextmanager
    async def reserved(self, worker: Worker) -> AsyncIterator[Worker]:
        """A particular worker, once it is free, for work that no guest asked for."""
        while worker not in self._free:
            await asyncio.sleep(LOOK)
        self._free.remove(worker)
        try:
            yield worker
        finally:
            self._free.append(worker)
            self._grant()

    async def retire(self) -> None:
        """End all processes once they have done what was asked of them."""
        while self.waiting or len(self._free) < len(self.all):
            await asyncio.sleep(LOOK)
        await self.stop()

    async def stop(self) -> None:
        """End all processes."""
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
            if granted.cancelled():  # whoever wanted it does not know yet
                self._schedule.finish(thought)
            else:
                granted.set_result(self._free.pop())

    def _take_back(self, thought: Thought, worker: Worker) -> None:
        """Let others have a worker, at once or when it has stopped thinking."""
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


async def _terminate(process: Process) -> None:
    """Let a process end what it has started, for a while."""
    with suppress(ProcessLookupError, TimeoutError):
        process.terminate()
        async with asyncio.timeout(ENDING):
            await process.wait()


def worker_variables(*, compiles: bool) -> dict[str, str]:
    """The environment of a worker: it imports the same package, and compiles or interprets."""
    path = os.pathsep.join(filter(None, (SOURCES, os.environ.get("PYTHONPATH", ""))))
    variables = {**os.environ, "PYTHONPATH": path, "AZULEJOS_INTERPRETED": "1"}
    if compiles:
        del variables["AZULEJOS_INTERPRETED"]
    return variables
