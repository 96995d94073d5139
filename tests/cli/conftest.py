"""Running the program: in this process, or as a real one at a pseudo-terminal."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import azulejos
from azulejos.cli.main import azulejos as program
from patience import PATIENCE

pty = pytest.importorskip("pty", reason="there are no pseudo-terminals here")

SOURCES = Path(azulejos.__file__).parent.parent
Run = Callable[..., Result]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command in this process; the input is not a terminal."""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("AZULEJOS_PLAIN", raising=False)

    def run_it(*arguments: str | Path, stdin: str = "") -> Result:
        texts = [str(argument) for argument in arguments]
        return CliRunner().invoke(program, texts, input=stdin, prog_name="azulejos")

    return run_it


def environment(**more: str) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    ours = {"PYTHONPATH": str(SOURCES), "AZULEJOS_INTERPRETED": "1", "PYTHONUTF8": "1"}
    return {**kept, **ours, "TERM": "xterm-256color", "COLUMNS": "80", **more}


class Terminal:
    """The program at a pseudo-terminal, and what it has written so far."""

    def __init__(self, *arguments: str | Path, **variables: str) -> None:
        self._ours, theirs = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "azulejos", *map(str, arguments)],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=environment(**variables),
            # A run of tests in the background ignores Ctrl-C, and its children would, too.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
        )
        os.close(theirs)
        self.seen = ""

    def wait_for(self, text: str) -> str:
        """Read until a text appears and return everything up to its end."""
        deadline = time.monotonic() + PATIENCE
        while text not in self.seen:
            assert time.monotonic() < deadline, f"{text!r} never came, only:\n{self.seen}"
            assert self._read(), f"the program ended without {text!r}:\n{self.seen}"
        end = self.seen.index(text) + len(text)
        output, self.seen = self.seen[:end], self.seen[end:]
        return output

    def type(self, line: str) -> None:
        os.write(self._ours, f"{line}\n".encode())

    def interrupt(self) -> None:
        """Ctrl-C. Just before it waits for a key the program can miss it: then press it again."""
        deadline = time.monotonic() + PATIENCE
        self.process.send_signal(signal.SIGINT)
        while not select.select([self._ours], [], [], 1.0)[0]:
            assert time.monotonic() < deadline, "Ctrl-C did nothing"
            self.process.send_signal(signal.SIGINT)

    def end(self) -> tuple[int, str]:
        """Read until the program ends and return its exit code and the rest that it wrote."""
        while self._read():
            pass
        return self.process.wait(PATIENCE), self.seen

    def _read(self) -> bool:
        ready, _, _ = select.select([self._ours], [], [], PATIENCE)
        try:
            result = os.read(self._ours, 65536) if ready else b""
        except OSError:  # Linux says so when the other side has closed
            result = b""
        self.seen += result.decode(errors="replace").replace("\r\n", "\n")
        return bool(result)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._ours)


@pytest.fixture
def terminal() -> Iterator[Callable[..., Terminal]]:
    """Start the program at a pseudo-terminal; it is ended after the test."""
    started: list[Terminal] = []

    def start(*arguments: str | Path, **variables: str) -> Terminal:
        started.append(Terminal(*arguments, **variables))
        return started[-1]

    yield start
    for each in started:
        each.close()
