"""Play at very many tables at once, and measure how soon moves are acknowledged and seen.

python benchmarks/server.py [--tables 1000] [--rate 200] [--seconds 30] [--store URL] [--attack]
python benchmarks/server.py --soak 20 [--tables 100] [--rate 35] [--store URL]

A server of its own is started in another process and talked to over the loopback. At every table
two people are connected; each second so many moves are made, at tables chosen at random and, as
people do not wait for each other, at random times (a Poisson process). A move counts as seen when
both have been sent the update. All times are those of the load, which shares the machine: how late
its own loop was is printed too, and whatever that adds is in the figures.

The limits of the server are those that it always has: the load comes as if by a proxy, everybody
from an address of their own. With `--attack` it is measured in turns without and beside a client
that floods the server (`attacker.py`): one stall of the disk decides the slowest hundredth of a
short run, and in turns it strikes both alike. Synced writes of a page show how long the disk alone
took in the same time.

With `--soak` people play for so many minutes, and whoever has finished a game begins another at a
new table; the memory of the server is printed every minute, and how it grows in the second half.

Memory is what is private to the server's process: not the kernel's buffers of the sockets.
"""

from __future__ import annotations

import asyncio
import gc
import itertools
import os
import random
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Coroutine
from dataclasses import dataclass, field
from functools import partial
from http.cookiejar import CookieJar, DefaultCookiePolicy
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any, TypeVar

import click
import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from azulejos.cli.prepare import prepare
from azulejos.cli.screen import Screen
from azulejos.games import game
from azulejos.play.kernels import use_every_kernel
from azulejos.server.running.processes import listen
from azulejos.server.running.run import run
from azulejos.tables.settings import Settings

MORE = 500  # sockets that are opened only to see how much memory one takes
AT_ONCE = 50  # tables that are being prepared
WARM_UP = 3.0  # seconds that are not counted
TURNS = 4  # of playing without and beside an attacker
PAGE = bytes(4096)
WRITE_EVERY = 0.05  # seconds
PATIENCE = 60.0
PREPARING = 300.0  # seconds that compiling the rules may take, the first time
ADDRESSES = itertools.count(1)
TICK = os.sysconf("SC_CLK_TCK")


T = TypeVar("T")


class Choice(msgspec.Struct):
    move: str


class Heard(msgspec.Struct):
    """As much of a message as is needed here."""

    type: str
    version: int = -1
    to_move: int | None = None
    choices: list[Choice] = []


hear = msgspec.json.Decoder(Heard).decode


@dataclass
class Figures:
    """What was measured, in seconds."""

    acknowledged: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)
    late: list[float] = field(default_factory=list)  # by how much the load itself was late
    disk: list[float] = field(default_factory=list)
    refused: int = 0
    busy: int = 0  # moves that could not be made as the chosen table still waited for one
    cpu: float = 0.0  # of the server
    seconds: float = 0.0  # for which it was measured

    @property
    def slowest_hundredth(self) -> float:
        return statistics.quantiles(self.acknowledged, n=100)[98]


class Table:
    """Two people who watch a table, and at most one move on its way."""

    def __init__(self, connections: list[ClientConnection], figures: Figures) -> None:
        self.connections = connections
        self.figures = figures  # to which its moves are counted now
        self.views = [Heard("none") for _ in connections]
        self.sent: float | None = None
        self.version = 0  # that both are to see
        self.tasks = [asyncio.create_task(self._listen(seat)) for seat in range(len(connections))]

    @property
    def may_move(self) -> bool:
        mover = self.views[0].to_move
        is_up_to_date = all(view.version >= self.version for view in self.views)
        return self.sent is None and is_up_to_date and mover is not None

    @property
    def is_over(self) -> bool:
        return all(view.version >= 0 and view.to_move is None for view in self.views)

    async def move(self) -> None:
        mover = self.views[0].to_move
        assert mover is not None
        view = self.views[mover]
        message = {
            "type": "move",
            "id": f"{view.version}",
            "version": view.version,
            "move": random.choice(view.choices).move,
        }
        self.version = view.version + 1
        self.sent = time.perf_counter()
        await self.connections[mover].send(msgspec.json.encode(message).decode())

    async def _listen(self, seat: int) -> None:
        async for text in self.connections[seat]:
            heard = hear(text)
            if heard.type == "update":
                self.views[seat] = heard
                self._note_seen()
            elif heard.type == "done" and self.sent:
                self.figures.acknowledged.append(time.perf_counter() - self.sent)
            elif heard.type == "refused":
                self.figures.refused += 1
                self.sent = None

    def _note_seen(self) -> None:
        if self.sent and all(view.version >= self.version for view in self.views):
            self.figures.seen.append(time.perf_counter() - self.sent)
            self.sent = None

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        for connection in self.connections:
            connection.transport.abort()


