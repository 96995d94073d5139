"""Killed at any moment, the server has lost nothing that it acknowledged, nor done half of it."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest

from azulejos.server.store.addresses import connect
from azulejos.tables.live import log
from azulejos.tables.live.standing import Standing
from azulejos.tables.live.summary import row_of
from azulejos.tables.store.protocol import Store
from server_process import BROKEN, Message, Person, Seat, ServerProcess, any_choice

pytestmark = pytest.mark.anyio

KILLS = 4
PAIRS = 4  # of players, so that commits are shared
MAX_LIFE = 0.6  # seconds of a server between its start and its end


@dataclass
class Pair:
    """Two people who play game after game, and remember what the server promised them."""

    address: str
    people: list[Person]
    table: str = ""
    unanswered: Message | None = None
    mover: int = 0
    promised: list[tuple[str, str, int, str]] = field(default_factory=list)
    hear_promise: Callable[[], None] = lambda: None

    async def play_on(self) -> None:
        """Play for ever; when the connection breaks connect again, and send again."""
        while True:
            try:
                await self._play()
            except BROKEN:
                await asyncio.sleep(0.02)
            except httpx.HTTPStatusError as error:
                if error.response.status_code not in (429, 503):  # too fast, or no store
                    raise
                await asyncio.sleep(0.5)

    async def _play(self) -> None:
        if not self.table:
            self.table = await self._new_table()
        seats = [await person.connect(self.address, self.table) for person in self.people]
        try:
            while await self._move(seats):
                pass
            self.table = ""
        finally:
            await asyncio.gather(*(seat.close() for seat in seats))

    async def _new_table(self) -> str:
        first, second = self.people
        made = await first.ask(self.address, "POST", "/api/tables", {"game": "azul"})
        table = str(made["table"])
        seated = await second.ask(self.address, "POST", f"/api/tables/{table}/seats/1")
        self.promised.append((table, "", seated["version"], ""))
        return table

    async def _move(self, seats: list[Seat]) -> bool:
        """Make a move. False if the game is over."""
        if self.unanswered is None and not await self._choose(seats):
            return False
        message = self.unanswered
        assert message
        seat = seats[self.mover]
        await seat.say(**message)
        answer = await seat.answer_to(message["id"])
        if answer["type"] == "refused":
            assert answer["code"] in ("too_many", "busy", "store_silent"), answer
            await asyncio.sleep(0.2)
            return True
        self.promised.append((self.table, message["id"], answer["version"], message["move"]))
        self.hear_promise()
        self.unanswered = None
        await asyncio.gather(*(seat.see(answer["version"]) for seat in seats))
        return True

    async def _choose(self, seats: list[Seat]) -> bool:
        views = [await seat.see(0) for seat in seats]
        latest = max(view["version"] for view in views)
        views = [await seat.see(latest) for seat in seats]
        mover = views[0]["to_move"]
        if mover is None:
            return False
        self.mover = mover
        move = any_choice(views[mover])
        self.unanswered = {
            "type": "move",
            "id": f"move-{random.getrandbits(64):x}",
            "version": views[mover]["version"],
            "move": move,
        }
        return True


async def test_nothing_acknowledged_is_lost_by_kill_9(url: str, tmp_path: Path) -> None:
    server = ServerProcess(url, tmp_path / "log")
    with server:
        pairs = [
            Pair(server.address, [await Person.arrive(server.address, n) for n in ("Eva", "Ivo")])
            for _ in range(PAIRS)
        ]
        playing = [asyncio.create_task(pair.play_on()) for pair in pairs]
        for number in range(KILLS):
            before = sum(len(pair.promised) for pair in pairs)
            while sum(len(pair.promised) for pair in pairs) < before + PAIRS:
                await expect_no_failure(playing)  # until they are really playing again
            await asyncio.sleep(random.uniform(0, MAX_LIFE))
            if number % 2:
                server.kill()
            else:
                await kill_at_a_promise(server, random.choice(pairs))
            await check_promises(url, pairs)
            await asyncio.to_thread(server.start)
        await expect_no_failure(playing)
        for task in playing:
            task.cancel()
        await asyncio.wait(playing)
    assert not await asyncio.to_thread(gone, server), "a worker outlives its server"


async def kill_at_a_promise(server: ServerProcess, pair: Pair) -> None:
    """Kill at the very moment when a move was acknowledged: it must be in the store by then."""
    killed = asyncio.Event()

    def kill() -> None:
        if not killed.is_set():
            server.kill()
            killed.set()

    pair.hear_promise = kill
    await killed.wait()
    pair.hear_promise = lambda: None


async def expect_no_failure(playing: list[asyncio.Task[None]]) -> None:
    await asyncio.sleep(0.02)
    for task in playing:
        if task.done():
            task.result()


async def check_promises(url: str, pairs: list[Pair]) -> None:
    store = await connect(url)
    for pair in pairs:
        for table in {table for table, *_ in pair.promised}:
            await check_table(store, table, pair)
    await store.close()


async def check_table(store: Store, table: str, pair: Pair) -> None:
    """Its log has all that was promised, replays to a game, and the index agrees with it."""
    promised = [promise for promise in pair.promised if promise[0] == table]
    entries, row = await store.entries(table), await store.row(table)
    while (await store.versions([table]))[table] >= len(entries):  # they play on meanwhile
        entries, row = await store.entries(table), await store.row(table)
    assert [entry.version for entry in entries] == list(range(len(entries)))
    for _, name, version, move in promised:
        body = log.decode(entries[version].body)
        assert isinstance(body, log.Moved if move else log.Sat)
        if isinstance(body, log.Moved):
            assert body.move == move
            assert str(entries[version].id).endswith(f":{name}")
    standing = Standing.of(table, entries)
    assert row == row_of(standing)


def gone(server: ServerProcess) -> list[int]:
    """What is left of a killed server after it had time to notice."""
    for _ in range(400):
        if not (left := server.left_behind()):
            return []
        time.sleep(0.05)
    return left
