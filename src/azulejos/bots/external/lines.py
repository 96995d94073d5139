"""The lines that a program and its caller exchange: docs/engine-protocol.md describes them.

A program may write anything: nothing at all, endless lines, binary. A thread reads it and keeps a
limited part, so nobody waits longer than they want, and pipes never fill up.
"""

from __future__ import annotations

import time
from collections import deque
from io import BufferedReader, BytesIO
from threading import Condition, Thread

from azulejos.bots.parameters import TYPES, Parameter
from azulejos.errors import BotError, excerpt, one_line, quoted

VERSION = 1
HELLO = f"hello azulejos {VERSION}"
MAX_LINE_LENGTH = 65_536  # bytes
MAX_WAITING = 256  # lines; a program that writes more has to wait
CHUNK = 65_536
CLOSED = "closed its output"
TAIL = 2_000  # bytes of its standard error that are kept


class Lines:
    """What a program writes, line by line, for callers that wait until a deadline."""

    def __init__(self, stream: BufferedReader | BytesIO) -> None:
        self._waiting: deque[str] = deque()
        self._news = Condition()
        self._end = ""  # why there will be no more lines
        self._is_closed = False
        Thread(target=self._read, args=(stream,), name="lines", daemon=True).start()

    def next(self, deadline: float) -> str:
        """The next line; `TimeoutError` at the deadline, `EOFError` if there will be none."""
        with self._news:
            while not self._waiting:
                if self._end:
                    raise EOFError(self._end)
                left = deadline - time.monotonic()
                if left <= 0:
                    raise TimeoutError
                self._news.wait(left)
            self._news.notify_all()
            return self._waiting.popleft()

    def clear(self) -> None:
        """Forget what nobody asked for."""
        with self._news:
            self._waiting.clear()
            self._news.notify_all()

    def wait_for_end(self, deadline: float) -> bool:
        """Wait until the program has closed its output; what it still writes is forgotten."""
        with self._news:
            self._is_closed = True
            self._news.notify_all()
            while not self._end and time.monotonic() < deadline:
                self._news.wait(deadline - time.monotonic())
            return bool(self._end)

    def _read(self, stream: BufferedReader | BytesIO) -> None:
        begun = b""
        with stream:
            while chunk := _chunk(stream):
                *whole, begun = (begun + chunk).split(b"\n")
                if max(map(len, [*whole, begun])) > MAX_LINE_LENGTH:
                    self._finish(f"wrote a line of more than {MAX_LINE_LENGTH} bytes")
                    return
                for line in whole:
                    self._keep(line.decode("utf-8", "replace").strip())
            if begun:
                self._keep(begun.decode("utf-8", "replace").strip())
            self._finish(CLOSED)

    def _keep(self, line: str) -> None:
        with self._news:
            while len(self._waiting) >= MAX_WAITING and not self._is_closed:
                self._news.wait()
            if not self._is_closed:
                self._waiting.append(line)
                self._news.notify_all()

    def _finish(self, reason: str) -> None:
        with self._news:
            self._end = reason
            self._news.notify_all()


class Tail:
    """The end of what a program writes to its standard error."""

    def __init__(self, stream: BufferedReader) -> None:
        self._kept = b""
        self._thread = Thread(target=self._read, args=(stream,), name="errors", daemon=True)
        self._thread.start()

    def last_line(self) -> str:
        """The last line, once the program has ended."""
        self._thread.join(1.0)
        lines = self._kept.decode("utf-8", "replace").split("\n")
        return next((excerpt(line.strip()) for line in reversed(lines) if line.strip()), "")

    def _read(self, stream: BufferedReader) -> None:
        with stream:
            while chunk := _chunk(stream):
                self._kept = (self._kept + chunk)[-TAIL:]


def _chunk(stream: BufferedReader | BytesIO) -> bytes:
    try:
        return stream.read1(CHUNK)
    except (OSError, ValueError):
        return b""


def pairs(text: str) -> dict[str, str]:
    """The `name=value` words of a line; others are left out."""
    words = (word.partition("=") for word in text.split())
    return {name: value for name, equals, value in words if equals}


def option_line(parameter: Parameter) -> str:
    """Declare a parameter: `option depth int default=3 low=1 high=9 help=moves to look ahead`."""
    words = ["option", parameter.name, parameter.type]
    for name in ("default", "low", "high"):
        value = getattr(parameter, name)
        if value is not None:
            words.append(f"{name}={parameter.write(value)}")
    if parameter.choices:
        words.append(f"choices={','.join(parameter.choices)}")
    if parameter.help:
        words.append(f"help={one_line(parameter.help)}")
    return " ".join(words)


def read_option(text: str) -> Parameter:
    """Read what follows the word `option`."""
    declared, _, meaning = text.partition("help=")
    words = declared.split()
    if len(words) < 2 or words[1] not in TYPES:
        raise BotError(
            f"it declares an option as {quoted(text)}; it should be NAME TYPE, where the type is "
            f"one of {', '.join(TYPES)}"
        )
    name, kind, values = words[0], words[1], pairs(declared)
    bare = Parameter(name, kind)
    default, low, high = (
        bare.read(values[key]) if key in values else None for key in ("default", "low", "high")
    )
    choices = tuple(values["choices"].split(",")) if "choices" in values else ()
    return Parameter(name, kind, meaning.strip(), default, low, high, choices)
