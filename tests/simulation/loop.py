"""An event loop with simulated time, which runs callbacks in an order that a seed decides."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from contextvars import Context, ContextVar, copy_context
from heapq import heappop, heappush
from typing import Any

OWNER: ContextVar[object] = ContextVar("owner", default=None)
"""The simulated process to which the running code belongs; None for the world."""


class Call:
    """A handle of asyncio, without what only debugging needs."""

    __slots__ = ("_arguments", "_callback", "_context", "_is_cancelled", "_when")

    def __init__(
        self, callback: Callable[..., object], arguments: Any, context: Context, when: float
    ) -> None:
        self._callback = callback
        self._arguments = arguments
        self._context = context
        self._is_cancelled = False
        self._when = when

    def cancel(self) -> None:
        self._is_cancelled = True

    def cancelled(self) -> bool:
        return self._is_cancelled

    def when(self) -> float:
        return self._when

    @property
    def owner(self) -> object:
        return self._context.get(OWNER)


class SimulatedLoop(asyncio.BaseEventLoop):
    """Runs callbacks that are ready; the higher `disorder`, the more often out of order.

    If none is ready, time jumps to the next timer.
    """

    def __init__(self, source: random.Random, disorder: float) -> None:
        super().__init__()
        self._source = source
        self._disorder = disorder
        self._passed = 0.0
        self._timers: list[tuple[float, int, Call]] = []  # a heap; equal ones in order
        self._timer_count = 0
        self.steps = 0
        self._tasks: dict[asyncio.Task[Any], object] = {}  # with their owners
        self.set_task_factory(self._make_task)

    def calm_down(self) -> None:
        """Run callbacks in order from now on, as a real loop does."""
        self._disorder = 0.0

    def time(self) -> float:
        return self._passed

    def timers(self) -> list[Call]:
        """Timers that have not been cancelled."""
        return [timer for _, _, timer in self._timers if not timer.cancelled()]

    def tasks(self) -> dict[asyncio.Task[Any], object]:
        """Tasks that are not done, with their owners."""
        self._tasks = {task: owner for task, owner in self._tasks.items() if not task.done()}
        return self._tasks

    def call_soon(  # type: ignore[override]
        self, callback: Callable[..., object], *arguments: Any, context: Context | None = None
    ) -> Call:
        call = Call(callback, arguments, copy_context() if context is None else context, 0.0)
        self._ready.append(call)  # type: ignore[attr-defined]
        return call

    def call_later(  # type: ignore[override]
        self,
        delay: float,
        callback: Callable[..., object],
        *arguments: Any,
        context: Context | None = None,
    ) -> Call:
        return self.call_at(self._passed + delay, callback, *arguments, context=context)

    def call_at(  # type: ignore[override]
        self,
        when: float,
        callback: Callable[..., object],
        *arguments: Any,
        context: Context | None = None,
    ) -> Call:
        call = Call(callback, arguments, copy_context() if context is None else context, when)
        self._timer_count += 1
        heappush(self._timers, (when, self._timer_count, call))
        return call

    def _make_task(
        self, loop: asyncio.AbstractEventLoop, coro: Any, context: Any = None, **more: Any
    ) -> asyncio.Task[Any]:
        task = asyncio.Task(coro, loop=loop, context=context, **more)
        self._tasks[task] = context.get(OWNER) if context is not None else OWNER.get()
        return task

    def _run_once(self) -> None:
        ready, timers = self._ready, self._timers  # type: ignore[attr-defined]
        if not ready:
            assert timers, "everything waits forever"
            self._passed = max(self._passed, timers[0][0])
        while timers and timers[0][0] <= self._passed:
            ready.append(heappop(timers)[2])
        if len(ready) > 1 and self._source.random() < self._disorder:
            ready.rotate(self._source.randrange(len(ready)))
        call: Call = ready.popleft()
        if call._is_cancelled:
            return
        self.steps += 1
        try:
            call._context.run(call._callback, *call._arguments)
        except Exception as error:
            self.call_exception_handler({"message": "a callback failed", "exception": error})

    def _write_to_self(self) -> None:
        raise AssertionError("a simulation has no threads")
