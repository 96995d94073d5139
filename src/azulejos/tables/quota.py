"""Each address's share of the processor.

All work that the server does for an address is measured in seconds of processor time and charged to
it: accepting and reading its connections, answering its requests, doing what its messages ask for,
and writing updates to its sockets. An address that has used up its share waits until the debt is
paid off, and so does nobody else.

Two rules keep the wait of everybody else short. The work of one address takes turns: at most one
piece of it begins in each iteration of the event loop, and none while the address is in debt. Long
work, which yields every few milliseconds (`asyncio.sleep(0)`), waits for a turn at each yield.
Jobs of a table never wait in the middle, since others wait for them; they are short.

Whoever begins work for an address says so (`on_account_of`). What follows from it in other tasks,
like the task of a table, is charged to the same account (`charged`).
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Coroutine, Generator
from contextvars import Context, ContextVar, copy_context
from functools import partial
from types import coroutine
from typing import Any, TypeVar
from weakref import WeakValueDictionary

SHARE = 0.06  # of a processor, for one address
BURST = 0.25  # seconds of processor time that an address may save up
PEAK = 4  # times its share: what an address gets while it uses up its burst beside others
PEAK_BURST = 0.02  # seconds of processor time without any pause
ALONE = 0.1  # seconds after which others count as idle: then there is no peak
WAITING = 0.00002  # seconds of processor time that waiting for a turn costs
READING_SHARE = 0.25  # of a processor, for what `server/readers.py` does for one address
MAX_REMEMBERED = 10_000  # clients; those without debt are forgotten first

T = TypeVar("T")
Job = Callable[[], None]
Work = Callable[[], Coroutine[Any, Any, T]]


class CpuQuota:
    """What each client has used: an address or, behind a proxy, a connection."""

    def __init__(self, share: float = SHARE, burst: float = BURST) -> None:
        self.share = share
        self.burst = burst
        self._debts: dict[object, tuple[float, float]] = {}  # when paid, at the share and the peak
        self._waiting: dict[object, deque[Job]] = {}
        self._had_turn: set[object] = set()  # in this iteration of the loop
        self._latest: object = None  # whose work was charged last
        self._latest_at = self._others_at = float("-inf")  # and when; when that of another
        self._threads: WeakValueDictionary[object, asyncio.Lock] = WeakValueDictionary()

    def spend(self, client: object, seconds: float) -> None:
        """Count processor time."""
        now = time.monotonic()
        if client != self._latest:
            self._latest, self._others_at = client, self._latest_at
        self._latest_at = now
        if len(self._debts) >= MAX_REMEMBERED:
            self._debts = {each: debts for each, debts in self._debts.items() if max(debts) > now}
        paid, peak_paid = self._debts.get(client, (now, now))
        self._debts[client] = (
            max(now, paid) + seconds / self.share,
            max(now, peak_paid) + seconds / (self.share * PEAK),
        )

    def has_quota(self, client: object) -> bool:
        """Whether a client need not wait."""
        return client not in self._waiting and not self._wait_of(client)

    def when_paid(self, client: object, job: Job) -> None:
        """Call a job when its turn comes."""
        if client in self._waiting:
            self._waiting[client].append(job)
        else:
            self._waiting[client] = deque([job])
            self._go_on_later(client)

    async def turn(self, client: object) -> None:
        """Wait until a client may begin something: one thing in each iteration of the loop."""
        if self.has_quota(client) and client not in self._had_turn:
            if not self._had_turn:
                asyncio.get_running_loop().call_soon(self._had_turn.clear)
            self._had_turn.add(client)
            return
        begun = asyncio.get_running_loop().create_future()
        self.when_paid(client, partial(_resolve, begun))
        await begun

    async def on_account_of(self, client: object, work: Work[T]) -> T:
        """Do some work for a client, in its turn, and charge all that it takes."""
        await self.turn(client)
        account = Account(self, client)
        ACCOUNT.set(account)
        return await charged(work, account, waits=True)

    def thread_of(self, client: object) -> asyncio.Lock:
        """What keeps a client from having more than one thread work for it."""
        return self._threads.setdefault(client, asyncio.Lock())

    def forget(self, client: object) -> None:
        """Forget a connection that paid for itself."""
        self._debts.pop(client, None)

    def _wait_of(self, client: object) -> float:
        if client not in self._debts:
            return 0.0
        paid, peak_paid = self._debts[client]
        now = time.monotonic()
        wait = paid - self.burst / self.share - now
        others_at = self._others_at if client == self._latest else self._latest_at
        if others_at > now - ALONE:
            wait = max(wait, peak_paid - PEAK_BURST / (self.share * PEAK) - now)
        return max(0.0, wait)

    def _go_on_later(self, client: object) -> None:
        loop = asyncio.get_running_loop()
        loop.call_later(self._wait_of(client), self._go_on, client)

    def _go_on(self, client: object) -> None:
        """Call the job that has waited longest, if it is paid; the next in another iteration."""
        waiting = self._waiting[client]
        try:
            if not self._wait_of(client):
                self.spend(client, WAITING)
                waiting.popleft()()
        finally:
            if waiting:
                self._go_on_later(client)
            else:
                del self._waiting[client]


class Account:
    """Where the work for a client is charged."""

    __slots__ = ("_client", "_quota")

    def __init__(self, quota: CpuQuota, client: object) -> None:
        self._quota = quota
        self._client = client

    def charge(self, seconds: float) -> None:
        """Count processor time."""
        self._quota.spend(self._client, seconds)

    async def turn(self) -> None:
        """Wait until the next piece of work may begin."""
        await self._quota.turn(self._client)

    async def in_thread(self, work: Callable[[], T]) -> T:
        """Do some work in a thread, in turn; only one thread at a time works for a client."""
        async with self._quota.thread_of(self._client):
            await self.turn()
            result, seconds = await asyncio.to_thread(timed, work)
            self.charge(seconds)
        return result


class JointAccount(Account):
    """The account of work that several may wait for, like reading a table from the store.

    The first of them pays, and the work waits for turns of the first. As soon as somebody else
    needs it, it waits no more: an address in debt holds up only itself.
    """

    __slots__ = ("_is_joint", "_turn")

    def __init__(self, first: Account) -> None:
        super().__init__(first._quota, first._client)
        self._is_joint = False
        self._turn: asyncio.Future[None] | None = None

    def join(self, other: Account | None) -> None:
        """Note that somebody waits for the work."""
        if other is None or other._client != self._client:
            self._is_joint = True
            if self._turn:
                _resolve(self._turn)

    async def turn(self) -> None:
        if not self._is_joint:
            self._turn = asyncio.get_running_loop().create_future()
            self._quota.when_paid(self._client, partial(_resolve, self._turn))
            await self._turn


ACCOUNT: ContextVar[Account | None] = ContextVar("account", default=None)
"""Where the work of this task is charged."""


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """Do some work, and measure the seconds of processor time that it took."""
    begun = time.thread_time()
    return work(), time.thread_time() - begun


def charge(seconds: float) -> None:
    """Charge what was done for this task elsewhere."""
    if account := ACCOUNT.get():
        account.charge(seconds)


def uncharged() -> Context:
    """A context for a task that outlives whatever began it."""
    context = copy_context()
    context.run(ACCOUNT.set, None)
    return context


async def charged(work: Work[T], account: Account | None, *, waits: bool = False) -> T:
    """Do some work in this task and charge each step; with `waits`, bare yields wait for turns."""
    return await (work() if account is None else _step_by_step(work(), account, waits=waits))


@coroutine
def _step_by_step(
    work: Coroutine[Any, Any, T], account: Account, *, waits: bool
) -> Generator[Any, Any, T]:
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
            account.charge(time.thread_time() - begun)
        try:
            resume, value = work.send, (yield awaited)
            if awaited is None and waits:  # `asyncio.sleep(0)`
                yield from account.turn().__await__()
        except BaseException as error:
            resume, value = work.throw, error


def _resolve(begun: asyncio.Future[None]) -> None:
    if not begun.done():
        begun.set_result(None)