class ServerProcess:
    """The server that is measured."""

    def __init__(self, store: str) -> None:
        listening = listen("127.0.0.1", 0)
        self.address = f"127.0.0.1:{listening.getsockname()[1]}"
        command = [sys.executable, __file__, "--store", store]
        command += ["--serve-at", str(listening.fileno())]
        self.process = subprocess.Popen(command, pass_fds=[listening.fileno()])  # noqa: S603
        listening.close()

    def memory(self) -> int:
        """Bytes of memory that are its own: of files others may have the same pages, or not."""
        rollup = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text()
        (dirty,) = (line for line in rollup.splitlines() if line.startswith("Private_Dirty"))
        return int(dirty.split()[1]) * 1024

    def cpu(self) -> float:
        """Seconds of processor time used, without the processes in which bots think."""
        stat = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(stat[11]) + int(stat[12])) / TICK

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()


def from_anywhere() -> dict[str, str]:
    """The header by which a proxy says for whom it asks: somebody else every time."""
    number = next(ADDRESSES)
    return {"X-Forwarded-For": f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}"}


async def guest(client: httpx.AsyncClient) -> dict[str, str]:
    """The headers by which a new guest is known."""
    who = from_anywhere()
    answer = await client.put("/api/me", json={"name": "Eva"}, headers=who)
    answer.raise_for_status()
    cookie = SimpleCookie(answer.headers["set-cookie"])["azulejos"].value
    return {"Cookie": f"azulejos={cookie}", **who}


async def make_table(client: httpx.AsyncClient) -> tuple[str, list[dict[str, str]]]:
    people = [await guest(client) for _ in range(2)]
    made = await client.post("/api/tables", json={"game": "azul"}, headers=people[0])
    made.raise_for_status()
    name = made.json()["table"]
    (await client.post(f"/api/tables/{name}/seats/1", headers=people[1])).raise_for_status()
    return name, people


async def join(address: str, name: str, people: list[dict[str, str]], figures: Figures) -> Table:
    return Table([await watch(address, name, who) for who in people], figures)


async def watch(address: str, name: str, who: dict[str, str] | None = None) -> ClientConnection:
    return await connect(
        f"ws://{address}/api/tables/{name}/socket",
        additional_headers=who or from_anywhere(),
        compression=None,
        ping_interval=None,
        open_timeout=PATIENCE,
    )


async def wait_until_ready(client: httpx.AsyncClient) -> None:
    end = time.monotonic() + PREPARING
    while True:
        try:
            (await client.get("/health")).raise_for_status()
            return
        except httpx.TransportError:
            if time.monotonic() > end:
                raise
        await asyncio.sleep(0.1)


async def play(tables: list[Table], rate: float, seconds: float, figures: Figures) -> None:
    """Make moves at a steady rate, whether or not the server keeps up."""
    due = begun = time.perf_counter()
    while (due := due + random.expovariate(rate)) < begun + seconds:
        await asyncio.sleep(due - time.perf_counter())
        figures.late.append(time.perf_counter() - due)
        table = random.choice(tables)
        if table.may_move:
            await table.move()
        else:
            figures.busy += 1


class Attack:
    """The attacker, in a process of its own."""

    def __init__(self, address: str, seconds: float, client: int) -> None:
        program = str(Path(__file__).with_name("attacker.py"))
        command = [sys.executable, program, address, "--seconds", str(seconds)]
        command += ["--client", str(client)]  # the last one has used up what it may
        self.process = subprocess.Popen(command)  # noqa: S603

    def wait(self) -> None:
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()


