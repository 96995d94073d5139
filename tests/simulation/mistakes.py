"""Plausible bugs, to test whether the simulation finds them.

Each puts a fault into the server for as long as it lasts. The first is one that the server had.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from azulejos.core.state import View
from azulejos.errors import AzulejosError, Busy, Conflict, StoreError
from azulejos.tables.clock import now
from azulejos.tables.live import commands, log, updates
from azulejos.tables.live.audience import Audience
from azulejos.tables.live.bot_turns import BotTurns
from azulejos.tables.live.commands import Command, Context, Sender, validate
from azulejos.tables.live.job_queue import busy
from azulejos.tables.live.ledger import Ledger
from azulejos.tables.live.standing import NewEntry
from azulejos.tables.live.summary import row_of
from azulejos.tables.live.table import TRIES, Table
from azulejos.tables.lobby import events
from azulejos.tables.lobby.events import GameEvent, Publisher, events_of
from azulejos.tables.lobby.listener import Listener
from azulejos.tables.lobby.lobby import Lobby
from azulejos.tables.lobby.statistics import count_game
from azulejos.tables.messages import Move
from azulejos.tables.store.rows import Entry, NoteChange, TableState, Unpublished

from .judge import count_start
from .store import SimulatedStore


def next_entry(ledger: Ledger, new: NewEntry, own_id: str | None) -> Entry:
    return Entry(ledger.standing.version + 1, now(), own_id, log.encode(new.body))


@contextmanager
def instead(owner: Any, name: str, other: Any) -> Iterator[None]:
    before = getattr(owner, name)
    setattr(owner, name, other)
    try:
        yield
    finally:
        setattr(owner, name, before)


@contextmanager
def applied_before_it_is_written() -> Iterator[None]:
    """An entry is applied before it is written, and stays if the store dies."""

    async def write(self: Ledger, new: NewEntry, own_id: str | None = None) -> bool:
        entry = next_entry(self, new, own_id)
        before = self.standing
        self.standing = before.after(entry, new)
        try:
            await self._store.append(before.table, entry, row_of(self.standing), new.holders)
        except StoreError:
            try:
                entries = await self._store.entries(before.table, before.version)
            except StoreError:
                raise Busy("the store does not answer") from None
            self.standing = before.following(entries)
            return False
        return True

    with instead(Ledger, "write", write):
        yield


@contextmanager
def acknowledged_before_it_is_written() -> Iterator[None]:
    """A message is acknowledged while the store is still writing."""
    commit = Table._commit

    async def hasty(
        self: Table,
        new: NewEntry,
        own_id: str | None = None,
        acknowledge: Callable[[int], None] = lambda _: None,
    ) -> bool:
        acknowledge(self.standing.version + 1)
        return await commit(self, new, own_id, lambda _: None)

    with instead(Table, "_commit", hasty):
        yield


@contextmanager
def a_conflict_taken_for_success() -> Iterator[None]:
    """A write conflicts with another process, and the table goes on as if it had succeeded."""
    write = Ledger.write

    async def careless(self: Ledger, new: NewEntry, own_id: str | None = None) -> bool:
        append = self._store.append

        async def forgiving(*arguments: Any) -> None:
            with suppress(Conflict):
                await append(*arguments)

        with instead(self._store, "append", forgiving):
            return await write(self, new, own_id)

    with instead(Ledger, "write", careless):
        yield


@contextmanager
def ids_that_are_not_written() -> Iterator[None]:
    """The id is not written with the entry, so a repeated message is done twice."""
    write = Ledger.write

    async def nameless(self: Ledger, new: NewEntry, own_id: str | None = None) -> bool:
        return await write(self, new, None)

    with instead(Ledger, "write", nameless):
        yield


@contextmanager
def doubt_that_is_ignored() -> Iterator[None]:
    """A table goes on without reading the log after a failure."""

    async def nothing(self: Ledger) -> None:
        self.is_in_doubt = False

    with instead(Ledger, "_make_sure", nothing):
        yield


@contextmanager
def secrets_that_are_told() -> Iterator[None]:
    """Everybody is shown the whole position, with its secrets."""
    with instead(updates, "seen_by", lambda state, seat: state):
        yield


@contextmanager
def seats_that_are_given_twice() -> Iterator[None]:
    """Seats are given away without checking that they are free."""
    with instead(commands, "check_room", lambda standing, identity, seat: None):
        yield


@contextmanager
def bots_that_try_once() -> Iterator[None]:
    """A bot whose move was refused or not written does not try again."""

    async def execute(
        self: BotTurns, table: Table, view: View, sender: Sender, command: Move
    ) -> None:
        with suppress(AzulejosError):
            await table.execute_as(sender, command)

    async def nothing(self: Lobby) -> None:
        pass

    with instead(BotTurns, "_execute", execute), instead(Lobby, "_wake_due", nothing):
        yield


@contextmanager
def others_that_are_not_heard() -> Iterator[None]:
    """Processes rely on notices, which may get lost."""

    async def nothing(self: Lobby) -> None:
        pass

    with instead(Listener, "look_for_missed", nothing):
        yield


@contextmanager
def subscribers_that_are_kept() -> Iterator[None]:
    """Guests who have left still get updates."""
    with instead(Audience, "discard", lambda self, subscriber: None):
        yield


@contextmanager
def an_old_table_shown_to_who_knows_more() -> Iterator[None]:
    """Clients that come from another process are shown an older table."""

    async def attach(self: Table, subscriber: Any) -> None:
        async def job() -> None:
            self.audience.add(subscriber)
            self.tell_presence_soon()

        await self.run(job)

    with instead(Table, "attach", attach):
        yield


@contextmanager
def ids_that_are_not_looked_up() -> Iterator[None]:
    """A repeated message is validated again instead of being answered from the log."""

    async def execute_as(
        self: Table,
        sender: Sender,
        command: Command,
        acknowledge: Callable[[int], None] = lambda _: None,
    ) -> int:
        for _ in range(TRIES):
            context = Context(now(), self.audience.absent())
            new = validate(command, self.standing, sender, context)
            own_id = f"{sender.guest}:{command.id}"
            if await self._commit(new, own_id, acknowledge):
                return self.standing.version
        raise busy()

    with instead(Table, "execute_as", execute_as):
        yield


@contextmanager
def leases_that_are_not_released() -> Iterator[None]:
    """A process that stops does not release its leases."""

    async def nothing(self: SimulatedStore, holder: str) -> None:
        pass

    with instead(SimulatedStore, "release", nothing):
        yield


@contextmanager
def leases_that_are_not_asked_for() -> Iterator[None]:
    """Bots think in every process, without asking for the lease."""

    async def always(self: BotTurns, table: str) -> bool:
        return True

    with instead(BotTurns, "_may_think", always):
        yield


@contextmanager
def games_published_before_they_end() -> Iterator[None]:
    """The notes for an event are written before the entry that causes it."""
    write = Ledger.write

    async def hasty(self: Ledger, new: NewEntry, own_id: str | None = None) -> bool:
        store: Any = self._store
        following = self.standing.after(next_entry(self, new, own_id), new)
        if following.stage != self.standing.stage:
            row = row_of(following)
            for event, state in events_of(Unpublished(row, self.standing.stage)):
                with suppress(StoreError):
                    changes = [*await count_start(store, event), *await count_game(store, event)]
                    await store.publish(row.table, self.standing.stage, state, changes)
        return await write(self, new, own_id)

    with instead(Ledger, "write", hasty):
        yield


@contextmanager
def games_published_only_by_who_ended_them() -> Iterator[None]:
    """A process does not publish events that another one left behind."""
    publish_all = Publisher._publish_all

    async def own(self: Publisher, unpublished: Unpublished) -> None:
        store: Any = self._store
        if unpublished.row.table in store.own_tables:
            await publish_all(self, unpublished)

    append, create = SimulatedStore.append, SimulatedStore.create

    async def noted_append(self: Any, table: str, *more: Any) -> None:
        await append(self, table, *more)
        self.own_tables.add(table)

    async def noted_create(self: Any, row: Any, *more: Any) -> None:
        await create(self, row, *more)
        self.own_tables.add(row.table)

    begin = SimulatedStore.__init__

    def begun(self: Any, *given: Any, **named: Any) -> None:
        begin(self, *given, **named)
        self.own_tables = set()

    with (
        instead(Publisher, "_publish_all", own),
        instead(SimulatedStore, "append", noted_append),
        instead(SimulatedStore, "create", noted_create),
        instead(SimulatedStore, "__init__", begun),
    ):
        yield


@contextmanager
def games_published_in_two_steps() -> Iterator[None]:
    """Notes and the mark that an event is published are written separately."""

    async def publish(
        self: SimulatedStore,
        table: str,
        before: TableState,
        state: TableState,
        changes: Sequence[NoteChange],
    ) -> None:
        database = self._database

        def write() -> None:
            for guest, note, _ in changes:
                database.notes[guest, note.kind, note.key] = note

        await self._call(write)
        await self._call(lambda: database.publish(table, before, state, ()))

    with instead(SimulatedStore, "publish", publish):
        yield


@contextmanager
def starts_skipped_of_games_that_are_over() -> Iterator[None]:
    """If a game ends before its start is published, only the end is published."""

    def latest(unpublished: Unpublished) -> Iterator[tuple[GameEvent, TableState]]:
        yield [*events_of(unpublished)][-1]

    with instead(events, "events_of", latest):
        yield


MISTAKES = {
    mistake.__name__: mistake
    for mistake in (
        applied_before_it_is_written,
        acknowledged_before_it_is_written,
        a_conflict_taken_for_success,
        ids_that_are_not_written,
        doubt_that_is_ignored,
        secrets_that_are_told,
        seats_that_are_given_twice,
        bots_that_try_once,
        others_that_are_not_heard,
        subscribers_that_are_kept,
        an_old_table_shown_to_who_knows_more,
        ids_that_are_not_looked_up,
        leases_that_are_not_released,
        leases_that_are_not_asked_for,
        games_published_before_they_end,
        games_published_only_by_who_ended_them,
        games_published_in_two_steps,
        starts_skipped_of_games_that_are_over,
    )
}
