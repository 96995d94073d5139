"""The parts of a running server, in one place for those who answer requests."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, TypeVar

from azulejos.errors import NotFound
from azulejos.extras import needs
from azulejos.server.bots.pool import WorkerPool
from azulejos.server.operations.housekeeping import Housekeeper
from azulejos.server.operations.metrics import Metrics, Readiness
from azulejos.server.push.turns import TurnNotifier
from azulejos.server.readers import Readers
from azulejos.server.store.addresses import connect
from azulejos.tables.clock import now
from azulejos.tables.lobby.lobby import Lobby
from azulejos.tables.people.guests import Guests, Restrictions
from azulejos.tables.people.limits import RateLimits
from azulejos.tables.people.networks import Reach
from azulejos.tables.quota import ACCOUNT, CpuQuota
from azulejos.tables.requests.backend import PushServices, ServerBackend
from azulejos.tables.settings import Settings
from azulejos.tables.store.protocol import Store
from azulejos.tables.study.reviews import Reviews

T = TypeVar("T")


@dataclass
class Hub(ServerBackend):
    """A running server."""

    settings: Settings
    store: Store
    guests: Guests
    lobby: Lobby
    pool: WorkerPool
    limits: RateLimits
    metrics: Metrics
    reviews: Reviews
    readiness: Readiness
    restrictions: Restrictions
    housekeeper: Housekeeper
    shares: CpuQuota
    readers: Readers
    notifier: TurnNotifier | None = None  # none where no key for web push was given
    sockets: Counter[str] = field(default_factory=Counter)  # open ones, by address
    first_game: tuple[str, str] | None = None  # a secret address at which this game begins, once
    reach: Reach = field(default_factory=Reach)
    stopping: asyncio.Event = field(default_factory=asyncio.Event)
    answering: set[asyncio.Timeout] = field(default_factory=set)  # requests and sockets
    has_others = True

    @property
    def push(self) -> PushServices | None:
        return self.notifier.services if self.notifier else None

    async def in_thread(self, work: Callable[[], T]) -> T:
        """Do what takes some milliseconds in a thread."""
        account = ACCOUNT.get()
        return await (account.in_thread(work) if account else asyncio.to_thread(work))

    @asynccontextmanager
    async def deadline(self) -> AsyncIterator[None]:
        """Serve a request or a socket; `TimeoutError` if it does not end when the server stops."""
        async with asyncio.timeout(None) as deadline:
            self.answering.add(deadline)
            try:
                yield
            finally:
                self.answering.discard(deadline)

    def hurry(self, seconds: float) -> None:
        """Give all that is served so much time to end."""
        when = asyncio.get_running_loop().time() + seconds
        for deadline in self.answering:
            deadline.reschedule(when)

    async def turn(self, address: str) -> None:
        """Wait until an address may ask for more."""
        if not self.limits.is_unlimited(address):
            await self.shares.turn(address)

    async def fetched(self, file: str) -> bytes:
        """A server has all files of the package."""
        raise NotFound(f"{file} is missing: install azulejos again")

    async def forget(self, guest: str) -> None:
        """Erase a guest soon, and revoke its secrets now."""
        await self.store.begin_erasing(guest, now())
        await self.lobby.listener.look_at_notices()
        self.housekeeper.hurry()

    @classmethod
    async def start(cls, settings: Settings) -> Hub:
        """Open the store and start everything."""
        store = await connect(settings.store, serves=True)
        pool = WorkerPool(
            settings.workers,
            compiles=settings.compiles,
            offers=settings.bots,
        )
        hub = cls.of(settings, store, pool)
        await hub.lobby.listener.look_at_notices()
        hub.lobby.start()
        hub.housekeeper.start()
        if hub.notifier:
            hub.notifier.start(hub.lobby.is_here)
        return hub

    @classmethod
    def of(cls, settings: Settings, store: Store, pool: WorkerPool) -> Hub:
        """All parts, on a store, not started yet."""
        metrics = Metrics()
        restrictions = Restrictions()
        notifier = notifier_for(settings, store, metrics)
        lobby = Lobby(store, pool, metrics, settings, restrictions)
        if notifier:
            lobby.on_turn_seen(notifier.seen)
        limits = RateLimits(settings.allowances, unlimited=settings.unlimited)
        reviews = Reviews(pool)
        readiness = Readiness(store, metrics)
        guests = Guests(store)
        hub = cls(
            settings=settings,
            store=store,
            guests=guests,
            lobby=lobby,
            pool=pool,
            limits=limits,
            metrics=metrics,
            reviews=reviews,
            readiness=readiness,
            restrictions=restrictions,
            housekeeper=Housekeeper(store, metrics, settings.keep, lobby.listener.look_at_notices),
            readers=Readers(settings.reading_of_one),
            shares=CpuQuota(settings.share_of_one, settings.burst_of_one),
            notifier=notifier,
        )
        hub.reach.origins = list(settings.origins)
        metrics.gauge("sockets", "open sockets and streams", hub.sockets.total)
        metrics.gauge("thoughts_waiting", "thoughts that wait for a worker", lambda: pool.waiting)
        return hub

    async def stop(self) -> None:
        """Finish what was begun, and close everything."""
        self.stopping.set()
        await self.readiness.stop()
        await self.housekeeper.stop()
        if self.notifier:
            await self.notifier.stop()
        await self.reviews.stop()
        await self.readers.stop()
        await self.lobby.stop()
        await self.pool.stop()
        await self.store.close()


def notifier_for(settings: Settings, store: Store, metrics: Metrics) -> TurnNotifier | None:
    """The notifier, if there is a key; only then are its libraries imported."""
    if settings.push is None:
        return None
    with needs("push"):
        services: Any = import_module("azulejos.server.push.services")
    read = services.ServerKey.read(settings.push.key_file, settings.push.contact)
    sending = services.PushServices(read, allows_local=settings.push.allows_local)
    return TurnNotifier(store, metrics, sending, settings.push)
