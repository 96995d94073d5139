"""What only SQLite does: a file, and commits that are shared."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from pathlib import Path

import pytest

from azulejos.errors import StoreError
from azulejos.server.store import sqlite
from azulejos.server.store.addresses import connect
from azulejos.server.store.migrations import scripts
from azulejos.tables.store.protocol import Store
from azulejos.tables.store.rows import Entry, TableRow
from patience import PATIENCE

pytestmark = pytest.mark.anyio


@pytest.fixture
def url(tmp_path: Path) -> str:
    return str(tmp_path / "new folder" / "games.db")


def row(table: str) -> TableRow:
    return TableRow(table, "azul", True, "playing", 1.0, b"{}")


async def test_every_commit_waits_for_the_disk(store: Store, url: str) -> None:
    with sqlite3.connect(url) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    writing = store._writer._connection  # type: ignore[attr-defined]
    assert writing.execute("PRAGMA synchronous").fetchone() == (2,)  # full


async def test_waiting_changes_share_a_commit(store: Store, url: str) -> None:
    commits: list[str] = []
    store._writer._connection.set_trace_callback(commits.append)  # type: ignore[attr-defined]
    blocker = sqlite3.connect(url, isolation_level=None)
    blocker.execute("BEGIN IMMEDIATE")
    first = asyncio.create_task(store.create(row("first"), Entry(0, 1.0, None, b"{}")))
    await asyncio.sleep(0.1)
    others = [
        asyncio.create_task(store.create(row(f"t{number}"), Entry(0, 1.0, None, b"{}")))
        for number in range(50)
    ]
    await asyncio.sleep(0.1)
    blocker.execute("ROLLBACK")
    blocker.close()
    await asyncio.gather(first, *others)
    assert commits.count("COMMIT") <= 2  # the first alone, then all that had waited for it


async def test_nothing_is_said_to_be_done_when_the_commit_fails(store: Store) -> None:
    """A deferred constraint that fails at the commit stands for a disk that is full."""

    def broken(connection: sqlite3.Connection) -> None:
        connection.execute("PRAGMA defer_foreign_keys = on")
        connection.execute("INSERT INTO holders VALUES ('nowhere', 0, 'eva')")

    attempts = (
        store._writer.done(broken),  # type: ignore[attr-defined]
        store.create(row("t"), Entry(0, 1.0, None, b"{}")),
    )
    outcomes = await asyncio.gather(*attempts, return_exceptions=True)
    assert all(isinstance(outcome, StoreError) for outcome in outcomes)
    assert await store.row("t") is None
    await store.create(row("t"), Entry(0, 1.0, None, b"{}"))


async def test_what_another_program_changes_is_heard(
    store: Store, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the server itself writes is not."""
    monkeypatch.setattr(sqlite, "LOOK_EVERY", 0.02)
    heard = asyncio.create_task(anext(store.news()))
    for number in range(10):
        await store.create(row(f"t{number}"), Entry(0, 1.0, None, b"{}"))
        await asyncio.sleep(0.02)
    assert not heard.done()
    admin = await connect(url)
    await admin.remove_tables(["t0"])
    async with asyncio.timeout(PATIENCE):
        assert await heard is None
    await admin.close()


async def test_a_file_of_a_newer_program_is_left_alone(url: str) -> None:
    await (await connect(url)).close()
    with sqlite3.connect(url) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(StoreError, match="version 99"):
        await connect(url)


async def test_a_file_is_served_by_one(url: str) -> None:
    serving = await connect(url, serves=True)
    with pytest.raises(StoreError, match=r"games\.db is being served by another process"):
        await connect(url, serves=True)
    await (await connect(url)).close()  # who only looks is let in
    await serving.close()
    await (await connect(url, serves=True)).close()


