"""Where bots think in a browser: in workers of their own, or where the games are.

`thinker.py` is the other end of the lines to these workers.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from azulejos.offline.thinker import PortThinker
from azulejos.tables.bots import tasks
from azulejos.tables.bots.consulting import LevelPool
from azulejos.tables.bots.workers import STARTING, Workers
from azulejos.tables.inbox import Inbox

GRACE = 0.3
"""Seconds in which most thoughts end by themselves; to start another worker takes longer."""

IDLE = 120.0
"""Seconds without a thought after which a worker is ended: it holds some 60 MB."""

SMALL_IDLE = 10.0
"""The same on a device with little memory."""

MAX_WORKERS = 4

Hear = Callable[[str], None]
"""Called with each line that a worker says; with an empty one when it has ended or failed."""


class Port(Protocol):
    """A worker of the browser."""

    def send(self, text: str) -> None:
        """Post a line to it."""

    def close(self) -> None:
        """Terminate it."""


Spawn = Callable[[Hear], Port]
"""Starts a worker that runs `azulejos.offline.thinker`. What is sent before it is ready waits."""


class PortLine:
    """See `WorkerLine`. A worker that thinks hears nothing: to be stopped, it is terminated.

    One that is not `eager` starts no worker before there is something to think about.
    """

    pid = None
    grace = GRACE

    def __init__(self, spawn: Spawn, idle: float, *, eager: bool = True) -> None:
        self._spawn = spawn
        self._idle = idle
        self._eager = eager
        self._port: Port | None = None
        self._heard: Inbox[bytes] = Inbox()
        self._resting: asyncio.TimerHandle | None = None
        self._has_answered = False  # whoever is at the other end now

    @property
    def starting(self) -> float:
        """A slow phone takes a while to load Python, and no other worker could move meanwhile."""
        return 0.0 if self._has_answered else STARTING

    async def open(self) -> None:
        if self._eager and self._port is None:
            self._start()
            self._rest()

    def write(self, line: bytes) -> None:
        self._wake()
        port = self._port or self._start()
        port.send(line.decode())

    async def drain(self) -> None:
        """A message that was posted is on its way."""

    async def read(self) -> bytes:
        line = await self._heard.get()
        self._has_answered = True
        self._rest()
        return line

    async def end(self) -> None:
        self._wake()
        self._close()

    def _start(self) -> Port:
        heard = self._heard = Inbox[bytes]()
        self._has_answered = False
        self._port = self._spawn(lambda text: heard.put(text.encode()))
        return self._port

    def _rest(self) -> None:
        """End the worker in a while."""
        self._wake()
        self._resting = asyncio.get_running_loop().call_later(self._idle, self._close)

    def _wake(self) -> None:
        if self._resting is not None:
            self._resting.cancel()
            self._resting = None

    def _close(self) -> None:
        port, self._port = self._port, None
        self._has_answered = False
        if port is not None:
            port.close()


class LocalLine:
    """See `WorkerLine`. Thinks in place, which holds up everything else meanwhile."""

    pid = None
    grace = GRACE
    starting = 0.0

    def __init__(self) -> None:
        self._thinker: PortThinker | None = None
        self._waiting: Inbox[tasks.Order | tasks.Cancel] = Inbox()

    async def open(self) -> None:
        if self._thinker is None:
            self._thinker = PortThinker()

    def write(self, line: bytes) -> None:
        order = tasks.read_order(line)
        if isinstance(order, tasks.Cancel):
            self._waiting.clear()
        self._waiting.put(order)

    async def drain(self) -> None:
        """Let everybody else have a turn before thinking."""
        await asyncio.sleep(0)

    async def read(self) -> bytes:
        order = await self._waiting.get()
        await asyncio.sleep(0)
        if isinstance(order, tasks.Cancel):
            return tasks.encode(tasks.CANCELLED)
        return self._thinker.answer(order) if self._thinker else b""

    async def end(self) -> None:
        self._thinker = None
        self._waiting = Inbox()


class SmallPool(LevelPool):
    """For a device with little memory, where a second Python takes as much as all the rest.

    Moves of bots are found where the games are: nobody but the one who waits for them is there, and
    none takes longer than `levels.MAX_SECONDS`. For hints, reviews and analyses, which take
    longer and are often cancelled, there is a worker, for as long as they are wanted.
    """

    def __init__(self, spawn: Spawn) -> None:
        super().__init__(Workers([PortLine(spawn, SMALL_IDLE, eager=False)], 1))
        self._here = Workers([LocalLine()], 1)

    def workers_for(self, task: tasks.Task) -> Workers:
        return self._here if isinstance(task, tasks.Choose) else self.workers

    async def stop(self) -> None:
        await self._here.stop()
        await super().stop()


async def started_pool(spawn: Spawn | None, workers: int, *, is_small: bool) -> LevelPool:
    """Where bots think; on a large device one worker is spawned, others when they are needed.

    One is kept for short thoughts if there are several.
    """
    if spawn is None:
        return LevelPool(Workers([LocalLine()], 1))
    if is_small:
        return SmallPool(spawn)
    count = max(1, min(workers, MAX_WORKERS))
    pool = LevelPool(Workers([PortLine(spawn, IDLE) for _ in range(count)], max(1, count - 1)))
    await pool.workers.start_one()
    return pool
