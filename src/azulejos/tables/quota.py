"""The share of the processor that each address may take.

Everything that is done for an address is counted in seconds of the processor: accepting and reading
its connections, answering its requests, opening its sockets, doing what they ask, and writing
updates to them. An address that has taken more than its share waits until that is paid off, and
then its connections and requests take turns: none of them, however much it sends, keeps another of
the same address from being read, and all of them together keep nobody else waiting.

Work is charged step by step: whoever begins something for an address says so (`on_account_of`), and
what others do for it afterwards, as the task of a table does, goes to the same account (`charged`).
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Coroutine, Generator
from contextvars import ContextVar
from functools import partial
from types import coroutine
from typing import Any, TypeVar

SHARE = 0.06  # of a processor, for all that one address asks for
BURST = 0.25  # seconds of the processor that it may take at once
READING_SHARE = 0.25  # of a processor, for what readers do for one address: see `server/readers.py`
MAX_REMEMBERED = 10_000

T = TypeVar("T")
Job = Callable[[], None]
Account = Callable[[float], None]  # takes seconds of the processor

ACCOUNT: ContextVar[Account | None] = ContextVar("account", default=None)
"""Where the work of this task is charged."""


class CpuQuota:
    """What each client has taken: an address or, behind a proxy, a connection."""

    def __init__(self, share: float = SHARE, burst: float = BURST) -> None:
        self.share = share
        self.burst = burst
        self._paid: dict[object, float] = {}  # when what somebody took will be paid off
        self._waiting: dict[object, deque[Job]] = {}

    def spend(self, client: object, seconds: float) -> None:
        """Count processor time that was taken."""
        now = time.monotonic()
        if len(self._paid) >= MAX_REMEMBERED:
            self._paid = {each: at for each, at in self._paid.items() if at > now}
        self._paid[client] = max(now, self._paid.get(client, now)) + seconds / self.share

    def has_quota(self, client: object) -> bool:
        """Whether somebody may take more at once."""
        return client not in self._waiting and not self._wait_of(client)

    def when_paid(self, client: object, job: Job) -> None:
        """Do something when its turn comes."""
        if client in self._waiting:
            self._waiting[client].append(job)
        else:
            self._waiting[client] = deque([job])
            self._go_on_later(client)

    async def turn(self, client: object) -> None:
        """Wait until somebody may take more: one turn of the loop for each thing that is begun."""
        begun = asyncio.get_running_loop().create_future()
        self.when_paid(client, lambda: None if begun.done() else begun.set_result(None))
        await begun

    async def on_account_of(self, client: object, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Do some work for a client, in its turn, and charge all that it takes."""
        await self.turn(client)
        account = partial(self.spend, client)
        ACCOUNT.set(account)
        return await charged(work(), account)

    def forget(self, client: object) -> None:
        """Forget a connection that paid for itself."""
        self._paid.pop(client, None)

    def _wait_of(self, client: object) -> float:
        now = time.monotonic()
        return max(0.0, self._paid.get(client, now) - now - self.burst / self.share)

    def _go_on_later(self, client: object) -> None:
        loop = asyncio.get_running_loop()
        loop.call_later(self._wait_of(client), self._go_on, client)

    def _go_on(self, client: object) -> None:
        """Do what waits longest, if it is paid; for the next there is another turn of the loop."""
        waiting = self._waiting[client]
        try:
            if not self._wait_of(client):
                waiting.popleft()()
        finally:
            if waiting:
                self._go_on_later(client)
            else:
                del self._waiting[client]


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """Do some work, and tell the seconds of the processor that it took."""
    begun = time.thread_time()
    return work(), time.thread_time() - begun


async def charged(work: Coroutine[Any, Any, T], account: Account | None) -> T:
    """Do some work in this task, and charge what each of its steps takes."""
    return await (work if account is None else _step_by_step(work, account))


@coroutine
def _step_by_step(work: Coroutine[Any, Any, T], account: Account) -> Generator[Any, Any, T]:
    resume: Callable[[Any], Any] = work.send
    value: Any = None
    while True:
        begun = time.thread_time()
        try:
            awaited = resume(value)
        except StopIteration as done:
            result: T = done.value
            return result
        finally:
            value = None  # an error would keep this frame, and it the error
            account(time.thread_time() - begun)
        try:
            resume, value = work.send, (yield awaited)
        except BaseException as error:
            resume, value = work.throw, error
