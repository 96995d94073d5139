"""Annoy a server of one's own on this machine as one visitor could, and count what came of it.

python benchmarks/attacker.py 127.0.0.1:8000 [--seconds 20] [--visitor 1]
python benchmarks/attacker.py --each [--only TEXT]... [--seconds 3]

Everything at once and as fast as it goes: connections on which nothing follows, requests that are
dear to read, pings and empty frames, new names, new tables, moves and their undoing. Only loopback
addresses are taken, and never more than some hundreds of connections. It has two addresses of its
own, as an attacker would: what is kept open without a word would only drive out what is asked from
the same one; another `--visitor` has two others. It leaves the processor to others where they want
it, as one who has a machine of their own.

`--each` starts a server of its own and tries one thing after the other, beside people who play: see
`catalogue.py`.
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

UNFINISHED = 400  # connections that are kept open, if the server keeps them
AT_ONCE = 12  # of each kind of nuisance
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


class Attacker:
    """All nuisances of one visitor."""

    def __init__(self, address: str, seconds: float, visitor: int) -> None:
        self.source = f"127.0.{visitor}.66"
        self.silent = f"127.0.{visitor}.67"  # from where nothing follows
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
        await asyncio.gather(*jobs, *(self.again(self.say_nothing) for _ in range(UNFINISHED)))

    async def again(self, nuisance: Callable[[], Awaitable[None]]) -> None:
        """Do it until the time is over; whatever the server does about it is counted."""
        while time.monotonic() < self.end:
            try:
                async with asyncio.timeout_at(asyncio.get_running_loop().time() + PATIENCE):
                    await nuisance()
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
        """Ask over a connection: the status, the head and the body."""
        reader, writer = line
        head = f"{method} {path} HTTP/1.1\r\nHost: {self.host}\r\nCookie: {self.cookie}\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        writer.write(head.encode() + body)
        await writer.drain()
        told = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        length = next(
            (int(each[15:]) for each in told.split("\r\n") if each.startswith("content-length:")), 0
        )
        status = int(told.split()[1])
        self.counts[str(status)] += 1
        return status, told, await reader.readexactly(length)

    async def arrive(self) -> None:
        """Be a guest at a table against a bot."""
        line = await self.dial()
        _, told, _ = await self.answer(line, "PUT", "/api/me", b'{"name":"Eve"}')
        self.cookie = told.split("set-cookie: ")[1].split(";")[0]
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
            for number in range(1000):
                await self.answer(line, method, path, body(number))
        finally:
            line[1].close()

    async def say_nothing(self) -> None:
        """Begin a request, and wait until the server has had enough."""
        reader, writer = await self.dial(self.silent)
        try:
            writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ")
            await reader.read(1)
            self.counts["hung up on"] += 1
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
        """Pings and empty parts of a message, thousands in a breath."""
        await self._flood(b"\x89\x80abcd" * 4000 + b"\x01\x80abcd" + b"\x00\x80abcd" * 4000)

    async def play(self) -> None:
        """Moves and undoings, allowed or not."""
        wanted = [
            {"type": "move", "id": "a", "version": 0, "move": "1B1"},
            {"type": "undo", "id": "b", "version": 0},
            {"type": "ask_hints", "id": "c", "version": 0},
            {"type": "say", "id": "d", "text": "x" * 300},
        ]
        await self._flood(b"".join(_frame(json.dumps(each).encode()) for each in wanted) * 20)

    async def _flood(self, data: bytes) -> None:
        reader, writer = await self._socket()
        listening = asyncio.create_task(_swallow(reader))
        try:
            while time.monotonic() < self.end and not listening.done():
                writer.write(data)
                await writer.drain()
                self.counts["floods"] += 1
        finally:
            listening.cancel()
            writer.close()


async def _swallow(reader: asyncio.StreamReader) -> None:
    while await reader.read(65536):
        pass


def _frame(data: bytes) -> bytes:
    """A text in a frame whose mask changes nothing."""
    return b"\x81\xfe" + len(data).to_bytes(2) + b"\0\0\0\0" + data


@click.command()
@click.argument("address", required=False)
@click.option("--each", is_flag=True, help="Try the catalogue on a server of its own.")
@click.option("--only", multiple=True, help="Those of the catalogue whose names hold this text.")
@click.option("--seconds", type=float, help="20; of each entry of the catalogue 3.")
@click.option("--visitor", default=1, show_default=True, type=click.IntRange(1, 255))
def main(
    *, address: str | None, each: bool, only: tuple[str, ...], seconds: float | None, visitor: int
) -> None:
    """Annoy the server at ADDRESS, like 127.0.0.1:8000."""
    if each:
        from catalogue import try_each  # noqa: PLC0415

        try_each(seconds or 3.0, only)
        return
    if not address or not address.startswith("127."):
        raise click.UsageError("only servers on this machine: 127.0.0.1:PORT")
    os.nice(NICENESS)
    attacker = Attacker(address, seconds or 20.0, visitor)
    asyncio.run(attacker.run())
    print(
        "attacker:", ", ".join(f"{kind} {count}" for kind, count in attacker.counts.most_common())
    )


if __name__ == "__main__":
    main()