async def test_only_the_owner_of_the_store_can_read_it(url: str) -> None:
    before = os.umask(0)
    try:
        store = await connect(url, serves=True)
        await store.create(row("t"), Entry(0, 1.0, None, b"{}"))
        files = {each.name: each.stat().st_mode & 0o777 for each in Path(url).parent.iterdir()}
        await store.close()
    finally:
        os.umask(before)
    names = ("games.db", "games.db-wal", "games.db-shm", "games.db-served")
    assert {name: files.pop(name) for name in names} == dict.fromkeys(names, 0o600)
    assert set(files.values()) <= {0o600}


async def test_an_existing_store_keeps_the_rights_that_its_owner_gave_it(url: str) -> None:
    await (await connect(url)).close()
    Path(url).chmod(0o640)
    await (await connect(url)).close()
    assert Path(url).stat().st_mode & 0o777 == 0o640


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
async def test_what_root_makes_belongs_to_whom_the_store_does(url: str) -> None:
    await (await connect(url)).close()
    os.chown(url, 65534, 65534)
    await (await connect(url, serves=True)).close()
    assert os.stat(f"{url}-served").st_uid == 65534  # noqa: PTH116


async def test_a_file_that_an_older_program_serves_is_left_alone(url: str) -> None:
    serving = await connect(url, serves=True)
    with sqlite3.connect(url) as connection:
        connection.execute("PRAGMA user_version = 1")
    connection.close()
    with pytest.raises(StoreError, match="being served"):
        await connect(url)
    await serving.close()


async def test_secrets_of_an_older_program_get_the_date_of_the_change(
    tmp_path: Path,
) -> None:
    with sqlite3.connect(tmp_path / "old.db") as connection:
        connection.executescript(scripts("sqlite")[0])
        connection.execute("INSERT INTO guests VALUES ('eva', 'Eva')")
        connection.execute("INSERT INTO secrets VALUES (x'00', 'eva', 'link')")
        connection.execute("PRAGMA user_version = 1")
    connection.close()
    store = await connect(str(tmp_path / "old.db"))
    (link,) = await store.links_of("eva")
    assert abs(link.made - time.time()) < 60
    assert link.devices == 0
    await store.close()


async def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Eva, " * 100)
    with pytest.raises(StoreError, match=r"letter\.txt"):
        await connect(str(path))
    with pytest.raises(StoreError, match="letter"):
        await connect(str(path / "games.db"))
    assert path.read_text().startswith("Dear Eva")


async def test_paths_may_be_given_as_urls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for url in ("here.db", "sqlite:///there.db", f"sqlite:///{tmp_path}/whole.db"):
        await (await connect(url)).close()
    assert sorted(path.name for path in tmp_path.glob("*.db")) == [
        "here.db",
        "there.db",
        "whole.db",
    ]


async def test_a_new_process_need_not_wait_for_leases(url: str) -> None:
    """One that crashed gave nothing back, and nobody else uses the file."""
    crashed = await connect(url, serves=True)
    assert await crashed.lease("t", "one", 600.0)
    await crashed.close()
    store = await connect(url, serves=True)
    assert await store.lease("t", "two", 600.0)
    await store.close()


async def test_setting_the_clock_does_not_touch_leases(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await store.lease("t", "one", 0.05)
    monkeypatch.setattr(time, "time", lambda: 0.0)
    await asyncio.sleep(0.1)
    assert await store.lease("t", "two", 60.0)
    monkeypatch.setattr(time, "time", lambda: 1e12)
    assert not await store.lease("t", "one", 60.0)


async def test_bots_among_themselves_are_due_no_more(tmp_path: Path) -> None:
    """An older program let them play though nobody watched."""
    with sqlite3.connect(tmp_path / "old.db") as connection:
        for script in scripts("sqlite")[:2]:
            connection.executescript(script)
        for table in ("bots", "people"):
            values = (table, "azul", 0, "playing", 1.0, "{}", 1.0)
            connection.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?)", values)
        connection.execute("INSERT INTO holders VALUES ('people', 0, 'eva'), ('bots', 0, NULL)")
        connection.execute("PRAGMA user_version = 2")
    connection.close()
    store = await connect(str(tmp_path / "old.db"))
    assert [row.table for row in await store.due(2.0, 10)] == ["people"]
    await store.close()
