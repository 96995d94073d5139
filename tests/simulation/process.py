"""A simulated server process: everything in it but the store, the network and the bots is real."""

from __future__ import annotations

import asyncio
import contextvars
import random
from functools import partial
from typing import TYPE_CHECKING, Any

from azulejos.core.state import View
from azulejos.errors import Busy
from azulejos.server.hub import Hub
from azulejos.tables.bots.scheduling import Claim
from azulejos.tables.clock import CLOCK, Clock
from azulejos.tables.settings import Settings

from .faults import WorldWeather
from .judge import count_start
from .loop import OWNER, SimulatedLoop
from .store import SimulatedStore

if TYPE_CHECKING:
    from .world import World

SETTINGS = Settings(store="simulated", bot_pause=0.1, lease=4.0)


class WorkerTrouble(Exception):
    """Raised by a broken worker."""


class SimulatedBots:
    """Bots that choose random moves after random times, and sometimes fail in all kinds of ways."""

    ready = frozenset({"azul", "duel", "pebbles"})

    def __init__(self, world: World, process: Process, source: random.Random) -> None:
        self._world = world
        self._process = process
        self._source = source
        self._faults = world.faults

    async def choose(self, view: View, level: str, claim: Claim) -> str:
        live = self._process.hub.lobby._live
        own = (name for name, each in live.items() if each._bots._claim is claim)
        table = next(own, "a table that was given up")
        thinking = self._world.thinking
        others = [each for each in thinking if each[1] == table and each[0] is not self._process]
        self._world.judged(self._world.judge.thinks, self._process, table, len(others))
        thinking.append((self._process, table))
        try:
            return await self._choose(view)
        finally:
            thinking.remove((self._process, table))

    async def _choose(self, view: View) -> str:
        await asyncio.sleep(self._source.uniform(0.01, 0.4))
        if self._source.random() < self._faults.worker_fails:
            await self._fail()
            return self._source.choice(["nonsense", "", "9Z9", "0B9"])
        return str(self._source.choice(view.state.legal_moves))

    async def _fail(self) -> None:
        match self._source.randrange(4):
            case 0:
                raise Busy("the worker died")
            case 1:
                await asyncio.sleep(10)
                raise Busy("the worker hung")
            case 2:
                raise WorkerTrouble("the worker has a fault")


class Process:
    """A server process."""

    def __init__(self, world: World, number: int) -> None:
        self.number = number
        self.is_dead = False
        self.is_stopping = False
        self.is_stopped = False  # in good order, while no calls were failing
        self.wires: list[Any] = []
        self.skew = 0.0
        self.context = contextvars.copy_context()
        self.context.run(OWNER.set, self)
        self.context.run(CLOCK.set, Clock(lambda: world.wall() + self.skew, world.loop.time))
        self.hub: Hub = self.context.run(self._started, world)

    def _started(self, world: World) -> Hub:
        source = random.Random(f"{world.seed} process {self.number}")

        def kill_soon(seconds: float) -> None:
            world.loop.call_later(seconds, world.kill, self, context=world.database.context)

        weather = WorldWeather(source, world.faults, world.loop.time, kill_soon)
        self.store = SimulatedStore(world.database, weather, is_shared=world.is_shared)
        bots: Any = SimulatedBots(world, self, source)
        store: Any = self.store
        hub = Hub.of(SETTINGS, store, bots)
        hub.lobby.events.subscribers.append(partial(count_start, store))
        hub.lobby.start()
        return hub

    @property
    def name(self) -> str:
        """The name by which other processes know it."""
        return self.hub.lobby._services.process

    @property
    def is_serving(self) -> bool:
        """Whether clients can connect to it."""
        return not self.is_dead and not self.is_stopping

    async def stop(self, world: World) -> None:
        """Stop in good order: disconnect everybody, and finish what has begun."""
        world.note("stops", self.number)
        self.is_stopping = True
        was_calm = world.is_calm  # else a call from before may still take effect
        for wire in self.wires:
            wire.cut()
        await asyncio.sleep(1)
        if not self.is_dead:
            stopping = world.loop.create_task(self.hub.lobby.stop(), context=self.context.copy())
            await asyncio.wait([stopping])
            if not self.is_dead:
                stopping.result()
                self.is_stopped = was_calm

    def die(self, loop: SimulatedLoop) -> None:
        """Die at once, at any await. Its cleanup can reach nobody any more."""
        self.is_dead = True
        self.store.cut()
        for wire in self.wires:
            wire.cut()
        for timer in loop.timers():
            if timer.owner is self:
                timer.cancel()
        for task, owner in loop.tasks().items():
            if owner is self:
                task.cancel()
