"""The store of a browser keeps what the others promise, and goes on where nothing can be kept."""

from __future__ import annotations

import asyncio
import inspect
import random
import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import pytest

from azulejos.errors import DiskFull, StoreError
from azulejos.offline.disk import Change, Journal, MemoryDisk, Storage
from azulejos.offline.host import Host
from azulejos.offline.store import LocalStore
from azulejos.tables.store.rows import Guest, Note
from offline.pages import Page, Socket
from server.store import test_store as contract

pytestmark = pytest.mark.anyio

ME = {"kind": "me"}
EASY = {"kind": "bot", "level": "easy"}
ALONE = re.compile("lease|link|device")  # there is nobody to share with, and no other device
PROMISES = {
    name: promise
    for name, promise in vars(contract).items()
    if name.startswith("test_")
    and [*inspect.signature(promise).parameters] == ["store"]
    and not ALONE.search(inspect.getsource(promise))
    and all(
        hasattr(LocalStore, n) for n in re.findall(r"store\.(\w+)\(", inspect.getsource(promise))
    )
}


@pytest.mark.parametrize("promise", PROMISES.values(), ids=PROMISES)
async def test_promise(promise: Callable[[Any], Awaitable[None]]) -> None:
    await promise(await LocalStore.open(Journal(MemoryDisk(), lambda _: None)))


def test_there_are_promises() -> None:
    assert len(PROMISES) >= 12


class SlowDisk(MemoryDisk):
    """Keeps what it is told when it is let, and fails when it is to."""

    def __init__(self) -> None:
        super().__init__()
        self.may_write = asyncio.Event()
        self.may_write.set()
        self.fails: StoreError | None = None
        self.writes: list[list[str]] = []

    async def write(self, changes: Sequence[Change]) -> None:
        self.writes.append([key for key, _ in changes])
        await self.may_write.wait()
        if self.fails:
            raise self.fails
        await super().write(changes)


async def played(disk: MemoryDisk) -> tuple[Host, str]:
    host = await Host.start(disk, bot_pause=0.0)
    return host, await Page(host).new_table("azul", ME, EASY, options={"start": 1})


async def test_a_move_is_durable_before_it_is_acknowledged() -> None:
    disk = SlowDisk()
    host, table = await played(disk)
    line = Socket(host, table)
    update = await line.next("update")
    disk.may_write.clear()
    before, begun = dict(disk.values), len(disk.writes)
    move = update["choices"][0]["move"]
    line.say(type="move", id="1", version=update["version"], move=move)
    while len(disk.writes) == begun:
        await asyncio.sleep(0)
    for _ in range(20):
        await asyncio.sleep(0)
    assert line.heard.empty(), "nobody is told what is not kept yet"
    assert disk.values == before
    disk.may_write.set()
    assert (await line.next("done"))["id"] == "1"
    assert f"table/{table}/000001" in disk.values
    line.channel.close()
    await host.stop()


async def test_whenever_a_page_dies_what_it_was_told_is_there() -> None:
    """The disk as it is at any moment is that of a page that was killed then."""
    disk = SlowDisk()
    host, table = await played(disk)
    source, acknowledged = random.Random(7), 0
    line = Socket(host, table)
    for number in range(6):
        update = await line.next("update")
        while not update["choices"]:
            update = await line.next("update")
        move = source.choice(update["choices"])["move"]
        line.say(type="move", id=f"m{number}", version=update["version"], move=move)
        acknowledged = (await line.next("done"))["version"]
        killed = MemoryDisk()
        killed.values = dict(disk.values)
        again = await Host.start(killed, bot_pause=0.0)
        live = await again.backend.lobby.table(table)
        assert live.standing.version >= acknowledged
        assert any(name.endswith(f":m{number}") for name in live.standing.ids)
        await again.stop()
    line.channel.close()
    await host.stop()


