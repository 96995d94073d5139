"""Lets bots think and gives advice, in workers: those that are given, or processes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from contextlib import suppress

from azulejos.core.state import View
from azulejos.errors import Busy, UnknownName
from azulejos.games import GAME_NAMES
from azulejos.server.bots.processes import process_lines
from azulejos.tables.bots import tasks
from azulejos.tables.bots.compiling import CompileState
from azulejos.tables.bots.consulting import LevelPool
from azulejos.tables.bots.levels import NAMES, SIMPLEST, level_of
from azulejos.tables.bots.scheduling import Claim
from azulejos.tables.bots.workers import DEADLINE, Worker, Workers
from azulejos.tables.clock import ticks
from azulejos.tables.settings import OfferedBot

logger = logging.getLogger(__name__)

COMPILING = 1800.0  # seconds for a game's kernels on a slow machine, or until others have made them
TRIES = 3  # to compile: what was made before something failed is kept
LOADING = 30.0  # seconds for an external bot, in a process that has nothing loaded
MAX_TURN_SECONDS = 60.0  # seconds for a move of such a bot, with waiting for its turn and loading


class WorkerPool(LevelPool):
    """Bots in processes.

    The first start on a machine compiles for a minute or two. Meanwhile one worker interprets: it
    plays at the easiest level, and at once.
    """

    def __init__(
        self,
        workers: int,
        *,
        compiles: bool,
        eager: bool = False,
        offers: Iterable[OfferedBot] = (),
    ) -> None:
        self._eager = eager  # whether all workers are made ready at once, or when they are needed
        super().__init__(Workers(process_lines(workers, compiles=compiles)))
        self._stopgap = Workers(process_lines(0, compiles=False))
        self._offers = {each.name: each for each in offers}
        self._external = Workers(process_lines(workers, compiles=compiles, ends_programs=True))
        self._progress: dict[str, CompileState]
        self._progress = dict.fromkeys(GAME_NAMES, "waiting" if compiles else "ready")
        self._preparing: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to compile where that is needed."""
        if self.ready != set(GAME_NAMES):
            self._preparing = asyncio.create_task(self._prepare())

    async def stop(self) -> None:
        """End all processes."""
        if self._preparing:
            self._preparing.cancel()
            with suppress(asyncio.CancelledError):
                await self._preparing
        await super().stop()
        await self._stopgap.stop()
        await self._external.stop()

    async def prepared(self) -> None:
        """Wait until the bots of all games play at full strength."""
        if self._preparing:
            await asyncio.wait([self._preparing])

    @property
    def ready(self) -> frozenset[str]:
        """The games whose bots play at full strength."""
        return frozenset(game for game in GAME_NAMES if self._progress[game] == "ready")

    @property
    def progress(self) -> dict[str, CompileState]:
        """How far each game has come."""
        return dict(self._progress)

    @property
    def waiting(self) -> int:
        """How many thoughts wait for their turn."""
        return self.workers.waiting + self._stopgap.waiting + self._external.waiting

    async def choose(self, view: View, name: str, claim: Claim) -> str:
        """The move that a bot chooses: one of a level, or an external one that is offered."""
        if level_of(name) not in NAMES and name not in self._offers:
            raise UnknownName("bot", name, (*NAMES, *self._offers))
        sight = tasks.SeatView.of(view)
        if self._progress[sight.game] != "ready":
            if name != level_of(name):
                raise Busy("the bots are still being prepared")
            task = tasks.Choose(sight, SIMPLEST)
            return (await self._stopgap.ask(task, claim, is_long=False)).move
        if name in self._offers:
            return await self._choose_offered(sight, self._offers[name], claim)
        return await super().choose(view, name, claim)

    async def _choose_offered(self, sight: tasks.SeatView, bot: OfferedBot, claim: Claim) -> str:
        """The move of an external bot, in processes where it cannot get in the way of others.

        Whatever goes wrong, the wait ends with `Busy`.
        """
        try:
            async with (
                asyncio.timeout(MAX_TURN_SECONDS),
                self._external.lent(claim, is_long=False) as worker,
            ):
                if worker.is_new:
                    await worker.ask(tasks.Load(sight, bot.text), LOADING)
                return (await worker.ask(tasks.PlayOffered(sight, bot.text), DEADLINE)).move
        except TimeoutError:
            raise Busy("no worker was free for the bot in time") from None
        except Busy as error:
            logger.warning("an external bot failed", extra={"bot": bot.name})
            raise error from None

    async def _prepare(self) -> None:
        """Compile game by game in one worker; the others then load what it made."""
        first, *others = self.workers.all
        async with self.workers.reserved(first):
            for number, game in enumerate(GAME_NAMES, 1):
                self._progress[game] = "compiling"
                begun, of = ticks(), f"{number} of {len(GAME_NAMES)}"
                logger.info("compiling, or loading", extra={"game": game, "number": of})
                await self._warm_up(first, game)
                self._progress[game] = "ready"
                took = round(ticks() - begun, 1)
                logger.info("the bots are ready", extra={"game": game, "seconds": took})
        await self._stopgap.retire()
        for worker in others if self._eager else ():
            async with self.workers.reserved(worker):
                for game in GAME_NAMES:
                    await self._warm_up(worker, game)

    async def _warm_up(self, worker: Worker, game: str) -> None:
        """Let a worker compile or load a game; if it cannot, its bots make simple moves."""
        for _ in range(TRIES):
            try:
                await worker.ask(tasks.WarmUp(game), COMPILING)
            except Busy:
                logger.error("a game could not be compiled", extra={"game": game})
            else:
                return
