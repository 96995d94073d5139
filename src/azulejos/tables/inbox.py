"""A small queue with one reader."""

from __future__ import annotations

import asyncio
from typing import Generic, TypeVar

T = TypeVar("T")


class Inbox(Generic[T]):
    """A queue for very many readers that mostly wait: an empty `asyncio.Queue` takes 3 KB."""

    __slots__ = ("_reader", "_waiting")

    def __init__(self) -> None:
        self._waiting: list[T] = []  # never many, so that taking the first is cheap
        self._reader: asyncio.Future[None] | None = None

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, thing: T) -> None:
        self._waiting.append(thing)
        if self._reader and not self._reader.done():
            self._reader.set_result(None)

    def take(self) -> T:
        return self._waiting.pop(0)

    def clear(self) -> None:
        self._waiting.clear()

    async def get(self) -> T:
        """The next thing, once there is one; if this is cancelled it goes on waiting."""
        while not self._waiting:
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
            self._reader = None
        return self.take()
