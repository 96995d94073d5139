"""Where bots think in a browser: in workers of their own, or where the games are."""

from __future__ import annotations

from azulejos.offline.ports import IDLE, SMALL_IDLE, LocalLine, PortLine, Spawn
from azulejos.tables.bots.consulting import LevelPool
from azulejos.tables.bots.tasks import Choose, Task
from azulejos.tables.bots.workers import Workers

MAX_WORKERS = 4


class SmallPool(LevelPool):
    """For a device with little memory, where a second Python takes as much as all the rest.

    Moves of bots are found where the games are: nobody but the one who waits for them is there, and
    none takes longer than `levels.MAX_SECONDS`. For hints, reviews and analyses, which take
    longer and are often cancelled, there is a worker, for as long as they are wanted.
    """

    def __init__(self, spawn: Spawn) -> None:
        super().__init__(Workers([PortLine(spawn, SMALL_IDLE, eager=False)], 1))
        self._here = Workers([LocalLine()], 1)

    def workers_for(self, task: Task) -> Workers:
        return self._here if isinstance(task, Choose) else self.workers

    async def stop(self) -> None:
        await self._here.stop()
        await super().stop()


async def started_pool(spawn: Spawn | None, workers: int, *, is_small: bool) -> LevelPool:
    """Where bots think; on a large device one worker is spawned, others when they are needed.

    One is kept for short thoughts if there are several.
    """
    if spawn is None:
        return LevelPool(Workers([LocalLine()], 1))
    if is_small:
        return SmallPool(spawn)
    number = max(1, min(workers, MAX_WORKERS))
    pool = LevelPool(Workers([PortLine(spawn, IDLE) for _ in range(number)], max(1, number - 1)))
    await pool.workers.start_one()
    return pool
