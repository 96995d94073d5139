"""For whom bots think: people who wait are not kept waiting, and no thinking is wasted."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

import pytest

from azulejos.core.state import View
from azulejos.server.bots.pool import WorkerPool
from azulejos.tables.lobby import lobby
from azulejos.tables.people.limits import Allowance
from server_in_thread import GENEROUS, PATIENCE, Guest, Running, Socket, Start


def until(is_so: Callable[[], Any]) -> None:
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.01)


def workers(running: Running) -> set[int]:
    """The processes that run."""
    return {worker.pid for worker in running.hub.pool.workers.all if worker.pid}


def is_thinking(running: Running, table: str) -> bool:
    async def look() -> bool:
        return (await running.hub.lobby.table(table)).is_thinking

    return bool(running.call(look))


def written(running: Running, table: str) -> int:
    """How many entries the log of a table has after the first."""

    async def look() -> int:
        return len(await running.hub.store.entries(table)) - 1

    return int(running.call(look))


def plies(guest: Guest, table: str) -> int:
    """How far a game of bots has come."""
    return len(guest.http.get(f"/api/tables/{table}/record.json").json()["events"])


def due_tables(running: Running) -> list[str]:
    async def look() -> list[str]:
        return [row.table for row in await running.hub.store.due(time.time(), 1000)]

    return list(running.call(look))


def test_bots_alone_play_while_somebody_watches(start: Start) -> None:
    running = start(bot_pause=0.1)
    ana = running.guest("Ana")
    table = ana.new_table("azul", "easy", "easy")
    assert not is_thinking(running, table)
    assert table not in due_tables(running)
    for who in (ana, Guest(running.url)):  # also somebody without a name
        watching = who.socket(table)
        begun = watching.next_update()["plies"]
        watching.next_update(lambda m, begun=begun: m["plies"] > begun + 1)
        watching.close()
        until(lambda: not is_thinking(running, table))
    assert watching.update["result"] is None


def test_bots_alone_make_so_many_moves_for_one_who_watches(start: Start) -> None:
    """At how many tables ever: every move is written to the disk and told to all."""
    running = start(allowances={**GENEROUS, "bots": Allowance(5, 1000.0)})
    ana, ben = running.guest("Ana"), running.guest("Ben")
    tables = [ana.new_table("azul", "easy", "easy") for _ in range(3)]
    sockets = [ana.socket(table) for table in tables]
    until(lambda: sum(written(running, table) for table in tables) == 5)
    playing = ben.socket(ben.new_table("azul", "me", "easy", options={"start": 1}))
    playing.next_update()
    answers(playing, 7)
    assert sum(written(running, table) for table in tables) == 5
    assert len(sockets) == 3


def test_a_table_that_all_players_left_waits_for_them(start: Start) -> None:
    running = start()
    ana = running.guest("Ana")
    table = ana.new_table("azul", "me", "easy", "easy", options={"players": 3, "start": 2})
    until(lambda: ana.http.get(f"/api/tables/{table}").json()["to_move"] == 0)
    assert ana.leave(table, 0).status_code == 200
    assert not is_thinking(running, table)


def test_bots_play_on_by_turns_though_nobody_is_connected(start: Start) -> None:
    running = start()
    ana = running.guest("Ana")
    table = ana.new_table("azul", "me", "easy", options={"start": 2}, pace="turns")
    until(lambda: ana.http.get(f"/api/tables/{table}").json()["to_move"] == 0)


def test_tables_that_wait_for_workers_keep_no_other_from_being_woken(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a start more tables are due than are woken at once."""

    async def for_ever(*_: object) -> str:
        await asyncio.sleep(3600)
        raise AssertionError

    async def masters_for_ever(_: WorkerPool, view: View, level: str, *__: object) -> str:
        return await for_ever() if level == "master" else str(view.state.legal_moves[0])

    monkeypatch.setattr(WorkerPool, "choose", for_ever)
    first = start()
    ana, eva = first.guest("Ana"), first.guest("Eva")
    wanted = {"options": {"start": 2}, "pace": "turns"}
    for _ in range(6):
        eva.new_table("azul", "me", "master", **wanted)
    table = ana.new_table("azul", "me", "easy", **wanted)
    first.stop()
    monkeypatch.setattr(WorkerPool, "choose", masters_for_ever)
    monkeypatch.setattr(lobby, "MAX_DUE", 2)
    monkeypatch.setattr(lobby, "ROUND", 0.05)
    second = start()
    until(lambda: written(second, table))


def answers(socket: Socket, number: int) -> None:
    """Play so many moves that a bot answers."""
    for _ in range(number):
        socket.next_update(lambda m: m["to_move"] == 0) if socket.update["to_move"] else None
        socket.play()
    if socket.update["to_move"]:
        socket.next_update(lambda m: m["to_move"] == 0)


def test_who_lets_masters_think_keeps_nobody_waiting(start: Start) -> None:
    """While somebody watches ten tables of masters, others wait for none of them."""
    running = start(bot_pause=0.0)
    ana, eva = running.guest("Ana"), running.guest("Eva")
    playing = ana.socket(ana.new_table("azul", "me", "beginner", options={"start": 1}))
    playing.next_update()
    answers(playing, 1)
    tables = [eva.new_table("azul", *["master"] * 4, options={"players": 4}) for _ in range(10)]
    watching = [eva.socket(table) for table in tables]
    for socket in watching:
        socket.next_update()
    before = sum(plies(eva, table) for table in tables)
    answers(playing, 6)
    after = sum(plies(eva, table) for table in tables)
    assert after - before < 30, "six times ten masters would have come first"


def taken_back(socket: Socket) -> bool:
    """Take back a move, unless the bot was quicker."""
    answer = socket.ask("undo")
    if answer["type"] == "done":
        socket.at(answer["version"])
    elif answer["code"] == "stale":
        socket.next_update(lambda m: m["to_move"] == 0)
    return bool(answer["type"] == "done")


def test_taking_back_does_not_end_the_worker_that_thinks(start: Start) -> None:
    running = start(bot_pause=0.0)
    ana, eva = running.guest("Ana"), running.guest("Eva")
    playing = ana.socket(ana.new_table("azul", "me", "beginner", options={"start": 1}))
    playing.next_update()
    answers(playing, 1)
    undoing = eva.socket(eva.new_table("azul", "me", "master", options={"start": 1}))
    undoing.next_update()
    undoing.play()
    until(lambda: workers(running))
    known = workers(running)
    undone = 0
    while undone < 124:
        undone += taken_back(undoing)
        if undoing.update["to_move"] == 0:
            undoing.play()
        if undone % 31 == 0:
            answers(playing, 1)
    assert known <= workers(running)


@pytest.mark.parametrize("how", ["leave", "hang up"])
def test_advice_that_nobody_waits_for_does_not_end_a_worker(start: Start, how: str) -> None:
    running = start()
    ana = running.guest("Ana")
    for number in range(4):
        socket = ana.socket(ana.new_table("azul", "me", "easy", options={"start": 1}))
        socket.next_update()
        socket.send("ask_hints")
        until(lambda: running.hub.pool.workers._free != running.hub.pool.workers.all)
        if how == "leave":
            ana.leave(str(socket.update["table"]), 0)
        socket.close()
        until(lambda: not running.hub.pool.workers._catching_up)
        if number == 0:
            known = workers(running)
    assert known <= workers(running)
