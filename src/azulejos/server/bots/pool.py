"""Lets bots think and gives advice, in workers: those that are given, or processes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable

from azulejos.core.state import View
from azulejos.errors import Busy, UnknownName
from azulejos.server.bots.processes import process_lines
from azulejos.tables.bots import tasks
from azulejos.tables.bots.consulting import LevelPool
from azulejos.tables.bots.levels import NAMES, level_of
from azulejos.tables.bots.scheduling import Claim
from azulejos.tables.bots.workers import DEADLINE, Workers
from azulejos.tables.settings import OfferedBot

logger = logging.getLogger(__name__)

LOADING = 30.0  # seconds for an external bot, in a process that has nothing loaded
MAX_TURN_SECONDS = 60.0  # seconds for a move of such a bot, with waiting for its turn and loading


class WorkerPool(LevelPool):
    """Bots in processes."""

    def __init__(self, workers: int, *, compiles: bool, offers: Iterable[OfferedBot] = ()) -> None:
        super().__init__(Workers(process_lines(workers, compiles=compiles)))
        self._offers = {each.name: each for each in offers}
        self._external = Workers(process_lines(workers, compiles=compiles, ends_programs=True))

    async def stop(self) -> None:
        """End all processes."""
        await super().stop()
        await self._external.stop()

    @property
    def waiting(self) -> int:
        """How many thoughts wait for their turn."""
        return self.workers.waiting + self._external.waiting

    async def choose(self, view: View, name: str, claim: Claim) -> str:
        """The move that a bot chooses: one of a level, or an external one that is offered."""
        if level_of(name) not in NAMES and name not in self._offers:
            raise UnknownName("bot", name, (*NAMES, *self._offers))
        if name in self._offers:
            return await self._choose_offered(tasks.SeatView.of(view), self._offers[name], claim)
        return await super().choose(view, name, claim)

    async def _choose_offered(
        self, seat_view: tasks.SeatView, bot: OfferedBot, claim: Claim
    ) -> str:
        """The move of an external bot, in processes where it cannot get in the way of others.

        Whatever goes wrong, the wait ends with `Busy`.
        """
        try:
            async with (
                asyncio.timeout(MAX_TURN_SECONDS),
                self._external.lent(claim, is_long=False) as worker,
            ):
                if worker.is_new:
                    await worker.ask(tasks.Load(seat_view, bot.text), LOADING)
                return (await worker.ask(tasks.PlayOffered(seat_view, bot.text), DEADLINE)).move
        except TimeoutError:
            raise Busy("no worker was free for the bot in time") from None
        except Busy as error:
            logger.warning("an external bot failed", extra={"bot": bot.name})
            raise error from None
