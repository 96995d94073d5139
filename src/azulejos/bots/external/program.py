"""Bots that are programs: `exec:./engine --fast` speaks the engine protocol on its pipes.

A program is started when it is first asked for a move, without a shell, and kept until `close`, or
until it does something wrong: then it is ended, and restarted if it is asked again. It runs in a
process group of its own, so that what it started ends with it.
"""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import time
import weakref
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from io import BufferedReader, BufferedWriter
from queue import SimpleQueue
from random import Random
from threading import Thread
from typing import cast

from azulejos.bots.external.conversation import Conversation, GoLimits, Introduction, Timeouts
from azulejos.bots.external.lines import CLOSED, Lines, Tail
from azulejos.bots.parameters import Given, Parameter
from azulejos.bots.protocol import BotKind
from azulejos.bots.search.bot import CLOCK, INCREMENT, NODES, TIME
from azulejos.bots.search.clock import begins_anew
from azulejos.core.game import Game
from azulejos.core.move import Move
from azulejos.core.options import Options
from azulejos.core.state import View
from azulejos.errors import BotError, excerpt, quoted

LIMITS = (TIME, NODES, CLOCK, INCREMENT)
GRACE = 1.0  # seconds that a clock may run out by: machines are busy
QUITTING = 2.0  # seconds from `quit` until a program is killed
EXITING = 0.5  # seconds from the end of its output
SEEDS = 1 << 31


def kind(command: str) -> BotKind:
    """The kind of bots that a program is; its own options are known once it runs."""
    arguments = _arguments(command)

    def make(given: Given, source: Random) -> ProgramBot:
        return ProgramBot(arguments, given, source)

    return BotKind("exec", "a program", make, LIMITS, is_open=True)


def _arguments(command: str) -> list[str]:
    try:
        arguments = shlex.split(command)
    except ValueError as error:
        raise BotError(f"{str(error).lower()} in {quoted(command)}") from None
    if not arguments:
        raise BotError("name a program, like exec:./engine --fast")
    if not command.isprintable():
        raise BotError("a command must consist of printable characters")
    if shutil.which(arguments[0]) is None:
        raise BotError(f"there is no program {quoted(arguments[0])}, or it cannot be run")
    return arguments


class ProgramBot:
    """Plays what a program says.

    A new game begins with `new_game`, or when a view shows it. Whatever the program does wrong
    ends it.
    """

    def __init__(
        self,
        arguments: list[str],
        given: Given,
        source: Random,
        timeouts: Timeouts | None = None,
    ) -> None:
        self._arguments = arguments
        self._name = excerpt(f"exec:{shlex.join(arguments)}")
        limits = {each.name: given[each.name] for each in LIMITS if each.name in given}
        self._options = {name: given[name] for name in given if name not in limits}
        self._limits = GoLimits(**limits or {"time": TIME.default})
        self._left: float | None = None  # of the clock
        self.source = source
        self._timeouts = timeouts
        self._process: Process | None = None
        self._talk: Conversation | None = None
        self._last: View | None = None  # of the game that the program knows of

    @property
    def info(self) -> Mapping[str, str]:
        """What the program said of its last move: `depth`, `nodes`, `score`, `line` and others."""
        return self._talk.info if self._talk else {}

    @property
    def is_running(self) -> bool:
        """Whether it was started, and has not been ended by a fault since."""
        return self._process is not None

    @property
    def move_time(self) -> float | None:
        """The seconds that it is given for a move, at most."""
        return self._limits.max_seconds

    def introduction(self) -> Introduction:
        """What the program says about itself: its name, its options and its games."""
        with self._ended_by_faults():
            return (self._talk or self._start()).about

    def choose(self, view: View) -> Move:
        """Ask the program for a move."""
        with self._ended_by_faults():
            if self._last is None or begins_anew(self._last, view):
                self._begin(view.state.game, view.state.options)
            self._last = view
            assert self._talk
            begun = time.monotonic()
            move = self._talk.best_move(view, replace(self._limits, clock=self._left))
            self._spend(time.monotonic() - begun)
            return move

    def _spend(self, seconds: float) -> None:
        """Take the time of a move off the clock, if there is one."""
        if self._left is not None:
            if seconds > self._left + GRACE:
                raise BotError("its clock has run out", "time")
            self._left = max(0.0, self._left - seconds) + (self._limits.increment or 0.0)

    def new_game(self, game: Game, options: Options) -> None:
        """Start the program if it does not run, and wait until it is ready for a game."""
        with self._ended_by_faults():
            self._begin(game, options)

    @contextmanager
    def _ended_by_faults(self) -> Iterator[None]:
        try:
            yield
        except EOFError as error:
            fault = f"{self._name}: it {self._how_it_ended(str(error))}"
            raise BotError(fault, "died") from None
        except BotError as error:
            self._end(0)
            raise BotError(f"{self._name}: {error}", error.kind) from None
        except BaseException:
            self._end(0)
            raise

    def close(self) -> None:
        """End the program: it is told to quit, and killed if it does not."""
        self._end(QUITTING)

    def _begin(self, game: Game, options: Options) -> None:
        talk = self._talk or self._start()
        option = talk.about.options.get("seed")
        if option and option.type == "int" and "seed" not in self._options:
            talk.set("seed", str(_seed(option, self.source)))
        talk.new_game(game, options)
        self._last = game.new(options).view(0)
        self._left = self._limits.clock

    def _start(self) -> Conversation:
        process = Process(self._arguments)
        self._process = process
        self._finalizer = weakref.finalize(self, process.end, 0)  # also as the interpreter exits
        talk = Conversation(process.lines, process.send, self._timeouts)
        talk.hello()
        for name, text in self._options.items():
            talk.set(name, text)
        self._talk = talk
        return talk

    def _end(self, patience: float) -> None:
        process, self._process, self._talk, self._last = self._process, None, None, None
        if process:
            process.end(patience)
            self._finalizer.detach()

    def _how_it_ended(self, reason: str) -> str:
        process = self._process
        self._end(0)
        return process.how_it_ended(reason) if process else reason


