"""Flood a server on this machine from one address, and count its answers.

python benchmarks/attacker.py 127.0.0.1:8000 [--seconds 20] [--client 1]
python benchmarks/attacker.py --each [--only TEXT]... [--seconds 2] [--rounds 3]

All at once and as fast as possible: idle connections, requests that are expensive to read, pings
and empty frames, new names, new tables, moves and undos. The server must be on a loopback address,
and there are at most a few hundred connections. The flood has two addresses, since idle connections
would only displace its own requests; another `--client` has two others. It runs at a low priority,
as a client on another machine would not compete for the processor.

`--each` starts a server of its own and measures one attack after another beside people who play:
see `bystanders.py`.
"""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress

import click

UNFINISHED = 400  # idle connections, as far as the server keeps them
AT_ONCE = 12  # of each kind of load
PATIENCE = 5.0
NICENESS = 10

TEXTS = (
    "azul " + "; a b" * 390,
    "x" * 200_000,
    "azulejos-record 1\ngame azul rules=1\n" + "    1  1B1 1B1 1B1\n" * 4000,
)
BODIES = [
    ("POST", "/api/sandbox", json.dumps({"position": TEXTS[0]}).encode()),
    ("POST", "/api/sandbox", json.dumps({"position": TEXTS[1]}).encode()),
    ("POST", "/api/sandbox", json.dumps({"record": TEXTS[2]}).encode()),
    ("POST", "/api/analysis", json.dumps({"position": "azul players=2"}).encode()),
    ("PUT", "/api/me", b"[" * 200_000),
    ("GET", "/api/openapi.json", b""),
    ("GET", "/assets/" + "a" * 3000, b""),
    ("GET", "/api/tables", b""),
]


