"""The commands of docs/hosting.md for backups, tried while people play."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import sqlite3
import subprocess
from pathlib import Path

import pytest

from azulejos.server.store.addresses import connect
from postgresql import installed
from server_process import Person, ServerProcess

from .test_kill import PAIRS, Pair, check_table, expect_no_failure

pytestmark = pytest.mark.anyio

HOSTING = Path(__file__).parents[3] / "docs" / "hosting.md"
ENOUGH = 10  # promises to each pair, before the backup and after it


def documented(program: str, **places: str) -> str:
    """A command as the documentation has it, with its umask, but for its places."""
    result = re.search(rf"^(umask .*\n)?{program} .*$", HOSTING.read_text(), re.MULTILINE)
    assert result
    command = result[0]
    for usual, ours in places.items():
        assert USUAL[usual] in command
        command = command.replace(USUAL[usual], ours)
    return command


USUAL = {
    "file": "/var/lib/azulejos/games.db",
    "copy": "/var/backups/azulejos.db",
    "database": "postgresql://azulejos@localhost/azulejos",
}


class FileBackup:
    """Of SQLite."""

    def __init__(self, url: str, folder: Path) -> None:
        self.file = Path(url.removeprefix("sqlite:///"))
        self.copy = folder / "copy.db"

    def make(self) -> None:
        if shutil.which("sqlite3"):
            command = documented("sqlite3", file=str(self.file), copy=str(self.copy))
            subprocess.run(["sh", "-c", command], check=True)
            assert self.copy.stat().st_mode & 0o777 == 0o600
            return
        with sqlite3.connect(self.file) as source, sqlite3.connect(self.copy) as copy:
            source.backup(copy)  # what that program does
        source.close()
        copy.close()

    def restore(self) -> None:
        shutil.copy(self.copy, self.file)
        for suffix in ("-wal", "-shm"):
            Path(f"{self.file}{suffix}").unlink(missing_ok=True)


class DatabaseBackup:
    """Of PostgreSQL."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url = url
        self.folder = folder

    def make(self) -> None:
        self._run("pg_dump")
        assert (self.folder / "azulejos.dump").stat().st_mode & 0o777 == 0o600

    def restore(self) -> None:
        self._run("pg_restore")

    def _run(self, program: str) -> None:
        command = documented(program, database=f"'{self.url}'")
        path = f"{installed()}{os.pathsep}{os.environ['PATH']}"
        environment = {**os.environ, "PATH": path}
        subprocess.run(["sh", "-c", command], check=True, cwd=self.folder, env=environment)


async def test_a_backup_made_while_people_play_has_all_that_was_promised(
    url: str, tmp_path: Path
) -> None:
    kind = FileBackup if url.startswith("sqlite") else DatabaseBackup
    backup = kind(url, tmp_path)
    with ServerProcess(url, tmp_path / "log") as server:
        pairs = [
            Pair(server.address, [await Person.arrive(server.address, n) for n in ("Eva", "Ivo")])
            for _ in range(PAIRS)
        ]
        playing = [asyncio.create_task(pair.play_on()) for pair in pairs]
        await until_promised(pairs, playing)
        before = [list(pair.promised) for pair in pairs]
        await asyncio.to_thread(backup.make)
        await until_promised(pairs, playing)
        for task in playing:
            task.cancel()
        await asyncio.wait(playing)
        server.kill()
        backup.restore()
        server.start()
        for pair, promised in zip(pairs, before, strict=True):
            pair.promised = promised
            await check(pair, url, server)


async def until_promised(pairs: list[Pair], playing: list[asyncio.Task[None]]) -> None:
    """Wait until every pair was promised some more."""
    wanted = [len(pair.promised) + ENOUGH for pair in pairs]
    while any(len(pair.promised) < least for pair, least in zip(pairs, wanted, strict=True)):
        await expect_no_failure(playing)


async def check(pair: Pair, url: str, server: ServerProcess) -> None:
    """All that was promised before the backup is there, and the game can go on."""
    store = await connect(url)
    for table in {table for table, *_ in pair.promised}:
        await check_table(store, table, pair)
    await store.close()
    table, _, version, _ = pair.promised[-1]
    seat = await pair.people[0].connect(server.address, table)
    assert (await seat.see(version))["seat"] == 0
    await seat.close()
