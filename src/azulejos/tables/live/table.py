"""A live table: its ledger, its queue of jobs, its audience and its bots.

People, programs, bots and the clock use the same queue. A command is validated, committed to the
store, acknowledged to its sender and broadcast to everybody, in this order: a sender who was told
that a move is done can rely on it. If it is unknown what the store has, the table is given up: all
who wait are refused, all who watch reconnect, and the log is read again.

Nothing that a table owns refers back to it once it has stopped, so that it is freed at once: the
server collects garbage rarely.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TypeVar

from azulejos.errors import AzulejosError, StoreError
from azulejos.tables.bots.scheduling import advice_for
from azulejos.tables.clock import now, ticks
from azulejos.tables.live import commands, log
from azulejos.tables.live.audience import Announcer, Audience, Subscriber
from azulejos.tables.live.bot_turns import RETRY, BotTurns
from azulejos.tables.live.job_queue import Job, JobQueue, Timer, busy
from azulejos.tables.live.ledger import Ledger
from azulejos.tables.live.services import Services
from azulejos.tables.live.standing import NewEntry, Standing
from azulejos.tables.live.updates import count_points
from azulejos.tables.messages import Ask, EventInfo, Hint
from azulejos.tables.people.guests import Identity
from azulejos.tables.store.rows import NOBODY

logger = logging.getLogger(__name__)

T = TypeVar("T")

PRESENCE = 0.2  # seconds within which those who come and go are told of together, at least
MAX_MESSAGES_PER_SECOND = (
    250  # messages a second that coming and going may cost, however many watch
)
TRIES = 8  # to write past what other processes write at the same time

Acknowledge = Callable[[int], None]


class Table:
    def __init__(self, standing: Standing, services: Services) -> None:
        self.name = standing.table
        self._services = services
        self._ledger = Ledger(standing, services.store, services.meter)
        self.audience = Audience(standing, partial(services.elsewhere.at, self.name))
        self._announcer = Announcer(services.store, services.process, self.name)
        self._bots = BotTurns(services, self.audience)
        self._alarm = Timer()
        self._retry = Timer()
        self._presence = Timer()
        self.used = ticks()
        self._jobs = JobQueue(f"table {self.name[:4]}", self._give_up_in_doubt)
        self._look_ahead()

    @property
    def standing(self) -> Standing:
        """The table as of the last entry that is known to be written."""
        return self._ledger.standing

    async def run(self, job: Job[T]) -> T:
        """Have the table's task do a job after all earlier ones."""
        self.used = ticks()
        return await self._jobs.run(job)

    async def stop(self) -> None:
        """Finish the jobs in the queue, and end."""
        self._jobs.close()
        self._stop_timers()
        await self._bots.stop()
        await self._jobs.closed()
        self._announcer.tell(NOBODY)

    async def dismiss(self) -> None:
        """End, and disconnect everybody; they reconnect to the table as it is in the store then."""
        await self.stop()
        self.audience.close()

    def _give_up_in_doubt(self) -> None:
        """If it is unknown what the log has, disconnect everybody: the table is read again."""
        if self._ledger.is_in_doubt and not self.is_stopped:
            self.audience.close()
            self._jobs.abort()
            self._stop_timers()
            self._bots.give_up()
            self._announcer.tell(NOBODY)

    def _stop_timers(self) -> None:
        for timer in (self._alarm, self._retry, self._presence):
            timer.cancel()

    @property
    def is_stopped(self) -> bool:
        return self._jobs.is_closed

    @property
    def is_thinking(self) -> bool:
        """Whether a bot is thinking, or waits for a worker."""
        return self._bots.is_thinking

    @property
    def is_idle(self) -> bool:
        """Whether nobody is connected and nothing is going on."""
        return self.audience.is_empty and self._jobs.is_quiet and not self._bots.is_thinking

    # What guests do

    async def execute(
        self,
        identity: Identity,
        command: commands.Command,
        acknowledge: Acknowledge = lambda _: None,
    ) -> int:
        """Do what a guest commands, and return the table's version after it."""

        async def job() -> int:
            seat = self.standing.seat_of(identity.guest)
            sender = commands.Sender(seat, identity.guest, identity.name)
            return await self.execute_as(sender, command, acknowledge)

        return await self.run(job)

    async def execute_as(
        self,
        sender: commands.Sender,
        command: commands.Command,
        acknowledge: Acknowledge = lambda _: None,
    ) -> int:
        """Validate and commit a command, in the table's own task."""
        own_id = f"{sender.guest}:{command.id}"
        for _ in range(TRIES):
            if own_id in self.standing.ids:
                version = self.standing.ids[own_id]
                acknowledge(version)
                return version
            context = commands.Context(now(), self.audience.absent())
            new = commands.validate(command, self.standing, sender, context)
            if isinstance(command, Ask) and command.kind == "rematch" and sender.seat is not None:
                new = await self._rematch(sender.seat) or new
            if await self._commit(new, own_id, acknowledge):
                return self.standing.version
        raise busy()

    async def _rematch(self, seat: int) -> NewEntry | None:
        """The entry that leads to the next table, if everybody wants it."""
        if not self.standing.agrees("rematch", seat):
            return None
        return NewEntry(log.Rematched(await self._services.rematch(self.standing)))

    async def sit(self, identity: Identity, seat: int) -> int:
        """Give an open seat to a guest; with the last one the game begins."""
        return await self._change(lambda standing: commands.sit_down(standing, identity, seat))

    async def leave(self, identity: Identity, seat: int) -> int:
        """Let a guest leave its seat. Once the game has begun it can come back to it."""
        return await self._change(lambda standing: commands.leave(standing, identity, seat))

    async def _change(self, wanted: Callable[[Standing], NewEntry | None]) -> int:
        """Write an entry made from the current standing, and return the version after it."""

        async def job() -> int:
            for _ in range(TRIES):
                new = wanted(self.standing)
                if new is None or await self._commit(new):
                    return self.standing.version
            raise busy()

        return await self.run(job)

    async def rename(self, identity: Identity) -> None:
        """Tell the table that a guest who sits here has another name."""

        async def job() -> None:
            for new in list(commands.renamed(self.standing, identity)):
                await self._commit(new)

        await self.run(job)

    async def hints(self, identity: Identity, version: int) -> list[Hint]:
        """The best moves, where no other guest is cheated by that."""
        view = await self.read(
            lambda standing: commands.view_to_advise(standing, identity.guest, version)
        )
        return await self._services.bots.advise(view, advice_for(identity.guest))

    async def read(self, question: Callable[[Standing], T]) -> T:
        """Answer a question about the table."""

        async def job() -> T:
            return question(self.standing)

        return await self.run(job)

    # The log

    async def _commit(
        self,
        new: NewEntry,
        own_id: str | None = None,
        acknowledge: Acknowledge = lambda _: None,
    ) -> bool:
        """Write an entry, acknowledge and broadcast it. False if it has to be tried again."""
        state = self.standing.stage
        is_written = await self._ledger.write(new, own_id)
        if self.standing.stage != state:
            self._services.state_changed()
        if is_written:
            acknowledge(self.standing.version)
        await self._broadcast()
        return is_written

    def hear_of(self, version: int) -> None:
        """Soon read what other processes wrote, at least up to a version."""

        async def job() -> None:
            if self.standing.version < version:
                with suppress(StoreError):  # the store tells of it again
                    await self._ledger.catch_up()
                    await self._broadcast()

        self._jobs.post(job)

    # Who watches

    async def attach(self, subscriber: Subscriber) -> None:
        """Send a subscriber everything since the version it knows, and every change from now on."""

        async def job() -> None:
            if subscriber.known > self.standing.version:  # as another process showed it
                await self._ledger.catch_up()
                await self._broadcast()
            await count_points(self.standing)
            if not subscriber.is_closed:  # it may have gone before its turn came
                self.audience.add(subscriber)
                self._note_turn_seen(subscriber)
                self.tell_presence_soon()
                self._let_bots_follow()

        await self.run(job)

    def _note_turn_seen(self, subscriber: Subscriber) -> None:
        """Whoever comes to the table sees that it is their turn: no notification is needed."""
        turn = self.standing.turn
        if subscriber.identity and subscriber.identity.guest == turn.guest:
            self._services.saw_turn(self.name, turn.since)

    async def detach(self, subscriber: Subscriber) -> None:
        """Drop a connection that is gone."""
        subscriber.close()
        self.audience.discard(subscriber)
        self.tell_presence_soon()

    def tell_presence_soon(self) -> None:
        """Tell everybody who is here, once for all who come and go within a moment."""
        if not self._presence.is_set and not self.is_stopped:
            soon = max(PRESENCE, self.audience.size / MAX_MESSAGES_PER_SECOND)
            self._presence.set(soon, lambda: self._jobs.post(self._tell_presence))

    async def _tell_presence(self) -> None:
        self._announcer.tell(self.audience.present)
        self.audience.tell_presence()
        self._let_bots_follow()

    def announce_again(self) -> None:
        """Repeat to other processes who is connected here."""
        if not self.is_stopped:
            self._announcer.tell_again()

    async def events(self, subscriber: Subscriber, before: int) -> list[EventInfo]:
        """Events before a ply, as far as the subscriber may know them."""

        async def job() -> list[EventInfo]:
            return self.audience.events(subscriber, before)

        return await self.run(job)

    async def refresh(self, subscriber: Subscriber) -> None:
        """Send a subscriber the present state again."""

        async def job() -> None:
            self.audience.send_update(subscriber, {})

        await self.run(job)

    async def _broadcast(self) -> None:
        """Send everybody what is new, and start whatever comes next."""
        await count_points(self.standing)
        self.audience.tell_changes(self.standing)
        self._announcer.tell(self.audience.present)
        self._look_ahead()

    # What comes next

    def _look_ahead(self) -> None:
        """Let a bot think if it is to move, and set the alarm of the clock."""
        if not self.is_stopped:
            self._set_alarm()
        self._let_bots_follow()

    def _let_bots_follow(self) -> None:
        if not self.is_stopped:
            self._bots.follow(self)

    def look_again(self) -> None:
        """Check what is due, in case the clock was set or the store failed meanwhile."""
        self._jobs.post(self._publish)

    def look_again_soon(self) -> None:
        """The same in a moment."""
        if not self.is_stopped:
            self._retry.set(RETRY, self.look_again)

    def _set_alarm(self) -> None:
        self._alarm.cancel()
        clock = self.standing.clock
        if clock and clock.runs_out is not None and self.standing.result is None:
            self._alarm.set(max(0.0, clock.runs_out - now()) + 0.01, self.look_again)

    async def _publish(self) -> None:
        """Somebody's time may be up."""
        try:
            if body := commands.time_is_up(self.standing, now()):
                await self._commit(NewEntry(body))
        except AzulejosError as error:
            logger.warning(
                "the end of a player's time was not recorded",
                extra={"table": self.name[:4], "error": str(error)},
            )
            self.look_again_soon()
        else:
            self._look_ahead()
