"""The arena on a Ray cluster: on many machines, with the same results.

A task of the cluster plays some games. What happens in a game depends on nothing but the plan and
its number, so it does not matter where it is played. Bots that have to be watched play in a process
beside that of the task. A task that is lost with its machine is played again by Ray.
"""

from __future__ import annotations

import os
import socket
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar
from urllib.parse import urlsplit

from azulejos import __version__
from azulejos.bots.arena.game import GamePlayed, Task, warm_up
from azulejos.bots.arena.plan import Plan
from azulejos.bots.arena.playing import Games, play_games
from azulejos.errors import BotError
from azulejos.extras import needs

Share = TypeVar("Share")  # of the work
Done = TypeVar("Done")  # what it brings

LOCAL = "local"
"""The address that starts a cluster on this machine, for this arena alone."""

GAMES_PER_TASK = 200  # at most: starting a task takes milliseconds
TASKS_PER_CORE = 4  # at least, if there are enough deals: cores differ in speed
PATIENCE = 3  # seconds, for a cluster to answer


def play(plan: Plan, wanted: Iterable[Task], address: str, processes: int | None = None) -> Games:
    """Play games on a cluster and hand them out in their order.

    `processes` limits a local cluster.
    """
    games = [*wanted]
    with connected(address, processes) as ray:
        warm_up(plan)  # compiles what is not compiled yet, before processes do it side by side
        cores = int(ray.cluster_resources().get("CPU", 1))
        size = games_per_task(len(games), cores)
        shares = iter([games[at : at + size] for at in range(0, len(games), size)])
        task = ray.remote(_play)
        running: deque[Any] = deque()
        try:
            while True:
                while len(running) < 2 * cores and (share := next(shares, None)):
                    running.append(task.remote(__version__, plan, share))
                if not running:
                    return
                yield from result_of(ray, running.popleft())
        finally:
            for each in running:
                ray.cancel(each, force=True)


def games_per_task(games: int, cores: int) -> int:
    """Enough games to be worth a task, and enough tasks to keep all cores busy."""
    return max(1, min(GAMES_PER_TASK, games // (cores * TASKS_PER_CORE)))


def _play(version: str, plan: Plan, share: list[Task]) -> list[GamePlayed]:
    """Play some games; this runs on the cluster."""
    return list(called(version, partial(play_games, plan), share))


def called(version: str, work: Callable[[Share], Done], share: Share) -> Done:
    """Do some work on the cluster; Ray only takes functions as tasks."""
    if version != __version__:
        raise BotError(f"a machine of the cluster has azulejos {__version__}, not {version}")
    return work(share)


def _ray(address: str) -> Any:
    if address != LOCAL:  # that one may be slow to start
        os.environ.setdefault("RAY_NUM_REDIS_GET_RETRIES", str(PATIENCE))  # a second each, else 20
    with needs("ray"):
        import ray  # noqa: PLC0415 - optional, and slow to import
    return ray


@contextmanager
def connected(address: str, processes: int | None) -> Iterator[Any]:
    """Ray, connected to a cluster, unless this program is connected to one already."""
    ray = _ray(address)
    if ray.is_initialized():
        yield ray
        return
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # not worth telling
    if address == LOCAL:
        how = {"num_cpus": processes, "include_dashboard": False, "address": LOCAL}
    else:
        how = {"address": address}
        _check_reachable(address)
    try:
        ray.init(**how, log_to_driver=False, logging_level="ERROR")
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise BotError(f"no Ray cluster at {address}: {str(error).splitlines()[0]}") from None
    try:
        yield ray
    finally:
        ray.shutdown()


def _check_reachable(address: str) -> None:
    """Refuse a host and port where nobody answers: Ray would try for half a minute.

    What names no port, like `auto`, is left to Ray.
    """
    try:
        named = urlsplit("//" + address.removeprefix("ray://"))
        if named.hostname and named.port:
            socket.create_connection((named.hostname, named.port), PATIENCE).close()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BotError(f"no Ray cluster at {address}: {reason}") from None


def result_of(ray: Any, running: Any) -> Any:
    """The result of a task; what went wrong there is an error of one line here."""
    try:
        return ray.get(running)
    except ray.exceptions.RayTaskError as error:
        cause = error.cause
        if isinstance(cause, ModuleNotFoundError):
            raise BotError(f"a machine of the cluster lacks azulejos: {cause}") from None
        raise BotError(f"on the cluster: {cause}") from None
    except ray.exceptions.RayError as error:
        raise BotError(f"the cluster failed: {str(error).splitlines()[0]}") from None
