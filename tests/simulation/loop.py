"""An event loop whose time passes by itself and whose order is decided by a seed."""

from __future__ import annotations

import asyncio
import heapq
import random
from contextvars import ContextVar
from typing import Any

OWNER: ContextVar[object] = ContextVar("owner", default=None)
"""To which simulated process whatever runs belongs; None for the world around them."""


class SimulatedLoop(asyncio.BaseEventLoop):
    """Does what is ready, in an order that `disorder` makes more or less surprising.

    When nothing is ready it is the time of the next timer, at once.
    """

    def __init__(self, source: random.Random, disorder: float) -> None:
        super().__init__()
        self._source = source
        self._disorder = disorder
        self._passed = 0.0
        self.steps = 0
        self.tasks: dict[asyncio.Task[Any], object] = {}  # that are not done, and their owners
        self.set_task_factory(self._make_task)

    def calm_down(self) -> None:
        """Do things in the order in which they became ready, as a real loop does."""
        self._disorder = 0.0

    def time(self) -> float:
        return self._passed

    def timers(self) -> list[asyncio.TimerHandle]:
        """Those that will still ring."""
        waiting: list[asyncio.TimerHandle] = self._scheduled  # type: ignore[attr-defined]
        return [timer for timer in waiting if not timer.cancelled()]

    def _make_task(
        self, loop: asyncio.AbstractEventLoop, coro: Any, context: Any = None, **more: Any
    ) -> asyncio.Task[Any]:
        task = asyncio.Task(coro, loop=loop, context=context, **more)
        self.tasks[task] = context.get(OWNER) if context is not None else OWNER.get()
        task.add_done_callback(lambda done: self.tasks.pop(done, None))
        return task

    def _run_once(self) -> None:
        ready, waiting = self._ready, self._scheduled  # type: ignore[attr-defined]
        if not ready:
            assert waiting, "everybody waits for ever"
            self._passed = max(self._passed, waiting[0].when())
        while waiting and waiting[0].when() <= self._passed:
            timer = heapq.heappop(waiting)
            timer._scheduled = False
            if not timer.cancelled():
                ready.append(timer)
        if not ready:
            return
        if len(ready) > 1 and self._source.random() < self._disorder:
            ready.rotate(self._source.randrange(len(ready)))
        handle = ready.popleft()
        if not handle.cancelled():
            self.steps += 1
            handle._run()

    def _write_to_self(self) -> None:
        raise AssertionError("a simulation has no threads")
