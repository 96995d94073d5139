"""Everything that one address can send at the full allowed rate: see `bystanders.py`.

A control that sends nothing; the most expensive request of every endpoint, chosen from
`tests/support/expensive.py` on a server without limits; and every message of a socket.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from azulejos.tables.quota import CpuQuota

sys.path.insert(0, str(Path(__file__).parents[1] / "tests/support"))

from expensive import MESSAGES, Expensive, Seated, Targets, candidates
from server_in_thread import Guest, Running, settings_for

EVE = "127.0.0.66"  # the attacker
NICENESS = 10
PATIENCE = 5.0
CHOOSING = 1.0  # seconds: a request that takes longer is expensive enough
CONNECTIONS = 8  # that send requests
CROWD = 90  # sockets or streams: an address may have 100
PAUSE = 0.02  # seconds between two messages of a socket, of which ten a second are allowed
SLICE = 0.02  # seconds
CLEARING = 0.05  # seconds before an attempt after an error


@dataclass
class Attack:
    """What an attack needs to know, and the answers it got."""

    url: str
    secret: str
    token: str
    targets: Targets
    tables: list[str]  # of the players who are measured
    end: float
    answers: Counter[str] = field(default_factory=Counter)

    @property
    def goes_on(self) -> bool:
        return time.time() < self.end

    async def repeat(self, *jobs: Callable[[], Awaitable[None]]) -> None:
        """Repeat some jobs side by side until the time is over."""
        await asyncio.gather(*map(self._repeat, jobs))

    async def _repeat(self, job: Callable[[], Awaitable[None]]) -> None:
        while self.goes_on:
            try:
                async with asyncio.timeout(self.end - time.time()):
                    await job()
            except (OSError, TimeoutError, httpx.HTTPError, WebSocketException) as error:
                if self.goes_on:
                    self.answers[type(error).__name__] += 1
                    await asyncio.sleep(CLEARING)

    def socket(self, secret: str, table: str) -> connect:
        return connect(
            f"{self.url.replace('http', 'ws')}/api/tables/{table}/socket",
            origin=Origin(self.url),
            additional_headers={"Cookie": f"azulejos={secret}"},
            max_size=None,
            local_addr=(EVE, 0),
        )

    def client(self, **headers: str) -> httpx.AsyncClient:
        transport = httpx.AsyncHTTPTransport(
            local_address=EVE, limits=httpx.Limits(max_connections=CROWD)
        )
        return httpx.AsyncClient(
            base_url=self.url, headers=headers, timeout=PATIENCE, transport=transport
        )


Do = Callable[[Attack], Coroutine[Any, Any, None]]


class Conversation:
    """An open socket, and the last update it got."""

    def __init__(self, attack: Attack, socket: ClientConnection) -> None:
        self._attack = attack
        self._socket = socket
        self.update: dict[str, Any] = {}

    async def receive(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(await self._socket.recv())
        self._attack.answers[message.get("code", message["type"])] += 1
        if message["type"] == "update":
            self.update = message
        return message

    async def send(self, kind: str, fields: dict[str, Any]) -> str:
        """Send a message under a new id."""
        name = secrets.token_hex(8)
        named = {} if kind == "ping" else {"id": name}
        await self._socket.send(json.dumps({"type": kind, **fields, **named}))
        self._attack.answers["sent"] += 1
        return name

    async def ask(self, kind: str, **fields: Any) -> None:
        """Send a message about the present position, and receive all that follows from it."""
        name = await self.send(kind, {"version": self.update["version"], **fields})
        while (answer := await self.receive()).get("id") != name:
            pass
        while answer["type"] == "done" and self.update["version"] < answer["version"]:
            await self.receive()

    async def drain(self) -> None:
        while True:
            await self.receive()


async def send_nothing(attack: Attack) -> None:
    """Use half a processor and send nothing: what the attacker's process alone does to others."""
    while attack.goes_on:
        until = time.time() + SLICE
        while time.time() < until:
            pass
        await asyncio.sleep(SLICE)


async def request(attack: Attack, wanted: Expensive) -> None:
    """Repeat a request over several connections."""
    async with attack.client(Cookie=f"azulejos={attack.secret}") as http:

        async def once() -> None:
            answer = await http.request(wanted.method, wanted.path, json=wanted.body)
            attack.answers[str(answer.status_code)] += 1

        await attack.repeat(*[once] * CONNECTIONS)


async def open_sockets(attack: Attack) -> None:
    """Open sockets, receive an update and close them."""

    async def once(seated: Seated) -> None:
        async with attack.socket(seated.secret, seated.table) as socket:
            await Conversation(attack, socket).receive()

    await attack.repeat(*(partial(once, each) for each in attack.targets.played * 2))


async def open_streams(attack: Attack) -> None:
    """Open streams of the bot API, receive a line and close them."""
    async with attack.client(Authorization=f"Bearer {attack.token}") as http:

        async def once(seated: Seated) -> None:
            async with http.stream("GET", f"/api/bot/games/{seated.table}/stream") as answer:
                attack.answers[str(answer.status_code)] += 1
                await anext(answer.aiter_lines())

        await attack.repeat(*(partial(once, each) for each in attack.targets.played * 2))


