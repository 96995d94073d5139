"""Threads that each process their own part of some arrays, and wait for each other.

Kernels release the GIL, so they run in parallel. The calling thread does a part
itself; waking another takes some microseconds.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from threading import Thread
from typing import Any

Work = Callable[[Any], None]
"""What is done to a part."""


class Threads:
    """One thread for each part."""

    def __init__(self, parts: Sequence[Any]) -> None:
        self._first, *rest = parts
        self._done: SimpleQueue[BaseException | None] = SimpleQueue()
        self._orders: list[SimpleQueue[Work | None]] = [SimpleQueue() for _ in rest]
        for part, orders in zip(rest, self._orders, strict=True):
            Thread(target=_obey, args=(part, orders, self._done), daemon=True).start()
        self.stop = weakref.finalize(self, _stop, self._orders)
        """End the threads; also called when this object is garbage-collected."""

    def run(self, work: Work) -> None:
        """Do something to every part, and return when all is done."""
        for orders in self._orders:
            orders.put(work)
        try:
            work(self._first)
        finally:
            failures = [self._done.get() for _ in self._orders]
        for failure in failures:
            if failure is not None:
                raise failure


def _obey(
    part: Any, orders: SimpleQueue[Work | None], done: SimpleQueue[BaseException | None]
) -> None:
    while (work := orders.get()) is not None:
        try:
            work(part)
        except BaseException as error:  # whoever waits is told
            done.put(error)
        else:
            done.put(None)
        del work


def _stop(orders: Sequence[SimpleQueue[Work | None]]) -> None:
    for each in orders:
        each.put(None)
