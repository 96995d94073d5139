"""What the dearest requests and messages of one address do to people who play.

`benchmarks/attacker.py --each` runs it. Of the requests in `tests/support/expensive.py` it finds
the most expensive one of every endpoint: each is sent once to a server without limits. Then a
server with the usual limits gets that request, and every message of a socket, as often as one
address may send it, beside eight pairs of people with addresses of their own who play and look at
their tables. They are measured before, beside and after each attack, so that a noisy machine is
noisy for both. Attackers, people and server are processes of their own; the attackers leave the
processor to the others, as somebody would who has a machine of their own.

A row has the 95th percentile of waits in ms, alone and beside the attacker, and their ratio: of
moves until both players have seen them, and of requests; the attacker's share of a processor, of
the loop and of readers; the longest step of the loop in ms of processor time; and what the attacker
was answered. Rows of which a ratio exceeds 2 are measured again, for longer, at the end.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import random
import secrets
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from azulejos.tables.people.limits import ALLOWANCES
from azulejos.tables.quota import READING_SHARE, SHARE, CpuQuota

sys.path.insert(0, str(Path(__file__).parents[1] / "tests/support"))

from expensive import MESSAGES, Expensive, Places, Seated, candidates, watched
from server_in_thread import Guest, Running, Socket, settings_for

EVE = "127.0.0.66"
NICENESS = 10
PATIENCE = 5.0
CHOOSING = 1.0  # seconds after which a request is dear enough
AT_ONCE = 8  # requests
CROWD = 90  # sockets: an address may have 100
PAUSE = 0.02  # seconds between two messages of a socket, of which ten a second are allowed
PAIRS = 8
BETWEEN = 0.12  # seconds between two moves of a pair, about
UNDER_WAY = 1.0  # seconds until an attacker has used up what it may take at once
CALMING = 0.3  # seconds until an attacker's last requests are answered
MAX_RATIO = 2.0


@dataclass
class Attack:
    """What one address does to a server, for a while."""

    url: str
    secret: str
    played: list[Seated]
    victims: list[str]  # tables of others
    end: float
    counts: Counter[str] = field(default_factory=Counter)

    @property
    def goes_on(self) -> bool:
        return time.time() < self.end

    async def together(self, *nuisances: Callable[[], Awaitable[None]]) -> None:
        await asyncio.gather(*map(self._again, nuisances))

    async def _again(self, nuisance: Callable[[], Awaitable[None]]) -> None:
        """Do it until the time is over; whatever the server does about it is counted."""
        while self.goes_on:
            try:
                async with asyncio.timeout(self.end - time.time()):
                    await nuisance()
            except (OSError, TimeoutError, httpx.HTTPError, WebSocketException) as error:
                if self.goes_on:
                    self.counts[type(error).__name__] += 1
                    await asyncio.sleep(0.05)

    def socket(self, secret: str, table: str) -> connect:
        return connect(
            f"{self.url.replace('http', 'ws')}/api/tables/{table}/socket",
            origin=Origin(self.url),
            additional_headers={"Cookie": f"azulejos={secret}"},
            max_size=None,
            local_addr=(EVE, 0),
        )


class Talk:
    """An open socket, and how its table stood at last."""

    def __init__(self, attack: Attack, socket: ClientConnection) -> None:
        self._attack = attack
        self._socket = socket
        self.update: dict[str, Any] = {}

    async def hear(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(await self._socket.recv())
        self._attack.counts[message.get("code", message["type"])] += 1
        if message["type"] == "update":
            self.update = message
        return message

    async def send(self, kind: str, fields: dict[str, Any]) -> str:
        """Send a message under an id of its own."""
        name = secrets.token_hex(8)
        named = {} if kind == "ping" else {"id": name}
        await self._socket.send(json.dumps({"type": kind, **fields, **named}))
        self._attack.counts["sent"] += 1
        return name

    async def ask(self, kind: str, **fields: Any) -> None:
        """Send a message about the table as it stands, and hear what follows from it."""
        name = await self.send(kind, {"version": self.update["version"], **fields})
        while (answer := await self.hear()).get("id") != name:
            pass
        while answer["type"] == "done" and self.update["version"] < answer["version"]:
            await self.hear()

    async def swallow(self) -> None:
        while True:
            await self.hear()


async def request(attack: Attack, wanted: Expensive) -> None:
    """Send a request again and again, over several connections."""
    transport = httpx.AsyncHTTPTransport(local_address=EVE)
    headers = {"Cookie": f"azulejos={attack.secret}"}

    async def once() -> None:
        answer = await http.request(wanted.method, wanted.path, json=wanted.body)
        attack.counts[str(answer.status_code)] += 1

    async with httpx.AsyncClient(
        base_url=attack.url, headers=headers, timeout=PATIENCE, transport=transport
    ) as http:
        await attack.together(*[once] * AT_ONCE)


async def open_sockets(attack: Attack) -> None:
    """Open sockets, hear how the tables stand, and close them."""

    async def once(seated: Seated) -> None:
        async with attack.socket(seated.secret, seated.table) as socket:
            await Talk(attack, socket).hear()

    await attack.together(*(partial(once, each) for each in attack.played * 2))


async def say(attack: Attack, kind: str) -> None:
    """Send messages of one kind faster than they may be sent, at a table of each game."""

    async def flood(seated: Seated) -> None:
        async with attack.socket(seated.secret, seated.table) as socket:
            talk = Talk(attack, socket)
            hearing = asyncio.create_task(talk.swallow())
            try:
                while not hearing.done():
                    for fields in MESSAGES[kind]:
                        await talk.send(kind, fields)
                    await asyncio.sleep(PAUSE)
                await hearing
            finally:
                hearing.cancel()

    await attack.together(*(partial(flood, each) for each in attack.played))


async def play(attack: Attack) -> None:
    """Make moves and take them back, at a table of each game."""
    await attack.together(*(partial(move_and_undo, attack, each) for each in attack.played))


async def move_and_undo(attack: Attack, seated: Seated) -> None:
    async with attack.socket(seated.secret, seated.table) as socket:
        talk = Talk(attack, socket)
        while not talk.update:
            await talk.hear()
        while True:
            if talk.update["may_undo"]:
                await talk.ask("undo")
            else:
                await talk.ask("move", move=talk.update["choices"][-1]["move"])


async def ask_for_hints(attack: Attack) -> None:
    """Ask what to play, at a table of each game."""

    async def asking(seated: Seated) -> None:
        async with attack.socket(seated.secret, seated.table) as socket:
            talk = Talk(attack, socket)
            while not talk.update:
                await talk.hear()
            while True:
                await talk.ask("ask_hints")

    await attack.together(*(partial(asking, each) for each in attack.played))


async def watch(attack: Attack, tables: list[str]) -> None:
    """Watch some tables by as many sockets as one may have."""

    async def watching(table: str) -> None:
        async with attack.socket(attack.secret, table) as socket:
            await Talk(attack, socket).swallow()

    await attack.together(*(partial(watching, each) for each in (tables * CROWD)[:CROWD]))


async def play_before_crowd(attack: Attack) -> None:
    """Make moves and take them back at the largest table, watched by very many."""
    largest = max(attack.played, key=lambda each: each.players)
    watching = asyncio.create_task(watch(attack, [largest.table]))
    await attack.together(partial(move_and_undo, attack, largest))
    await watching


async def watch_victims(attack: Attack) -> None:
    """Watch the tables of those who are annoyed."""
    await watch(attack, attack.victims)


Do = Callable[[Attack], Coroutine[Any, Any, None]]


def attacker(orders: Connection) -> None:
    """Do what one is told to, in a process of its own, and tell what came of it."""
    os.nice(NICENESS)
    with suppress(EOFError):
        while True:
            do, attack = orders.recv()
            asyncio.run(do(attack))
            orders.send(attack.counts)


@dataclass
class Waits:
    """How long people waited, in ms, and where they play."""

    moves: list[float] = field(default_factory=list)
    requests: list[float] = field(default_factory=list)
    tables: list[str] = field(default_factory=list)

    def __add__(self, other: Waits) -> Waits:
        return Waits(
            self.moves + other.moves, self.requests + other.requests, self.tables + other.tables
        )


class Pair:
    """Two who play, and look at their table by a request."""

    def __init__(self, url: str, number: int) -> None:
        self.people = [
            Guest(url, name, source=f"127.0.{number + 1}.{2 + seat}")
            for seat, name in enumerate(("Ana", "Ben"))
        ]
        self.sockets: list[Socket] = []
        self.begin()

    def begin(self) -> None:
        """Begin a game; who makes the table is the other of the two each time."""
        for each in self.sockets:
            each.close()
        self.people.reverse()
        one, other = self.people
        self.table = one.new_table()
        other.sit(self.table, 1)
        self.sockets = [each.socket(self.table) for each in self.people]
        for each in self.sockets:
            each.next_update(lambda update: update["to_move"] is not None)

    def play(self, end: float) -> Waits:
        """How long a move takes until both have seen it, and a request, in ms."""
        waits = Waits(tables=[self.table])
        while time.time() < end:
            time.sleep(BETWEEN * random.uniform(0.5, 1.5))
            mover = self.sockets[self.sockets[0].update["to_move"]]
            begun = time.perf_counter()
            version = mover.play()
            for each in self.sockets:
                each.at(version)
            waits.moves.append(1000 * (time.perf_counter() - begun))
            begun = time.perf_counter()
            self.people[0].http.get(f"/api/tables/{self.table}").raise_for_status()
            waits.requests.append(1000 * (time.perf_counter() - begun))
            if mover.update["result"]:
                self.begin()
        return waits


def people(url: str, orders: Connection) -> None:
    """Play for so many seconds whenever told to, in a process of its own, and tell the waits."""
    pairs = [Pair(url, number) for number in range(PAIRS)]
    with ThreadPoolExecutor(PAIRS) as threads, suppress(EOFError):
        while True:
            seconds = orders.recv()
            waits = threads.map(Pair.play, pairs, [time.time() + seconds] * PAIRS)
            orders.send(sum(waits, Waits()))


@contextmanager
def spending(running: Running) -> Iterator[Counter[object]]:
    """Seconds of the processor by address: of the loop, and of readers."""
    spent: Counter[object] = Counter()
    accounts = (running.hub.shares, running.hub.readers._shares)
    for account in accounts:

        def spend(client: object, seconds: float, account: CpuQuota = account) -> None:
            spent[client] += seconds  # type: ignore[assignment]
            CpuQuota.spend(account, client, seconds)

        account.spend = spend  # type: ignore[method-assign]
    try:
        yield spent
    finally:
        for account in accounts:
            del account.spend  # type: ignore[method-assign]


def dearest(running: Running, eve: Guest, fitting: list[Expensive]) -> Expensive:
    """Of some requests the one that costs the server most; the first is sent once more before."""

    def cost(request: Expensive) -> float:
        with spending(running) as spent, suppress(httpx.HTTPError):
            eve.http.request(request.method, request.path, json=request.body, timeout=CHOOSING)
        return spent[EVE]

    if not fitting[1:]:
        return fitting[0]
    cost(fitting[0])
    return max(fitting, key=cost)


class Stage:
    """A server with the usual limits, people who play there, and an attacker."""

    def __init__(self, store: Path, places: Places) -> None:
        self._opened = ExitStack()
        limits = {"allowances": ALLOWANCES, "share_of_one": SHARE, "reading_of_one": READING_SHARE}
        self._running = Running(settings_for(store, **limits))
        self._spent = self._opened.enter_context(spending(self._running))
        self._places = places
        self._people = _process(people, self._running.url)
        self._attacker = _process(attacker)
        self._watch_people(1.0)
        self._calm = self._watch_people(2.0)

    def _watch_people(self, seconds: float) -> Waits:
        self._people.send(seconds)
        waits: Waits = self._people.recv()
        return waits

    def row(self, do: Do, seconds: float) -> Row:
        """What an attack does to people who play."""
        places, lasting = self._places, UNDER_WAY + seconds + 1.0
        attack = Attack(
            self._running.url,
            places.secret,
            places.played,
            self._calm.tables,
            time.time() + lasting,
        )
        self._attacker.send((do, attack))
        time.sleep(UNDER_WAY)
        begun, before = time.monotonic(), self._spent[EVE]
        with watched(self._running._thread) as watch:
            beside = self._watch_people(seconds)
        share = (self._spent[EVE] - before) / (time.monotonic() - begun)
        counts = self._attacker.recv()
        time.sleep(CALMING)
        after = self._watch_people(seconds / 2)
        alone, self._calm = self._calm + after, after
        return Row(alone, beside, share, watch.longest, watch.which, counts)

    def close(self) -> None:
        self._people.close()
        self._attacker.close()
        self._opened.close()
        self._running.stop()


def _process(work: Callable[..., None], *arguments: Any) -> Connection:
    ours, theirs = multiprocessing.Pipe()
    context = multiprocessing.get_context("spawn")
    context.Process(target=work, args=(*arguments, theirs), daemon=True).start()
    theirs.close()
    return ours


@dataclass
class Row:
    """What came of an attack."""

    alone: Waits
    beside: Waits
    share: float
    longest: float
    which: str
    counts: Counter[str]

    @property
    def ratios(self) -> tuple[float, float]:
        return (
            quantile(self.beside.moves) / quantile(self.alone.moves),
            quantile(self.beside.requests) / quantile(self.alone.requests),
        )

    def __str__(self) -> str:
        pairs = (self.alone.moves, self.beside.moves), (self.alone.requests, self.beside.requests)
        waits = "   ".join(
            f"{quantile(a):5.1f} {quantile(b):6.1f} {quantile(b) / quantile(a):5.2f}"
            for a, b in pairs
        )
        answers = ", ".join(f"{kind} {count}" for kind, count in self.counts.most_common(5))
        count = len(self.beside.moves)
        return f"{waits} {count:5}  {self.share:4.0%} {1000 * self.longest:4.0f}  {answers}"


def quantile(times: list[float], percent: int = 95) -> float:
    return sorted(times)[len(times) * percent // 100]


def attacks(store: Path, only: tuple[str, ...]) -> tuple[Places, dict[str, Do]]:
    """The dearest request of each endpoint, chosen on a server without limits; and all else."""

    def is_wanted(name: str) -> bool:
        return not only or any(text in f"{name} " for text in only)

    running = Running(settings_for(store))
    eve = Guest(running.url, "Eve", source=EVE)
    places = Places(running, eve)
    described = eve.http.get("/api/openapi.json").json()
    result: dict[str, Do] = {
        name: partial(request, wanted=dearest(running, eve, fitting))
        for name, fitting in candidates(described, places).items()
        if is_wanted(name)
    }
    running.stop()
    others: dict[str, Do] = {
        "open": open_sockets,
        **{kind: partial(say, kind=kind) for kind in MESSAGES},
        "move and undo": play,
        "hints": ask_for_hints,
        "move before a crowd": play_before_crowd,
        "watch the others": watch_victims,
    }
    result |= {f"socket: {name}": do for name, do in others.items() if is_wanted(f"socket: {name}")}
    return places, result


def try_each(seconds: float, only: tuple[str, ...]) -> None:
    """Print what each entry of the catalogue does to people who play."""
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "games.db"
        begun = time.monotonic()
        places, each = attacks(store, only)
        print(f"{len(each)} attacks, chosen within {time.monotonic() - begun:.0f} s", flush=True)
        print(f"{'':42}move: alone beside ratio  request: same  moves share step  answers")
        stage = Stage(store, places)
        slow = []
        for first in (open_sockets, play):  # what is loaded once is not what is measured
            stage.row(first, 1.0)
        for name, do in each.items():
            row = stage.row(do, seconds)
            print(f"{name:42}{row}", flush=True)
            if max(row.ratios) > MAX_RATIO:
                slow.append(name)
        for name in slow:
            print(f"again: {name:35}{stage.row(each[name], 3 * seconds)}", flush=True)
        stage.close()
