"""What the operator does to a store, and how what is not to be kept is found."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from pathlib import Path
from typing import Literal

import pytest

from azulejos.errors import Conflict
from azulejos.server.store.addresses import connect
from azulejos.server.store.migrations import scripts
from azulejos.tables.store.protocol import Store
from azulejos.tables.store.rows import (
    Cursor,
    Entry,
    Guest,
    Notice,
    Restriction,
    TableRow,
    TableState,
    Which,
)

pytestmark = pytest.mark.anyio


def row(
    table: str = "t", state: TableState = "playing", updated: float = 1.0, due: float | None = None
) -> TableRow:
    return TableRow(table, "azul", True, state, updated, b"{}", due)


def entry(version: int, id: str | None = None, body: bytes = b"{}") -> Entry:  # noqa: A002
    return Entry(version, 1.0, id, body)


async def guest(store: Store, name: str, seen: float = 0.0) -> None:
    await store.add_guest(Guest(name, name.capitalize(), seen))
    await store.add_secret(f"{name}'s cookie".encode(), name, "cookie")
    await store.add_secret(f"{name}'s link".encode(), name, "link")
    await store.add_secret(f"{name}'s phone".encode(), name, "cookie", f"{name}'s link".encode())


async def noted(store: Store, after: int = 0) -> list[tuple[str, str]]:
    return [(kind, subject) for _, kind, subject in await store.notices(after)]


# Tables


async def test_all_tables_are_listed_in_pages(store: Store) -> None:
    for number in range(5):
        state: TableState = "over" if number % 2 else "playing"
        await store.create(row(f"t{number}", state, float(number)), entry(0))
    first = await store.all_tables(3)
    assert [result.table for result in first] == ["t4", "t3", "t2"]
    rest = await store.all_tables(3, Cursor(first[-1].updated, first[-1].table))
    assert [result.table for result in rest] == ["t1", "t0"]
    assert [result.table for result in await store.all_tables(9, None, Which("over"))] == [
        "t3",
        "t1",
    ]


async def test_tables_are_removed_with_all_that_belongs_to_them(store: Store) -> None:
    for name in ("t", "u", "v"):
        await store.create(row(name), entry(0), {0: "eva", 1: "ivo"})
    await store.append("t", entry(1, "eva:1"))
    await store.remove_tables(["t", "u", "no such table"])
    assert [result.table for result in await store.all_tables(9)] == ["v"]
    assert await store.entries("t") == []
    assert await store.traces_of("eva", 9) == ["v"]
    assert [result.table for result in await store.tables_of("ivo", 9)] == ["v"]
    assert {("table", "t"), ("table", "u")} <= set(await noted(store))
    with pytest.raises(Conflict):
        await store.append("t", entry(2))


async def test_unused_tables_are_those_where_nothing_happens_and_no_clock_runs(
    store: Store,
) -> None:
    await store.create(row("old", updated=1.0), entry(0))
    await store.create(row("older", updated=0.5, due=0.5), entry(0))
    await store.create(row("three days a move", updated=1.0, due=99.0), entry(0))
    await store.create(row("new", updated=50.0), entry(0))
    await store.create(row("over", "over", 1.0), entry(0))
    assert await store.unused_tables("playing", 10.0, 9) == []  # their events come first
    for shown, published in await store.unpublished(9):
        await store.publish(shown.table, published, shown.state, ())
    assert await store.unused_tables("playing", 10.0, 9) == ["older", "old"]
    assert await store.unused_tables("playing", 10.0, 1) == ["older"]
    assert await store.unused_tables("over", 10.0, 9) == ["over"]


async def test_a_log_is_amended_with_an_entry_that_says_so(store: Store) -> None:
    await store.create(row(), entry(0), {0: "eva", 1: "ivo"})
    await store.append("t", entry(1, "eva:1"))
    before = await store.last_notice()
    changed = [entry(0, body=b'{"name": "Guest"}'), entry(1)]
    await store.amend(entry(2, body=b"{1}"), row(state="over"), changed, erased="eva")
    assert await store.entries("t") == [*changed, entry(2, body=b"{1}")]
    assert await store.row("t") == row(state="over")
    assert await store.tables_of("eva", 9) == []
    assert await store.traces_of("eva", 9) == []
    assert await store.others_at("t", "eva")
    assert await noted(store, before) == [("table", "t")]


async def test_what_was_appended_meanwhile_is_not_written_over(store: Store) -> None:
    await store.create(row(), entry(0), {0: "eva"})
    await store.append("t", entry(1, "eva:1"))
    with pytest.raises(Conflict):
        await store.amend(entry(1), row(state="over"), [entry(0, body=b"{1}")], erased="eva")
    with pytest.raises(Conflict):
        await store.amend(entry(3), row(state="over"))
    assert await store.entries("t") == [entry(0), entry(1, "eva:1")]
    assert await store.row("t") == row()
    assert await store.traces_of("eva", 9) == ["t"]
    assert await noted(store) == []


async def test_whoever_is_named_in_a_log_leaves_a_trace(store: Store) -> None:
    await store.create(row("sat once"), entry(0), {0: "eva"})
    await store.append("sat once", entry(1), None, {0: None})
    await store.create(row("spoke"), entry(0), {0: "ivo"})
    await store.append("spoke", entry(1, "eva:hello"))
    await store.append("spoke", entry(2, "eva:again"))
    await store.append("spoke", entry(3, "bot 1:7"))
    assert await store.traces_of("eva", 9) == ["sat once", "spoke"]
    assert await store.traces_of("eva", 9, "sat once") == ["spoke"]
    assert await store.traces_of("bot 1", 9) == []
    assert not await store.others_at("sat once", "eva")
    assert await store.others_at("spoke", "eva")


LOG = (
    ("t", 0, None, '{"type":"created","seats":[{"guest":"eva","name":"Eva"},{}]}'),
    ("t", 1, None, '{"type":"left","seat":0}'),
    ("t", 2, None, '{"type":"sat","seat":1,"holder":{"guest":"ivo","name":"Ivo"}}'),
    ("t", 3, "ana:hello", '{"type":"spoke","seat":null,"name":"Ana","text":"hello"}'),
    ("t", 4, "bot 0:4", '{"type":"moved","seat":0,"move":"1B1"}'),
)
"""Of a program that noted no traces."""


async def test_traces_and_guests_of_an_older_program_are_found(
    url: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    rows = [f"('{t}', {v}, 1, {repr(i) if i else 'NULL'}, '{body}')" for t, v, i, body in LOG]
    kind: Literal["sqlite", "postgresql"] = "sqlite" if url.startswith("sqlite") else "postgresql"
    before = 2 if url.startswith("sqlite") else 3
    statements = [
        *(f"{script.rstrip().rstrip(';')};" for script in scripts(kind)[:before]),
        "INSERT INTO guests VALUES ('eva', 'Eva');",
        "INSERT INTO tables VALUES ('t', 'azul', '1', 'over', 1, '{}', NULL);",
        f"INSERT INTO entries VALUES {', '.join(rows)};",  # noqa: S608
        "INSERT INTO holders VALUES ('t', 1, 'ivo');",
    ]
    if url.startswith("sqlite"):
        with sqlite3.connect(tmp_path / "games.db") as connection:
            connection.executescript("\n".join(statements) + f"PRAGMA user_version = {before};")
        connection.close()
    else:
        name = url.removeprefix("postgresql:///").partition("?")[0]
        shape = f"CREATE TABLE shape (version INTEGER); INSERT INTO shape VALUES ({before});"  # noqa: S608
        request.getfixturevalue("postgresql").run(name, shape + "\n".join(statements))
    store = await connect(url)
    for guest in ("eva", "ivo", "ana"):
        assert await store.traces_of(guest, 9) == ["t"]
    assert await store.traces_of("bot 0", 9) == []
    eva = await store.guest("eva")
    assert eva is not None
    assert abs(eva.seen - time.time()) < 60  # nobody is idle because of the change
    await store.close()


# Guests


async def test_guests_are_found_by_their_names(store: Store) -> None:
    for number, name in enumerate(("Eva", "Evelyn", "Ivo_", "100%")):
        await store.add_guest(Guest(f"g{number}", name, float(number)))
    assert [result.name for result in await store.guests_called("ev", 9)] == ["Evelyn", "Eva"]
    assert [result.name for result in await store.guests_called("ev", 1)] == ["Evelyn"]
    assert [result.name for result in await store.guests_called("%", 9)] == ["100%"]
    assert [result.name for result in await store.guests_called("_", 9)] == ["Ivo_"]


async def test_guests_who_come_no_more_are_idle(store: Store) -> None:
    await guest(store, "eva", seen=5.0)
    await guest(store, "ivo", seen=3.0)
    await store.touch("eva", 20.0)
    assert await store.guest("eva") == Guest("eva", "Eva", 20.0)
    assert await store.idle_guests(10.0, 9) == ["ivo"]
    assert await store.idle_guests(99.0, 1) == ["ivo"]


async def test_tokens_are_revoked_and_nothing_else(store: Store) -> None:
    await guest(store, "eva")
    await store.add_secret(b"token", "eva", "bot")
    await store.add_secret(b"second", "eva", "bot")
    assert [result.guest for result in await store.programs(9)] == ["eva"]
    kinds = [given.kind for given in await store.given_secrets("eva")]
    assert sorted(kinds) == ["bot", "bot", "cookie", "cookie", "link"]
    assert await store.revoke_tokens("eva") == 2
    assert await store.guest_by_secret(b"token", "bot") is None
    assert await store.guest_by_secret(b"eva's cookie", "cookie")
    assert await store.programs(9) == []
    assert await store.revoke_tokens("nobody") == 0


async def test_a_guest_that_is_erased_is_nobodys_until_its_traces_are_gone(store: Store) -> None:
    await guest(store, "eva")
    await guest(store, "ivo")
    await store.create(row(), entry(0), {0: "eva"})
    await store.restrict(Restriction("guest", "eva", "mute", "", 1.0, None))
    assert await store.begin_erasing("eva", 10.0)
    assert not await store.begin_erasing("eva", 20.0)
    assert not await store.begin_erasing("nobody", 20.0)
    assert await store.guest("eva") is None
    assert await store.guest_by_secret(b"eva's cookie", "cookie") is None
    assert await store.secrets_of(["eva", "ivo"]) == {
        b"ivo's cookie",
        b"ivo's link",
        b"ivo's phone",
    }
    assert await store.restrictions() == []
    assert await store.guests_called("eva", 9) == []
    assert await store.idle_guests(99.0, 9) == ["ivo"]
    assert await store.erasing(9) == ["eva"]
    assert await store.finish_erasing(99.0) == 0
    await store.remove_tables(["t"])
    assert await store.erasing(9) == []
    assert await store.finish_erasing(10.0) == 0
    assert await store.finish_erasing(11.0) == 1


# Restrictions and notices


async def test_restrictions_are_kept_until_they_are_lifted(store: Store) -> None:
    mute = Restriction("guest", "eva", "mute", "shouts", 1.0, 99.0)
    ban = Restriction("network", "203.0.113.0/24", "ban", "", 2.0, None)
    await store.restrict(mute)
    await store.restrict(ban)
    assert await store.restrictions() == [mute, ban]
    harder = Restriction("guest", "eva", "ban", "shouts on", 3.0, None)
    await store.restrict(harder)
    assert await store.restrictions() == [ban, harder]
    assert await store.lift("guest", "eva")
    assert not await store.lift("guest", "eva")
    assert await store.restrictions() == [ban]
    assert set(await noted(store)) == {("restrictions", "")}


async def test_notices_are_read_in_order_and_none_is_missed(store: Store, url: str) -> None:
    assert await store.last_notice() == 0
    others = [await connect(url) for _ in range(3)]
    await asyncio.gather(*(other.remove_tables([f"t{n}"]) for n, other in enumerate(others * 4)))
    read = await store.notices(0)
    assert len(read) == 12
    assert [notice.number for notice in read] == sorted(notice.number for notice in read)
    assert await store.last_notice() == read[-1].number
    assert await store.notices(read[-2].number) == [Notice(*read[-1])]
    await store.forget_notices(1e12)
    assert await store.last_notice() == read[-1].number  # numbers are not given again
    for other in others:
        await other.close()
