"""A live table: a ledger, a door through which everything enters, and all who are told.

People, programs, bots and the clock come by the same door. What they want is validated, committed
to the store, acknowledged to its sender, and broadcast to everybody, in this order: who was told
that a move is done can rely on it. If nobody can say any more what the store has, the table is
given up: all who wait are refused, all who watch connect again, and the log is read anew.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from azulejos.core.state import View
from azulejos.errors import AzulejosError, Busy, NotAllowed, SeatTaken
from azulejos.play.match import Match
from azulejos.server.bots.scheduling import Claim, Urgency
from azulejos.server.bots.thinkers import Thinkers
from azulejos.server.bots.worker import values_of
from azulejos.server.clock import now, ticks
from azulejos.server.messages import Ask, Hint, Move
from azulejos.server.operations.metrics import Metrics
from azulejos.server.people.guests import Identity
from azulejos.server.people.limits import Limits
from azulejos.server.store import NOBODY, Present, Seen, Store, StoreError
from azulejos.server.store.protocol import NO_HOLDERS
from azulejos.server.table import log
from azulejos.server.table.audience import Audience
from azulejos.server.table.bot_turns import RETRY, BotTurns
from azulejos.server.table.commands import (
    Asker,
    Circumstances,
    Wish,
    check_open,
    check_version,
    happening_of,
    time_is_up,
)
from azulejos.server.table.door import Door, busy
from azulejos.server.table.hints import hints_of
from azulejos.server.table.ledger import Ledger
from azulejos.server.table.presence import Elsewhere
from azulejos.server.table.standing import Happening, Standing, draw_texts
from azulejos.server.table.subscribers import QueueWatcher

logger = logging.getLogger(__name__)

T = TypeVar("T")

PRESENCE = 0.2  # seconds within which those who come and go are told of together, at least
MOST_TOLD = 250  # messages a second that coming and going may cost, however many watch
TRIES = 8  # to write past what other processes write at the same time

Acknowledge = Callable[[int], None]
SawTurn = Callable[[str, float], None]


@dataclass
class Surroundings:
    """What a table needs of the server."""

    store: Store
    thinkers: Thinkers
    metrics: Metrics
    elsewhere: Elsewhere
    process: str  # the name of this process among those that share the store
    rematch: Callable[[Standing], Awaitable[str]]
    limits: Limits
    bot_pause: float = 0.3  # so that people see one move after the other
    lease: float = 10.0  # seconds for which this process alone lets the bots of a table think
    saw_turn: SawTurn = lambda *_: None  # told when a guest comes whose turn it is, since when


class Table:
    """See the module."""

    def __init__(self, standing: Standing, around: Surroundings) -> None:
        self.name = standing.table
        self._around = around
        self._ledger = Ledger(standing, around.store, around.metrics)
        self._audience = Audience(standing, lambda: around.elsewhere.at(standing.table))
        self._announced = NOBODY
        self._bots = BotTurns(self.name, around, self._audience, self._deliver)
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
            around = Circumstances(now(), self._audience.absent())
            happening = happening_of(wish, self._standing, asker, around)
            if isinstance(wish, Ask) and wish.kind == "rematch" and asker.seat is not None:
                happening = await self._rematch(asker.seat) or happening
            if await self._commit(happening, own_id, acknowledge):
                return self._standing.version
        raise busy()

    async def _rematch(self, seat: int) -> Happening | None:
        """The entry that leads to the next table, if all want it."""
        if not self._standing.agrees("rematch", seat):
            return None
        return Happening(log.Rematched(await self._around.rematch(self._standing)))

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
                sat = Happening(log.Sat(seat, holder, draws))
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
                if await self._commit(Happening(log.Left(seat)), holders=holders):
                    return self._standing.version
            raise busy()

        return await self.enter(job)

    async def rename(self, identity: Identity) -> None:
        """Tell the table that a guest who sits here has another name."""

        async def job() -> None:
            for seat in self._standing.seats_of(identity.guest):
                holder = self._standing.seats[seat].holder
                if not holder.is_beside and holder.name != identity.name:
                    await self._commit(Happening(log.Renamed(seat, identity.name)))

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
        return hints_of(view, await self._around.thinkers.advise(view, claim))

    async def read(self, question: Callable[[Standing], T]) -> T:
        """Answer a question about the table."""

        async def job() -> T:
            return question(self._standing)

        return await self.enter(job)

    # The log

    async def _commit(
        self,
        happening: Happening,
        own_id: str | None = None,
        acknowledge: Acknowledge = lambda _: None,
        holders: Mapping[int, str | None] = NO_HOLDERS,
    ) -> bool:
        """Write an entry, acknowledge and broadcast it. False if that is to be tried again."""
        is_written = await self._ledger.write(happening, own_id, holders)
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

    async def attach(self, watcher: QueueWatcher) -> None:
        """Tell somebody everything since the version it knows, and from now on every change."""

        async def job() -> None:
            if watcher.known > self._standing.version:  # as another process showed it
                await self._ledger.catch_up()
                self._broadcast()
            if not watcher.is_closed:  # it may have gone before its turn came
                self._audience.add(watcher)
                self._note_turn_seen(watcher)
                self.tell_presence_soon()
                self._let_bots_follow()

        await self.enter(job)

    def _note_turn_seen(self, watcher: QueueWatcher) -> None:
        """Who comes to a table sees whose turn it is, and need not be told by other means."""
        turn = self._standing.turn
        if watcher.identity and watcher.identity.guest == turn.guest:
            self._around.saw_turn(self.name, turn.since)

    async def detach(self, watcher: QueueWatcher) -> None:
        """Forget somebody who is gone."""
        watcher.close()
        self._audience.discard(watcher)
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
            self._around.store.announce(Seen(self._around.process, self.name, present))

    def announce_again(self) -> None:
        """Tell the other processes who is connected here, so that they can go on counting on it."""
        if self._announced != NOBODY and not self.is_stopped:
            self._around.store.announce(Seen(self._around.process, self.name, self._announced))

    @property
    def present(self) -> Present:
        """Who is connected, here or to another process."""
        return self._audience.everybody

    @property
    def watchers(self) -> list[QueueWatcher]:
        """Everybody who is connected."""
        return self._audience.watchers

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
                await self._commit(Happening(body))
        except AzulejosError as error:
            logger.warning("a clock ran out", extra={"table": self.name[:4], "error": str(error)})
            self._look_again_soon()
        else:
            self._look_ahead()

    async def _deliver(self, view: View, wish: Move) -> None:
        """Let a bot's move in; if the door is full, it thinks again."""
        try:
            await self.enter(lambda: self._move_for_bot(view, wish))
        except Busy:
            self._bots.end_turn(wish.version)
            self._look_again_soon()

    async def _move_for_bot(self, view: View, wish: Move) -> None:
        self._bots.end_turn(wish.version)
        try:
            await self._grant_bot(view, wish)
        except (Busy, StoreError):
            self._look_again_soon()

    async def _grant_bot(self, view: View, wish: Move) -> None:
        """Make a bot's move, or anything in its stead, unless the game has gone on without it."""
        asker = Asker(view.seat, guest=f"bot {view.seat}", is_bot=True)
        for is_own in (True, False):
            standing = self._standing
            if standing.changed != wish.version or not standing.seats[view.seat].level:
                return
            move = wish.move if is_own else values_of(view)[0].move
            try:
                await self._grant(asker, msgspec.structs.replace(wish, move=move), lambda _: None)
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
