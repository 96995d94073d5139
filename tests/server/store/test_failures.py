"""The store fails within a move: what is in the log is shown, and what was sent again is done once.

PostgreSQL is frozen and killed for real, and the disk is really full.
"""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

import postgresql as postgresql_server
from azulejos.server.store.addresses import connect
from azulejos.tables.live import log
from azulejos.tables.live.standing import Standing
from azulejos.tables.live.summary import row_of
from azulejos.tables.store.rows import Entry
from patience import PATIENCE
from postgresql import Cluster
from server_process import BROKEN, Message, Person, Seat, ServerProcess, any_choice, client_of

pytestmark = pytest.mark.anyio


@pytest.fixture
def cluster(postgresql: Cluster) -> Iterator[Cluster]:
    """A PostgreSQL server that may be killed; `postgresql` says whether there can be one."""
    with postgresql_server.running() as cluster:
        yield cluster


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk with room for little more than an empty store."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounting = ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(disk)]
    if subprocess.run(mounting, check=False, capture_output=True).returncode:
        pytest.skip("no disk can be mounted here")
    yield disk
    subprocess.run(["umount", "--lazy", str(disk)], check=True)


@dataclass
class Game:
    """Two people at a table, one of whom is to move, and a spectator."""

    server: ServerProcess
    people: list[Person]
    table: str
    seats: list[Seat]
    spectator: Seat
    latest: int = 1  # the version of the last move, or of the beginning

    @property
    def everybody(self) -> list[Seat]:
        return [*self.seats, self.spectator]

    async def next_move(self, name: str) -> tuple[int, Message]:
        """Who is to move, and something to move."""
        views = [await seat.see(self.latest) for seat in self.everybody]
        mover = int(views[0]["to_move"])
        move = any_choice(views[mover])
        return mover, {"type": "move", "id": name, "version": self.latest, "move": move}

    async def again(self) -> None:
        """Connect again, with patience."""
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    address = self.server.address
                    seats = [await each.connect(address, self.table) for each in self.people]
                    for seat in seats:
                        await seat.see(0)
                except BROKEN:
                    await asyncio.sleep(0.1)
                else:
                    *self.seats, self.spectator = seats
                    return

    async def sent_until_answered(self, mover: int, message: Message) -> Message:
        """Send the same again and again until it is done."""
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    await self.seats[mover].say(**message)
                    answer = await self.seats[mover].answer_to(message["id"])
                except BROKEN:
                    await self.again()
                    continue
                if answer["type"] == "done":
                    self.latest = answer["version"]
                    return answer
                assert answer["code"] in ("busy", "store_silent", "disk_full"), answer
                await asyncio.sleep(0.1)


@asynccontextmanager
async def game(url: str, folder: Path) -> AsyncIterator[Game]:
    with ServerProcess(url, folder / "server.log") as server:
        people = [await Person.arrive(server.address, name) for name in ("Eva", "Ivo", "Uma")]
        made = await people[0].ask(server.address, "POST", "/api/tables", {"game": "azul"})
        table = str(made["table"])
        await people[1].ask(server.address, "POST", f"/api/tables/{table}/seats/1")
        *seats, spectator = [await each.connect(server.address, table) for each in people]
        yield Game(server, people, table, seats, spectator)


async def readiness(server: ServerProcess) -> tuple[int, str | None]:
    async with client_of(server.address) as client:
        answer = await client.get("/ready")
        return answer.status_code, answer.json()["reason"]


async def until_ready(server: ServerProcess) -> None:
    async with asyncio.timeout(PATIENCE):
        while (await readiness(server))[0] != 200:
            await asyncio.sleep(0.1)


async def check_log(url: str, game: Game, name: str, answer: Message) -> None:
    """It is there once, where it was said to be, and nobody was shown more than there is."""
    store = await connect(url)
    entries = await store.entries(game.table)
    assert await store.row(game.table) == row_of(Standing.of(game.table, entries))
    await store.close()
    expect_once(entries, name, answer["version"])
    for seat in game.everybody:
        assert seat.update["version"] < len(entries)


def expect_once(entries: list[Entry], name: str, version: int) -> None:
    result = [entry for entry in entries if entry.id and entry.id.endswith(f":{name}")]
    assert [entry.version for entry in result] == [version]
    assert isinstance(log.decode(result[0].body), log.Moved)


async def nobody_is_told(game: Game, before: int) -> None:
    for seat in game.everybody:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.3):
                await seat.see(before + 1)


@pytest.mark.parametrize("is_killed", [True, False], ids=["killed", "thawed"])
async def test_postgresql_freezes_within_a_move(
    cluster: Cluster, tmp_path: Path, is_killed: bool
) -> None:
    url = cluster.database()
    async with game(url, tmp_path) as playing:
        mover, message = await playing.next_move("first")
        cluster.freeze()
        await playing.seats[mover].say(**message)
        await nobody_is_told(playing, message["version"])
        status, reason = await readiness(playing.server)
        assert (status, reason) == (503, "the store does not answer")
        assert httpx.get(f"http://{playing.server.address}/health").is_success
        if is_killed:
            cluster.kill()
            cluster.start()
        else:
            cluster.thaw()
        answer = await playing.sent_until_answered(mover, message)
        await check_log(url, playing, "first", answer)
        again = await playing.sent_until_answered(mover, message)
        assert again["version"] == answer["version"]
        mover, message = await playing.next_move("second")
        await check_log(url, playing, "second", await playing.sent_until_answered(mover, message))
        await until_ready(playing.server)


async def test_postgresql_is_killed_within_moves(cluster: Cluster, tmp_path: Path) -> None:
    """Not frozen before: so that it dies at any moment of a commit."""
    url = cluster.database()
    async with game(url, tmp_path) as playing:
        for number in range(3):
            mover, message = await playing.next_move(f"move{number}")
            await playing.seats[mover].say(**message)
            cluster.kill()
            cluster.start()
            answer = await playing.sent_until_answered(mover, message)
            await check_log(url, playing, f"move{number}", answer)


async def test_the_disk_is_full_and_free_again(small_disk: Path, tmp_path: Path) -> None:
    url = f"sqlite:///{small_disk}/games.db"
    async with game(url, tmp_path) as playing:
        mover, message = await playing.next_move("first")
        filling = small_disk / "filling"
        fill(filling)
        await playing.seats[mover].say(**message)
        answer = await playing.seats[mover].answer_to("first")
        assert (answer["type"], answer["code"]) == ("refused", "disk_full")
        await nobody_is_told(playing, message["version"])
        status, reason = await readiness(playing.server)
        assert status == 503
        assert "full" in str(reason)
        metrics = httpx.get(f"http://{playing.server.address}/metrics").text
        assert 'store_failures_total{kind="disk_full"}' in metrics
        filling.unlink()
        answer = await playing.sent_until_answered(mover, message)
        await check_log(url, playing, "first", answer)
        await until_ready(playing.server)


def fill(path: Path) -> None:
    """Use up all the room there is."""
    with path.open("wb", buffering=0) as file, suppress(OSError):
        while file.write(bytes(4096)):
            pass
