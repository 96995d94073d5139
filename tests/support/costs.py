"""A plugin: the processor time of each test, with that of all that it started.

    pytest --costs 30         print the 30 most expensive tests and the sum of each file

Wall-clock time says little on a busy machine, and nothing about what runs beside a test: a browser,
servers, a database. So each test is charged what its process and all below it used meanwhile.
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

TICK = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


class Costs:
    """Measures where tests run, and tells where reports arrive."""

    def __init__(self, shown: int) -> None:
        self._shown = shown
        self._spent: Counter[str] = Counter()
        self._clock: Counter[str] = Counter()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._before = spent_below(os.getpid())
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Iterator[None]:
        report = yield
        now = spent_below(os.getpid())
        # What ends without being waited for takes its count along
        report.user_properties = [("spent", max(0.0, now - self._before))]
        self._before = now
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        spent = dict(report.user_properties).get("spent")
        if isinstance(spent, float):
            self._spent[report.nodeid] += spent  # type: ignore[assignment]
            self._clock[report.nodeid] += report.duration  # type: ignore[assignment]

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        write = terminalreporter.write_line
        terminalreporter.section("processor time, clock")
        for name, spent in self._spent.most_common(self._shown):
            write(f"{spent:7.1f} s {self._clock[name]:7.1f} s  {name}")
        files: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
        for name, spent in self._spent.items():
            files[name.split("::")[0]][0] += spent
            files[name.split("::")[0]][1] += self._clock[name]
        write("")
        for file, (spent, clock) in sorted(files.items(), key=lambda item: -item[1][0]):
            write(f"{spent:7.1f} s {clock:7.1f} s  {file}")
        write(f"{self._spent.total():7.1f} s {self._clock.total():7.1f} s  in all")


def spent_below(process: int) -> float:
    """Seconds that a process and all that it started have worked, and what has ended below them."""
    below: dict[int, list[tuple[int, float]]] = defaultdict(list)
    own = 0.0
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        seconds = sum(map(int, fields[11:15])) / TICK
        number = int(path.parent.name)
        below[int(fields[1])].append((number, seconds))
        own += seconds if number == process else 0.0
    total, waiting = own, [process]
    while waiting:
        for child, seconds in below[waiting.pop()]:
            total += seconds
            waiting.append(child)
    return total