async def say(attack: Attack, kind: str) -> None:
    """Send messages of one kind faster than allowed, at a table of each game."""

    async def flood(seated: Seated) -> None:
        async with attack.socket(seated.secret, seated.table) as socket:
            talk = Conversation(attack, socket)
            receiving = asyncio.create_task(talk.drain())
            try:
                while not receiving.done():
                    for fields in MESSAGES[kind]:
                        await talk.send(kind, fields)
                    await asyncio.sleep(PAUSE)
                await receiving
            finally:
                receiving.cancel()

    await attack.repeat(*(partial(flood, each) for each in attack.targets.played))


async def play(attack: Attack) -> None:
    """Make moves and take them back, at a table of each game."""
    await attack.repeat(*(partial(move_and_undo, attack, each) for each in attack.targets.played))


async def move_and_undo(attack: Attack, seated: Seated) -> None:
    async with attack.socket(seated.secret, seated.table) as socket:
        talk = Conversation(attack, socket)
        while not talk.update:
            await talk.receive()
        while True:
            if talk.update["may_undo"]:
                await talk.ask("undo")
            else:
                await talk.ask("move", move=talk.update["choices"][-1]["move"])


async def ask_for_hints(attack: Attack) -> None:
    """Ask for hints at a table of each game, against bots."""

    async def asking(seated: Seated) -> None:
        async with attack.socket(seated.secret, seated.table) as socket:
            talk = Conversation(attack, socket)
            while not talk.update.get("choices"):
                await talk.receive()
            while True:
                await talk.ask("ask_hints")

    await attack.repeat(*(partial(asking, each) for each in attack.targets.with_bots))


async def watch(attack: Attack, tables: list[str]) -> None:
    """Watch tables through as many sockets as one address may have."""

    async def watching(table: str) -> None:
        async with attack.socket(attack.secret, table) as socket:
            await Conversation(attack, socket).drain()

    await attack.repeat(*(partial(watching, each) for each in (tables * CROWD)[:CROWD]))


async def play_before_crowd(attack: Attack) -> None:
    """Make moves and take them back at the largest table, which very many watch."""
    largest = max(attack.targets.played, key=lambda each: each.players)
    watching = asyncio.create_task(watch(attack, [largest.table]))
    await attack.repeat(partial(move_and_undo, attack, largest))
    await watching


async def watch_players(attack: Attack) -> None:
    """Watch the tables of the players who are measured."""
    await watch(attack, attack.tables)


CONTROL = "no requests, half a processor"
SOCKET_ATTACKS: dict[str, Do] = {
    "open": open_sockets,
    "stream": open_streams,
    **{kind: partial(say, kind=kind) for kind in MESSAGES},
    "move and undo": play,
    "hints": ask_for_hints,
    "move before a crowd": play_before_crowd,
    "watch the players": watch_players,
}


def attacker(orders: Connection) -> None:
    """Carry out attacks in a process of its own, and report the answers."""
    os.nice(NICENESS)  # an attacker has a machine of its own
    with suppress(EOFError):
        while True:
            do, attack = orders.recv()
            asyncio.run(do(attack))
            orders.send(attack.answers)


# Which requests are the most expensive


@contextmanager
def charges(running: Running) -> Iterator[tuple[Counter[object], Counter[object]]]:
    """Seconds of processor time by address: in the server process, and in readers."""
    result = Counter[object](), Counter[object]()
    quotas = (running.hub.shares, running.hub.readers._shares)
    for quota, spent in zip(quotas, result, strict=True):

        def spend(
            client: object,
            seconds: float,
            quota: CpuQuota = quota,
            spent: Counter[object] = spent,
        ) -> None:
            spent[client] += seconds  # type: ignore[assignment]
            CpuQuota.spend(quota, client, seconds)

        quota.spend = spend  # type: ignore[method-assign]
    try:
        yield result
    finally:
        for quota in quotas:
            del quota.spend  # type: ignore[method-assign]


def most_expensive(running: Running, eve: Guest, fitting: list[Expensive]) -> Expensive:
    """The request that costs the server most; the first is sent twice, since it loads things."""

    def cost(request: Expensive) -> float:
        with charges(running) as (here, by_readers), suppress(httpx.HTTPError):
            eve.http.request(request.method, request.path, json=request.body, timeout=CHOOSING)
        return here[EVE] + by_readers[EVE]

    if not fitting[1:]:
        return fitting[0]
    cost(fitting[0])
    return max(fitting, key=cost)


def attacks(store: Path, only: tuple[str, ...]) -> tuple[Targets, dict[str, Do]]:
    """The attacks whose names contain one of some texts, and the tables they are about."""

    def is_wanted(name: str) -> bool:
        return not only or any(text in f"{name} " for text in only)

    running = Running(settings_for(store))
    eve = Guest(running.url, "Eve", source=EVE)
    targets = Targets(running, eve)
    described = eve.http.get("/api/openapi.json").json()
    result: dict[str, Do] = {
        name: partial(request, wanted=most_expensive(running, eve, fitting))
        for name, fitting in candidates(described, targets).items()
        if is_wanted(name)
    }
    running.stop()
    sockets = {f"socket: {name}": do for name, do in SOCKET_ATTACKS.items()}
    return targets, {CONTROL: send_nothing} | result | {
        name: do for name, do in sockets.items() if is_wanted(name)
    }
