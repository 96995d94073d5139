"""A server in a process of its own, and people who play at its tables over real sockets."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from http.cookies import SimpleCookie
from pathlib import Path
from types import TracebackType
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidMessage, InvalidStatus

from certificates import NONE_TRUSTED
from patience import PATIENCE

BROKEN = (OSError, ConnectionClosed, InvalidMessage, InvalidStatus, httpx.TransportError)

SOURCE = random.Random(1)  # of what people choose

Message = dict[str, Any]


class ServerProcess:
    """`azulejos serve`, which can be killed and started again at the same address."""

    def __init__(self, store: str, log: Path, *options: str, prelude: str = "") -> None:
        self.store = store
        self.log = log
        self.options = options
        self.prelude = prelude  # Python to run first
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start, and wait until requests are answered. Kernels are interpreted: ready at once."""
        program = f"{self.prelude}\nfrom azulejos.cli.main import main\nmain()"
        command = [sys.executable, "-c", program, "serve", "--port", str(self.port)]
        command += ["--workers", "1", "--log", "text", *self.options]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command,
                env={**os.environ, "AZULEJOS_STORE": self.store, "AZULEJOS_INTERPRETED": "1"},
                stdout=log,
                stderr=log,
                start_new_session=True,  # so that what it leaves behind is found
            )
        end = time.monotonic() + PATIENCE
        while not self._is_ready():
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < end, self.log.read_text()
            time.sleep(0.02)

    def _is_ready(self) -> bool:
        try:
            return httpx.get(f"http://{self.address}/health", verify=NONE_TRUSTED).is_success
        except httpx.TransportError:
            return False

    def kill(self) -> None:
        """End it in the middle of whatever it does."""
        self.end(signal.SIGKILL)

    def stop(self) -> int:
        """Tell it to stop."""
        return self.end(signal.SIGTERM)

    def end(self, how: signal.Signals) -> int:
        """Send a signal, wait for the end, and answer the exit code."""
        assert self.process
        self.process.send_signal(how)
        return self.process.wait(PATIENCE)

    def left_behind(self) -> list[int]:
        """Processes that it started and that still run."""
        assert self.process
        return [pid for pid in processes() if session_of(pid) == self.process.pid]

    def __enter__(self) -> ServerProcess:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self.process
        if self.process.poll() is None:
            self.kill()


def free_port() -> int:
    with socket.socket() as result:
        result.bind(("127.0.0.1", 0))
        return int(result.getsockname()[1])


def processes() -> Iterator[int]:
    return (int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit())


def command_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""


def session_of(pid: int) -> int | None:
    try:
        state, _, _, session, *_ = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return None if state == "Z" else int(session)


def client_of(address: str) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=f"http://{address}", timeout=PATIENCE, verify=NONE_TRUSTED)


@dataclass
class Person:
    """A guest, who is known by a cookie wherever the server is."""

    cookie: str

    @classmethod
    async def arrive(cls, address: str, name: str) -> Person:
        async with client_of(address) as client:
            answer = await client.put("/api/me", json={"name": name})
            answer.raise_for_status()
        return cls.of(answer)

    @classmethod
    async def by_link(cls, address: str, link: str) -> Person:
        """Another device of the person whose link this is."""
        async with client_of(address) as client:
            return cls.of(await client.post(link.replace("/me/", "/api/links/")))

    @classmethod
    def of(cls, answer: httpx.Response) -> Person:
        cookie = SimpleCookie(answer.headers["set-cookie"])["azulejos"]
        return cls(f"azulejos={cookie.value}")

    async def ask(self, address: str, method: str, path: str, body: object = None) -> Any:
        """Ask something by HTTP."""
        async with client_of(address) as client:
            answer = await client.request(method, path, json=body, headers={"Cookie": self.cookie})
            answer.raise_for_status()
            return answer.json()

    async def connect(self, address: str, table: str) -> Seat:
        uri = f"ws://{address}/api/tables/{table}/socket"
        return Seat(await connect(uri, additional_headers={"Cookie": self.cookie}))


class Seat:
    """A person's connection to a table."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self.update: Message = {}
        self.heard: list[Message] = []

    async def hear(self) -> Message:
        """The next message."""
        async with asyncio.timeout(PATIENCE / 4):  # a silent line counts as broken
            message: Message = json.loads(await self._connection.recv())
        self.heard.append(message)
        if message["type"] == "update":
            self.update = message
        return message

    async def say(self, **message: object) -> None:
        await self._connection.send(json.dumps(message))

    async def see(self, version: int) -> Message:
        """Wait for an update that is at least as new."""
        while self.update.get("version", -1) < version:
            await self.hear()
        return self.update

    async def answer_to(self, name: str) -> Message:
        """Wait for what is said about a message of one's own."""
        while True:
            message = await self.hear()
            if message["type"] in ("done", "refused") and message["id"] == name:
                return message

    async def close(self) -> None:
        await self._connection.close()


def any_choice(update: Message) -> str:
    return str(SOURCE.choice(update["choices"])["move"])
