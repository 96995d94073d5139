"""A PostgreSQL server of one's own, in a temporary folder and reachable by a socket in it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

from patience import PATIENCE

USER = "azulejos"


def children_of(pid: int) -> Path:
    return Path(f"/proc/{pid}/task/{pid}/children")


class NotInstalled(Exception):
    """There is no PostgreSQL server on this machine."""


class Cluster:
    """A running server."""

    def __init__(self, programs: Path, folder: Path, command: list[str | Path]) -> None:
        self.folder = folder
        self._programs = programs
        self._psql = programs / "psql"
        self._command = command
        self._numbers = count(1)
        self._server: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start, perhaps again, and wait until it answers."""
        with (self.folder / "log").open("a") as log:
            self._server = subprocess.Popen(self._command, stdout=log, stderr=log)
        wait_until_ready(self._programs, self.folder, self._server)

    def stop(self) -> None:
        """Stop at once: nothing in it will be wanted again."""
        assert self._server
        self.thaw()
        if self._server.poll() is None:
            self._server.send_signal(signal.SIGQUIT)
        self._server.wait(PATIENCE)

    def freeze(self) -> None:
        """Let it stand still, in the middle of whatever it does."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        self._signal(signal.SIGCONT)

    def kill(self) -> None:
        """End all of it with no time to do anything."""
        assert self._server
        processes = self._processes()
        self._signal(signal.SIGKILL)
        self._server.wait(PATIENCE)
        end = time.monotonic() + PATIENCE
        while any(Path(f"/proc/{pid}").exists() for pid in processes) and time.monotonic() < end:
            time.sleep(0.01)  # it starts again only when nothing is left

    def _processes(self) -> list[int]:
        """That which was started, and all that it has started."""
        assert self._server
        own = self._server.pid
        return [own, *(int(pid) for pid in children_of(own).read_text().split())]

    def _signal(self, sent: signal.Signals) -> None:
        assert self._server
        if self._server.poll() is None:
            for pid in self._processes():
                with suppress(ProcessLookupError):
                    os.kill(pid, sent)

    def database(self) -> str:
        """Make an empty database, and answer its URL."""
        name = f"test{next(self._numbers)}"
        self.run("postgres", f"CREATE DATABASE {name}")
        return f"postgresql:///{name}?host={self.folder}&user={USER}"

    def run(self, database: str, statement: str) -> str:
        """Run a statement, and answer what psql prints."""
        where = ["-h", str(self.folder), "-U", USER, "-d", database]
        command = [str(self._psql), "-XAtq", *where, "-c", statement]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@contextmanager
def running(*settings: str) -> Iterator[Cluster]:
    """Start a server, and stop it in the end; it also stops if this process is killed."""
    programs = installed()
    folder = Path(tempfile.mkdtemp(prefix="azulejos-pg-"))  # short: a socket's path may not be long
    try:
        as_user = unprivileged(folder)
        data = folder / "data"
        make = ["initdb", "-D", data, "-U", USER, "-A", "trust", "-E", "UTF8", "--no-locale", "-N"]
        program, *arguments = make
        subprocess.run(
            [*as_user, programs / program, *arguments], check=True, stdout=subprocess.DEVNULL
        )
        serve = [programs / "postgres", "-D", data, "-k", folder, "-h", ""]
        for setting in settings:
            serve += ["-c", setting]
        cluster = Cluster(programs, folder, [*as_user, "--pdeathsig", "QUIT", *serve])
        try:
            cluster.start()
            yield cluster
        finally:
            cluster.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def installed() -> Path:
    """Where the newest server's programs are: Debian keeps them out of the path."""
    versions = Path("/usr/lib/postgresql").glob("*/bin/postgres")
    if newest := max(versions, key=lambda program: int(program.parts[4]), default=None):
        return newest.parent
    if result := shutil.which("postgres"):
        return Path(result).parent
    raise NotInstalled("no PostgreSQL server is installed (Debian's package is postgresql)")


def unprivileged(folder: Path) -> list[str]:
    """How to start a program of the server, which refuses to run as root."""
    if os.geteuid() != 0:
        return ["setpriv"]
    shutil.chown(folder, "postgres", "postgres")
    return ["setpriv", "--reuid", "postgres", "--regid", "postgres", "--clear-groups"]


def wait_until_ready(programs: Path, folder: Path, server: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + PATIENCE
    while subprocess.run([programs / "pg_isready", "-q", "-h", folder], check=False).returncode:
        if server.poll() is not None or time.monotonic() > end:
            raise RuntimeError((folder / "log").read_text())
        time.sleep(0.05)
