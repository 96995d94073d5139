"""The jobs of a table, done by one task in order, and a timer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import TypeVar

from azulejos.errors import Busy
from azulejos.tables.inbox import Inbox
from azulejos.tables.quota import ACCOUNT, Account, charged, uncharged

logger = logging.getLogger(__name__)

T = TypeVar("T")

MAX_WAITING = 64  # jobs in one queue

Job = Callable[[], Coroutine[None, None, T]]
Waiting = tuple[Job[object], asyncio.Future[object] | None, Account | None]


def busy() -> Busy:
    return Busy("this table is busy: try again")


class JobQueue:
    """See the module. `after_each` is called before anybody hears what a job did."""

    def __init__(self, name: str, after_each: Callable[[], None]) -> None:
        self._waiting: Inbox[Waiting | None] = Inbox()
        self.is_closed = False
        self._task = asyncio.create_task(self._run(after_each), name=name, context=uncharged())

    @property
    def is_quiet(self) -> bool:
        return not self._waiting

    async def run(self, job: Job[T]) -> T:
        """Have a job done after all that came before it, and return or raise what it does."""
        if self.is_closed or len(self._waiting) >= MAX_WAITING:
            raise busy()
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.put((job, future, ACCOUNT.get()))  # type: ignore[arg-type]
        try:
            return await future
        finally:
            del future  # or an error would keep it, and it the error, by this frame

    def post(self, job: Job[object]) -> None:
        """Queue a job without waiting for it."""
        if not self.is_closed:
            self._waiting.put((job, None, None))

    def close(self) -> None:
        """Take no more jobs; those in the queue are still done."""
        if not self.is_closed:
            self.is_closed = True
            self._waiting.put(None)

    async def closed(self) -> None:
        """Wait until all jobs of a closed queue are done."""
        await self._task

    def abort(self) -> None:
        """Take no more jobs, and refuse those that wait; the current one is finished."""
        self.is_closed = True
        while self._waiting:
            waiting = self._waiting.take()
            if waiting and waiting[1] and not waiting[1].done():
                waiting[1].set_exception(busy())
        self._waiting.put(None)

    async def _run(self, after_each: Callable[[], None]) -> None:
        while (waiting := await self._waiting.get()) is not None:
            await _do(*waiting)
            del waiting  # with all that it holds: the next may be long in coming
            after_each()


async def _do(
    job: Job[object], future: asyncio.Future[object] | None, account: Account | None
) -> None:
    """Do a job, charged to whoever waits for it."""
    ACCOUNT.set(account)
    try:
        result = await charged(job, account)
    except Exception as error:
        if future is None:
            logger.exception("a job of a table failed")
        elif not future.done():
            future.set_exception(error)
    else:
        if future is not None and not future.done():
            future.set_result(result)
    finally:
        del job, future  # as above


class Timer:
    """Does one thing after a while, unless it is cancelled or set again before."""

    __slots__ = ("_handle",)

    def __init__(self) -> None:
        self._handle: asyncio.TimerHandle | None = None

    @property
    def is_set(self) -> bool:
        return self._handle is not None

    def set(self, seconds: float, ring: Callable[[], object]) -> None:
        self.cancel()
        self._handle = asyncio.get_running_loop().call_later(seconds, self._rings, ring)

    def cancel(self) -> None:
        if self._handle:
            self._handle.cancel()
            self._handle = None

    def _rings(self, ring: Callable[[], object]) -> None:
        self._handle = None
        ring()
