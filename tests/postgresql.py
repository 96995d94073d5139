"""A PostgreSQL server of one's own, in a temporary folder and reachable by a socket in it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

USER = "azulejos"
PATIENCE = 30.0


class NotInstalled(Exception):
    """There is no PostgreSQL server on this machine."""


class Cluster:
    """A running server."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self.folder = folder
        self._psql = programs / "psql"
        self._numbers = count(1)

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
        with (folder / "log").open("w") as log:
            server = subprocess.Popen(
                [*as_user, "--pdeathsig", "QUIT", *serve], stdout=log, stderr=log
            )
        try:
            wait_until_ready(programs, folder, server)
            yield Cluster(programs, folder)
        finally:
            server.send_signal(signal.SIGQUIT)  # at once: nothing in it will be wanted again
            server.wait(PATIENCE)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def installed() -> Path:
    """Where the newest server's programs are: Debian keeps them out of the path."""
    versions = Path("/usr/lib/postgresql").glob("*/bin/postgres")
    if newest := max(versions, key=lambda program: int(program.parts[4]), default=None):
        return newest.parent
    if found := shutil.which("postgres"):
        return Path(found).parent
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
