"""How long an event loop is busy, in processor time, which a busy machine does not change."""

from __future__ import annotations

import asyncio
import gc
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


class Watch:
    """The longest callback of a loop, and all iterations."""

    def __init__(self) -> None:
        self.longest = 0.0
        self.which = ""
        self.iterations: list[float] = []

    def note(self, taken: float, what: object) -> None:
        if taken > self.longest:
            self.longest, self.which = taken, repr(what)[:600]


def delay_of(iterations: list[float], seconds: float, percent: float = 95) -> float:
    """How long a loop keeps something waiting that comes at a random time within some seconds.

    That is the rest of the iteration under way, none if the loop is idle; so many percent of all
    moments wait no longer.
    """
    low, high = 0.0, max(iterations, default=0.0)
    waiting = seconds * (1 - percent / 100)
    while high - low > 1e-6:
        middle = (low + high) / 2
        if sum(max(0.0, each - middle) for each in iterations) > waiting:
            low = middle
        else:
            high = middle
    return high


@contextmanager
def watched(
    thread: threading.Thread, loop: asyncio.AbstractEventLoop | None = None
) -> Iterator[Watch]:
    """Measure every callback that runs in a thread, work it hands to other threads, and iterations.

    Iterations are measured if the loop is given.
    """
    watch = Watch()
    run = asyncio.Handle._run

    def measured(handle: asyncio.Handle) -> None:
        if threading.current_thread() is not thread:
            run(handle)
            return
        begun = time.thread_time()
        run(handle)
        watch.note(time.thread_time() - begun, handle)

    to_thread = asyncio.to_thread

    async def measured_thread(job: Callable[..., Any], *arguments: Any) -> Any:
        def work() -> Any:
            begun = time.thread_time()
            try:
                return job(*arguments)
            finally:
                watch.note(time.thread_time() - begun, job)

        return await to_thread(work)

    asyncio.Handle._run = measured  # type: ignore[method-assign]
    asyncio.to_thread = measured_thread  # type: ignore[assignment]
    gc.disable()  # the garbage of the tests themselves is not what is measured
    running: Any = loop
    if running is not None:
        once = running._run_once

        def measured_once() -> None:
            begun = time.thread_time()
            once()
            watch.iterations.append(time.thread_time() - begun)

        running._run_once = measured_once
    try:
        yield watch
    finally:
        if running is not None:
            del running._run_once
        gc.enable()
        asyncio.Handle._run = run  # type: ignore[method-assign]
        asyncio.to_thread = to_thread
