"""The parts that a server has, for one guest in a browser."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TypeVar

from azulejos.errors import NotFound, error_of
from azulejos.narration.worded import as_worded
from azulejos.offline.store import LocalStore
from azulejos.tables.bots.consulting import LevelPool
from azulejos.tables.lobby.lobby import Lobby
from azulejos.tables.people.guests import Guests
from azulejos.tables.people.limits import ALLOWANCES, Allowance, RateLimits
from azulejos.tables.people.restrictions import Restrictions
from azulejos.tables.settings import Settings
from azulejos.tables.study.reader import Answer, Job, answer
from azulejos.tables.study.reviews import Reviews

T = TypeVar("T")

Fetch = Callable[[str], Awaitable[bytes]]
"""Fetches a file that lies beside the archives, by its name; an `Offline` if that fails."""

UNLIMITED = dict.fromkeys(ALLOWANCES, Allowance(1, 0.0))
"""Nobody else waits for this guest."""


class NoMeter:
    """Counts nothing: see `Meter`."""

    def count(self, name: str, label: str, number: int = 1) -> None: ...

    def observe(self, name: str, seconds: float) -> None: ...

    def gauge(self, name: str, meaning: str, value: Callable[[], float]) -> None: ...


class LocalReading:
    """Reads in place: see `Reading`."""

    async def read(self, job: Job, asker: str) -> Answer:
        del asker
        await asyncio.sleep(0)  # what waits goes first
        result = answer(job)
        if result.code:
            raise error_of(result.code, as_worded(result.reason, result.said))
        return result


@dataclass
class LocalBackend:
    """See the module. It is what `Backend` asks for."""

    settings: Settings
    store: LocalStore
    pool: LevelPool
    guests: Guests
    lobby: Lobby
    reviews: Reviews
    metrics: NoMeter = field(default_factory=NoMeter)
    limits: RateLimits = field(default_factory=lambda: RateLimits(UNLIMITED))
    restrictions: Restrictions = field(default_factory=Restrictions)
    readers: LocalReading = field(default_factory=LocalReading)
    sockets: Counter[str] = field(default_factory=Counter)
    fetch: Fetch | None = None

    @classmethod
    def of(cls, store: LocalStore, pool: LevelPool, bot_pause: float) -> LocalBackend:
        """All the parts on a store."""
        settings = Settings(store="", bot_pause=bot_pause)
        lobby = Lobby(store, pool, NoMeter(), settings)
        return cls(settings, store, pool, Guests(store), lobby, Reviews(pool))

    async def in_thread(self, work: Callable[[], T]) -> T:
        """There are no threads here."""
        await asyncio.sleep(0)
        return work()

    async def fetched(self, file: str) -> bytes:
        """A file that lies beside the archives."""
        if self.fetch is None:
            raise NotFound(f"{file} is not here")
        return await self.fetch(file)

    async def start(self) -> None:
        await self.lobby.listener.look_at_notices()
        self.lobby.start()

    async def stop(self) -> None:
        """Finish what was begun."""
        await self.reviews.stop()
        await self.lobby.stop()
        await self.pool.stop()
