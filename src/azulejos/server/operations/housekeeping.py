"""Removing what has expired, in small steps and by one process at a time.

Every step is one short transaction, and between two steps others get their turn for several times
as long. It also finishes erasing guests who deleted their data, whatever else is kept.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress

from azulejos.errors import StoreError
from azulejos.server.operations.erasure import GRACE, erase_traces
from azulejos.server.operations.metrics import Metrics
from azulejos.tables.clock import now, ticks
from azulejos.tables.settings import Keeping
from azulejos.tables.store.protocol import Store
from azulejos.tables.store.rows import TableState

logger = logging.getLogger(__name__)

FIRST = 60.0  # seconds until the first round
ROUND = 600.0  # seconds between two rounds
SOON = 2.0  # seconds until one that is wanted; another process may be at it
LEASE = 60.0  # seconds
AT_ONCE = 10  # tables, or guests
LEISURE = 4  # times the length of a step: the pause after it
DAY = 24 * 3600.0

Removed = tuple[str, int]
"""What a step removed: tables or guests, and how many."""


async def sweep(store: Store, keep: Keeping) -> AsyncIterator[Removed]:
    """Remove what has expired, and yield after each step what it removed."""
    begun = now()
    limits: list[tuple[TableState, float | None]] = [
        ("over", keep.finished),
        ("open", keep.abandoned),
        ("playing", keep.abandoned),
    ]
    for state, seconds in limits:
        if seconds is not None:
            while tables := await store.unused_tables(state, begun - seconds, AT_ONCE):
                await store.remove_tables(tables)
                yield "tables", len(tables)
    if keep.guests is not None:
        while guests := await store.idle_guests(begun - keep.guests, AT_ONCE):
            for guest in guests:
                await store.begin_erasing(guest, begun)
            yield "guests", len(guests)
    while erased := await store.erasing(1):
        await erase_traces(store, erased[0])
        yield "traces", 1
    await store.finish_erasing(begun - GRACE)
    await store.forget_notices(begun - DAY)


class Housekeeper:
    """Sweeps now and then, unless another process does."""

    def __init__(
        self, store: Store, metrics: Metrics, keep: Keeping, notice: Callable[[], Awaitable[None]]
    ) -> None:
        """What is removed is noted; `notice` tells this process, too."""
        self._store = store
        self._notice = notice
        self._metrics = metrics
        self._keep = keep
        self._name = f"housekeeper {secrets.token_hex(8)}"
        self._is_wanted = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="housekeeping")

    async def stop(self) -> None:
        """Stop after the current step."""
        if self._task:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    def hurry(self) -> None:
        """Sweep soon: somebody waits for it."""
        self._is_wanted.set()

    async def _run(self) -> None:
        wait = FIRST
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._is_wanted.wait()
            is_done = False
            try:
                is_done = await self._sweep()
            except StoreError as error:
                logger.error("the store failed", extra={"error": str(error)})
            if is_done:
                self._is_wanted.clear()
            elif self._is_wanted.is_set():
                await asyncio.sleep(SOON)
            wait = ROUND

    async def _sweep(self) -> bool:
        """Sweep unless another process does. True if it came to the end."""
        if not await self._may_go_on():
            return False
        begun = ticks()
        async for what, count in sweep(self._store, self._keep):
            self._metrics.count("removed", what, count)
            await self._notice()
            await asyncio.sleep(LEISURE * (ticks() - begun))
            if not await self._may_go_on():
                return False
            begun = ticks()
        await self._store.release(self._name)
        return True

    async def _may_go_on(self) -> bool:
        return await self._store.lease("housekeeping", self._name, LEASE)
