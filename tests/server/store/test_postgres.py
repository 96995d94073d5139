"""What only PostgreSQL does: telling other processes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from azulejos.errors import StoreError
from azulejos.server.store import Entry, Store, TableRow, bell, connect
from azulejos.server.store.bell import packed, unpacked
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


async def heard(store: Store, *watched: str) -> AsyncIterator[tuple[str, int]]:
    async with asyncio.timeout(10):
        async for wake_up in store.wake_ups(lambda: watched):
            yield wake_up


async def first(wake_ups: AsyncIterator[tuple[str, int]], wanted: tuple[str, int]) -> None:
    async for wake_up in wake_ups:
        if wake_up == wanted:
            return


async def test_an_entry_wakes_up_the_others(store: Store, other: Store) -> None:
    await store.create(row("t"), entry(0))
    wake_ups = heard(other, "t")
    await first(wake_ups, ("t", 0))  # connected, it looks
    await store.append("t", entry(1))
    await first(wake_ups, ("t", 1))


async def test_nobody_is_woken_up_by_itself(store: Store, other: Store) -> None:
    for name in ("t", "u"):
        await store.create(row(name), entry(0))
    wake_ups = heard(store, "t")
    await first(wake_ups, ("t", 0))  # connected, it looks
    await store.append("t", entry(1))
    await other.append("u", entry(1))
    assert await anext(wake_ups) == ("u", 1)


async def test_many_wake_ups_arrive(store: Store, other: Store) -> None:
    names = [f"table-{number:03}-{'x' * 80}" for number in range(200)]
    await asyncio.gather(*(store.create(row(name), entry(0)) for name in names))

    wake_ups = heard(other, names[0])
    await first(wake_ups, (names[0], 0))  # connected, it looks
    await asyncio.gather(*(store.append(name, entry(1)) for name in names))
    missing = {(name, 1) for name in names}
    while missing:
        missing.discard(await anext(wake_ups))


async def test_a_lost_wake_up_heals(
    store: Store, other: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store.create(row("t"), entry(0))
    monkeypatch.setattr(bell, "LOOK_EVERY", 0.2)
    monkeypatch.setattr(bell.Bell, "ring", lambda *_: None)
    wake_ups = heard(other, "t", "no such table")
    await first(wake_ups, ("t", 0))
    await store.append("t", entry(1))
    await first(wake_ups, ("t", 1))


async def test_connections_that_break_are_made_anew(
    store: Store, other: Store, postgresql: Cluster
) -> None:
    await store.create(row("t"), entry(0))
    wake_ups = heard(other, "t")
    await first(wake_ups, ("t", 0))
    everybody = "FROM pg_stat_activity WHERE usename = 'azulejos' AND pid <> pg_backend_pid()"
    postgresql.run("postgres", f"SELECT pg_terminate_backend(pid) {everybody}")
    await asyncio.sleep(0.1)  # until it is noticed
    await store.append("t", entry(1))
    await first(wake_ups, ("t", 1))


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
    wake_ups = {f"{number}-{'x' * 100}": number for number in range(1000)}
    payloads = list(packed(wake_ups))
    assert all(len(payload) < 8000 for payload in payloads)
    assert len(payloads) < 20
    assert {item for payload in payloads for item in unpacked(payload)} == set(wake_ups.items())
    assert list(packed({})) == []
