"""Whether the server can do its work, for the proxies and programs that look after it."""

from __future__ import annotations

import asyncio

import msgspec

from azulejos.errors import StoreError, code_of
from azulejos.server.operations.metrics import Metrics
from azulejos.tables.bots.compiling import CompileState
from azulejos.tables.clock import ticks
from azulejos.tables.store import LeaseStore

FRESH = 1.0  # seconds for which an answer counts, however many ask
PATIENCE = 2.0  # seconds to wait for the store
PROBE = "ready"  # whose lease is renewed to see that something can be written; no table's name


class Ready(msgspec.Struct, frozen=True):
    """Whether the server can write, and if not, why; and how far each game is compiled."""

    is_ready: bool
    reason: str | None = None
    games: dict[str, CompileState] = {}


class Readiness:
    """Tries to write, at most once at a time and once a second."""

    def __init__(self, store: LeaseStore, metrics: Metrics) -> None:
        self._store = store
        self._metrics = metrics
        self._found = Ready(is_ready=False)
        self._fresh_until = ticks()
        self._looking: asyncio.Task[None] | None = None

    async def look(self) -> Ready:
        """Whether the server is ready now, or was a moment ago."""
        if ticks() < self._fresh_until:
            return self._found
        if self._looking is None:
            self._looking = asyncio.create_task(self._write())
        await asyncio.wait([self._looking], timeout=PATIENCE)
        if self._looking is None:
            return self._found
        return Ready(is_ready=False, reason="the store does not answer")

    async def _write(self) -> None:
        try:
            await self._store.lease(PROBE, PROBE, 0.0)
            self._found = Ready(is_ready=True)
        except StoreError as error:
            self._metrics.count("store_failures", code_of(error))
            self._found = Ready(is_ready=False, reason=str(error))
        finally:
            self._fresh_until = ticks() + FRESH
            self._looking = None

    async def stop(self) -> None:
        """Wait no more for a store that does not answer."""
        if self._looking:
            self._looking.cancel()
            await asyncio.wait([self._looking])
