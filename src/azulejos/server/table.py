"""A live table: one task that owns its log, and an inbox through which everything enters.

People, programs, bots and the clock come by the same door. What they want is validated, committed
to the store, acknowledged to its sender, and broadcast to everybody, in this order: who was told
that a move is done can rely on it. Nothing of a table is read or changed outside of its task.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from azulejos.core.state import View
from azulejos.errors import AzulejosError, Busy, NotAllowed, SeatTaken
from azulejos.play.match import Match
from azulejos.server import log
from azulejos.server.audience import Audience
from azulejos.server.bot_turns import RETRY, BotTurns
from azulejos.server.guests import Identity
from azulejos.server.hints import hints_of
from azulejos.server.inbox import Inbox
from azulejos.server.messages import Ask, Hint, Move
from azulejos.server.metrics import Metrics
from azulejos.server.presence import Elsewhere
from azulejos.server.standing import Standing, draw_texts
from azulejos.server.store import NOBODY, Conflict, Entry, Present, Seen, Store, StoreError
from azulejos.server.summary import row_of
from azulejos.server.thinkers import Thinkers
from azulejos.server.watchers import QueueWatcher
from azulejos.server.wishes import Asker, Circumstances, Wish, check_version, entry_for, time_is_up
from azulejos.server.worker import values_of

logger = logging.getLogger(__name__)

T = TypeVar("T")

MOST_WAITING = 64  # jobs in the inbox of one table
PRESENCE = 0.2  # seconds within which those who come and go are told of together, at least
MOST_TOLD = 250  # messages a second that coming and going may cost, however many watch
TRIES = 8  # to write past what other processes write at the same time

Acknowledge = Callable[[int], None]


@dataclass
class Surroundings:
    """What a table needs of the server."""

    store: Store
    thinkers: Thinkers
    metrics: Metrics
    elsewhere: Elsewhere
    process: str  # the name of this process among those that share the store
    rematch: Callable[[Standing], Awaitable[str]]
    bot_pause: float = 0.3  # so that people see one move after the other
    lease: float = 10.0  # seconds for which this process alone lets the bots of a table think


class Table:
    """See the module."""

    def __init__(self, standing: Standing, around: Surroundings) -> None:
        self.name = standing.table
        self._standing = standing
        self._around = around
        self._audience = Audience(standing, lambda: around.elsewhere.at(standing.table))
        self._announced = NOBODY
        self._inbox: Inbox[Callable[[], Awaitable[None]] | None] = Inbox()
        self._bots = BotTurns(
            self.name,
            around,
            is_watched=lambda: not self._audience.is_empty,
            deliver=self._deliver,
        )
        self._alarm: asyncio.TimerHandle | None = None
        self._presence: asyncio.TimerHandle | None = None
        self._is_stopped = False
        self.used = time.monotonic()
        self._task = asyncio.create_task(self._run(), name=f"table {self.name[:4]}")
        self._look_ahead()

    # The door

    async def enter(self, job: Callable[[], Awaitable[T]]) -> T:
        """Have a job done by the table's task, after all that came before it."""
        if self._is_stopped or len(self._inbox) >= MOST_WAITING:
            raise Busy("too much happens at this table: try again")
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        async def do() -> None:
            try:
                result = await job()
            except Exception as error:
                if not future.done():
                    future.set_exception(error)
            else:
                if not future.done():
                    future.set_result(result)

        self._inbox.put(do)
        self.used = time.monotonic()
        return await future

    async def _run(self) -> None:
        while (job := await self._inbox.get()) is not None:
            await job()
            del job  # with all that it holds: the next may be long in coming

    async def stop(self) -> None:
        """Finish what has entered, and end."""
        self._is_stopped = True
        self._inbox.put(None)
        for timer in (self._alarm, self._presence):
            if timer:
                timer.cancel()
        await self._bots.stop()
        await self._task
        self._announce(NOBODY)

    @property
    def is_stopped(self) -> bool:
        return self._is_stopped

    @property
    def is_idle(self) -> bool:
        """Whether nobody is connected and nothing goes on."""
        return self._audience.is_empty and not self._inbox and not self._bots.is_thinking

    # What guests do

    async def wish(
        self, identity: Identity, wish: Wish, acknowledge: Acknowledge = lambda _: None
    ) -> int:
        """Do what a guest wishes, and return the version of the table at which it was done."""

        async def job() -> int:
            seat = self._standing.seat_of(identity.guest)
            return await self._grant(Asker(seat, identity.guest, identity.name), wish, acknowledge)

        return await self.enter(job)

    async def _grant(self, asker: Asker, wish: Wish, acknowledge: Acknowledge) -> int:
        own_id = f"{asker.guest}:{wish.id}"
        for _ in range(TRIES):
            if own_id in self._standing.ids:
                version = self._standing.ids[own_id]
                acknowledge(version)
                return version
            around = Circumstances(time.time(), self._audience.absent())
            body = entry_for(wish, self._standing, asker, around)
            if isinstance(wish, Ask) and wish.kind == "rematch" and asker.seat is not None:
                body = await self._rematch(asker.seat) or body
            if await self._commit(body, own_id, acknowledge):
                return self._standing.version
        raise Busy("too much happens at this table: try again")

    async def _rematch(self, seat: int) -> log.Body | None:
        """The entry that leads to the next table, if all want it."""
        if not self._standing.agrees("rematch", seat):
            return None
        return log.Rematched(await self._around.rematch(self._standing))

    async def sit(self, identity: Identity, seat: int) -> int:
        """Give an open seat to a guest; with the last one the game begins."""

        async def job() -> int:
            for _ in range(TRIES):
                if self._standing.seat_of(identity.guest) == seat:
                    return self._standing.version
                self._expect_room(identity, seat)
                holder = log.Holder(identity.guest, identity.name, is_program=identity.is_program)
                is_last = sum(each.is_open for each in self._standing.seats) == 1
                draws = first_draws(self._standing) if is_last else None
                if await self._commit(log.Sat(seat, holder, draws), holders={seat: identity.guest}):
                    return self._standing.version
            raise Busy("too much happens at this table: try again")

        return await self.enter(job)

    def _expect_room(self, identity: Identity, seat: int) -> None:
        if not 0 <= seat < len(self._standing.seats):
            raise NotAllowed(f"there is no seat {seat}")
        if self._standing.seat_of(identity.guest) is not None:
            raise SeatTaken("you already sit at this table")
        if not self._standing.seats[seat].is_open:
            raise SeatTaken("somebody sits there")

    async def leave(self, identity: Identity, seat: int) -> int:
        """Let a guest leave its seat. Once the game has begun it can come back to it."""

        async def job() -> int:
            for _ in range(TRIES):
                if self._standing.seat_of(identity.guest) != seat:
                    raise NotAllowed("this is not your seat")
                has_begun = self._standing.match is not None
                holders = {} if has_begun else {seat: None}
                if await self._commit(log.Left(seat), holders=holders):
                    return self._standing.version
            raise Busy("too much happens at this table: try again")

        return await self.enter(job)

    async def rename(self, identity: Identity) -> None:
        """Tell the table that a guest who sits here has another name."""

        async def job() -> None:
            seat = self._standing.seat_of(identity.guest)
            if seat is not None and self._standing.seats[seat].holder.name != identity.name:
                await self._commit(log.Renamed(seat, identity.name))

        await self.enter(job)

    async def hints(self, identity: Identity, version: int) -> list[Hint]:
        """The best moves for the position, where no other guest could be cheated."""

        async def job() -> Any:
            check_version(self._standing, version)
            if self._standing.result:
                raise NotAllowed("the game is over: analyse it instead")
            seat = self._standing.seat_of(identity.guest)
            if seat is None or self._standing.others_play:
                raise NotAllowed("there are hints only where no other person plays")
            if seat != self._standing.to_move:
                raise NotAllowed("there are hints only for your own move")
            return self._standing.state.view(seat)

        view = await self.enter(job)
        return hints_of(view, await self._around.thinkers.advise(view))

    async def read(self, question: Callable[[Standing], T]) -> T:
        """Answer a question about the table."""

        async def job() -> T:
            return question(self._standing)

        return await self.enter(job)

    # The log

    async def _commit(
        self,
        body: log.Body,
        own_id: str | None = None,
        acknowledge: Acknowledge = lambda _: None,
        holders: Mapping[int, str | None] | None = None,
    ) -> bool:
        """Write an entry, acknowledge and broadcast it. False if that is to be tried again.

        The entry is applied before it is written, because what lists show of the table changes
        with it; nobody sees that, for only this task looks. If it cannot be written, the table is
        read anew.
        """
        standing = self._standing
        entry = Entry(standing.version + 1, time.time(), own_id, log.encode(body))
        standing.apply(entry)
        try:
            await self._around.store.append(
                self.name, entry, row_of(standing), holders if holders is not None else {}
            )
        except Conflict:
            await self._read_anew()
            return False
        except StoreError as error:  # who knows whether it was written
            logger.error("the store failed", extra={"table": self.name, "error": str(error)})
            await self._read_anew()
            return False
        self._around.metrics.count("entries", type(body).__name__.lower())
        acknowledge(entry.version)
        self._broadcast()
        return True

    async def _read_anew(self) -> None:
        """Drop what was not written, and learn what others wrote.

        If even that fails nobody may see this table any more: all connect anew, to another.
        """
        try:
            entries = await self._around.store.entries(self.name)
        except StoreError:
            self._is_stopped = True
            self._audience.close()
            raise Busy("the store does not answer: try again") from None
        self._standing = Standing.of(self.name, entries)
        self._audience.move_to(self._standing)
        self._broadcast()

    def hear_of(self, version: int) -> None:
        """Learn soon what other processes wrote, up to a version at least."""

        async def job() -> None:
            if self._standing.version >= version:
                return
            try:
                entries = await self._around.store.entries(self.name, self._standing.version)
            except StoreError:
                return  # the store tells of it again
            for entry in entries:
                self._standing.apply(entry)
            self._broadcast()

        if not self._is_stopped:
            self._inbox.put(job)

    # Who watches

    async def attach(self, watcher: QueueWatcher) -> None:
        """Tell somebody everything since the version it knows, and from now on every change."""

        async def job() -> None:
            self._audience.add(watcher)
            self.tell_presence_soon()

        await self.enter(job)

    async def detach(self, watcher: QueueWatcher) -> None:
        """Forget somebody who is gone."""
        self._audience.discard(watcher)
        self.tell_presence_soon()

    def tell_presence_soon(self) -> None:
        """Tell all who is here or elsewhere, once for all who come and go within a moment."""

        async def job() -> None:
            self._presence = None
            self._announce(self._audience.present)
            self._audience.tell_presence()

        if self._presence is None and not self._is_stopped:
            wait = max(PRESENCE, self._audience.size / MOST_TOLD)
            loop = asyncio.get_running_loop()
            self._presence = loop.call_later(wait, lambda: self._inbox.put(job))

    def _announce(self, present: Present) -> None:
        """Tell the other processes who is connected here, if that has changed."""
        if present != self._announced:
            self._announced = present
            self._around.store.announce(Seen(self._around.process, self.name, present))

    def announce_again(self) -> None:
        """Tell the other processes who is connected here, so that they can go on counting on it."""
        if self._announced != NOBODY and not self._is_stopped:
            self._around.store.announce(Seen(self._around.process, self.name, self._announced))

    def known(self, guest: str | None) -> list[tuple[Identity, QueueWatcher]]:
        """The connections of a guest, or of all guests."""
        return self._audience.known(guest)

    async def refresh(self, watcher: QueueWatcher) -> None:
        """Send somebody the present state again."""

        async def job() -> None:
            self._audience.send_update(watcher, {})

        await self.enter(job)

    def _broadcast(self) -> None:
        """Tell everybody what is new, and see to what follows from it."""
        self._audience.tell_changes()
        self._announce(self._audience.present)
        self._look_ahead()

    # What comes next by itself

    def _look_ahead(self) -> None:
        """Let a bot think if it is to move, and set the alarm of the clock."""
        if not self._is_stopped:
            self._set_alarm()
            self._bots.follow(self._standing)

    def _set_alarm(self) -> None:
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None
        clock = self._standing.clock
        if clock and clock.runs_out is not None and self._standing.result is None:
            wait = max(0.0, clock.runs_out - time.time()) + 0.01
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(wait, lambda: self._inbox.put(self._ring))

    async def _ring(self) -> None:
        """Somebody's time may be up."""
        body = time_is_up(self._standing, time.time())
        try:
            if body:
                await self._commit(body)
        except AzulejosError as error:
            logger.warning("a clock ran out", extra={"table": self.name, "error": str(error)})

    async def _deliver(self, view: View, wish: Move) -> None:
        """Let a bot's move in."""
        with suppress(Busy):
            await self.enter(lambda: self._move_for_bot(view, wish))

    async def _move_for_bot(self, view: View, wish: Move) -> None:
        self._bots.end_turn()
        standing, seat = self._standing, view.seat
        if standing.changed != wish.version or not standing.seats[seat].level:
            return
        asker = Asker(seat, guest=f"bot {seat}", is_bot=True)
        try:
            await self._grant(asker, wish, lambda _: None)
        except Busy:
            asyncio.get_running_loop().call_later(RETRY, self._look_ahead)
        except AzulejosError as error:
            logger.error("a bot erred", extra={"table": self.name, "error": str(error)})
            anything = msgspec.structs.replace(wish, move=values_of(view)[0].move)
            await self._grant(asker, anything, lambda _: None)


def first_draws(standing: Standing) -> list[str]:
    """What chance deals when the game begins."""
    return draw_texts(standing.game, Match(standing.game, standing.options).events)
