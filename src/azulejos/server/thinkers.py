"""The worker processes: who of them is free, how long they may think, and a new one for a dead."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import azulejos
from azulejos.core.state import View
from azulejos.errors import Busy
from azulejos.games import GAME_NAMES
from azulejos.server.levels import SIMPLEST
from azulejos.server.worker import (
    Advise,
    Advised,
    Choose,
    Found,
    Judge,
    Judged,
    Sight,
    Task,
    WarmUp,
    encode,
    read_found,
)

logger = logging.getLogger(__name__)

DEADLINE = 10.0  # seconds for a move, with everything that is loaded for it
COMPILING = 600.0  # seconds for a game's kernels on a slow machine
MOST_WAITING = 32  # questions for advice
SOURCES = str(Path(azulejos.__file__).parent.parent)


class Worker:
    """One process. It has one task at a time."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        self._variables = variables
        self._process: Process | None = None

    async def ask(self, task: Task, deadline: float = DEADLINE) -> Found:
        """Answer a task, or raise `Busy` if that did not work; then the process is a new one."""
        try:
            async with asyncio.timeout(deadline):
                found = await self._answer(task)
        except (TimeoutError, OSError, EOFError) as error:
            await self.stop()
            logger.warning("a worker failed", extra={"error": repr(error)})
            raise Busy("the bot could not finish thinking") from None
        except BaseException:
            await self.stop()  # it may still think of what nobody waits for
            raise
        if found.error:
            logger.warning("a worker met an error", extra={"error": found.error})
            raise Busy("the bot could not think of a move")
        return found

    async def _answer(self, task: Task) -> Found:
        if self._process is None:
            self._process = await self._start()
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(encode(task) + b"\n")
        await self._process.stdin.drain()
        line = await self._process.stdout.readline()
        if not line:
            raise EOFError("the process has ended")
        return read_found(line)

    async def _start(self) -> Process:
        return await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "azulejos.server.worker"),
            stdin=PIPE,
            stdout=PIPE,
            env=self._variables,
            start_new_session=True,  # Ctrl-C is the server's to notice
        )

    async def stop(self) -> None:
        """End the process; the next task starts another."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


class Thinkers:
    """Lets bots think and gives advice.

    The first start on a machine compiles for a minute or two. Meanwhile one worker interprets: it
    plays at the easiest level, and at once.
    """

    def __init__(self, workers: int, *, compiles: bool) -> None:
        self._workers = [Worker(_variables(compiles=compiles)) for _ in range(workers)]
        self._free: asyncio.Queue[Worker] = asyncio.Queue()
        for worker in self._workers:
            self._free.put_nowait(worker)
        self._advising = asyncio.Semaphore(max(1, workers - 1))
        self._waiting = 0
        self._ready = set() if compiles else set(GAME_NAMES)
        self._stopgap = Worker(_variables(compiles=False))
        self._at_stopgap = asyncio.Lock()
        self._preparing: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to compile where that is needed."""
        if self._ready != set(GAME_NAMES):
            self._preparing = asyncio.create_task(self._prepare())

    async def stop(self) -> None:
        """End all processes."""
        if self._preparing:
            self._preparing.cancel()
            with suppress(asyncio.CancelledError):
                await self._preparing
        for worker in (*self._workers, self._stopgap):
            await worker.stop()

    async def prepared(self) -> None:
        """Wait until the bots of all games play at full strength."""
        if self._preparing:
            await asyncio.wait([self._preparing])

    @property
    def ready(self) -> frozenset[str]:
        """The games whose bots play at full strength."""
        return frozenset(self._ready)

    async def choose(self, view: View, level: str) -> str:
        """The move that a bot of a level chooses."""
        sight = Sight.of(view)
        if sight.game not in self._ready:
            async with self._at_stopgap:
                return (await self._stopgap.ask(Choose(sight, SIMPLEST))).moves[0].move
        async with self._worker() as worker:
            return (await worker.ask(Choose(sight, level))).moves[0].move

    async def advise(self, view: View) -> list[Advised]:
        """The best moves."""
        return (await self._consult(view, Advise(Sight.of(view)))).moves

    async def judge(self, view: View, move: str) -> Judged:
        """What a move cost."""
        judged = (await self._consult(view, Judge(Sight.of(view), move))).judged
        assert judged is not None
        return judged

    async def _consult(self, view: View, task: Task) -> Found:
        """Ask a worker where no game waits for the answer; bots always find another one free."""
        if view.state.game.name not in self._ready:
            raise Busy("the bots are still being prepared")
        if self._waiting >= MOST_WAITING:
            raise Busy("too many ask for advice")
        self._waiting += 1
        try:
            async with self._advising, self._worker() as worker:
                return await worker.ask(task)
        finally:
            self._waiting -= 1

    @asynccontextmanager
    async def _worker(self) -> AsyncIterator[Worker]:
        worker = await self._free.get()
        try:
            yield worker
        finally:
            self._free.put_nowait(worker)

    async def _prepare(self) -> None:
        """Compile game by game in a process of its own; the workers then load what it made."""
        worker = Worker(_variables(compiles=True))
        try:
            for game in GAME_NAMES:
                with suppress(Busy):
                    await worker.ask(WarmUp(game), COMPILING)
                self._ready.add(game)
                logger.info("the bots are ready", extra={"game": game})
        finally:
            await worker.stop()
        async with self._at_stopgap:
            await self._stopgap.stop()


def _variables(*, compiles: bool) -> dict[str, str]:
    """The environment of a worker: it imports the same package, and compiles or interprets."""
    path = os.pathsep.join(filter(None, (SOURCES, os.environ.get("PYTHONPATH", ""))))
    variables = {**os.environ, "PYTHONPATH": path, "AZULEJOS_INTERPRETED": "1"}
    if compiles:
        del variables["AZULEJOS_INTERPRETED"]
    return variables