async def measure_moves(
    server: ServerProcess, tables: list[Table], rate: float, seconds: float, figures: Figures
) -> None:
    """Let moves be made for a while, and count them."""
    await play(tables, rate, WARM_UP, count_to(tables, Figures()))
    cpu = server.cpu()
    disk = asyncio.create_task(asyncio.to_thread(write_pages, seconds, figures.disk))
    await play(tables, rate, seconds, count_to(tables, figures))
    await disk
    figures.cpu += server.cpu() - cpu
    figures.seconds += seconds
    await asyncio.sleep(1.0)


def write_pages(seconds: float, times: list[float]) -> None:
    """What the disk alone takes, where the server of this benchmark has its store."""
    end = time.perf_counter() + seconds
    with tempfile.TemporaryFile(buffering=0) as file:
        while (begun := time.perf_counter()) < end:
            file.write(PAGE)
            os.fdatasync(file.fileno())
            times.append(time.perf_counter() - begun)
            time.sleep(WRITE_EVERY)


def count_to(tables: list[Table], figures: Figures) -> Figures:
    for table in tables:
        table.figures = figures
    return figures


async def measure_beside_attacker(
    server: ServerProcess, tables: list[Table], rate: float, seconds: float
) -> None:
    """Measure in turns without and with, and compare."""
    calm, attacked = Figures(), Figures()
    for turn in range(TURNS):
        await measure_moves(server, tables, rate, seconds, calm)
        attacker = Attack(server.address, WARM_UP + seconds, client=turn + 1)
        await measure_moves(server, tables, rate, seconds, attacked)
        attacker.wait()
    print("\nwithout an attacker:")
    report(calm)
    print("\nand beside one:")
    report(attacked)
    ratio = attacked.slowest_hundredth / calm.slowest_hundredth
    print(f"99 % of the moves take {ratio:.2f} times as long as without")


async def play_on(server: ServerProcess, tables: int, rate: float, minutes: int) -> None:
    """Play game after game, and print the memory of the server every minute."""
    figures, finished = Figures(), 0
    async with client_of(server) as client:
        await wait_until_ready(client)
        begin = partial(new_game, client, server.address, figures)
        playing = await a_few_at_once([begin() for _ in range(tables)])
        memory = []
        print(f"{'minute':>6}{'moves':>9}{'games':>7}{'MB':>8}")
        for minute in range(1, minutes + 1):
            for _ in range(60):
                await play(playing, rate, 1.0, figures)
                over = [index for index, table in enumerate(playing) if table.is_over]
                finished += len(over)
                for index in over:
                    await playing[index].close()
                    playing[index] = await begin()
            memory.append(server.memory() / 1e6)
            moves = len(figures.acknowledged)
            print(f"{minute:6}{moves:9,}{finished:7,}{memory[-1]:8.1f}", flush=True)
    later = memory[len(memory) // 2 :]
    slope = statistics.linear_regression(range(len(later)), later).slope if later[1:] else 0.0
    print(f"in the second half memory grows by {slope:.2f} MB a minute")


async def new_game(client: httpx.AsyncClient, address: str, figures: Figures) -> Table:
    return await join(address, *await make_table(client), figures)


def client_of(server: ServerProcess) -> httpx.AsyncClient:
    return httpx.AsyncClient(
        base_url=f"http://{server.address}",
        limits=httpx.Limits(max_connections=AT_ONCE, keepalive_expiry=1.0),
        timeout=PATIENCE,
        cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),  # everybody has another
    )


