"""A real server on a real port, and people who talk to it: for the tests of everything it says."""

from __future__ import annotations

import asyncio
import itertools
import json
import threading
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from azulejos.server.hub import Hub
from azulejos.server.running.processes import listen
from azulejos.server.running.run import Server, serve
from azulejos.tables.people.limits import ALLOWANCES, Allowance
from azulejos.tables.settings import Settings
from certificates import NONE_TRUSTED
from patience import PATIENCE

GENEROUS = dict.fromkeys(ALLOWANCES, Allowance(100_000, 0.0001))
OPENED = ExitStack()  # clients and sockets, which are closed after each test
IDS = (f"id-{number}" for number in itertools.count())


def settings_for(store: Path | str, **changes: Any) -> Settings:
    """A server that makes nobody wait: quick bots, no limits that tests would meet."""
    plain = Settings(
        store=str(store),
        workers=1,
        compiles=False,
        bot_pause=0.0,
        allowances=GENEROUS,
        share_of_one=1.0,
        reading_of_one=4.0,
    )
    return replace(plain, **changes)


class Running:
    """A server in a thread of its own."""

    def __init__(self, settings: Settings, *, proxies: str = "", port: int = 0) -> None:
        self.settings = settings
        self._proxies = proxies  # that are believed
        listening = listen("127.0.0.1", port)
        self.address = f"127.0.0.1:{listening.getsockname()[1]}"
        self.url = f"http://{self.address}"
        self._started = threading.Event()
        self._server: Server | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = threading.Thread(target=self._run, args=(listening,), daemon=True)
        self._thread.start()
        assert self._started.wait(PATIENCE), "the server did not start"

    def _run(self, listening: Any) -> None:
        def ready(server: Server) -> None:
            self._server = server
            self._loop = asyncio.get_running_loop()
            self._started.set()

        asyncio.run(serve(self.settings, listening, trusted_proxies=self._proxies, ready=ready))

    @property
    def server(self) -> Server:
        assert self._server is not None
        return self._server

    @property
    def hub(self) -> Hub:
        return self.server.hub

    def call(self, job: Callable[[], Any]) -> Any:
        """Run a coroutine function where the server runs."""
        assert self._loop is not None
        return asyncio.run_coroutine_threadsafe(job(), self._loop).result(PATIENCE)

    def stop(self) -> None:
        assert self._server is not None
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive(), "the server did not stop"

    def guest(self, name: str | None = None) -> Guest:
        """Somebody with a browser; with a name, already known to the server."""
        return Guest(self.url, name)


Start = Callable[..., Running]
"""Starts a server with other settings than most tests need."""


class Guest:
    """Somebody with cookies."""

    def __init__(
        self, url: str, name: str | None = None, *, source: str | None = None, **headers: str
    ) -> None:
        self.url = url
        self._source = source
        come_from = httpx.HTTPTransport(verify=NONE_TRUSTED, local_address=source)
        self.http = httpx.Client(
            base_url=url, headers=headers, timeout=PATIENCE, transport=come_from
        )
        OPENED.callback(self.http.close)
        if name:
            assert self.http.put("/api/me", json={"name": name}).status_code == 200

    def new_table(self, game: str = "azul", *seats: str, **wanted: Any) -> str:
        """Make a table: seats are `me`, `open`, or the level of a bot."""
        plan = [
            {"kind": seat} if seat in ("me", "open") else {"kind": "bot", "level": seat}
            for seat in seats or ("me", "open")
        ]
        answer = self.http.post("/api/tables", json={"game": game, "seats": plan, **wanted})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["table"])

    def sit(self, table: str, seat: int) -> httpx.Response:
        return self.http.post(f"/api/tables/{table}/seats/{seat}")

    def leave(self, table: str, seat: int) -> httpx.Response:
        return self.http.delete(f"/api/tables/{table}/seats/{seat}")

    def move(self, table: str) -> None:
        """Come, make any move, and go."""
        socket = self.socket(table)
        socket.next_update()
        socket.play()
        socket.close()

    @property
    def secret(self) -> str:
        return str(self.http.cookies["azulejos"])

    def socket(self, table: str, version: int = -1, **headers: str) -> Socket:
        """Connect to a table."""
        if "azulejos" in self.http.cookies:
            headers.setdefault("Cookie", f"azulejos={self.secret}")
        headers.setdefault("Origin", self.url)
        address = f"{self.url.replace('http', 'ws')}/api/tables/{table}/socket?version={version}"
        come_from = {"source_address": (self._source, 0)} if self._source else {}
        opening = connect(address, additional_headers=headers, max_size=None, **come_from)
        return Socket(OPENED.enter_context(opening))


class Socket:
    """A connection to a table, what came over it, and how the table stood at last."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.heard: list[dict[str, Any]] = []
        self.update: dict[str, Any] = {}

    def hear(self, timeout: float = PATIENCE) -> dict[str, Any]:
        """The next message."""
        message: dict[str, Any] = json.loads(self.connection.recv(timeout))
        self.heard.append(message)
        if message["type"] == "update":
            self.update = message
        return message

    @property
    def told(self) -> list[dict[str, Any]]:
        """All that happened, whichever update told it: some only say who is here."""
        updates = (message for message in self.heard if message["type"] == "update")
        return [event for update in updates for event in update["since"]]

    def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Hear messages until one is as wanted."""
        while not wanted(message := self.hear()):
            pass
        return message

    def next_update(self, wanted: Callable[[dict[str, Any]], bool] = lambda _: True) -> Any:
        return self.until(lambda m: m["type"] == "update" and wanted(m))

    def at(self, version: int) -> dict[str, Any]:
        """How the table stands at a version or later."""
        while self.update.get("version", -1) < version:
            self.hear()
        return self.update

    def send(self, kind: str, /, **fields: Any) -> str:
        """Say something, and return the id it was given."""
        fields.setdefault("id", next(IDS))
        if kind not in ("say", "ask_events", "ping"):
            fields.setdefault("version", self.update.get("version", -1))
        if kind == "ping":
            del fields["id"]
        self.connection.send(json.dumps({"type": kind, **fields}))
        return str(fields.get("id", ""))

    def ask(self, kind: str, /, **fields: Any) -> dict[str, Any]:
        """Say something and hear the answer to it."""
        name = self.send(kind, **fields)
        return self.until(lambda m: m.get("id") == name)

    def do(self, kind: str, /, **fields: Any) -> int:
        """Have something done, see how the table stands then, and return its version."""
        answer = self.ask(kind, **fields)
        assert answer["type"] == "done", answer
        self.at(answer["version"])
        return int(answer["version"])

    def refusal(self, kind: str, /, **fields: Any) -> str:
        """Say something that must be refused, and return the code of the reason."""
        answer = self.ask(kind, **fields)
        assert answer["type"] == "refused", answer
        return str(answer["code"])

    def play(self, choice: int = 0) -> int:
        """Make one of the legal moves."""
        return self.do("move", move=self.update["choices"][choice]["move"])

    def close(self) -> None:
        self.connection.close()
