"""Several server processes at one address, and their supervisor.

They all accept from one listening socket, which stays open while one of them is replaced: nobody
who connects meanwhile is turned away. Where nothing is compiled yet they begin by interpreting the
rules, and are replaced once everything is there.

Nothing here imports what a server needs: it starts at once.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import socket
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from multiprocessing.synchronize import Event
from types import FrameType

logger = logging.getLogger(__name__)

PAUSE = 1.0  # seconds before a process that ended is replaced
LOOK = 1.0  # seconds between two checks whether everything is compiled
PATIENCE = 10.0  # seconds that a process gets to stop

BACKLOG = 1024  # connections that wait to be accepted


@dataclass(frozen=True)
class Post:
    """What a process and its supervisor tell each other."""

    serving: Event  # one of all processes answers
    loaded: Event  # the process has loaded the rules
    may_serve: Event  # the processes before it are gone


class Stop(BaseException):
    """A signal came."""


class Processes:
    """So many processes that serve, each given the same arguments and its post."""

    def __init__(self, count: int, *arguments: object) -> None:
        self._count = count
        self._arguments = arguments
        self._context = multiprocessing.get_context("spawn")
        self._running: dict[SpawnProcess, Post] = {}
        self._serving = self._context.Event()
        self.is_compiled: Callable[[], bool] | None = None  # asked while they interpret

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
                    self._look()
            except Stop:
                _stop(self._running)
        return signals[0]

    def _look(self) -> None:
        wait([process.sentinel for process in self._running], LOOK if self.is_compiled else None)
        self._replace_ended()
        if self.is_compiled and self.is_compiled():
            self.is_compiled = None
            self._renew()

    def _start(self, *, may_serve: bool = True) -> tuple[SpawnProcess, Post]:
        event = self._context.Event
        post = Post(self._serving, loaded=event(), may_serve=event())
        if may_serve:
            post.may_serve.set()
        process = self._context.Process(target=run, args=(*self._arguments, post), daemon=True)
        process.start()
        self._running[process] = post  # kept alive: its events end with it
        return process, post

    def _replace_ended(self) -> None:
        ended = [process for process in self._running if not process.is_alive()]
        if ended:
            time.sleep(PAUSE)
        for process in ended:
            logger.error("a process ended", extra={"code": process.exitcode})
            del self._running[process]
            self._start()

    def _renew(self) -> None:
        """Replace those that interpret, one after the other, by ones that have loaded the rules."""
        interpret_no_more()
        for old in list(self._running):
            new, post = self._start(may_serve=False)
            while new.is_alive() and not post.loaded.wait(LOOK):
                pass
            if not post.loaded.is_set():
                interpret()
                del self._running[new]
                extra = {"code": new.exitcode}
                logger.error("what was compiled cannot be loaded: interpreting on", extra=extra)
                return
            _stop([old])
            del self._running[old]
            post.may_serve.set()
        logger.info("everything is compiled: the server does not interpret any more")


def run(*arguments: object) -> None:
    """What each process does; what it needs is imported there alone."""
    import_module("azulejos.server.running.run").serve_at_post(*arguments)


def interpret() -> None:
    """Let processes that are started from now on interpret the rules."""
    os.environ["AZULEJOS_INTERPRETED"] = "1"


def interpret_no_more() -> None:
    os.environ.pop("AZULEJOS_INTERPRETED", None)


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
