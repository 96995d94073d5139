"""What the server counts, as Prometheus reads it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

BUCKETS = (0.005, 0.02, 0.1, 0.5, 2.0, 10.0)
HELP = {
    "requests": "HTTP requests answered, by status",
    "entries": "entries written in the logs of tables, by kind",
    "store_failures": "times that the store failed a table, by code",
    "removed": "tables and guests removed because they are kept no longer, by kind",
    "refused": "messages refused, by code",
    "thinking": "seconds that bots thought about a move",
    "commit": "seconds from a message read to its acknowledgement",
}


class Metrics:
    """Counters, durations, and gauges that are read when they are asked for."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, str]] = Counter()
        self._buckets: Counter[tuple[str, float]] = Counter()
        self._sums: dict[str, float] = {}
        self._gauges: dict[str, tuple[str, Callable[[], float]]] = {}

    def count(self, name: str, label: str, number: int = 1) -> None:
        """Count one, or several."""
        self._counts[name, label] += number

    def observe(self, name: str, seconds: float) -> None:
        """Count a duration."""
        self._sums[name] = self._sums.get(name, 0.0) + seconds
        for limit in (*BUCKETS, float("inf")):
            if seconds <= limit:
                self._buckets[name, limit] += 1

    def gauge(self, name: str, meaning: str, value: Callable[[], float]) -> None:
        """Say how something is found out that goes up and down."""
        self._gauges[name] = meaning, value

    def text(self) -> str:
        """All of it."""
        lines: list[str] = []
        for name, (meaning, value) in self._gauges.items():
            lines += _head(name, meaning, "gauge")
            lines.append(f"azulejos_{name} {value():g}")
        for name in sorted({name for name, _ in self._counts}):
            lines += _head(f"{name}_total", HELP[name], "counter")
            for (each, label), number in sorted(self._counts.items()):
                if each == name:
                    lines.append(f'azulejos_{name}_total{{kind="{label}"}} {number}')
        for name in sorted(self._sums):
            lines += _head(f"{name}_seconds", HELP[name], "histogram")
            for limit in (*BUCKETS, float("inf")):
                shown = "+Inf" if limit == float("inf") else f"{limit:g}"
                number = self._buckets[name, limit]
                lines.append(f'azulejos_{name}_seconds_bucket{{le="{shown}"}} {number}')
            lines.append(f"azulejos_{name}_seconds_sum {self._sums[name]:g}")
            lines.append(f"azulejos_{name}_seconds_count {self._buckets[name, float('inf')]}")
        return "\n".join(lines) + "\n"


def _head(name: str, meaning: str, kind: str) -> list[str]:
    return [f"# HELP azulejos_{name} {meaning}", f"# TYPE azulejos_{name} {kind}"]
