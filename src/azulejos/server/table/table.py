"""A live table: a ledger, a door through which everything enters, and all who are told.

People, programs, bots and the clock come by the same door. What they want is validated, committed
to the store, acknowledged to its sender, and broadcast to everybody, in this order: who was told
that a move is done can rely on it. If nobody can say any more what the store has, the table is
given up: all who wait are refused, all who watch connect again, and the log is read anew.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeVar

import msgspec

from azulejos.core.state import View
from azulejos.errors import AzulejosError, Busy, NotAllowed, SeatTaken
from azulejos.play.match import Match
from azulejos.server.bots.hints import simple_move
from azulejos.server.bots.scheduling import Claim, Urgency
from azulejos.server.clock import now, ticks
from azulejos.server.messages import Ask, Hint, Move
from azulejos.server.people.guests import Identity
from azulejos.server.store import NO_HOLDERS, NOBODY, Holders, Present, Seen, StoreError
from azulejos.server.table import log
from azulejos.server.table.audience import Audience
from azulejos.server.table.bot_turns import RETRY, BotTurns
from azulejos.server.table.commands import (
    Command,
    Context,
    Sender,
    check_open,
    check_version,
    time_is_up,
    validate,
)
from azulejos.server.table.door import Door, busy
from azulejos.server.table.ledger import Ledger
from azulejos.server.table.services import Services
from azulejos.server.table.standing import NewEntry, Standing, draw_texts
from azulejos.server.table.subscribers import Subscriber

logger = logging.getLogger(__name__)

T = TypeVar("T")

PRESENCE = 0.2  # seconds within which those who come and go are told of together, at least
MOST_TOLD = 250  # messages a second that coming and going may cost, however many watch
TRIES = 8  # to write past what other processes write at the same time

Acknowledge = Callable[[int], None]


class Table:
    """See the module."""

    def __init__(self, standing: Standing, services: Services) -> None:
        self.name = standing.table
        self._services = services
        self._ledger = Ledger(standing, services.store, services.meter)
        self._audience = Audience(standing, lambda: services.elsewhere.at(standing.table))
        self._announced = NOBODY
        self._bots = BotTurns(self.name, services, self._audience, self._deliver)
        self._alarm: asyncio.TimerHandle | None = None
        self._presence: asyncio.TimerHandle | None = None
        self._again: asyncio.TimerHandle | None = None
        self.used = ticks()
        self._door = Door(f"table {self.name[:4]}", self._give_up_in_doubt)
        self._look_ahead()

    @property
    def _standing(self) -> Standing:
        return self._ledger.standing

    async def enter(self, job: Callable[[], Awaitable[T]]) -> T:
        """Have a job done by the table's task, after all that came before it."""
        self.used = ticks()
        return await self._door.enter(job)

    async def stop(self) -> None:
        """Finish what has entered, and end."""
        self._door.close()
        self._stop_timers()
        await self._bots.stop()
        await self._door.closed()
        self._announce(NOBODY)

    async def dismiss(self) -> None:
        """End, and let all who watch connect again, to the table as the store has it by then."""
        await self.stop()
        self._audience.close()

    def _give_up_in_doubt(self) -> None:
        """If nobody knows what the log has, let all come again, to a table that is read anew."""
        if self._ledger.is_in_doubt and not self.is_stopped:
            self._audience.close()
            self._door.slam()
            self._stop_timers()
            self._bots.give_up()
            self._announce(NOBODY)

    def _stop_timers(self) -> None:
        for timer in (self._alarm, self._presence, self._again):
            if timer:
                timer.cancel()

    @property
    def is_stopped(self) -> bool:
        return self._door.is_closed

    @property
    def is_thinking(self) -> bool:
        """Whether a bot thinks of its move, or waits for its turn to."""
        return self._bots.is_thinking

    @property
    def is_idle(self) -> bool:
        """Whether nobody is connected and nothing goes on."""
        return self._audience.is_empty and self._door.is_quiet and not self._bots.is_thinking

    # What guests do

    async def execute(
        self, identity: Identity, command: Command, acknowledge: Acknowledge = lambda _: None
    ) -> int:
        """Do what a guest commands, and return the version of the table at which it was done."""

        async def job() -> int:
            seat = self._standing.seat_of(identity.guest)
            sender = Sender(seat, identity.guest, identity.name)
            return await self._execute(sender, command, acknowledge)

        return await self.enter(job)

    async def _execute(self, sender: Sender, command: Command, acknowledge: Acknowledge) -> int:
        own_id = f"{sender.guest}:{command.id}"
        for _ in range(TRIES):
            if own_id in self._standing.ids:
                version = self._standing.ids[own_id]
                acknowledge(version)
                return version
            context = Context(now(), self._audience.absent())
            new = validate(command, self._standing, sender, context)
            if isinstance(command, Ask) and command.kind == "rematch" and sender.seat is not None:
                new = await self._rematch(sender.seat) or new
            if await self._commit(new, own_id, acknowledge):
                return self._standing.version
        raise busy()

    async def _rematch(self, seat: int) -> NewEntry | None:
        """The entry that leads to the next table, if all want it."""
        if not self._standing.agrees("rematch", seat):
            return None
        return NewEntry(log.Rematched(await self._services.rematch(self._standing)))

    async def sit(self, identity: Identity, seat: int) -> int:
        """Give an open seat to a guest; with the last one the game begins."""

        async def job() -> int:
            for _ in range(TRIES):
                if seat in self._standing.seats_of(identity.guest):
                    return self._standing.version
                self._expect_room(identity, seat)
                holder = log.Holder(identity.guest, identity.name, is_program=identity.is_program)
                is_last = sum(each.is_open for each in self._standing.seats) == 1
                draws = first_draws(self._standing) if is_last else None
                sat = NewEntry(log.Sat(seat, holder, draws))
                if await self._commit(sat, holders={seat: identity.guest}):
                    return self._standing.version
            raise busy()

        return await self.enter(job)

    def _expect_room(self, identity: Identity, seat: int) -> None:
        check_open(self._standing)
        if not 0 <= seat < len(self._standing.seats):
            raise NotAllowed(f"there is no seat {seat}")
        if self._standing.seats_of(identity.guest):
            raise SeatTaken("you are already at this table")
        if not self._standing.seats[seat].is_open:
            raise SeatTaken("that seat is taken")

    async def leave(self, identity: Identity, seat: int) -> int:
        """Let a guest leave its seat. Once the game has begun it can come back to it."""

        async def job() -> int:
            for _ in range(TRIES):
                if seat not in self._standing.seats_of(identity.guest):
                    raise NotAllowed("this is not your seat")
                check_open(self._standing)
                has_begun = self._standing.match is not None
                holders = {} if has_begun else {seat: None}
                if await self._commit(NewEntry(log.Left(seat)), holders=holders):
                    return self._standing.version
            raise busy()

        return await self.enter(job)

    async def rename(self, identity: Identity) -> None:
        """Tell the table that a guest who sits here has another name."""

        async def job() -> None:
            for seat in self._standing.seats_of(identity.guest):
                holder = self._standing.seats[seat].holder
                if not holder.is_beside and holder.name != identity.name:
                    await self._commit(NewEntry(log.Renamed(seat, identity.name)))

        await self.enter(job)

    async def hints(self, identity: Identity, version: int) -> list[Hint]:
        """The best moves for the position, where no other guest could be cheated."""

        async def job() -> Any:
            check_version(self._standing, version)
            if self._standing.result:
                raise NotAllowed("the game is over: review it instead")
            seat = self._standing.seat_of(identity.guest)
            if seat is None or self._standing.others_play:
                raise NotAllowed("hints are only for games against bots")
            if seat != self._standing.to_move:
                raise NotAllowed("hints are only for your own turn")
            return self._standing.state.view(seat)

        view = await self.enter(job)
        claim = Claim(frozenset({identity.guest}), Urgency.ADVICE)
        return await self._services.bots.advise(view, claim)

    async def read(self, question: Callable[[Standing], T]) -> T:
        """Answer a question about the table."""

        async def job() -> T:
            return question(self._standing)

        return await self.enter(job)

    # The log

    async def _commit(
        self,
        new: NewEntry,
        own_id: str | None = None,
        acknowledge: Acknowledge = lambda _: None,
        holders: Holders = NO_HOLDERS,
    ) -> bool:
        """Write an entry, acknowledge and broadcast it. False if that is to be tried again."""
        is_written = await self._ledger.write(new, own_id, holders)
        if is_written:
            acknowledge(self._standing.version)
        self._broadcast()
        return is_written

    def hear_of(self, version: int) -> None:
        """Learn soon what other processes wrote, up to a version at least."""

        async def job() -> None:
            if self._standing.version < version:
                with suppress(StoreError):  # the store tells of it again
                    await self._ledger.catch_up()
                    self._broadcast()

        self._door.slip_in(job)

    # Who watches

    async def attach(self, subscriber: Subscriber) -> None:
        """Tell somebody everything since the version it knows, and from now on every change."""

        async def job() -> None:
            if subscriber.known > self._standing.version:  # as another process showed it
                await self._ledger.catch_up()
                self._broadcast()
            if not subscriber.is_closed:  # it may have gone before its turn came
                self._audience.add(subscriber)
                self._note_turn_seen(subscriber)
                self.tell_presence_soon()
                self._let_bots_follow()

        await self.enter(job)

    def _note_turn_seen(self, subscriber: Subscriber) -> None:
        """Who comes to a table sees whose turn it is, and need not be told by other means."""
        turn = self._standing.turn
        if subscriber.identity and subscriber.identity.guest == turn.guest:
            self._services.saw_turn(self.name, turn.since)

    async def detach(self, subscriber: Subscriber) -> None:
        """Forget somebody who is gone."""
        subscriber.close()
        self._audience.discard(subscriber)
        self.tell_presence_soon()

    def tell_presence_soon(self) -> None:
        """Tell all who is here or elsewhere, once for all who come and go within a moment."""

        async def job() -> None:
            self._presence = None
            self._announce(self._audience.present)
            self._audience.tell_presence()
            self._let_bots_follow()

        if self._presence is None and not self.is_stopped:
            wait = max(PRESENCE, self._audience.size / MOST_TOLD)
            loop = asyncio.get_running_loop()
            self._presence = loop.call_later(wait, self._door.slip_in, job)

    def _announce(self, present: Present) -> None:
        """Tell the other processes who is connected here, if that has changed."""
        if present != self._announced:
            self._announced = present
            self._services.store.announce(Seen(self._services.process, self.name, present))

    def announce_again(self) -> None:
        """Tell the other processes who is connected here, so that they can go on counting on it."""
        if self._announced != NOBODY and not self.is_stopped:
            self._services.store.announce(Seen(self._services.process, self.name, self._announced))

    @property
    def present(self) -> Present:
        """Who is connected, here or to another process."""
        return self._audience.everybody

    @property
    def subscribers(self) -> list[Subscriber]:
        """Everybody who is connected."""
        return self._audience.subscribers

    def known(self, guest: str | None) -> list[tuple[Identity, Subscriber]]:
        """The connections of a guest, or of all guests."""
        return self._audience.known(guest)

    async def refresh(self, subscriber: Subscriber) -> None:
        """Send somebody the present state again."""

        async def job() -> None:
            self._audience.send_update(subscriber, {})

        await self.enter(job)

    def _broadcast(self) -> None:
        """Tell everybody what is new, and see to what follows from it."""
        self._audience.tell_changes(self._standing)
        self._announce(self._audience.present)
        self._look_ahead()

    # What comes next by itself

    def _look_ahead(self) -> None:
        """Let a bot think if it is to move, and set the alarm of the clock."""
        if not self.is_stopped:
            self._set_alarm()
        self._let_bots_follow()

    def _let_bots_follow(self) -> None:
        if not self.is_stopped:
            self._bots.follow(self._standing)

    def look_again(self) -> None:
        """See to what is due, in case that the clock was set or the store has failed meanwhile."""
        self._door.slip_in(self._ring)

    def _look_again_soon(self) -> None:
        if self._again:
            self._again.cancel()
        if not self.is_stopped:
            self._again = asyncio.get_running_loop().call_later(RETRY, self.look_again)

    def _set_alarm(self) -> None:
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None
        clock = self._standing.clock
        if clock and clock.runs_out is not None and self._standing.result is None:
            wait = max(0.0, clock.runs_out - now()) + 0.01
            self._alarm = asyncio.get_running_loop().call_later(wait, self.look_again)

    async def _ring(self) -> None:
        """Somebody's time may be up."""
        try:
            if body := time_is_up(self._standing, now()):
                await self._commit(NewEntry(body))
        except AzulejosError as error:
            logger.warning("a clock ran out", extra={"table": self.name[:4], "error": str(error)})
            self._look_again_soon()
        else:
            self._look_ahead()

    async def _deliver(self, view: View, command: Move) -> None:
        """Let a bot's move in; if the door is full, it thinks again."""
        try:
            await self.enter(lambda: self._move_for_bot(view, command))
        except Busy:
            self._bots.end_turn(command.version)
            self._look_again_soon()

    async def _move_for_bot(self, view: View, command: Move) -> None:
        self._bots.end_turn(command.version)
        try:
            await self._execute_for_bot(view, command)
        except (Busy, StoreError):
            self._look_again_soon()

    async def _execute_for_bot(self, view: View, command: Move) -> None:
        """Make a bot's move, or anything in its stead, unless the game has gone on without it."""
        sender = Sender(view.seat, guest=f"bot {view.seat}", is_bot=True)
        for is_own in (True, False):
            standing = self._standing
            if standing.changed != command.version or not standing.seats[view.seat].level:
                return
            move = command.move if is_own else simple_move(view)
            try:
                await self._execute(
                    sender, msgspec.structs.replace(command, move=move), lambda _: None
                )
            except (Busy, StoreError):
                raise
            except AzulejosError as error:
                extra = {"table": self.name[:4], "error": str(error)}
                logger.error("a bot erred", extra=extra)
            else:
                return


def first_draws(standing: Standing) -> list[str]:
    """What chance deals when the game begins."""
    return draw_texts(standing.game, Match(standing.game, standing.options).events)
