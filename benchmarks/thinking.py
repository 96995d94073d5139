"""Measure how long a person waits for a bot's answer while others let bots think hard.

python benchmarks/thinking.py [--workers 1] [--tables 60] [--undos 124] [--seconds 30]

A server of its own is started in another process, without limits of rates. One guest plays against
`beginner`, first alone; then beside another who makes tables of four `master` and watches them
all; then beside one who plays against `master` and takes every move back while it thinks. Times are
from a move's acknowledgement to the update with the bot's answer, of which the pause that lets
people follow is 0.3 s.
"""

from __future__ import annotations

import asyncio
import json
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from http.cookies import SimpleCookie
from typing import Any

import click
import httpx
from websockets.asyncio.client import ClientConnection, connect

from azulejos.server.running.processes import listen
from azulejos.server.running.run import run
from azulejos.tables.people.limits import ALLOWANCES, Allowance
from azulejos.tables.settings import Settings

PREPARING = 600.0  # seconds that compiling may take, the first time
SETTLING = 5.0  # seconds until all tables think that are to


class Person:
    """A guest, known by a cookie."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.http = httpx.AsyncClient(base_url=f"http://{address}", timeout=60.0)
        self.cookie = ""

    async def arrive(self, name: str) -> None:
        answer = await self.http.put("/api/me", json={"name": name})
        answer.raise_for_status()
        value = SimpleCookie(answer.headers["set-cookie"])["azulejos"].value
        self.cookie = f"azulejos={value}"

    async def make_table(self, *seats: str) -> str:
        plan = [
            {"kind": "me"} if seat == "me" else {"kind": "bot", "level": seat} for seat in seats
        ]
        options = {"players": len(seats), "start": 1}
        wanted = {"game": "azul", "seats": plan, "options": options}
        made = await self.http.post("/api/tables", json=wanted, headers={"Cookie": self.cookie})
        made.raise_for_status()
        return str(made.json()["table"])

    async def sit_at(self, table: str) -> Seat:
        uri = f"ws://{self.address}/api/tables/{table}/socket"
        headers = {"Cookie": self.cookie}
        return Seat(await connect(uri, additional_headers=headers, compression=None))


class Seat:
    """A connection to a table."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.update: dict[str, Any] = {}
        self.sent = 0

    async def hear(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(await self.connection.recv())
        if message["type"] == "update":
            self.update = message
        return message

    async def until_my_turn(self) -> None:
        while self.update.get("to_move") != 0 and not self.update.get("result"):
            await self.hear()

    async def do(self, kind: str, **fields: Any) -> None:
        """Have something done, and see the table at the version then."""
        self.sent += 1
        name, version = f"{id(self)}-{self.sent}", self.update["version"]
        await self.connection.send(
            json.dumps({"type": kind, "id": name, "version": version, **fields})
        )
        while (message := await self.hear()).get("id") != name:
            pass
        assert message["type"] == "done", message
        while self.update["version"] < message["version"]:
            await self.hear()

    async def move(self) -> None:
        await self.do("move", move=self.update["choices"][0]["move"])


async def play(person: Person, seconds: float) -> list[float]:
    """How long the answers of `beginner` took."""
    waited: list[float] = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        seat = await person.sit_at(await person.make_table("me", "beginner"))
        await seat.until_my_turn()
        while not seat.update["result"] and time.monotonic() < end:
            await seat.move()
            begun = time.monotonic()
            await seat.until_my_turn()
            waited.append(time.monotonic() - begun)
        await seat.connection.close()
    return waited


async def undo(person: Person, undos: int, seconds: float) -> None:
    """Take back every move while `master` thinks of an answer."""
    begun = time.monotonic()
    seat = await person.sit_at(await person.make_table("me", "master"))
    await seat.until_my_turn()
    for number in range(undos):
        await seat.move()
        if seat.update["to_move"] == 0:
            continue
        await seat.do("undo")
        await asyncio.sleep(max(0.0, begun + (number + 1) * seconds / undos - time.monotonic()))
    await seat.connection.close()


async def drain(seat: Seat) -> None:
    async for _ in seat.connection:
        pass


def report(title: str, waited: list[float]) -> None:
    print(
        f"{title:44} {len(waited):4} answers: median {statistics.median(waited):5.2f} s,"
        f" slowest {max(waited):5.2f} s",
        flush=True,
    )


async def measure(address: str, tables: int, undos: int, seconds: float) -> None:
    ana, eva = Person(address), Person(address)
    await wait_until_ready(ana)
    await ana.arrive("Ana")
    await eva.arrive("Eva")
    warm = await eva.sit_at(await eva.make_table("me", "master"))  # everything is loaded once
    await warm.until_my_turn()
    await warm.move()
    await warm.until_my_turn()
    await warm.connection.close()
    report("nobody else", await play(ana, min(10.0, seconds)))
    undoing = asyncio.create_task(undo(eva, undos, seconds))
    report(f"beside {undos} undos in {seconds:g} s", await play(ana, seconds))
    await undoing
    watched = [await eva.sit_at(await eva.make_table(*["master"] * 4)) for _ in range(tables)]
    watching = [asyncio.create_task(drain(seat)) for seat in watched]
    await asyncio.sleep(SETTLING)
    report(f"beside {tables} tables of four master", await play(ana, seconds))
    for task in watching:
        task.cancel()


async def wait_until_ready(person: Person) -> None:
    end = time.monotonic() + PREPARING
    while time.monotonic() < end:
        try:
            games = (await person.http.get("/api/games")).json()
            if all(game["is_ready"] for game in games):
                return
        except httpx.TransportError:
            pass
        await asyncio.sleep(0.5)
    raise TimeoutError("the bots do not get ready")


@click.command()
@click.option("--workers", default=1, show_default=True)
@click.option("--tables", default=60, show_default=True)
@click.option("--undos", default=124, show_default=True)
@click.option("--seconds", default=30.0, show_default=True)
@click.option("--serve-at", type=int, hidden=True)
def main(*, workers: int, tables: int, undos: int, seconds: float, serve_at: int | None) -> None:
    """Measure a server of its own."""
    if serve_at is not None:
        serve(workers, serve_at)
        return
    listening = listen("127.0.0.1", 0)
    address = f"127.0.0.1:{listening.getsockname()[1]}"
    command = [sys.executable, __file__, "--workers", str(workers)]
    command += ["--serve-at", str(listening.fileno())]
    server = subprocess.Popen(command, pass_fds=[listening.fileno()])  # noqa: S603
    listening.close()
    try:
        asyncio.run(measure(address, tables, undos, seconds))
    finally:
        server.terminate()
        server.wait(60)


def serve(workers: int, descriptor: int) -> None:
    """Serve without limits of rates."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(
            store=f"{folder}/games.db",
            workers=workers,
            max_sockets_of_one=1_000_000,
            allowances={name: Allowance(1_000_000, 1e-6) for name in ALLOWANCES},
        )
        run(settings, socket.socket(fileno=descriptor))


if __name__ == "__main__":
    main()
