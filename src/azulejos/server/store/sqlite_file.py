"""A SQLite file: opening and claiming it, migrating its tables, and the thread that changes it."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from azulejos.errors import Conflict, DiskFull, StoreError
from azulejos.server.store.migrations import remaining, scripts
from azulejos.tables.quota import charge

PATIENCE = 10.0  # seconds to wait for another program that writes to the file

T = TypeVar("T")

MAX_BATCH = 256  # changes in one commit


def opened(path: Path) -> sqlite3.Connection:
    """A connection whose commits are on disk when they return."""
    make_private(path)
    connection = sqlite3.connect(
        path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
    )
    connection.execute("PRAGMA journal_mode = wal")
    connection.execute("PRAGMA synchronous = full")
    connection.execute("PRAGMA foreign_keys = on")
    return connection


def migrate(connection: sqlite3.Connection, path: Path, *, is_claimed: bool) -> None:
    """Bring the tables up to date, all scripts or none, unless an older program serves them."""
    every = scripts("sqlite")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version == len(every):
        return
    if not is_claimed:
        claim = ServingLock(path)
        try:
            migrate(connection, path, is_claimed=True)
        finally:
            claim.release()
        return
    connection.execute("BEGIN IMMEDIATE")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    for script in remaining(every, version):
        for statement in script.split(";"):
            connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {len(every)}")
    connection.execute("COMMIT")


class ServingLock:
    """The right to serve a file, which ends with the process: a lock on an empty file beside it.

    SQLite's own locks are the same on every system. That of the file itself will not do, since
    backups and `azulejos admin` use it while it is served.
    """

    def __init__(self, path: Path) -> None:
        beside = path.with_name(path.name + "-served")
        make_private(beside)
        give_to_owner_of(path, beside)
        self._lock = sqlite3.connect(beside, timeout=1.0, isolation_level=None)
        try:
            self._lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            self._lock.close()
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            raise StoreError(
                f"{path} is being served by another process: stop that one, or keep the games in "
                "PostgreSQL, which several processes can share"
            ) from None

    def release(self) -> None:
        self._lock.close()


def make_private(path: Path) -> None:
    """Create a file that only its owner can read; SQLite gives those beside it the same mode."""
    if not path.exists():
        path.touch(mode=0o600)


def give_to_owner_of(path: Path, beside: Path) -> None:
    """Give a file that root creates to the owner of the store, as SQLite does with its own."""
    if hasattr(os, "geteuid") and os.geteuid() == 0 and path.exists():
        owner = path.stat()
        os.chown(beside, owner.st_uid, owner.st_gid)


# Changes


class Writer(Thread):
    """The thread that changes the file. Changes that are waiting together share a commit."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        super().__init__(name="store-writer", daemon=True)
        self._connection = connection
        self._waiting: SimpleQueue[Job | None] = SimpleQueue()
        self._is_stopping = False

    async def done(self, change: Callable[[sqlite3.Connection], T]) -> T:
        """Return what a change returns, or raise what it raises, once it is committed."""
        self.refuse_if_stopped()
        job = Job(change)
        self._waiting.put(job)
        try:
            return await job.future  # type: ignore[no-any-return]
        finally:
            charge(job.seconds)

    async def stop(self) -> None:
        """Finish the changes that are waiting, and close the file."""
        if not self._is_stopping:
            self._is_stopping = True
            self._waiting.put(None)
        await asyncio.to_thread(self.join)

    def refuse_if_stopped(self) -> None:
        if self._is_stopping:
            raise StoreError("the store is closed")

    def run(self) -> None:
        while (job := self._waiting.get()) is not None:
            self._commit(self._all_waiting(job))
        self._connection.close()

    def _all_waiting(self, first: Job) -> list[Job]:
        jobs = [first]
        while len(jobs) < MAX_BATCH and not self._waiting.empty():
            job = self._waiting.get()
            if job is None:
                self._waiting.put(None)  # the last one: meant for `run`
                break
            jobs.append(job)
        return jobs

    def _commit(self, jobs: list[Job]) -> None:
        begun = time.thread_time()
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            for job in jobs:
                job.do(self._connection)
            self._connection.execute("COMMIT")
        except Exception as error:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            for job in jobs:
                job.error = ours(error)
        seconds = (time.thread_time() - begun) / len(jobs)
        for job in jobs:
            job.seconds = seconds
            job.tell()


class Job:
    """A change that somebody waits for."""

    def __init__(self, change: Callable[[sqlite3.Connection], object]) -> None:
        self.change = change
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self.loop.create_future()
        self.result: object = None
        self.error: Exception | None = None
        self.seconds = 0.0  # of processor time: its part of what the commit took

    def do(self, connection: sqlite3.Connection) -> None:
        """Make all of the change or none, without disturbing others in the transaction."""
        connection.execute("SAVEPOINT job")
        try:
            self.result = self.change(connection)
        except Exception as error:
            self.error = ours(error)
            connection.execute("ROLLBACK TO job")
        connection.execute("RELEASE job")

    def tell(self) -> None:
        self.loop.call_soon_threadsafe(self._tell)

    def _tell(self) -> None:
        if self.future.done():  # whoever waited has gone
            return
        if self.error is None:
            self.future.set_result(self.result)
        else:
            self.future.set_exception(self.error)


def ours(error: Exception) -> Exception:
    """Turn errors of SQLite into errors of a store."""
    if isinstance(error, sqlite3.IntegrityError):
        return Conflict(str(error))
    if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL:
        return DiskFull("the disk is full: nothing more can be written until there is room")
    return StoreError(f"SQLite: {error}") if isinstance(error, sqlite3.Error) else error
