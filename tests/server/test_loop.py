"""No request and no message blocks the server for others, whatever its content and size.

The cost of a callback is the processor time of the loop's thread, so neither a busy machine nor
several clients at once make a difference. Work in other threads competes with the loop, so it is
measured as well.

Every endpoint gets every nasty value. If it has several fields, the values are spread over them,
but fields read as positions, records, moves or names get all of them. With `--more` above one every
field of every endpoint gets every value.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from azulejos import Match, game
from azulejos.core.compiled import IS_FAST
from azulejos.core.notation import MAX_POSITION_LENGTH
from azulejos.play.record import MAX_RECORD_LENGTH
from azulejos.server.http.security import MAX_BODY_SIZE
from azulejos.tables.live import log
from azulejos.tables.live.standing import Standing, draw_texts
from azulejos.tables.live.summary import row_of
from azulejos.tables.requests.conversation import MAX_FRAME_SIZE
from azulejos.tables.store.rows import Entry
from expensive import MESSAGES as EXPENSIVE
from expensive import Targets, candidates
from loop_watch import watched
from server_in_thread import Guest, Running

pytestmark = pytest.mark.skipif(not IS_FAST, reason="interpreted rules take their time")

MAX_BLOCKED = 0.05  # seconds
LARGEST = MAX_BODY_SIZE - 1000
LONG_LOG = 1500  # entries
ENDLESS = ("/stream", "/review")
PARSED = (
    "position",
    "record",
    "move",
    "name",
)  # fields that are parsed, not only refused
CLIENTS = 6  # at the same time, each with its own address

TEXTS = [
    "x" * LARGEST,
    "[" * LARGEST,
    "\u2028" * (LARGEST // 3),
    "azul " + "; a b" * ((MAX_POSITION_LENGTH - 5) // 5),
    "azul players=2;" + " displays" * ((MAX_POSITION_LENGTH - 15) // 9),
    "duel; stack ?999999999",
    "azul players=" + "9" * (MAX_POSITION_LENGTH - 13),
    "azulejos-record 1\ngame azul rules=1\n" + "    1  1B1 1B1 1B1\n" * (MAX_RECORD_LENGTH // 20),
    "azulejos-record 1\n" + "seat 1 x\n" * (MAX_RECORD_LENGTH // 10),
    json.dumps({"format": "azulejos-record", "version": 1, "events": ["1B1"] * 15_000}),
    "{" * (MAX_RECORD_LENGTH - 1),
]
VALUES: list[Any] = [
    *TEXTS,
    10**4000,
    -1,
    1e308,
    None,
    {f"option {number}": number for number in range(10_000)},
    [{"kind": "open"}] * 10_000,
    [["x"] * 100] * 400,
]


def written(running: Running, name: str, bodies: list[log.Body]) -> str:
    """Write a table with a given log."""
    entries = [
        Entry(version, time.time(), None, log.encode(body)) for version, body in enumerate(bodies)
    ]

    async def write() -> None:
        row = row_of(Standing.of(name, entries))
        await running.hub.store.create(row, entries[0])
        await asyncio.gather(*(running.hub.store.append(name, entry) for entry in entries[1:]))

    running.call(write)
    return name


def finished(running: Running) -> str:
    """Write a long finished game."""
    pavilion, source = game("pavilion"), random.Random(1)
    match = Match(pavilion, pavilion.options(players=4), source=source)
    bodies: list[log.Body] = [
        log.Created(
            game="pavilion",
            rules=pavilion.rules_version,
            options={"players": 4},
            seats=[log.Holder(level="easy", name="Easy")] * 4,
            pace="live",
            clock=None,
            is_public=False,
            draws=draw_texts(pavilion, match.events),
        )
    ]
    while (seat := match.state.to_move) is not None:
        before = len(match.events)
        match.play(seat, source.choice(list(match.state.legal_moves)))
        move, *draws = match.events[before:]
        bodies.append(log.Moved(seat, str(move), draw_texts(pavilion, draws)))
    return written(running, "finished", bodies)


def undone(running: Running, guest: str) -> str:
    """Write a table with a very long log of moves, undos and chat."""
    azul, source = game("azul"), random.Random(1)
    match = Match(azul, azul.options(players=2, start=1), source=source)
    seats = [log.Holder(guest, "Ana"), log.Holder(level="easy", name="Easy")]
    draws = draw_texts(azul, match.events)
    bodies: list[log.Body] = [
        log.Created(
            "azul",
            azul.rules_version,
            {"start": 1},
            seats,
            "live",
            None,
            False,
            draws,
        )
    ]
    move = str(match.state.legal_moves[0])
    while len(bodies) < LONG_LOG:
        bodies += [
            log.Moved(0, move),
            log.TakenBack(0, len(match.events)),
            log.Spoke(0, "A", "x" * 300),
        ]
    return written(running, "undone", bodies)


Request = tuple[str, str, dict[str, Any]]


def requests(running: Running, tables: list[str], *, every: bool) -> Iterator[Request]:
    """All requests of the API, with large and nasty values."""
    described = httpx.get(f"{running.url}/api/openapi.json").json()
    for path, methods in described["paths"].items():
        if path.endswith(ENDLESS):
            continue
        for method, operation in methods.items():
            for number, table in enumerate((*tables, "%ff%00" * 300, "a" * 3000)):
                filled = path.format_map(Filled(table))
                yield method, filled, {}
                yield method, filled + "?" + "after=1&limit=9&language=x&" * 400, {}
                if "requestBody" in operation and number == 0:
                    for body in bodies_for(operation, described, table, every=every):
                        yield method, filled, {"content": body, "headers": JSON}
                if "{" not in path:
                    break


JSON = {"Content-Type": "application/json"}


class Filled(dict[str, str]):
    """Values for the parameters of a path."""

    def __init__(self, table: str) -> None:
        self.table = table

    def __missing__(self, name: str) -> str:
        return {"seat": "1", "game": "azul", "table": self.table}.get(name, self.table)


def bodies_for(operation: Any, described: Any, table: str, *, every: bool) -> Iterator[bytes]:
    schema = operation["requestBody"]["content"]["application/json"]["schema"]
    name = schema["$ref"].rpartition("/")[2]
    fields = described["components"]["schemas"][name]["properties"]
    usual = {"game": "azul", "table": table, "name": "Ana", "id": "a", "version": 0, "move": "1B1"}
    for number, field in enumerate(fields):
        is_for_all = every or field in PARSED
        for value in VALUES if is_for_all else VALUES[number :: len(fields)]:
            known = {each: usual[each] for each in fields if each in usual}
            if field in ("position", "record"):
                known.pop("table", None)
            yield json.dumps(known | {field: value}).encode()[:MAX_BODY_SIZE]
    yield from (b"[" * LARGEST, b'{"a":' * (LARGEST // 5), b"\xff" * LARGEST, b"{" + b" " * LARGEST)


MESSAGES = [
    *(json.dumps({"type": kind, **fields}) for kind, sent in EXPENSIVE.items() for fields in sent),
    "[" * MAX_FRAME_SIZE,
    '{"type":' * (MAX_FRAME_SIZE // 8),
    *(
        json.dumps({"type": kind, "id": "a", "version": 0, "seat": 0} | more)[:MAX_FRAME_SIZE]
        for kind in ("undo", "ask", "decline", "stand_in", "ask_hints")
        for more in ({}, {"kind": "rematch"}, {"version": 10**4000})
    ),
    *(
        json.dumps({"type": kind, "id": "a", "version": 0, field: text[:4000]})
        for kind, field in (("move", "move"), ("say", "text"))
        for text in TEXTS
        if text.isascii()
    ),
]  # fmt: skip


def ask(running: Running, wanted: list[Request]) -> None:
    """Send all requests, shared among several clients."""

    def send(client: int) -> None:
        eve = Guest(running.url, "Eve", source=f"127.0.0.{client + 2}")
        for method, path, sent in wanted[client::CLIENTS]:
            answer = eve.http.request(method.upper(), path, **sent)
            assert answer.status_code < 500 or answer.status_code == 503, (method, path[:80])

    with ThreadPoolExecutor(CLIENTS) as clients:
        list(clients.map(send, range(CLIENTS)))


def one_of_each(wanted: list[Request]) -> list[Request]:
    """The first request for each method and path."""
    result: dict[tuple[str, str], Request] = {}
    for method, path, sent in wanted:
        result.setdefault((method, path.partition("?")[0]), (method, path, sent))
    return list(result.values())


def talk(ana: Guest, tables: list[str]) -> None:
    def say_everything(table: str) -> None:
        socket = ana.socket(table)
        socket.next_update()
        for message in MESSAGES:
            socket.connection.send(message)
            socket.send("ping")
            socket.until(lambda heard: heard["type"] == "pong")
        socket.close()

    with ThreadPoolExecutor(len(tables)) as conversations:
        list(conversations.map(say_everything, tables))


def test_no_request_and_no_message_stops_the_others(
    start: Any, request: pytest.FixtureRequest
) -> None:
    running = start()
    ana = running.guest("Ana")

    async def guest() -> str:
        result = await running.hub.guests.by_secret(ana.secret, "cookie")
        return str(result.guest)

    tables = [finished(running), undone(running, running.call(guest)), ana.new_table("duel")]
    every = int(request.config.getoption("--more")) > 1
    wanted = list(requests(running, tables, every=every))
    assert len(wanted) > 300
    targets = Targets(running, ana)
    described = ana.http.get("/api/openapi.json").json()
    mine = {"Cookie": f"azulejos={ana.secret}"}
    wanted += [
        (each.method, each.path, {"json": each.body, "headers": mine})
        for fitting in candidates(described, targets).values()
        for each in fitting
        if not each.path.endswith(ENDLESS)
    ]
    tables += targets.long
    ask(running, one_of_each(wanted))  # what is loaded or made only once is not measured
    talk(ana, tables)

    async def forget() -> None:
        for name in tables:
            if running.hub.lobby.is_live(name):
                await running.hub.lobby._live.pop(name).stop()

    running.call(forget)
    with watched(running._thread) as watch:
        ask(running, wanted)
        talk(ana, tables)
    assert watch.longest < MAX_BLOCKED, watch.which


def test_the_watch_notices(start: Any) -> None:
    running = start()

    async def dawdle() -> None:
        end = time.thread_time() + 2 * MAX_BLOCKED
        while time.thread_time() < end:
            pass

    with watched(running._thread) as watch:
        running.call(dawdle)
    assert watch.longest > MAX_BLOCKED


def test_the_watch_notices_threads(start: Any) -> None:
    running = start()

    def dawdle() -> None:
        end = time.thread_time() + 2 * MAX_BLOCKED
        while time.thread_time() < end:
            pass

    async def have_it_done() -> None:
        await asyncio.to_thread(dawdle)

    with watched(running._thread) as watch:
        running.call(have_it_done)
    assert watch.longest > MAX_BLOCKED
    assert "dawdle" in watch.which
