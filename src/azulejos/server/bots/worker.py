"""A worker process: it reads tasks from its input, a line each, and writes the results.

Thinking takes seconds of a whole core, so it is never done in the process with the sockets. A
worker is told what one seat may know of a position, and nothing else. A task can be cancelled while
it runs: it is then soon answered with nothing, and the worker keeps what it has loaded.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from queue import SimpleQueue
from threading import Lock, Thread
from typing import BinaryIO

from azulejos.bots.search import interruption
from azulejos.tables.bots.tasks import CANCELLED, Cancel, Order, encode, read_order
from azulejos.tables.bots.thinker import Thinker, answered

NICENESS = 10  # sockets go first


class Orders:
    """A queue of tasks, filled by a thread that also notices when one is cancelled."""

    def __init__(self, lines: BinaryIO) -> None:
        self._waiting: SimpleQueue[Order | None] = SimpleQueue()
        self._lock = Lock()
        self._current = 0  # the number of the task that is being done, or was last
        self._cancelled = 0  # tasks up to this number are cancelled
        Thread(target=self._read, args=(lines,), name="orders", daemon=True).start()

    def next(self) -> Order | None:
        """The next task, before which searches are allowed again; None after the last one."""
        order = self._waiting.get()
        with self._lock:
            if order and order.number > self._cancelled:
                self._current = order.number
                interruption.allow()
        return order

    def is_cancelled(self, order: Order) -> bool:
        return order.number <= self._cancelled

    def _read(self, lines: BinaryIO) -> None:
        for line in lines:
            match read_order(line):
                case Order() as order:
                    self._waiting.put(order)
                case Cancel(number):
                    self._cancel(number)
        self._waiting.put(None)
        interruption.interrupt()  # the server is gone

    def _cancel(self, number: int) -> None:
        with self._lock:
            self._cancelled = number
            if self._current <= number:
                interruption.interrupt()


def serve(lines: BinaryIO, answers: BinaryIO) -> None:
    """Answer tasks until there are no more."""
    thinker, orders = Thinker(), Orders(lines)
    try:
        while order := orders.next():
            result = CANCELLED if orders.is_cancelled(order) else answered(thinker, order.task)
            answers.write(encode(CANCELLED if orders.is_cancelled(order) else result) + b"\n")
            answers.flush()
    finally:
        thinker.close()


def main() -> None:
    """Run as a process of its own; what is printed by accident goes where errors go."""
    orders = os.fdopen(os.dup(0), "rb")  # not `sys.stdin`, which the end would wait for
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    with suppress(OSError):
        os.nice(NICENESS)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # so that programs of bots end, too
    with suppress(BrokenPipeError, KeyboardInterrupt):
        serve(orders, answers)


if __name__ == "__main__":
    main()
