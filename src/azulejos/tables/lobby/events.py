"""`GameStarted` and `GameEnded`, each published exactly once per game, after it is committed.

The state of a table's row (open, playing, over) changes in the same transaction as its log. Beside
it the store keeps up to which state events were published. So nothing is written for an event when
it happens, none gets lost when a process dies, and any process can publish it later: the difference
of the two is what is left to publish.

A subscriber answers an event with notes to write. They are written in the transaction that marks
the event as published: both or neither. If another process was faster, or has changed such a note,
the transaction fails and the event is looked at again. So a subscriber may be asked several times,
but what it answers takes effect once. It must do nothing else; whoever tells the world outside
writes a note first, and works it off afterwards.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import suppress

import msgspec

from azulejos.errors import Conflict, StoreError
from azulejos.tables.live.services import Meter
from azulejos.tables.live.summary import Summary
from azulejos.tables.store.protocol import EventStore
from azulejos.tables.store.rows import NoteChange, TableState, Unpublished

logger = logging.getLogger(__name__)

MAX_AT_ONCE = 50  # tables
TRIES = 3  # to write past what other processes write at the same time
ROUND = 5.0  # seconds between two looks for what nobody here knows of


class GameEvent(msgspec.Struct, frozen=True):
    """What happened to the game of a table, and who plays there.

    Of a table as it is when the event is published.
    """

    table: str
    game: str
    at: float  # seconds since 1970: of its latest entry
    summary: Summary


class GameStarted(GameEvent, frozen=True):
    """All seats are taken, and the first tiles are drawn."""


class GameEnded(GameEvent, frozen=True):
    """By the rules, a resignation or a clock; `result` is None if the operator closed it."""


Subscriber = Callable[[GameEvent], Awaitable[Sequence[NoteChange]]]


def events_of(unpublished: Unpublished) -> Iterator[tuple[GameEvent, TableState]]:
    """What is to be published of a table, in order, each with the state that it led to.

    A table that was closed while somebody was missing had no game.
    """
    row, published = unpublished
    summary = msgspec.json.decode(row.summary, type=Summary)
    if any(seat.kind == "open" for seat in summary.seats):
        return
    if summary.result and summary.result.reason == "closed":
        summary = msgspec.structs.replace(summary, result=None)
    fields = (row.table, row.game, row.updated, summary)
    if published == "open":
        yield GameStarted(*fields), "playing"
    if row.state == "over":
        yield GameEnded(*fields), "over"


class Publisher:
    """Publishes the events of all tables in the store."""

    def __init__(self, store: EventStore, meter: Meter, subscribers: Sequence[Subscriber]) -> None:
        self._store = store
        self._meter = meter
        self.subscribers = [*subscribers]
        self._failed: set[str] = set()  # tables whose events a subscriber cannot take
        self._is_wanted = asyncio.Event()

    def wake(self) -> None:
        """Look soon: something has happened."""
        self._is_wanted.set()

    async def run(self) -> None:
        while True:
            self._is_wanted.clear()
            try:
                while await self.publish():
                    pass
            except StoreError as error:
                logger.error("the store failed", extra={"error": str(error)})
            with suppress(TimeoutError):
                async with asyncio.timeout(ROUND):
                    await self._is_wanted.wait()

    async def publish(self) -> bool:
        """Publish the oldest events that are left. True if there may be more."""
        limit = MAX_AT_ONCE + len(self._failed)
        every = await self._store.unpublished(limit)
        for each in every:
            if each.row.table not in self._failed:
                await self._publish_all(each)
        return len(every) == limit

    async def _publish_all(self, unpublished: Unpublished) -> None:
        row, before = unpublished
        try:
            for event, state in events_of(unpublished):
                if not await self._publish(event, before, state):
                    return
                before = state
            if before != row.state:
                with suppress(Conflict):  # another process was faster
                    await self._store.publish(row.table, before, row.state, ())
        except StoreError:
            raise
        except Exception:
            logger.exception("an event cannot be published", extra={"table": row.table[:4]})
            self._failed.add(row.table)

    async def _publish(self, event: GameEvent, before: TableState, state: TableState) -> bool:
        """Publish an event. False if another process does, or the table is gone."""
        for _ in range(TRIES):
            changes = [change for each in self.subscribers for change in await each(event)]
            with suppress(Conflict):
                await self._store.publish(event.table, before, state, changes)
                self._meter.count("games", state)
                return True
        return False