class Flood:
    """All that one client sends."""

    def __init__(self, address: str, seconds: float, client: int) -> None:
        self.source = f"127.0.{client}.66"
        self.idle = f"127.0.{client}.67"  # the address of idle connections
        self.host, port = address.split(":")
        self.port = int(port)
        self.end = time.monotonic() + seconds
        self.counts: Counter[str] = Counter()
        self.cookie = ""
        self.table = ""

    async def run(self) -> None:
        with suppress(OSError, asyncio.IncompleteReadError, TimeoutError):
            await self.arrive()
        kinds = (self.ask, self.rename, self.make_tables, self.ping, self.play)
        jobs = [self.again(kind) for kind in kinds for _ in range(AT_ONCE)]
        await asyncio.gather(*jobs, *(self.again(self.stay_idle) for _ in range(UNFINISHED)))

    async def again(self, job: Callable[[], Awaitable[None]]) -> None:
        """Repeat a job until the time is over, and count errors."""
        while time.monotonic() < self.end:
            try:
                async with asyncio.timeout_at(asyncio.get_running_loop().time() + PATIENCE):
                    await job()
            except (OSError, TimeoutError, asyncio.IncompleteReadError) as error:
                self.counts[type(error).__name__] += 1
                await asyncio.sleep(0.01)

    async def dial(self, source: str = "") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        local = (source or self.source, 0)
        return await asyncio.open_connection(self.host, self.port, local_addr=local)

    async def answer(
        self,
        line: tuple[asyncio.StreamReader, asyncio.StreamWriter],
        method: str,
        path: str,
        body: bytes = b"",
    ) -> tuple[int, str, bytes]:
        """Send a request over a connection; its status, head and body."""
        reader, writer = line
        head = f"{method} {path} HTTP/1.1\r\nHost: {self.host}\r\nCookie: {self.cookie}\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        writer.write(head.encode() + body)
        await writer.drain()
        answer = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        length = next(
            (int(each[15:]) for each in answer.split("\r\n") if each.startswith("content-length:")),
            0,
        )
        status = int(answer.split()[1])
        self.counts[str(status)] += 1
        return status, answer, await reader.readexactly(length)

    async def arrive(self) -> None:
        """Become a guest with a table against a bot."""
        line = await self.dial()
        _, head, _ = await self.answer(line, "PUT", "/api/me", b'{"name":"Eve"}')
        self.cookie = head.split("set-cookie: ")[1].split(";")[0]
        _, _, made = await self.answer(line, "POST", "/api/tables", b'{"game":"azul"}')
        self.table = json.loads(made)["table"]
        line[1].close()

    async def ask(self) -> None:
        line = await self.dial()
        try:
            for method, path, body in BODIES:
                await self.answer(line, method, path, body)
        finally:
            line[1].close()

    async def rename(self) -> None:
        await self._repeat("PUT", "/api/me", lambda n: json.dumps({"name": f"Eve {n}"}).encode())

    async def make_tables(self) -> None:
        await self._repeat("POST", "/api/tables", lambda _: b'{"game":"azul","is_public":true}')

    async def _repeat(self, method: str, path: str, body: Callable[[int], bytes]) -> None:
        line = await self.dial()
        try:
            for index in range(1000):
                await self.answer(line, method, path, body(index))
        finally:
            line[1].close()

    async def stay_idle(self) -> None:
        """Begin a request, and wait until the server hangs up."""
        reader, writer = await self.dial(self.idle)
        try:
            writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ")
            await reader.read(1)
            self.counts["closed by the server"] += 1
        finally:
            writer.close()

    async def _socket(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await self.dial()
        head = f"GET /api/tables/{self.table}/socket HTTP/1.1\r\nHost: {self.host}\r\n"
        head += f"Cookie: {self.cookie}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        head += "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        writer.write(head.encode())
        await reader.readuntil(b"\r\n\r\n")
        return reader, writer

    async def ping(self) -> None:
        """Thousands of pings and empty fragments."""
        await self._flood(b"\x89\x80abcd" * 4000 + b"\x01\x80abcd" + b"\x00\x80abcd" * 4000)

    async def play(self) -> None:
        """Moves and undos, legal or not."""
        wanted = [
            {"type": "move", "id": "a", "version": 0, "move": "1B1"},
            {"type": "undo", "id": "b", "version": 0},
            {"type": "ask_hints", "id": "c", "version": 0},
            {"type": "say", "id": "d", "text": "x" * 300},
        ]
        await self._flood(b"".join(_frame(json.dumps(each).encode()) for each in wanted) * 20)

    async def _flood(self, data: bytes) -> None:
        reader, writer = await self._socket()
        listening = asyncio.create_task(_drain(reader))
        try:
            while time.monotonic() < self.end and not listening.done():
                writer.write(data)
                await writer.drain()
                self.counts["floods"] += 1
        finally:
            listening.cancel()
            writer.close()


async def _drain(reader: asyncio.StreamReader) -> None:
    while await reader.read(65536):
        pass


def _frame(data: bytes) -> bytes:
    """A text frame with a mask of zeros."""
    return b"\x81\xfe" + len(data).to_bytes(2) + b"\0\0\0\0" + data


@click.command()
@click.argument("address", required=False)
@click.option("--each", is_flag=True, help="Measure each attack on a server of its own.")
@click.option("--only", multiple=True, help="Attacks whose names contain this text.")
@click.option("--seconds", type=float, help="20; with --each 2, of each window.")
@click.option("--rounds", default=3, show_default=True, help="Windows alone and beside.")
@click.option("--client", default=1, show_default=True, type=click.IntRange(1, 255))
def main(
    *,
    address: str | None,
    each: bool,
    only: tuple[str, ...],
    seconds: float | None,
    rounds: int,
    client: int,
) -> None:
    """Flood the server at ADDRESS, like 127.0.0.1:8000."""
    if each:
        from bystanders import measure_each  # noqa: PLC0415

        measure_each(seconds or 2.0, rounds, only)
        return
    if not address or not address.startswith("127."):
        raise click.UsageError("only servers on this machine: 127.0.0.1:PORT")
    os.nice(NICENESS)
    flood = Flood(address, seconds or 20.0, client)
    asyncio.run(flood.run())
    print("answers:", ", ".join(f"{kind} {count}" for kind, count in flood.counts.most_common()))


if __name__ == "__main__":
    main()
