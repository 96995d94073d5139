"""A SQLite file: opening it, claiming it for one process, and bringing its tables up to date."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from azulejos.errors import StoreError
from azulejos.server.store.migrations import remaining, scripts

PATIENCE = 10.0  # seconds to wait for another program that writes to the file


def opened(path: Path) -> sqlite3.Connection:
    """A connection whose commits are on the disk when they return."""
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
    """Give a file that root makes to the owner of the store, as SQLite does with its own."""
    if hasattr(os, "geteuid") and os.geteuid() == 0 and path.exists():
        owner = path.stat()
        os.chown(beside, owner.st_uid, owner.st_gid)
