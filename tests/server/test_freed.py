"""Of a table that is no longer kept nothing stays, without help from the garbage collector."""

from __future__ import annotations

import asyncio
import gc
import time
import weakref
from collections.abc import Iterator

import pytest

from azulejos.tables.live.table import Table
from azulejos.tables.lobby import lobby as lobby_module
from server_in_thread import OPENED, Running, Start

ENOUGH = 20.0  # seconds until the server has noticed that everybody has gone


@pytest.fixture
def _without_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.fixture
def running(start: Start, monkeypatch: pytest.MonkeyPatch) -> Running:
    monkeypatch.setattr(lobby_module, "IDLE", 0.0)
    return start()


@pytest.mark.usefixtures("_without_collector")
def test_tables_are_freed_when_everybody_has_gone(running: Running) -> None:
    ana, ben = running.guest("Ana"), running.guest("Ben")
    together = ana.new_table()
    ben.sit(together, 1)
    first, second = ana.socket(together), ben.socket(together)
    second.next_update()
    first.next_update(lambda update: update["to_move"] is not None)
    mover = first if first.update["choices"] else second
    mover.play()
    assert mover.refusal("move", move="nonsense", version=0) == "stale"
    assert mover.refusal("ask_hints") == "not_allowed"
    second.at(first.do("say", text="hello"))
    first.at(second.do("resign"))
    against_bot = ana.new_table("azul", "me", "easy", clock={"initial": 300, "increment": 1})
    alone = ana.socket(against_bot)
    for _ in range(2):
        alone.next_update(lambda update: update["choices"])
        alone.play()
    in_doubt = ben.socket(ben.new_table())
    in_doubt.next_update()
    watched = follow_tables(running)
    assert len(watched) == 3
    table = running.hub.lobby._live[in_doubt.update["table"]]
    table._ledger.is_in_doubt = True
    del table
    in_doubt.send("say", text="anybody here?")
    OPENED.close()
    assert running.call(lambda: freed(running, watched))


@pytest.mark.usefixtures("_without_collector")
def test_connections_are_freed_when_they_are_closed(running: Running) -> None:
    ana = running.guest("Ana")
    table = ana.new_table()
    for number in range(3):
        ana.socket(table).next_update()
        assert ana.http.get(f"/api/tables/{table}").status_code == 200, number
    connections = list(running.server.server_state.connections)
    assert len(connections) > 3
    watched = [
        weakref.ref(each) for result in connections for each in (result.conn, result.transport)
    ]
    del connections
    OPENED.close()
    assert running.call(lambda: gone(watched))


async def gone(watched: list[weakref.ref[object]]) -> bool:
    end = time.monotonic() + ENOUGH
    while any(each() is not None for each in watched) and time.monotonic() < end:
        await asyncio.sleep(0.01)
    return all(each() is None for each in watched)


def follow_tables(running: Running) -> dict[str, weakref.ref[Table]]:
    return {name: weakref.ref(table) for name, table in running.hub.lobby._live.items()}


async def freed(running: Running, watched: dict[str, weakref.ref[Table]]) -> bool:
    """Let tables be forgotten that nobody uses, until all have been freed."""
    end = time.monotonic() + ENOUGH
    while time.monotonic() < end:
        await running.hub.lobby._forget_idle()
        if all(table() is None for table in watched.values()):
            return True
        await asyncio.sleep(0.01)
    return False
