"""Several server processes at one address, and their supervisor.

They all accept from one listening socket, which stays open while one of them is replaced: nobody
who connects meanwhile is turned away.

Nothing here imports what a server needs: it starts at once.
"""

from __future__ import annotations

import logging
import multiprocessing
import signal
import socket
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from types import FrameType

logger = logging.getLogger(__name__)

PAUSE = 1.0  # seconds before a process that ended is replaced
PATIENCE = 10.0  # seconds that a process gets to stop

BACKLOG = 1024  # connections that wait to be accepted


class Stop(BaseException):
    """A signal came."""


class Processes:
    """So many processes that serve, each given the same arguments and an event: one answers."""

    def __init__(self, count: int, *arguments: object) -> None:
        self._count = count
        self._arguments = arguments
        self._context = multiprocessing.get_context("spawn")
        self._running: list[SpawnProcess] = []
        self._serving = self._context.Event()

    def look_after(self, ready: Callable[[], None]) -> signal.Signals:
        """Let them run until a signal comes, and return it; say when the first one answers."""
        with _signals_that_stop() as signals:
            try:
                for _ in range(self._count):
                    self._start()
                while not self._serving.wait(PAUSE / 10):
                    self._replace_ended()
                ready()
                while True:
                    wait([process.sentinel for process in self._running])
                    self._replace_ended()
            except Stop:
                _stop(self._running)
        return signals[0]

    def _start(self) -> None:
        arguments = (*self._arguments, self._serving)
        process = self._context.Process(target=run, args=arguments, daemon=True)
        process.start()
        self._running.append(process)

    def _replace_ended(self) -> None:
        ended = [process for process in self._running if not process.is_alive()]
        if ended:
            time.sleep(PAUSE)
        for process in ended:
            logger.error("a process ended", extra={"code": process.exitcode})
            self._running.remove(process)
            self._start()


def run(*arguments: object) -> None:
    """What each process does; what it needs is imported there alone."""
    import_module("azulejos.server.running.run").serve_at_post(*arguments)


def _stop(processes: Iterable[SpawnProcess]) -> None:
    """Tell all to stop, wait until they have, and end those that do not."""
    for process in processes:
        process.terminate()
    end = time.monotonic() + PATIENCE
    for process in processes:
        process.join(max(0.0, end - time.monotonic()))
        process.kill()
        process.join()


@contextmanager
def _signals_that_stop() -> Iterator[list[signal.Signals]]:
    """Raise `Stop` at the first signal, and ignore later ones: stopping takes a while."""
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


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens; port 0 takes any free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError:
        listening.close()
        raise
    listening.listen(BACKLOG)
    return listening