@pytest.mark.parametrize("error", [DiskFull("there is no room"), StoreError("not allowed here")])
async def test_the_game_goes_on_in_memory_and_is_kept_when_there_is_room_again(
    error: StoreError,
) -> None:
    disk = SlowDisk()
    announced: list[Storage] = []
    host = await Host.start(disk, bot_pause=0.0, tell=announced.append)
    page = Page(host)
    table = await page.new_table("azul", ME, EASY)
    disk.fails = error
    await page.play(table, most=3)
    assert announced == [Storage("memory", str(error))]
    assert host.storage.state == "memory"
    disk.fails = None
    assert (await page.play(table))["result"]
    assert announced[1:] == [Storage("kept")]
    again = await Host.start(disk)
    assert (await Page(again).ask("GET", f"/api/tables/{table}"))["state"] == "over"
    await again.stop()
    await host.stop()


async def test_a_disk_that_cannot_be_read_is_no_end() -> None:
    class Closed(MemoryDisk):
        async def load(self) -> Sequence[tuple[str, bytes]]:
            raise StoreError("the browser keeps nothing in private windows")

    host = await Host.start(Closed(), bot_pause=0.0)
    assert host.storage == Storage("memory", "the browser keeps nothing in private windows")
    assert (await Page(host).play(await Page(host).new_table("azul", ME, EASY)))["result"]
    await host.stop()


async def test_what_waits_together_is_written_together() -> None:
    disk = SlowDisk()
    journal = Journal(disk, lambda _: None)
    disk.may_write.clear()
    writing = [asyncio.create_task(journal.write([(f"k{n}", b"v")])) for n in range(5)]
    await asyncio.sleep(0)
    disk.may_write.set()
    await asyncio.gather(*writing)
    assert disk.writes == [["k0", "k1", "k2", "k3", "k4"]] or len(disk.writes) == 2
    assert len(disk.values) == 5


async def test_a_log_with_a_gap_is_read_up_to_it() -> None:
    disk = MemoryDisk()
    host, table = await played(disk)
    await Page(host).play(table, most=4)
    await host.stop()
    del disk.values[f"table/{table}/000003"]
    store = await LocalStore.open(Journal(disk, lambda _: None))
    assert [entry.version for entry in await store.entries(table)] == [0, 1, 2]


async def test_games_that_are_over_are_kept_in_one_value_each() -> None:
    """And all that is added to them later, and all that is told of them, is as before."""
    disk = MemoryDisk()
    host, table = await played(disk)
    page = Page(host)
    await page.play(table)
    going_on = await page.new_table("duel", ME, {"kind": "beside", "name": "Ben"})
    before = [await page.ask("GET", path) for path in ("/api/mine", "/api/me/data")]
    await host.stop()
    lines = len(disk.values)

    second = await Host.start(disk, bot_pause=0.0)
    await second.stop()
    assert len(disk.values) < lines / 2
    kept = {key for key in disk.values if not key.startswith("published/")}
    assert [key for key in kept if table in key] == [f"over/{table}"]
    assert [key for key in kept if going_on in key] == [f"table/{going_on}/000000"]

    third = await Host.start(disk, bot_pause=0.0)
    page = Page(third)
    assert [await page.ask("GET", path) for path in ("/api/mine", "/api/me/data")] == before
    line = Socket(third, table)
    version = (await line.next("update"))["version"]
    line.say(type="say", id="1", text="well played")
    assert (await line.next("done"))["version"] == version + 1
    line.channel.close()
    await third.stop()
    assert f"table/{table}/{version + 1:06}" in disk.values

    fourth = await Host.start(disk, bot_pause=0.0)
    await fourth.stop()
    store = await LocalStore.open(Journal(disk, lambda _: None))
    assert len(await store.entries(table)) == version + 2
    await store.forget_table(table)
    assert not [key for key in disk.values if table in key]


async def test_notes_are_there_after_opening_again_and_gone_with_everything() -> None:
    disk = MemoryDisk()
    store = await LocalStore.open(Journal(disk, lambda _: None))
    await store.add_guest(Guest("eva", "Eva"))
    note = Note("review", "a/1", 1.5, b"{}")
    await store.put_note("eva", note)
    again = await LocalStore.open(Journal(disk, lambda _: None))
    assert await again.notes_of("eva", "review") == [note]
    assert await again.note("eva", "review", "a/1") == note
    await again.forget_everything()
    assert disk.values == {}
    assert await again.notes_of("eva", "review") == []
