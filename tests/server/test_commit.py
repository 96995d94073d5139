"""What becomes of a table whose store fails: it holds, shows and promises what is written."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from azulejos.errors import Busy, DiskFull, StoreError, StoreSilent
from azulejos.server.bots.pool import WorkerPool
from azulejos.server.operations.metrics import Metrics, Readiness
from azulejos.server.store.sqlite import SqliteStore
from azulejos.tables.live.audience import Subscriber
from azulejos.tables.live.table import Table
from azulejos.tables.lobby.lobby import Lobby
from azulejos.tables.lobby.new_table import NewTable
from azulejos.tables.messages import Move, Say
from azulejos.tables.people.guests import Identity
from azulejos.tables.requests.tables import known_record
from azulejos.tables.settings import Settings
from azulejos.tables.store.rows import NO_HOLDERS, Entry, Holders, TableRow

pytestmark = pytest.mark.anyio

ANA, BEN = Identity("ana", "Ana"), Identity("ben", "Ben")
SILENCE = StoreSilent("the database does not answer")


class UnsureStore(SqliteStore):
    """Fails as it is told to: before writing, after it, or when asked what was written."""

    before_append: Callable[[], Awaitable[None]] | None = None
    after_append: Exception | None = None
    at_entries: Exception | None = None

    async def append(
        self,
        table: str,
        entry: Entry,
        row: TableRow | None = None,
        holders: Holders = NO_HOLDERS,
    ) -> None:
        if self.before_append:
            await self.before_append()
        await super().append(table, entry, row, holders)
        if self.after_append:
            raise self.after_append

    async def entries(self, table: str, after: int = -1) -> list[Entry]:
        if self.at_entries:
            raise self.at_entries
        return await super().entries(table, after)

    def fail(self, error: Exception) -> None:
        async def raises() -> None:
            raise error

        self.before_append = raises

    def recover(self) -> None:
        self.before_append = self.after_append = self.at_entries = None


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def metrics() -> Metrics:
    return Metrics()


@pytest.fixture
async def store(tmp_path: Path, anyio_backend: str) -> AsyncIterator[UnsureStore]:
    store = UnsureStore(tmp_path / "games.db")
    yield store
    await store.close()


@pytest.fixture
async def lobby(store: UnsureStore, metrics: Metrics) -> AsyncIterator[Lobby]:
    lobby = Lobby(store, WorkerPool(0, compiles=False), metrics, Settings())
    yield lobby
    store.recover()
    await lobby.stop()


@pytest.fixture
async def table(lobby: Lobby) -> Table:
    """Two sit at a table of Azul."""
    table = await lobby.table(await lobby.create(NewTable("azul"), ANA))
    await table.sit(BEN, 1)
    return table


async def any_move(table: Table, name: str = "m") -> tuple[Identity, Move]:
    standing = await table.read(lambda standing: standing)
    mover = (ANA, BEN)[standing.to_move or 0]
    return mover, Move(name, standing.version, str(standing.state.legal_moves[0]))


async def version_of(table: Table) -> int:
    return await table.read(lambda standing: standing.version)


async def messages_to(subscriber: Subscriber) -> list[dict[str, object]]:
    """All that waits to be sent, up to the end of the connection."""
    result = []
    while (message := await subscriber.next_message()) is not None:
        result.append(json.loads(message))
    return result


async def test_a_table_in_doubt_is_given_up(
    lobby: Lobby, table: Table, store: UnsureStore, metrics: Metrics
) -> None:
    """The store stalls and dies within a move, and does not say whether it was written."""
    mover, move = await any_move(table)
    before = await table.read(lambda standing: known_record(standing, mover).to_json())
    stalled, dies = asyncio.Event(), asyncio.Event()

    async def stall() -> None:
        stalled.set()
        await dies.wait()
        raise SILENCE

    store.before_append = stall
    acknowledged: list[int] = []
    subscriber = Subscriber(ANA, await version_of(table))
    await table.attach(subscriber)
    moving = asyncio.create_task(table.execute(mover, move, acknowledged.append))
    await stalled.wait()
    waiting = [
        asyncio.create_task(table.execute(BEN, Say("hello", "Hello"))),
        asyncio.create_task(table.read(lambda standing: standing.record)),
    ]
    await asyncio.sleep(0)
    store.at_entries = SILENCE
    dies.set()
    for task in (moving, *waiting):
        with pytest.raises(Busy):
            await task
    assert acknowledged == []
    assert all(message["plies"] == 1 for message in await messages_to(subscriber))
    assert table.is_stopped
    with pytest.raises(StoreSilent):
        await lobby.table(table.name)
    assert 'store_failures_total{kind="store_silent"} 2' in metrics.text()

    store.recover()
    again = await lobby.table(table.name)
    assert again is not table
    assert await again.read(lambda standing: known_record(standing, mover).to_json()) == before
    version = await again.execute(mover, move, acknowledged.append)
    assert acknowledged == [version]
    assert await again.execute(mover, move, acknowledged.append) == version
    assert len(await store.entries(table.name)) == version + 1


async def test_what_was_written_though_the_store_failed_is_acknowledged_once(
    table: Table, store: UnsureStore
) -> None:
    mover, move = await any_move(table)
    store.after_append = SILENCE
    acknowledged: list[int] = []
    version = await table.execute(mover, move, acknowledged.append)
    assert acknowledged == [version]
    assert [entry.id for entry in await store.entries(table.name)].count(f"{mover.guest}:m") == 1


async def test_what_was_written_in_doubt_is_there_when_the_store_answers_again(
    lobby: Lobby, table: Table, store: UnsureStore
) -> None:
    mover, move = await any_move(table)
    store.after_append = store.at_entries = SILENCE
    with pytest.raises(Busy):
        await table.execute(mover, move)
    store.recover()
    again = await lobby.table(table.name)
    version = await version_of(again)
    assert await again.execute(mover, move) == version, "it was made already"


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (DiskFull("the disk is full"), "disk_full"),
        (SILENCE, "store_silent"),
        (StoreError("SQLite: disk I/O error"), "store"),
    ],
)
async def test_what_is_known_not_to_be_written_is_refused_as_what_it_is(
    table: Table, store: UnsureStore, metrics: Metrics, error: StoreError, code: str
) -> None:
    mover, move = await any_move(table)
    version = await version_of(table)
    subscriber = Subscriber(ANA, version)
    await table.attach(subscriber)
    store.fail(error)
    with pytest.raises(type(error), match=str(error)):
        await table.execute(mover, move)
    assert await version_of(table) == version
    assert not table.is_stopped
    assert f'store_failures_total{{kind="{code}"}}' in metrics.text()
    store.recover()
    assert await table.execute(mover, move) == version + 1
    subscriber.finish()
    shown = [message["version"] for message in await messages_to(subscriber)]
    assert shown == sorted(shown), "presence may be told of once more, at the same version"
    assert set(shown) == {version, version + 1}


async def test_an_unforeseen_error_leaves_no_doubt_behind(
    lobby: Lobby, table: Table, store: UnsureStore
) -> None:
    mover, move = await any_move(table)
    store.after_append = RuntimeError("a driver with a bug")
    with pytest.raises(RuntimeError):
        await table.execute(mover, move)
    assert table.is_stopped
    store.recover()
    again = await lobby.table(table.name)
    assert await again.execute(mover, move) == await version_of(again)


async def test_a_table_that_cannot_be_read_is_asked_for_again(
    lobby: Lobby, table: Table, store: UnsureStore
) -> None:
    await table.stop()
    store.at_entries = SILENCE
    result = await asyncio.gather(
        *(lobby.table(table.name) for _ in range(3)), return_exceptions=True
    )
    assert [type(each) for each in result] == [StoreSilent] * 3
    store.recover()
    first, *others = await asyncio.gather(*(lobby.table(table.name) for _ in range(3)))
    assert all(other is first for other in others), "one table, however many ask"


class ProbedStore:
    """Of a store, what the readiness looks at."""

    def __init__(self) -> None:
        self.asked = 0
        self.answer: Callable[[], Awaitable[bool]] = self.works

    async def lease(self, table: str, holder: str, seconds: float) -> bool:
        self.asked += 1
        return await self.answer()

    async def works(self) -> bool:
        return True

    async def is_full(self) -> bool:
        raise DiskFull("the disk is full")

    async def is_silent(self) -> bool:
        await asyncio.Event().wait()
        return True


async def test_readiness_asks_the_store_seldom_and_gives_the_reason(
    metrics: Metrics, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = 0.0
    monkeypatch.setattr("azulejos.server.operations.metrics.ticks", lambda: time)
    monkeypatch.setattr("azulejos.server.operations.metrics.PATIENCE", 0.05)
    store = ProbedStore()
    result = Readiness(store, metrics)  # type: ignore[arg-type]
    assert all(ready.is_ready for ready in await asyncio.gather(*(result.look() for _ in range(9))))
    assert store.asked == 1
    store.answer = store.is_full
    assert (await result.look()).is_ready, "as of a moment ago"
    time += 2
    ready = await result.look()
    assert (ready.is_ready, ready.reason) == (False, "the disk is full")
    store.answer = store.is_silent
    time += 2
    for _ in range(3):
        ready = await result.look()
        assert (ready.is_ready, ready.reason) == (False, "the store does not answer")
    assert store.asked == 3, "one waits for it, however many ask"
    await result.stop()
