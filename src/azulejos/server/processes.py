"""Several processes that serve at one address, and somebody who looks after them.

They all accept from one listening socket, which stays open while one of them is replaced: nobody
who connects meanwhile is turned away.
"""

from __future__ import annotations

import logging
import multiprocessing
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from threading import Thread
from types import FrameType

from azulejos.server.run import PATIENCE, Server

logger = logging.getLogger(__name__)

PAUSE = 1.0  # seconds before a process that ended is replaced


class Stop(BaseException):
    """A signal came."""


def look_after(count: int, target: Callable[..., None], *arguments: object) -> signal.Signals:
    """Let so many processes run until a signal comes, and return it; one that ends is replaced."""
    context = multiprocessing.get_context("spawn")
    running: list[SpawnProcess] = []

    def start() -> None:
        process = context.Process(target=target, args=arguments, daemon=True)
        process.start()
        running.append(process)

    with _signals_that_stop() as signals:
        try:
            for _ in range(count):
                start()
            while True:
                wait([process.sentinel for process in running])
                time.sleep(PAUSE)
                for process in [each for each in running if not each.is_alive()]:
                    logger.error("a process ended", extra={"code": process.exitcode})
                    running.remove(process)
                    start()
        except Stop:
            _stop(running)
    return signals[0]


def end_with_parent(server: Server) -> None:
    """Stop serving, in good order, if the process that looks after this one is gone."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        server.should_exit = True

    Thread(target=watch, name="parent", daemon=True).start()


def _stop(processes: list[SpawnProcess]) -> None:
    """Tell all to stop, wait until they have, and end those that do not."""
    for process in processes:
        process.terminate()
    end = time.monotonic() + 2 * PATIENCE
    for process in processes:
        process.join(max(0.0, end - time.monotonic()))
        process.kill()


@contextmanager
def _signals_that_stop() -> Iterator[list[signal.Signals]]:
    """Raise `Stop` at the first signal, and only note the following: stopping takes its time."""
    signals: list[signal.Signals] = []

    def note(number: int, _: FrameType | None) -> None:
        signals.append(signal.Signals(number))
        if len(signals) == 1:
            raise Stop

    before = {each: signal.signal(each, note) for each in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield signals
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
