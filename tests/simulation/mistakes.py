"""Mistakes that somebody might make, to see whether the simulation finds them.

Each puts a fault into the server for as long as it lasts. The first is one that the server had.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from azulejos.core.state import View
from azulejos.errors import AzulejosError, Busy, Conflict, StoreError
from azulejos.tables.clock import now
from azulejos.tables.live import log, seating, updates
from azulejos.tables.live.audience import Audience
from azulejos.tables.live.bot_turns import BotTurns
from azulejos.tables.live.commands import Command, Context, Sender, validate
from azulejos.tables.live.job_queue import busy
from azulejos.tables.live.ledger import Ledger
from azulejos.tables.live.standing import NewEntry
from azulejos.tables.live.summary import row_of
from azulejos.tables.live.table import TRIES, Table
from azulejos.tables.lobby.listener import Listener
from azulejos.tables.lobby.lobby import Lobby
from azulejos.tables.messages import Move
from azulejos.tables.store import Entry

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
    """The entry is applied first; if the store then says nothing more, it stays."""

    async def write(self: Ledger, new: NewEntry, own_id: str | None = None) -> bool:
        entry = next_entry(self, new, own_id)
        before = self._standing
        self._standing = before.after(entry, new)
        try:
            await self._store.append(before.table, entry, row_of(self._standing), new.holders)
        except StoreError:
            try:
                entries = await self._store.entries(before.table, before.version)
            except StoreError:
                raise Busy("the store does not answer") from None
            self._standing = before.following(entries)
            return False
        return True

    with instead(Ledger, "write", write):
        yield


@contextmanager
def acknowledged_before_it_is_written() -> Iterator[None]:
    """The sender is told that it is done while the store still writes."""
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
    """Somebody else was faster, and the table goes on as if nothing had been."""
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
    """The id is not kept with the entry: what is sent again is done again."""
    write = Ledger.write

    async def nameless(self: Ledger, new: NewEntry, own_id: str | None = None) -> bool:
        return await write(self, new, None)

    with instead(Ledger, "write", nameless):
        yield


@contextmanager
def doubt_that_is_ignored() -> Iterator[None]:
    """A table whose log is in doubt goes on as it is."""

    async def nothing(self: Ledger) -> None:
        self._is_in_doubt = False

    with instead(Ledger, "_make_sure", nothing):
        yield


@contextmanager
def secrets_that_are_told() -> Iterator[None]:
    """Everybody is shown the whole position."""
    with instead(updates, "seen_by", lambda state, seat: state):
        yield


@contextmanager
def seats_that_are_given_twice() -> Iterator[None]:
    """Nobody looks whether a seat is taken."""
    with instead(seating, "check_room", lambda standing, identity, seat: None):
        yield


@contextmanager
def bots_that_try_once() -> Iterator[None]:
    """A bot whose move was refused or could not be written does nothing more about it."""

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
    """What other processes write is not looked for, and notices get lost."""

    async def nothing(self: Lobby) -> None:
        pass

    with instead(Listener, "look_for_missed", nothing):
        yield


@contextmanager
def subscribers_that_are_kept() -> Iterator[None]:
    """Those who go are still told everything."""
    with instead(Audience, "discard", lambda self, subscriber: None):
        yield


@contextmanager
def an_old_table_shown_to_who_knows_more() -> Iterator[None]:
    """Those who come from another process are shown what this one happens to know."""

    async def attach(self: Table, subscriber: Any) -> None:
        async def job() -> None:
            self._audience.add(subscriber)
            self.tell_presence_soon()

        await self.run(job)

    with instead(Table, "attach", attach):
        yield


@contextmanager
def ids_that_are_not_looked_up() -> Iterator[None]:
    """What is sent again is validated again, instead of being answered by what the log has."""

    async def execute_as(
        self: Table,
        sender: Sender,
        command: Command,
        acknowledge: Callable[[int], None] = lambda _: None,
    ) -> int:
        for _ in range(TRIES):
            context = Context(now(), self._audience.absent())
            new = validate(command, self.standing, sender, context)
            own_id = f"{sender.guest}:{command.id}"
            if await self._commit(new, own_id, acknowledge):
                return self.standing.version
        raise busy()

    with instead(Table, "execute_as", execute_as):
        yield


@contextmanager
def leases_that_are_not_released() -> Iterator[None]:
    """A process that stops lets the others wait until its leases have run out."""

    async def nothing(self: SimulatedStore, holder: str) -> None:
        pass

    with instead(SimulatedStore, "release", nothing):
        yield


@contextmanager
def leases_that_are_not_asked_for() -> Iterator[None]:
    """Every process lets the bots of a table think."""

    async def always(self: BotTurns, table: str) -> bool:
        return True

    with instead(BotTurns, "_may_think", always):
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
    )
}
