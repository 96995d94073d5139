"""What the server counts, as Prometheus reads it."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)

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

disable_created_metrics()  # type: ignore[no-untyped-call]  # a second series for each


class Metrics:
    """Counters, durations, and gauges that are read when they are asked for.

    They have a registry of their own, since tests run several servers in a process.
    """

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._counters = {
            name: Counter(f"azulejos_{name}", meaning, ["kind"], registry=self._registry)
            for name, meaning in COUNTERS.items()
        }
        self._by_label: dict[
            tuple[str, str], Counter
        ] = {}  # looking one up takes longer than counting
        self._durations = {
            name: Histogram(
                f"azulejos_{name}_seconds", meaning, registry=self._registry, buckets=BUCKETS
            )
            for name, meaning in DURATIONS.items()
        }

    def count(self, name: str, label: str, number: int = 1) -> None:
        """Count one, or several."""
        counter = self._by_label.get((name, label))
        if counter is None:
            counter = self._by_label[name, label] = self._counters[name].labels(label)
        counter.inc(number)

    def observe(self, name: str, seconds: float) -> None:
        """Count a duration."""
        self._durations[name].observe(seconds)

    def gauge(self, name: str, meaning: str, value: Callable[[], float]) -> None:
        """Register something that goes up and down, read when it is asked for."""
        Gauge(f"azulejos_{name}", meaning, registry=self._registry).set_function(value)

    def text(self) -> str:
        """All of it."""
        return generate_latest(self._registry).decode()
