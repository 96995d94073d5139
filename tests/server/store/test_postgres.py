"""What only PostgreSQL does: telling other processes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path

import asyncpg
import pytest

from azulejos.errors import Conflict, DiskFull, StoreError, StoreSilent
from azulejos.server.store import notifier, postgres
from azulejos.server.store.addresses import connect
from azulejos.server.store.migrations import scripts
from azulejos.server.store.notifier import packed, read, unpacked
from azulejos.server.store.postgres import told_as_ours
from azulejos.tables.store.protocol import Store
from azulejos.tables.store.rows import Entry, Guest, News, Present, Revoked, Seen, TableRow, Written
from patience import PATIENCE
from postgresql import Cluster

pytestmark = pytest.mark.anyio


@pytest.fixture
def url(postgresql: Cluster) -> str:
    return postgresql.database()


@pytest.fixture
async def other(url: str, anyio_backend: str) -> AsyncIterator[Store]:
    """The store of another process."""
    other = await connect(url)
    yield other
    await other.close()


def row(table: str) -> TableRow:
    return TableRow(table, "azul", True, "playing", 1.0, b"{}")


def entry(version: int) -> Entry:
    return Entry(version, 1.0, None, b"{}")


async def heard(store: Store, *watched: str) -> AsyncIterator[News]:
    """What a process hears that looks after some tables when it is told to look."""
    async with asyncio.timeout(PATIENCE):
        async for news in store.news():
            if news is not None:
                yield news
                continue
            for table, version in (await store.versions(watched)).items():
                yield Written(table, version)


async def first(news: AsyncIterator[News], wanted: News) -> None:
    async for each in news:
        if each == wanted:
            return


async def listening(store: Store) -> Store:
    """A store that hears whatever is told from now on."""
    async with asyncio.timeout(PATIENCE):
        await anext(store.news())
    return store


async def test_an_entry_wakes_up_the_others(store: Store, other: Store) -> None:
    await store.create(row("t"), entry(0))
    news = heard(await listening(other))
    await store.append("t", entry(1))
    await first(news, Written("t", 1))


async def test_nobody_is_woken_up_by_itself(store: Store, other: Store) -> None:
    for name in ("t", "u"):
        await store.create(row(name), entry(0))
    waiting = asyncio.create_task(anext(heard(await listening(store))))
    await store.append("t", entry(1))
    await asyncio.sleep(0.2)  # time enough to be woken up wrongly
    await other.append("u", entry(1))
    assert await waiting == Written("u", 1)


async def test_many_arrive(store: Store, other: Store) -> None:
    names = [f"table-{number:03}-{'x' * 80}" for number in range(200)]
    await asyncio.gather(*(store.create(row(name), entry(0)) for name in names))

    async def everything() -> None:
        missing: set[News] = {Written(name, 1) for name in names}
        async for news in heard(other):
            missing.discard(news)
            if not missing:
                return

    await listening(other)
    waiting = asyncio.create_task(everything())
    await asyncio.gather(*(store.append(name, entry(1)) for name in names))
    await waiting


async def test_a_lost_wake_up_heals(
    store: Store, other: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store.create(row("t"), entry(0))
    monkeypatch.setattr(notifier, "LOOK_EVERY", 0.2)
    monkeypatch.setattr(notifier.Notifier, "publish", lambda *_: None)
    waiting = asyncio.create_task(first(heard(other, "t", "no such table"), Written("t", 1)))
    await asyncio.sleep(0.5)
    await store.append("t", entry(1))
    await waiting


async def test_who_is_connected_is_told(store: Store, other: Store) -> None:
    seen = Seen("process", "t", Present(frozenset({0, 3}), 7))
    news = heard(await listening(other))
    store.announce(seen)
    await first(news, seen)


async def test_what_is_revoked_is_told_with_the_change(store: Store, other: Store) -> None:
    await store.add_guest(Guest("eva", "Eva"))
    news = heard(await listening(other))
    await store.forget_links("eva", b"own")
    await first(news, Revoked("eva"))


async def test_who_hears_much_looks_for_itself_all_the_same(
    store: Store, other: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store.create(row("t"), entry(0))
    monkeypatch.setattr(notifier, "LOOK_EVERY", 0.2)
    news = heard(await listening(other), "t")
    waiting = asyncio.create_task(first(news, Written("t", 0)))
    while not waiting.done():
        store.announce(Seen("process", "t", Present()))
        await asyncio.sleep(0.02)
    await waiting


async def test_connections_that_break_are_made_anew(
    store: Store, other: Store, postgresql: Cluster
) -> None:
    await store.create(row("t"), entry(0))
    news = heard(other, "t")
    await first(news, Written("t", 0))
    everybody = "FROM pg_stat_activity WHERE usename = 'azulejos' AND pid <> pg_backend_pid()"
    postgresql.run("postgres", f"SELECT pg_terminate_backend(pid) {everybody}")
    await asyncio.sleep(0.1)  # until it is noticed
    await store.append("t", entry(1))
    await first(news, Written("t", 1))


async def test_two_processes_may_start_at_once(url: str) -> None:
    stores = await asyncio.gather(*(connect(url) for _ in range(5)))
    await stores[0].create(row("t"), entry(0))
    assert len(await stores[4].entries("t")) == 1
    await asyncio.gather(*(store.close() for store in stores))


async def test_a_database_of_a_newer_program_is_left_alone(url: str, postgresql: Cluster) -> None:
    await (await connect(url)).close()
    name = url.removeprefix("postgresql:///").partition("?")[0]
    postgresql.run(name, "INSERT INTO shape (version) VALUES (99)")
    with pytest.raises(StoreError, match="version 99"):
        await connect(url)


async def test_secrets_of_an_older_program_get_the_date_of_the_change(
    url: str, postgresql: Cluster
) -> None:
    name = url.removeprefix("postgresql:///").partition("?")[0]
    before = "CREATE TABLE shape (version INTEGER NOT NULL); INSERT INTO shape VALUES (1);"
    eva = "INSERT INTO guests VALUES ('eva', 'Eva');"
    link = "INSERT INTO secrets VALUES ('\\x00', 'eva', 'link');"
    postgresql.run(name, before + scripts("postgresql")[0] + eva + link)
    store = await connect(url)
    (result,) = await store.links_of("eva")
    assert abs(result.made - time.time()) < 60
    assert result.devices == 0
    await store.close()


async def test_a_lease_is_void_if_the_clock_was_set_back(
    store: Store, url: str, postgresql: Cluster
) -> None:
    """It began in what is now the future; what is left of it may be years."""
    name = url.removeprefix("postgresql:///").partition("?")[0]
    assert await store.lease("t", "one", 60.0)
    assert not await store.lease("t", "two", 600.0)
    postgresql.run(name, "UPDATE leases SET since = since + '1 year', until = until + '1 year'")
    assert await store.lease("t", "two", 60.0)
    assert not await store.lease("t", "one", 10.0)


async def test_bots_among_themselves_are_due_no_more(url: str, postgresql: Cluster) -> None:
    """An older program let them play though nobody watched."""
    name = url.removeprefix("postgresql:///").partition("?")[0]
    before = "CREATE TABLE shape (version INTEGER NOT NULL); INSERT INTO shape VALUES (2);"
    tables = "".join(
        f"INSERT INTO tables VALUES ('{table}', 'azul', FALSE, 'playing', 1, '{{}}', 1);"  # noqa: S608
        for table in ("bots", "people")
    )
    held = "INSERT INTO holders VALUES ('people', 0, 'eva'), ('bots', 0, NULL);"
    postgresql.run(name, before + ";".join(scripts("postgresql")[:2]) + ";" + tables + held)
    store = await connect(url)
    assert [row.table for row in await store.due(2.0, 10)] == ["people"]
    await store.close()


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://nobody@localhost:1/none",
        "postgresql:///none?host=/nowhere",
        "postgresql://%%",
        "mysql://localhost/games",
        "sqlite://games.db",
        "sqlite:///",
    ],
)
async def test_what_is_no_store_is_refused(url: str) -> None:
    with pytest.raises(StoreError):
        await connect(url)


def test_notifications_stay_short() -> None:
    news = {Written(f"{number}-{'x' * 100}", number) for number in range(1000)}
    payloads = list(packed(news))
    assert all(len(payload) < 8000 for payload in payloads)
    assert len(payloads) < 20
    assert {item for payload in payloads for item in unpacked(payload)} == news
    assert list(packed([])) == []


def test_what_a_newer_program_tells_makes_one_look() -> None:
    assert read('[["w","t",1]]') == [Written("t", 1)]
    assert read('[["new","t",1]]') is None
    assert read("t:1") is None


@pytest.mark.parametrize(
    ("raised", "expected"),
    [
        (ConnectionResetError(), StoreSilent),
        (TimeoutError(), StoreSilent),
        (asyncpg.InterfaceError("connection is closed"), StoreSilent),
        (asyncpg.InternalClientError("cannot switch to state 12"), StoreSilent),
        (asyncpg.ConnectionDoesNotExistError("closed in the middle of operation"), StoreSilent),
        (asyncpg.CannotConnectNowError("the database system is starting up"), StoreSilent),
        (asyncpg.DiskFullError("no space left on device"), DiskFull),
        (asyncpg.UniqueViolationError("duplicate key"), Conflict),
        (asyncpg.SyntaxOrAccessError("permission denied"), StoreError),
    ],
    ids=lambda value: getattr(value, "__name__", type(value).__name__),
)
def test_whatever_the_driver_raises_is_told_as_an_error_of_the_store(
    raised: Exception, expected: type[StoreError]
) -> None:
    with pytest.raises(StoreError) as caught, told_as_ours():
        raise raised
    assert type(caught.value) is expected


class Relay:
    """Stands between a store and its database, and can fall silent as a lost network does."""

    def __init__(self, database: Path, folder: Path) -> None:
        self._database = database
        self._folder = folder
        self._lines: list[tuple[asyncio.StreamWriter, asyncio.Task[None]]] = []

    @property
    def count(self) -> int:
        """How many connections were made."""
        return len(self._lines) // 2

    async def __aenter__(self) -> Relay:
        self._server = await asyncio.start_unix_server(
            self._connect, self._folder / ".s.PGSQL.5432"
        )
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        self.fall_silent()
        for writer, _ in self._lines:
            writer.close()

    def fall_silent(self) -> None:
        """Let nothing more through on the connections there are; new ones work."""
        for _, task in self._lines:
            task.cancel()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        path = self._database / ".s.PGSQL.5432"
        database_reader, database_writer = await asyncio.open_unix_connection(path)
        for source, target in ((reader, database_writer), (database_reader, writer)):
            self._lines.append((target, asyncio.create_task(self._pass_on(source, target))))

    async def _pass_on(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        while data := await source.read(65536):
            target.write(data)
        target.close()


async def test_one_silent_connection_costs_one_timeout_and_not_one_for_each(
    postgresql: Cluster, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("PATIENCE", "CANCELLING"):
        monkeypatch.setattr(postgres, name, 0.3)
    monkeypatch.setattr(postgres, "LONG_PATIENCE", 10 * PATIENCE)  # so that it is not what ends it
    async with Relay(postgresql.folder, tmp_path) as relay:
        store = await connect(url.replace(str(postgresql.folder), str(tmp_path)))
        await asyncio.gather(*(store.lease(f"table{n}", "me", 1.0) for n in range(5)))
        assert relay.count >= 4  # that of the bell among them
        for call in (lambda: store.lease("table", "me", 1.0), lambda: store.release("you")):
            relay.fall_silent()
            task = asyncio.create_task(call())
            await asyncio.wait([task], timeout=PATIENCE)
            assert task.done()  # not cancelled, which would be told as silence, too
            with pytest.raises(StoreSilent):
                task.result()
            assert await store.lease("table", "me", 1.0)
        await store.close()


async def test_nobody_waits_for_ever_for_a_free_connection(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "CONNECTING", 0.1)
    assert isinstance(store, postgres.PostgresStore)
    held = [await store._pool.acquire() for _ in range(postgres.MAX_CONNECTIONS)]
    with pytest.raises(StoreSilent):
        await store.lease("table", "me", 1.0)
    for connection in held:
        await store._pool.release(connection)
    assert await store.lease("table", "me", 1.0)
