"""What the server counts, as Prometheus reads it, and whether it can do its work."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec
import prometheus_client as prometheus

from azulejos.errors import StoreError, code_of
from azulejos.tables.clock import ticks
from azulejos.tables.store.protocol import LeaseStore

BUCKETS = (0.005, 0.02, 0.1, 0.5, 2.0, 10.0)
COUNTERS = {
    "requests": "HTTP requests answered, by status",
    "entries": "entries written in the logs of tables, by kind",
    "games": "games published as started (playing) or ended (over), by state",
    "store_failures": "times that the store failed a table, by code",
    "removed": "tables and guests removed because they are kept no longer, by kind",
    "pushes": "web push messages, by what became of them",
    "refused": "messages refused, by code",
}
DURATIONS = {
    "thinking": "seconds that bots thought about a move",
    "commit": "seconds from a message read to its acknowledgement",
}

prometheus.disable_created_metrics()  # type: ignore[no-untyped-call]  # a second series for each

FRESH = 1.0  # seconds for which an answer counts, however many ask
PATIENCE = 2.0  # seconds to wait for the store
PROBE = "ready"  # whose lease is renewed to see that something can be written; no table's name


class Metrics:
    """Counters, durations, and gauges that are read when they are asked for.

    They have a registry of their own, since tests run several servers in a process.
    """

    def __init__(self) -> None:
        self._registry = prometheus.CollectorRegistry()
        self._counters = {
            name: prometheus.Counter(f"azulejos_{name}", meaning, ["kind"], registry=self._registry)
            for name, meaning in COUNTERS.items()
        }
        self._by_label: dict[
            tuple[str, str], prometheus.Counter
        ] = {}  # looking one up takes longer than counting
        self._durations = {
            name: prometheus.Histogram(
                f"azulejos_{name}_seconds", meaning, registry=self._registry, buckets=BUCKETS
            )
            for name, meaning in DURATIONS.items()
        }

    def count(self, name: str, label: str, count: int = 1) -> None:
        counter = self._by_label.get((name, label))
        if counter is None:
            counter = self._by_label[name, label] = self._counters[name].labels(label)
        counter.inc(count)

    def observe(self, name: str, seconds: float) -> None:
        self._durations[name].observe(seconds)

    def gauge(self, name: str, meaning: str, value: Callable[[], float]) -> None:
        """Register something that goes up and down, read when it is asked for."""
        prometheus.Gauge(f"azulejos_{name}", meaning, registry=self._registry).set_function(value)

    def text(self) -> str:
        return prometheus.generate_latest(self._registry).decode()


class Ready(msgspec.Struct, frozen=True):
    """Whether the server can write, and if not, why."""

    is_ready: bool
    reason: str | None = None


class Readiness:
    """Checks whether the store can be written, at most once at a time and once a second."""

    def __init__(self, store: LeaseStore, metrics: Metrics) -> None:
        self._store = store
        self._metrics = metrics
        self._found = Ready(is_ready=False)
        self._fresh_until = ticks()
        self._looking: asyncio.Task[None] | None = None

    async def look(self) -> Ready:
        """Whether the server is ready, as of at most a second ago."""
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
        """Stop waiting for a store that does not answer."""
        if self._looking:
            self._looking.cancel()
            await asyncio.wait([self._looking])