async def measure(
    server: ServerProcess, tables: int, rate: float, seconds: float, *, attack: bool
) -> None:
    figures = Figures()
    async with client_of(server) as client:
        await wait_until_ready(client)
        empty = server.memory()
        begun = time.perf_counter()
        made = await a_few_at_once([make_table(client) for _ in range(tables)])
        with_tables = server.memory()
        print(
            f"{tables:,} tables made in {time.perf_counter() - begun:.1f} s,"
            f" {(with_tables - empty) / tables / 1000:.1f} KB each"
        )
    begun = time.perf_counter()
    joined = await a_few_at_once([join(server.address, *table, figures) for table in made])
    await asyncio.sleep(1.0)
    sockets = 2 * tables
    print(
        f"{sockets:,} sockets opened in {time.perf_counter() - begun - 1:.1f} s,"
        f" {(server.memory() - with_tables) / sockets / 1000:.1f} KB each"
    )
    before = server.memory()
    more = await a_few_at_once([watch(server.address, name) for name, _ in made[:MORE]])
    await asyncio.sleep(1.0)
    each = (server.memory() - before) / len(more) / 1000
    print(f"{len(more):,} more sockets at tables that are watched already, {each:.1f} KB each")
    print(f"a connection with its share of a table: {(before - empty) / sockets / 1000:.1f} KB")
    for connection in more:
        await connection.close()
    gc.freeze()  # the load's own garbage is not what is measured
    if attack:
        await measure_beside_attacker(server, joined, rate, seconds)
    else:
        await measure_moves(server, joined, rate, seconds, figures)
        report(figures)
    each = (server.memory() - empty) / sockets / 1000
    print(f"memory at the end: {server.memory() / 1e6:.0f} MB, {each:.1f} KB a connection")
    for table in joined:
        await table.close()


async def a_few_at_once(jobs: list[Coroutine[Any, Any, T]]) -> list[T]:
    """Do all, but no more than some at the same time."""
    room = asyncio.Semaphore(AT_ONCE)

    async def do(job: Coroutine[Any, Any, T]) -> T:
        async with room:
            return await job

    return await asyncio.gather(*(do(job) for job in jobs))


def report(figures: Figures) -> None:
    moves, seconds = len(figures.acknowledged), figures.seconds
    print(f"{moves:,} moves acknowledged in {seconds:g} s: {moves / seconds:.0f} a second")
    print(f"refused {figures.refused}, not made as the table was still waiting: {figures.busy}")
    print(f"{'ms from sent to':18}{'p50':>8}{'p95':>8}{'p99':>8}{'max':>8}")
    for title, times in (
        ("acknowledged", figures.acknowledged),
        ("last watcher", figures.seen),
        ("load is late by", figures.late),
        ("bare disk", figures.disk),
    ):
        cuts = statistics.quantiles(times, n=100)
        shown = (cuts[49], cuts[94], cuts[98], max(times))
        print(f"{title:18}" + "".join(f"{each * 1000:8.1f}" for each in shown))
    print(f"load of the machine over the last minute: {os.getloadavg()[0]:.1f}")
    each, share = figures.cpu / moves * 1000, figures.cpu / seconds
    print(f"CPU of the server per move: {each:.2f} ms ({share:.0%} of a core)")


@click.command()
@click.option("--tables", default=1000, show_default=True)
@click.option("--rate", default=200.0, show_default=True, help="Moves a second, at all tables.")
@click.option("--seconds", default=30.0, show_default=True)
@click.option("--store", default="", help="A URL; left out, SQLite in a temporary folder.")
@click.option("--attack", is_flag=True, help="Measure in turns without and beside an attacker.")
@click.option("--soak", type=int, help="Minutes for which to print the memory.")
@click.option("--serve-at", type=int, hidden=True)
def main(
    *,
    tables: int,
    rate: float,
    seconds: float,
    store: str,
    attack: bool,
    soak: int | None,
    serve_at: int | None,
) -> None:
    """Measure a server of its own under load."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    if serve_at is not None:
        run_server(store, serve_at)
        return
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(store or f"{folder}/games.db")
        try:
            if soak:
                asyncio.run(play_on(server, tables, rate, soak))
            else:
                asyncio.run(measure(server, tables, rate, seconds, attack=attack))
        finally:
            server.stop()


def run_server(store: str, descriptor: int) -> None:
    """Serve with the usual limits; the load is taken for a proxy."""
    prepare(game("azul"), Screen(plain=True))
    use_every_kernel(game("azul"))
    settings = Settings(
        store=store,
        workers=1,
        compiles=False,  # no bots play here
    )
    run(settings, socket.socket(fileno=descriptor), trusted_proxies="127.0.0.1")


if __name__ == "__main__":
    main()
