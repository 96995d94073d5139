"""The turns of a table's bots: who is to move, which process lets it think, and its move.

Bots think for the people who play at the table, even while these are away, and for those who watch.
At a table without either they wait until somebody comes.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Protocol, TypeVar

import msgspec

from azulejos.core.state import View
from azulejos.errors import AzulejosError, Busy, StoreError, TooMany, UnknownName
from azulejos.narration.sentences import Reason
from azulejos.tables.bots.levels import standard
from azulejos.tables.bots.scheduling import Claim, Urgency
from azulejos.tables.bots.tasks import simple_move
from azulejos.tables.clock import ticks
from azulejos.tables.live import log
from azulejos.tables.live.audience import Audience
from azulejos.tables.live.commands import Command, Sender
from azulejos.tables.live.job_queue import Job
from azulejos.tables.live.services import Services
from azulejos.tables.live.standing import Standing
from azulejos.tables.messages import Move
from azulejos.tables.quota import uncharged
from azulejos.tables.store.rows import NOBODY

logger = logging.getLogger(__name__)

MAX_FAILURES = 3  # in a row: then an external bot is no longer asked
RETRY = 1.0  # seconds until a bot retries what another process or the store prevented

T = TypeVar("T")


class PlayedTable(Protocol):
    """What bots need of the table at which they play."""

    name: str

    @property
    def standing(self) -> Standing:
        """How the table stands."""

    async def run(self, job: Job[T]) -> T:
        """Have a job done by the table's task."""

    async def execute_as(self, sender: Sender, command: Command) -> int:
        """Validate and commit a command, in the table's own task."""

    def look_again_soon(self) -> None:
        """See to what is due, in a moment."""


