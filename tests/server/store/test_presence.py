"""Who is connected is known in all processes that share a PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from postgresql import Cluster
from server_process import Message, Person, Seat, ServerProcess

pytestmark = pytest.mark.anyio

LEASE = 4.0  # seconds: much longer than a busy machine lets a process wait
AWAY = 1.0  # seconds after which a bot may stand in
PRELUDE = f"from azulejos.tables.live import audience; audience.AWAY = {AWAY}"


@contextmanager
def two_servers(url: str, folder: Path, lease: float) -> Iterator[list[ServerProcess]]:
    """Two servers on one database."""
    options = ("--lease", str(lease))
    with (
        ServerProcess(url, folder / "one.log", *options, prelude=PRELUDE) as one,
        ServerProcess(url, folder / "two.log", *options, prelude=PRELUDE) as two,
    ):
        yield [one, two]


@pytest.fixture(scope="module")
def servers(
    postgresql: Cluster, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[list[ServerProcess]]:
    """Two servers that go on to the end."""
    folder = tmp_path_factory.mktemp("servers")
    with two_servers(postgresql.database(), folder, LEASE) as servers:
        yield servers


async def until(seat: Seat, wanted: Callable[[Message], bool]) -> Message:
    """Wait until somebody sees what is wanted."""
    while not (seat.update and wanted(seat.update)):
        await seat.hear()
    return seat.update


def here(seat: int) -> Callable[[Message], bool]:
    return lambda update: bool(update["seats"][seat]["is_here"])


def away(seat: int) -> Callable[[Message], bool]:
    return lambda update: not update["seats"][seat]["is_here"]


async def stand_in(seat: Seat, name: str) -> Message:
    """Ask for a bot in the place of the second seat."""
    version = seat.update["version"]
    await seat.say(type="stand_in", id=name, version=version, seat=1, level="easy")
    return await seat.answer_to(name)


async def two_people(servers: list[ServerProcess]) -> tuple[str, list[Person]]:
    people = [await Person.arrive(servers[0].address, name) for name in ("Ana", "Ben")]
    made = await people[0].ask(servers[0].address, "POST", "/api/tables", {"game": "azul"})
    table = str(made["table"])
    await people[1].ask(servers[0].address, "POST", f"/api/tables/{table}/seats/1")
    return table, people


async def test_who_is_connected_to_another_process_is_here(servers: list[ServerProcess]) -> None:
    table, people = await two_people(servers)
    ana = await people[0].connect(servers[0].address, table)
    await until(ana, away(1))
    ben = await people[1].connect(servers[1].address, table)
    await until(ben, here(0))  # though she was there before he came
    await until(ana, here(1))
    eve = await (await Person.arrive(servers[1].address, "Eve")).connect(servers[1].address, table)
    await until(ana, lambda update: update["spectators"] == 1)
    await until(eve, lambda update: here(0)(update) and here(1)(update))
    await eve.close()
    await until(ana, lambda update: update["spectators"] == 0)
    await ben.close()
    await until(ana, away(1))
    await ana.close()


async def test_who_sits_down_through_another_process_is_here(servers: list[ServerProcess]) -> None:
    ana, ben = [await Person.arrive(servers[0].address, name) for name in ("Ana", "Ben")]
    made = await ana.ask(servers[0].address, "POST", "/api/tables", {"game": "azul"})
    table = str(made["table"])
    anas = await ana.connect(servers[0].address, table)
    bens = await ben.connect(servers[1].address, table)
    await until(anas, lambda update: update["spectators"] == 1)
    await ben.ask(servers[0].address, "POST", f"/api/tables/{table}/seats/1")
    await until(anas, lambda update: here(1)(update) and update["spectators"] == 0)
    for seat in (anas, bens):
        await seat.close()


async def test_no_bot_stands_in_for_who_is_connected_to_another_process(
    servers: list[ServerProcess],
) -> None:
    table, people = await two_people(servers)
    ana = await people[0].connect(servers[0].address, table)
    ben = await people[1].connect(servers[1].address, table)
    await until(ana, here(1))
    await asyncio.sleep(1.5 * AWAY)  # so long that he would count as away
    answer = await stand_in(ana, "too early")
    assert (answer["type"], answer["code"]) == ("refused", "not_allowed")
    await ben.close()
    await ana.close()


async def test_the_people_of_a_killed_process_stop_counting(
    postgresql: Cluster, tmp_path: Path
) -> None:
    with two_servers(postgresql.database(), tmp_path, LEASE) as servers:
        table, people = await two_people(servers)
        ana = await people[0].connect(servers[0].address, table)
        ben = await people[1].connect(servers[1].address, table)
        await until(ana, here(1))
        servers[1].kill()
        await ben.close()
        await until(ana, away(1))
        tries = 0
        while (await stand_in(ana, f"try {tries}"))["type"] == "refused":
            tries += 1
            await asyncio.sleep(0.2)
        await ana.close()


async def test_the_people_of_a_stopped_process_stop_counting_at_once(
    postgresql: Cluster, tmp_path: Path
) -> None:
    with two_servers(postgresql.database(), tmp_path, 600) as servers:
        table, people = await two_people(servers)
        ana = await people[0].connect(servers[0].address, table)
        ben = await people[1].connect(servers[1].address, table)
        await until(ana, here(1))
        await asyncio.to_thread(servers[1].stop)
        await ben.close()
        await until(ana, away(1))
        await ana.close()
