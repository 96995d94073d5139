"""Where games are kept in a browser, seen from Python: a port that JavaScript implements.

`write` is one transaction of IndexedDB with `durability: "strict"`, or one append and `flush` in
the origin's private file system. One worker at a time uses a disk: the page sees to that by a Web
Lock.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Literal, Protocol

import msgspec

from azulejos.errors import DiskFull, StoreError

Change = tuple[str, bytes | None]
"""A key with its new value; None forgets it."""

StorageState = Literal["kept", "memory"]


class Disk(Protocol):
    """Keeps values under keys."""

    async def load(self) -> Sequence[tuple[str, bytes]]:
        """Everything that is kept."""

    async def write(self, changes: Sequence[Change]) -> None:
        """Make all changes or none; durable when it returns.

        Raises `DiskFull` if there is no room, and `StoreError` if nothing may be kept here.
        """


class Storage(msgspec.Struct, frozen=True, tag="storage", tag_field="kind"):
    """Whether what happens is kept, or lives in memory until the page is closed."""

    state: StorageState
    reason: str = ""


KEPT = Storage("kept")


class MemoryDisk:
    """Where nothing can be kept, and for tests."""

    def __init__(self) -> None:
        self.values: dict[str, bytes] = {}

    async def load(self) -> Sequence[tuple[str, bytes]]:
        return sorted(self.values.items())

    async def write(self, changes: Sequence[Change]) -> None:
        for key, value in changes:
            if value is None:
                self.values.pop(key, None)
            else:
                self.values[key] = value


class Journal:
    """Writes to a disk, and goes on without it where it fails.

    What could not be written waits, and is written before anything else as soon as the disk takes
    it: so what is kept is always a beginning of what happened, without gaps.
    """

    def __init__(self, disk: Disk, tell: Callable[[Storage], None]) -> None:
        self._disk = disk
        self._tell = tell
        self._waiting: dict[str, bytes | None] = {}
        self._turn = asyncio.Lock()
        self.storage = KEPT

    async def load(self) -> Sequence[tuple[str, bytes]]:
        """Everything that is kept; nothing where the disk cannot be read."""
        try:
            return await self._disk.load()
        except StoreError as error:
            self._found(Storage("memory", str(error)))
            return []

    async def write(self, changes: Sequence[Change]) -> None:
        """Make changes durable, or say that they are not. What waits together is one write."""
        for key, value in changes:
            self._waiting.pop(key, None)  # what is changed again comes in its new turn
            self._waiting[key] = value
        async with self._turn:
            if any(key in self._waiting for key, _ in changes):
                await self._write_waiting()

    async def _write_waiting(self) -> None:
        written = dict(self._waiting)
        try:
            await self._disk.write(list(written.items()))
        except DiskFull as error:
            self._found(Storage("memory", str(error) or "there is no room"))
        except StoreError as error:
            self._found(Storage("memory", str(error) or "nothing can be kept here"))
        else:
            for key, value in written.items():
                if self._waiting.get(key, b"") is value:
                    del self._waiting[key]
            self._found(KEPT)

    def _found(self, storage: Storage) -> None:
        if storage != self.storage:
            self.storage = storage
            self._tell(storage)