class BotTurns:
    """Lets the bots of one table think, one at a time, and makes their moves."""

    def __init__(self, services: Services, audience: Audience) -> None:
        self._services = services
        self._audience = audience
        self._claim = Claim()
        self._has_players = False
        self._thinking: tuple[int, asyncio.Task[None]] | None = None

    @property
    def is_thinking(self) -> bool:
        return self._thinking is not None

    def follow(self, table: PlayedTable) -> None:
        """Let a bot think if it is to move, and stop thinking about past positions."""
        standing = table.standing
        seat, changed = standing.to_move, standing.changed
        bot = None if seat is None else standing.seats[seat].bot
        if not (standing.players or self._audience.everybody != NOBODY):
            bot = None
        self._claim.guests, self._claim.urgency = self._for_whom(standing)
        self._has_players = bool(standing.players)
        if self._thinking and (self._thinking[0] != changed or bot is None):
            self._thinking[1].cancel()
            self._thinking = None
        if self._thinking is None and seat is not None and bot is not None:
            thinking = self._think(table, standing, standing.state.view(seat))
            task = asyncio.create_task(thinking, context=uncharged())
            self._thinking = changed, task

    def _for_whom(self, standing: Standing) -> tuple[frozenset[str], Urgency]:
        """The guests for whom a bot thinks, and how urgently."""
        players = standing.players
        if not players:
            maker = standing.created.maker
            watching = self._audience.guests or frozenset({maker} if maker else ())
            return watching, Urgency.BOT_TO_MOVE
        is_awaited = not self._audience.everybody.seats.isdisjoint(players)
        urgency = Urgency.PLAYER_WAITS if is_awaited else Urgency.BOT_TO_MOVE
        return frozenset(players.values()), urgency

    def _end_turn(self, changed: int) -> None:
        """Note that the bot that thought about a version has delivered its move."""
        if self._thinking and self._thinking[0] == changed:
            self._thinking = None

    def give_up(self) -> None:
        """Stop thinking, without waiting for it to end."""
        if self._thinking:
            self._thinking[1].cancel()

    async def stop(self) -> None:
        if self._thinking:
            self._thinking[1].cancel()
            with suppress(asyncio.CancelledError):
                await self._thinking[1]

    async def _think(self, table: PlayedTable, standing: Standing, view: View) -> None:
        """Find a bot's move and queue it."""
        while not await self._may_think(table.name):
            await asyncio.sleep(RETRY)
        await self._may_play_alone()
        begun, changed = ticks(), standing.changed
        keeping = asyncio.create_task(self._keep_thinking(table.name))
        try:
            move, instead = await self._choose(standing, view)
        finally:
            keeping.cancel()
        self._services.meter.observe("thinking", ticks() - begun)
        if not self._audience.is_empty:
            await asyncio.sleep(max(0.0, begun + self._services.bot_pause - ticks()))
        sender = Sender(view.seat, guest=f"bot {view.seat}", is_bot=True, instead=instead)
        await self._deliver(table, view, sender, Move(id=str(changed), version=changed, move=move))

    async def _choose(self, standing: Standing, view: View) -> tuple[str, log.Instead | None]:
        """The move of a seat's bot; that of a level if an external bot makes none."""
        seat = standing.seats[view.seat]
        if standing.daily:
            return await self._choose_steadily(standing.daily.opponent, view), None
        if seat.level is not None:
            return await self._choose_by(seat.level, view), None
        assert seat.bot is not None
        reason: Reason = "failed"
        if seat.failures < MAX_FAILURES:
            try:
                return await self._services.bots.choose(view, seat.bot, self._claim), None
            except UnknownName:
                reason = "gone"
            except Busy:
                pass  # logged already
        level = standard(view.state.game.name)
        return await self._choose_by(level, view), log.Instead(level, reason)

    async def _choose_steadily(self, bot: str, view: View) -> str:
        """The move of a bot in whose place no other may move: it is asked until it answers."""
        while True:
            with suppress(Busy):
                return await self._services.bots.choose(view, bot, self._claim)
            await asyncio.sleep(RETRY)

    async def _choose_by(self, level: str, view: View) -> str:
        """The move of a level, or a simple one if that fails."""
        try:
            return await self._services.bots.choose(view, level, self._claim)
        except Exception as error:
            if not isinstance(error, Busy):
                logger.exception("a bot failed", extra={"game": view.state.game.name})
            return simple_move(view)

    async def _deliver(self, table: PlayedTable, view: View, sender: Sender, command: Move) -> None:
        """Queue a bot's move; if the queue is full, it thinks again."""
        try:
            await table.run(lambda: self._move(table, view, sender, command))
        except Busy:
            self._end_turn(command.version)
            table.look_again_soon()

    async def _move(self, table: PlayedTable, view: View, sender: Sender, command: Move) -> None:
        self._end_turn(command.version)
        try:
            await self._execute(table, view, sender, command)
        except (Busy, StoreError):
            table.look_again_soon()

    async def _execute(self, table: PlayedTable, view: View, sender: Sender, command: Move) -> None:
        """Make a bot's move, or a simple one instead, unless the game has gone on without it."""
        for is_own in (True, False):
            standing = table.standing
            if standing.changed != command.version or not standing.seats[view.seat].bot:
                return
            move = command.move if is_own else simple_move(view)
            try:
                await table.execute_as(sender, msgspec.structs.replace(command, move=move))
            except (Busy, StoreError):
                raise
            except AzulejosError as error:
                extra = {"table": table.name[:4], "error": str(error)}
                logger.error("a bot's move was refused", extra=extra)
            else:
                return

    async def _may_play_alone(self) -> None:
        """Limit how many moves a second bots make among themselves, per guest, at all tables."""
        while not self._has_players:
            try:
                self._services.limits.take("bots", min(self._claim.payers))
            except TooMany as error:
                await asyncio.sleep(error.retry_after)
            else:
                return

    async def _may_think(self, table: str) -> bool:
        """Whether this process holds the lease for the bots of this table."""
        services = self._services
        try:
            return await services.store.lease(table, services.process, services.lease)
        except StoreError:
            return False

    async def _keep_thinking(self, table: str) -> None:
        """Renew the lease for as long as it takes."""
        while True:
            await asyncio.sleep(self._services.lease / 3)
            await self._may_think(table)
