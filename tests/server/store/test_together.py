"""`azulejos serve --processes`: several processes at one address."""

from __future__ import annotations

import asyncio
import os
import re
import signal
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import httpx
import pytest

from patience import PATIENCE
from postgresql import Cluster
from server_process import BROKEN, Person, ServerProcess, any_choice, command_of

pytestmark = pytest.mark.anyio


def serving(server: ServerProcess) -> list[int]:
    """The processes that serve, without the one that looks after them and the bots' workers."""
    assert server.process
    return [pid for pid in server.left_behind() if "spawn_main" in command_of(pid)]


async def until_serving(server: ServerProcess, count: int, *, but: int = 0) -> list[int]:
    """Wait until so many processes serve, none of which is the given one."""
    async with asyncio.timeout(PATIENCE):
        while len(result := serving(server)) != count or but in result:
            await asyncio.sleep(0.05)
    return result


async def has_moved(people: list[Person], server: ServerProcess, table: str, name: str) -> bool:
    """Let who is to move do so, each over a new connection to any of the processes."""
    async with AsyncExitStack() as opened:
        seats = []
        for person in people:
            seats.append(await person.connect(server.address, table))
            opened.push_async_callback(seats[-1].close)
        views = [await seat.see(1) for seat in seats]
        latest = max(views, key=lambda view: int(view["version"]))
        seat = seats[latest["to_move"]]
        view = await seat.see(latest["version"])
        await seat.say(type="move", id=name, version=view["version"], move=any_choice(view))
        return bool((await seat.answer_to(name))["type"] == "done")


async def until_gone(server: ServerProcess) -> None:
    """Wait until nothing is left of a server."""
    async with asyncio.timeout(PATIENCE):
        while server.left_behind():
            await asyncio.sleep(0.05)


async def test_processes_share_an_address_and_are_replaced(
    postgresql: Cluster, tmp_path: Path
) -> None:
    store = postgresql.database()
    with ServerProcess(store, tmp_path / "log", "--processes", "2", "--lease", "2") as server:
        first, second = await until_serving(server, 2)
        ana, ben = [await Person.arrive(server.address, name) for name in ("Ana", "Ben")]
        made = await ana.ask(server.address, "POST", "/api/tables", {"game": "azul"})
        table = str(made["table"])
        await ben.ask(server.address, "POST", f"/api/tables/{table}/seats/1")

        os.kill(first, signal.SIGKILL)
        await until_serving(server, 2, but=first)
        moves = 0
        while moves < 4:
            with suppress(*BROKEN):
                moves += await has_moved([ana, ben], server, table, f"move {moves}")
        code = await asyncio.to_thread(server.stop)
        assert code == 0, server.log.read_text()
    await until_gone(server)
    logged = server.log.read_text()
    assert "Traceback" not in logged
    assert len(re.findall("a process ended", logged)) == 1
    assert second


async def test_processes_end_with_the_one_that_looks_after_them(
    postgresql: Cluster, tmp_path: Path
) -> None:
    server = ServerProcess(postgresql.database(), tmp_path / "log", "--processes", "2")
    with server:
        await until_serving(server, 2)
        server.kill()
        await until_gone(server)
        with pytest.raises(httpx.TransportError):
            httpx.get(f"http://{server.address}/health")
    assert "Traceback" not in server.log.read_text()


async def test_a_store_that_cannot_be_used_is_told_at_once(tmp_path: Path) -> None:
    server = ServerProcess("postgresql:///none?host=/nowhere", tmp_path / "log", "--processes", "2")
    with pytest.raises(AssertionError, match="error: the database does not answer"):
        server.start()
    await until_gone(server)
