"""Everybody who is connected to a table, and what each is told."""

from __future__ import annotations

import time

from azulejos.server.messages import ProgramUpdate, Update
from azulejos.server.standing import Standing
from azulejos.server.updates import Updates, chat_message, encode
from azulejos.server.watchers import QueueWatcher

MOST_CHAT = 50  # lines that a newcomer is told
AWAY = 30.0  # seconds without a connection after which a bot may stand in

Made = dict[tuple[int | None, int, bool], str]
"""Updates that were made: for which seat, since which version, and whether for a program."""


class Audience:
    """The watchers of one table."""

    def __init__(self, standing: Standing) -> None:
        self._standing = standing
        self._updates = Updates(standing)
        self._watchers: set[QueueWatcher] = set()
        self._presence: tuple[set[int], int] = (set(), 0)  # as it was last told
        self._away_since = {seat: time.monotonic() for seat in range(len(standing.seats))}

    def move_to(self, standing: Standing) -> None:
        """Watch another reading of the same log."""
        self._standing = standing
        self._updates = Updates(standing)

    # Who is here

    @property
    def is_empty(self) -> bool:
        return not self._watchers

    def add(self, watcher: QueueWatcher) -> None:
        """Tell a newcomer everything since the version it knows."""
        if watcher.known > self._standing.version:
            watcher.known = -1
        self._send_chat(watcher)
        self._watchers.add(watcher)
        seat = self._seat(watcher)
        if seat is not None:
            self._away_since.pop(seat, None)
        self.send_update(watcher, {})

    def discard(self, watcher: QueueWatcher) -> None:
        """Tell somebody no more."""
        self._watchers.discard(watcher)
        seat = self._seat(watcher)
        if seat is not None and seat not in self._here():
            self._away_since[seat] = time.monotonic()

    def close(self) -> None:
        """Let all connect again."""
        for watcher in list(self._watchers):
            watcher.close()

    def absent(self) -> set[int]:
        """The seats whose guests have been away for a while."""
        now = time.monotonic()
        return {seat for seat, since in self._away_since.items() if now - since >= AWAY}

    def _seat(self, watcher: QueueWatcher) -> int | None:
        return self._standing.seat_of(watcher.identity.guest) if watcher.identity else None

    def _here(self) -> set[int]:
        return {seat for w in self._watchers if (seat := self._seat(w)) is not None}

    # What they are told

    def tell_changes(self) -> None:
        """Tell everybody what is new to them, in the words that each may hear."""
        made: Made = {}
        for watcher in list(self._watchers):
            self._send_chat(watcher)
            if watcher.known < self._standing.shown:
                self.send_update(watcher, made)
            watcher.known = self._standing.version

    def tell_presence(self) -> None:
        """Tell all people who is here, if that has changed; programs do not care."""
        seen = self._here(), len(self._watchers)
        if seen == self._presence:
            return
        self._presence = seen
        made: Made = {}
        for watcher in list(self._watchers):
            if not watcher.for_program:
                self.send_update(watcher, made)

    def send_update(self, watcher: QueueWatcher, made: Made) -> None:
        """Send an update; whoever knows and may know the same gets the very same."""
        seat, known = self._seat(watcher), watcher.known
        key = seat, known, watcher.for_program
        if key not in made:
            made[key] = encode(self._update(seat, known, is_program=watcher.for_program)).decode()
        watcher.known = self._standing.version
        watcher.send(made[key])
        if watcher.for_program and self._standing.result:
            watcher.finish()

    def _update(self, seat: int | None, known: int, *, is_program: bool) -> Update | ProgramUpdate:
        if is_program:
            return self._updates.for_program(seat, known)
        watching = sum(self._seat(each) is None for each in self._watchers)
        return self._updates.update(seat, known, self._here(), watching)

    def _send_chat(self, watcher: QueueWatcher) -> None:
        if watcher.for_program:
            return
        for chatted in self._standing.chat[-MOST_CHAT:]:
            if chatted.version > watcher.known:
                watcher.send(encode(chat_message(*chatted)).decode())