def _seed(option: Parameter, source: Random) -> int:
    """A seed among those that a program allows."""
    low, high = int(option.low or 0), option.high
    allowed = SEEDS if high is None else max(1, int(high) - low + 1)
    return low + source.randrange(SEEDS) % allowed


class Process:
    """A program that was started, with its pipes. Each pipe has a thread, so none fills up."""

    def __init__(self, arguments: list[str]) -> None:
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the user named the program
                arguments,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise BotError(f"it cannot be started: {reason}") from None
        self._guard = _guard(self._process.pid)
        self.lines = Lines(cast(BufferedReader, self._process.stdout))
        self._errors = Tail(cast(BufferedReader, self._process.stderr))
        self._outbox: SimpleQueue[bytes | None] = SimpleQueue()
        stdin = cast(BufferedWriter, self._process.stdin)
        Thread(target=_write, args=(self._outbox, stdin), name="outbox", daemon=True).start()

    def send(self, text: str) -> None:
        """Send lines; nobody waits until they are read."""
        self._outbox.put(f"{text}\n".encode())

    def end(self, patience: float) -> None:
        """Let the program quit, and kill what is left of it. May be called again."""
        if self._process.returncode is not None:
            return
        if patience:
            self.send("quit")
        self._outbox.put(None)
        if self.lines.wait_for_end(time.monotonic() + patience):
            _let_exit(self._process.pid)
        _kill(self._process)
        if self._guard:
            self._guard.kill()
            self._guard.communicate()
        self._process.wait()

    def how_it_ended(self, reason: str) -> str:
        """Why a program ended by itself, once it has: its exit code and the last line it wrote."""
        code = self._process.returncode
        if reason != CLOSED or code == -signal.SIGKILL:
            how = reason
        elif code < 0:
            how = f"died of signal {signal.Signals(-code).name}"
        else:
            how = f"ended with exit code {code}"
        words = self._errors.last_line()
        return f"{how}: {words}" if words else how


def _guard(group: int) -> subprocess.Popen[bytes] | None:
    """Have a process group killed when this process ends, even if it is killed itself.

    The guard waits for the end of its input, which nobody else holds open.
    """
    if os.name != "posix":
        return None
    try:
        return subprocess.Popen(  # noqa: S603 - a constant, and a number
            ["/bin/sh", "-c", 'read -r _; kill -9 "-$1"', "guard", str(group)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError:  # then the end of its input has to do
        return None


def _write(outbox: SimpleQueue[bytes | None], stdin: BufferedWriter) -> None:
    """Write what is to be sent, until there is nothing more or nobody reads it."""
    with suppress(OSError, ValueError):
        for data in iter(outbox.get, None):
            stdin.write(data)
            stdin.flush()
    with suppress(OSError, ValueError):
        stdin.close()


def _let_exit(pid: int) -> None:
    """A program that has closed its output is usually about to exit: let it, for its exit code.

    It is looked at without being reaped, so that its pid stays its own until it is killed.
    """
    if os.name == "posix":
        deadline = time.monotonic() + EXITING
        look = os.WEXITED | os.WNOHANG | os.WNOWAIT
        while os.waitid(os.P_PID, pid, look) is None and time.monotonic() < deadline:
            time.sleep(0.002)


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and its children; it has not been reaped, so its pid is still its own."""
    if os.name == "posix":
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
