"""Who is connected to a table, in this process for the others, and in the others.

Every process tells the others who is connected to its tables: when that changes, and again every
few seconds, so that a message that got lost is made up for. What is not told again lapses: the
people of a process that was killed stop counting by themselves.
"""

from __future__ import annotations

from collections.abc import Callable

from azulejos.tables.clock import ticks
from azulejos.tables.store import NOBODY, NewsStore, Present, Seen


class Announcer:
    """Tells the other processes who is connected to a table here."""

    def __init__(self, store: NewsStore, process: str, table: str) -> None:
        self._store = store
        self._process = process
        self._table = table
        self._told = NOBODY

    def tell(self, present: Present) -> None:
        """Tell them, if that has changed."""
        if present != self._told:
            self._told = present
            self._store.announce(Seen(self._process, self._table, present))

    def tell_again(self) -> None:
        """Tell them once more, so that they can go on counting on it."""
        if self._told != NOBODY:
            self._store.announce(Seen(self._process, self._table, self._told))


class RemotePresence:
    """What other processes told."""

    def __init__(self, lease: float, clock: Callable[[], float] = ticks) -> None:
        self._lease = lease  # seconds for which something told counts
        self._clock = clock
        self._told: dict[str, dict[str, tuple[Present, float]]] = {}  # by table, by process

    def hear(self, seen: Seen) -> bool:
        """Remember what a process tells of a table. True if it comes to that table only now."""
        processes = self._told.setdefault(seen.table, {})
        is_new = seen.process not in processes and seen.present != NOBODY
        if seen.present == NOBODY:
            processes.pop(seen.process, None)
        else:
            processes[seen.process] = seen.present, self._clock() + self._lease
        if not processes:
            del self._told[seen.table]
        return is_new

    def at(self, table: str) -> Present:
        """Who is connected to a table in all other processes together."""
        present = NOBODY
        for each, _ in self._told.get(table, {}).values():
            present = present.with_others(each)
        return present

    def lapse(self) -> list[str]:
        """Forget what was not told again for too long, and name the tables where that was."""
        now = self._clock()
        changed = []
        for table, processes in list(self._told.items()):
            for process, (_, until) in list(processes.items()):
                if until <= now:
                    self.hear(Seen(process, table, NOBODY))
                    changed.append(table)
        return changed
