"""The bots of a process that ends are taken over by another."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from azulejos.server.store.addresses import connect
from azulejos.tables.live import log
from postgresql import Cluster
from server_process import Person, ServerProcess

pytestmark = pytest.mark.anyio

THINKS_FOR_EVER = """
import asyncio
from azulejos.server.bots.pool import WorkerPool
async def choose(*_): await asyncio.sleep(3600)
WorkerPool.choose = choose
"""


async def think_at(server: ServerProcess, postgresql: Cluster) -> tuple[Person, str]:
    """Somebody at a table where a bot is to move and thinks in a process."""
    person = await Person.arrive(server.address, "Eva")
    seats = [{"kind": "me"}, {"kind": "bot", "level": "easy"}]
    wanted = {"game": "azul", "seats": seats, "options": {"start": 2}}
    table = str((await person.ask(server.address, "POST", "/api/tables", wanted))["table"])
    database = server.store.removeprefix("postgresql:///").partition("?")[0]
    while table not in postgresql.run(database, "SELECT table_id FROM leases"):
        await asyncio.sleep(0.05)
    return person, table


async def has_moved(person: Person, server: ServerProcess, table: str) -> None:
    """Wait until the bot has moved, seen from a process."""
    seat = await person.connect(server.address, table)
    while seat.update.get("to_move") != 0:
        await seat.hear()
    await seat.close()
    store = await connect(server.store)
    bodies = [log.decode(entry.body) for entry in await store.entries(table)]
    await store.close()
    assert [body.seat for body in bodies if isinstance(body, log.Moved)] == [1]


async def test_the_bot_of_a_killed_process_is_taken_over(
    postgresql: Cluster, tmp_path: Path
) -> None:
    url, lease = postgresql.database(), ("--lease", "3")
    with ServerProcess(url, tmp_path / "one.log", *lease, prelude=THINKS_FOR_EVER) as one:
        person, table = await think_at(one, postgresql)
        with ServerProcess(url, tmp_path / "two.log", *lease) as two:
            one.kill()
            await has_moved(person, two, table)


async def test_the_bot_of_a_stopped_process_is_taken_over_at_once(
    postgresql: Cluster, tmp_path: Path
) -> None:
    """By its lease alone the first would keep it for ten minutes."""
    url, lease = postgresql.database(), ("--lease", "600")
    with ServerProcess(url, tmp_path / "one.log", *lease, prelude=THINKS_FOR_EVER) as one:
        person, table = await think_at(one, postgresql)
        with ServerProcess(url, tmp_path / "two.log", *lease) as two:
            await asyncio.to_thread(one.stop)
            await has_moved(person, two, table)
