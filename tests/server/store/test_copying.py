"""Moving a server from SQLite to PostgreSQL, and back."""

from __future__ import annotations

from pathlib import Path

import pytest

from azulejos.errors import StoreError
from azulejos.server.store import addresses
from azulejos.server.store.addresses import connect, copy
from azulejos.server.store.database import Bulk, Database
from azulejos.tables.store.protocol import Store
from azulejos.tables.store.rows import Entry, Guest, Note, Restriction, Subscription, TableRow
from postgresql import Cluster

pytestmark = pytest.mark.anyio


async def fill(store: Store) -> None:
    for guest in ("eva", "ivo"):
        await store.add_guest(Guest(guest, f"{guest} č", 1.5))
        await store.add_secret(f"{guest}'s link".encode(), guest, "link")
        await store.add_secret(f"\x00{guest}".encode(), guest, "cookie", f"{guest}'s link".encode())
    for number in range(25):
        due = None if number % 2 else 1e9 / 3
        row = TableRow(
            f"T{number}", "azul", bool(number % 3), "over", 0.1 * number, b"{}", due, 0.5
        )
        holders = {0: "eva", 1: None}
        await store.create(row, Entry(0, 0.1, "eva:", b'{"a": "\xc4\x8d"}'), holders)
        for version in range(1, 4):
            await store.append(row.table, Entry(version, 1 / 3, f"ivo:{version}", b"{}"))
    await store.subscribe(Subscription(b"\x00eva", "https://push/", b"\x04", b"a", "uk", 0.1), 9)
    for number in range(9):
        await store.put_note("eva", Note("review", f"č{number}", number / 3, b'{"a": "\xc4\x8d"}'))
    await store.claim_notification("T3", 0.5)
    await store.restrict(Restriction("guest", "ivo", "mute", "", 1.0, None))
    await store.begin_erasing("ivo", 2.0)


async def contents(store: Store) -> object:
    tables = await store.all_tables(99)
    return (
        sorted(tables, key=lambda row: row.table),
        [await store.entries(row.table) for row in tables],
        await store.guest("eva"),
        await store.secrets_of(["eva", "ivo"]),
        [await store.traces_of(guest, 99) for guest in ("eva", "ivo")],
        [sorted(row.table for row in await store.tables_of("eva", 99))],
        await store.erasing(9),
        await store.subscriptions_of("eva"),
        await store.notes_of("eva", "review"),
        len(await store.unnotified(0.0, 1.0, 99)),
        await store.restrictions(),
    )


@pytest.fixture(params=["to PostgreSQL", "to SQLite"])
def urls(request: pytest.FixtureRequest, tmp_path: Path, postgresql: Cluster) -> tuple[str, str]:
    file, database = str(tmp_path / "games.db"), postgresql.database()
    return (file, database) if request.param == "to PostgreSQL" else (database, file)


@pytest.fixture(autouse=True)
def _small_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "AT_ONCE", 7)


async def test_everything_is_copied(urls: tuple[str, str]) -> None:
    source, target = [await connect(url) for url in urls]
    await fill(source)
    announced: list[tuple[str, int]] = []
    counts = await copy(source, target, lambda table, count: announced.append((table, count)))  # type: ignore[arg-type]
    assert counts["tables"] == 25
    assert counts["entries"] == 100
    assert counts["secrets"] == 2
    assert ("entries", 7) in announced
    assert ("entries", 100) in announced
    assert await contents(target) == await contents(source)
    await target.append("T3", Entry(4, 1.0, None, b"{}"))  # it can be played on
    with pytest.raises(StoreError, match="not empty"):
        await copy(source, target, lambda *_: None)  # type: ignore[arg-type]
    await source.close()
    await target.close()


async def test_a_copy_that_fails_leaves_nothing_behind(
    urls: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    source, target = [await connect(url) for url in urls]
    await fill(source)
    pages = addresses._pages

    async def damaged(fetch, part):  # type: ignore[no-untyped-def]
        async for rows in pages(fetch, part):
            is_read_back = getattr(fetch, "__self__", None).__class__.__mro__[1] is Bulk
            yield rows[1:] if part.table == "guests" and is_read_back else rows

    monkeypatch.setattr(addresses, "_pages", damaged)
    with pytest.raises(StoreError, match="guests differs from what was read"):
        await copy(source, target, lambda *_: None)  # type: ignore[arg-type]
    assert isinstance(target, Database)
    assert await target.all_tables(9) == []  # type: ignore[attr-defined]
    assert await target.fetch("SELECT * FROM entries") == []
    await source.close()
    await target.close()
