"""The turns of a table's bots: which of them is to move, who lets it think, and its move.

Bots think for people: for those who play at the table, also while these are away, and for those who
watch. At a table where nobody does either they wait until somebody comes.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

from azulejos.core.state import View
from azulejos.errors import Busy, TooMany
from azulejos.server.bots.hints import simple_move
from azulejos.server.bots.scheduling import Claim, Urgency
from azulejos.server.clock import ticks
from azulejos.server.messages import Move
from azulejos.server.store import NOBODY, StoreError
from azulejos.server.table.audience import Audience
from azulejos.server.table.services import Services
from azulejos.server.table.standing import Standing

logger = logging.getLogger(__name__)

RETRY = 1.0  # seconds until a bot tries again what another process or the store prevented

Deliver = Callable[[View, Move], Awaitable[None]]


class BotTurns:
    """Lets the bots of one table think, one at a time, and delivers their moves."""

    def __init__(
        self,
        table: str,
        services: Services,
        audience: Audience,
        deliver: Deliver,
    ) -> None:
        self._table = table
        self._services = services
        self._audience = audience
        self._claim = Claim()
        self._has_players = False
        self._deliver = deliver
        self._thinking: tuple[int, asyncio.Task[None]] | None = None

    @property
    def is_thinking(self) -> bool:
        return self._thinking is not None

    def follow(self, standing: Standing) -> None:
        """Let a bot think if it is to move; think no more of a position that is past."""
        seat, changed = standing.to_move, standing.changed
        level = None if seat is None else standing.seats[seat].level
        if not (standing.players or self._audience.everybody != NOBODY):
            level = None
        self._claim.guests, self._claim.urgency = self._for_whom(standing)
        self._has_players = bool(standing.players)
        if self._thinking and (self._thinking[0] != changed or level is None):
            self._thinking[1].cancel()
            self._thinking = None
        if self._thinking is None and seat is not None and level is not None:
            task = asyncio.create_task(self._think(standing.state.view(seat), level, changed))
            self._thinking = changed, task

    def _for_whom(self, standing: Standing) -> tuple[frozenset[str], Urgency]:
        """For which guests a bot thinks, and how urgent it is."""
        players = standing.players
        if not players:
            maker = standing.created.maker
            watching = self._audience.guests or frozenset({maker} if maker else ())
            return watching, Urgency.BOT_TO_MOVE
        is_awaited = not self._audience.everybody.seats.isdisjoint(players)
        urgency = Urgency.PLAYER_WAITS if is_awaited else Urgency.BOT_TO_MOVE
        return frozenset(players.values()), urgency

    def end_turn(self, changed: int) -> None:
        """The move of the bot that thought about a version has come to the table."""
        if self._thinking and self._thinking[0] == changed:
            self._thinking = None

    def give_up(self) -> None:
        """Think no more, without waiting for the end of it."""
        if self._thinking:
            self._thinking[1].cancel()

    async def stop(self) -> None:
        """Think no more."""
        if self._thinking:
            self._thinking[1].cancel()
            with suppress(asyncio.CancelledError):
                await self._thinking[1]

    async def _think(self, view: View, level: str, changed: int) -> None:
        """Find a bot's move and bring it to the door."""
        while not await self._may_think():
            await asyncio.sleep(RETRY)
        await self._may_play_alone()
        begun = ticks()
        keeping = asyncio.create_task(self._keep_thinking())
        try:
            move = await self._services.bots.choose(view, level, self._claim)
        except Exception as error:
            if not isinstance(error, Busy):
                logger.exception("a bot failed", extra={"game": view.state.game.name})
            move = simple_move(view)
        finally:
            keeping.cancel()
        self._services.meter.observe("thinking", ticks() - begun)
        if not self._audience.is_empty:
            await asyncio.sleep(max(0.0, begun + self._services.bot_pause - ticks()))
        await self._deliver(view, Move(id=str(changed), version=changed, move=move))

    async def _may_play_alone(self) -> None:
        """Bots among themselves make so many moves a second for one guest, at whatever tables."""
        while not self._has_players:
            try:
                self._services.limits.take("bots", min(self._claim.payers))
            except TooMany as error:
                await asyncio.sleep(error.retry_after)
            else:
                return

    async def _may_think(self) -> bool:
        """Whether this process, and no other, lets the bots of this table think."""
        services = self._services
        try:
            return await services.store.lease(self._table, services.process, services.lease)
        except StoreError:
            return False

    async def _keep_thinking(self) -> None:
        """Keep the others from it for as long as it takes."""
        while True:
            await asyncio.sleep(self._services.lease / 3)
            await self._may_think()
