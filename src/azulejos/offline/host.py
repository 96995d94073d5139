"""A server for one page, in a worker of the same browser.

It answers the same requests and speaks the same messages as `azulejos serve`, by the same classes:

    host = await Host.start(disk, spawn, workers=4, tell=print)
    answer = await host.request("POST", "/api/tables", {}, '{"game": "azul", "seats": ...}')
    channel = host.open("/api/tables/NAME/socket?version=-1", send, closed)
    channel.receive('{"type": "ping"}')
    channel.close()

`send(text)` is called with every message of the table and `closed(code, reason)` once, after the
last; the codes are those of the server's sockets. What is received before a table is found waits
for it. A review is a channel, too: `host.open("/api/tables/NAME/review", send, closed)` sends its
lines, and closes with 1000 after the last one; closing it ends the thinking.

`disk` is where games are kept (`disk.py`). `spawn` starts workers in which bots think
(`ports.py`); where it is None they think here, which holds up all else. `tell(storage)` hears
whether games are kept. `door.py` does all this for a message port, and `browser.py` begins it.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Mapping
from contextlib import aclosing, suppress
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from azulejos.errors import AzulejosError, NotFound, Offline, StoreError
from azulejos.offline.backend import HERE, OWN_ROUTES, Fetch, LocalBackend, LocalContext
from azulejos.offline.disk import Disk, Journal, Storage
from azulejos.offline.ports import Spawn, started_pool
from azulejos.offline.store import LocalStore
from azulejos.tables.inbox import Inbox
from azulejos.tables.live.audience import Subscriber
from azulejos.tables.requests import study
from azulejos.tables.requests.conversation import (
    MAX_FRAME_SIZE,
    TOO_BIG,
    TRY_AGAIN,
    Conversation,
    closing_code,
    known_version,
    table_at,
)
from azulejos.tables.requests.route import JSON, Problem, Route, encode, problem_of, status_of
from azulejos.tables.requests.routes import ROUTES

logger = logging.getLogger(__name__)

DONE = 1000
REVIEW = "/review"

Send = Callable[[str], None]
Closed = Callable[[int, str], None]


@dataclass(frozen=True)
class HostAnswer:
    """What a request is answered with."""

    body: str
    status: int
    headers: Mapping[str, str]


@cache
def patterns() -> list[tuple[Route, re.Pattern[str]]]:
    """A pattern for the paths of each route."""
    return [
        (route, re.compile(route.path_with("(?P<NAME>[^/]+)", "(?P<NAME>-?[0-9]+)")))
        for route in (*ROUTES, *OWN_ROUTES)
    ]


def route_for(method: str, path: str) -> tuple[Route, dict[str, str]]:
    """The route of a request, and the parameters in its path."""
    for route, pattern in patterns():
        result = pattern.fullmatch(path)
        if result and route.method == method:
            return route, {name: unquote(value) for name, value in result.groupdict().items()}
    raise NotFound(f"there is no {method} {path} here")


class Host:
    def __init__(self, backend: LocalBackend, journal: Journal) -> None:
        self.backend = backend
        self._journal = journal
        self._channels: set[Channel] = set()
        self._packing = asyncio.create_task(backend.store.pack())  # nobody waits for it

    @classmethod
    async def start(
        cls,
        disk: Disk,
        spawn: Spawn | None = None,
        fetch: Fetch | None = None,
        *,
        workers: int = 1,
        is_small: bool = False,
        tell: Callable[[Storage], None] = lambda _: None,
        bot_pause: float = 0.3,
    ) -> Host:
        """Read what is stored, and start; a small device has little memory."""
        journal = Journal(disk, tell)
        store = await LocalStore.open(journal)
        pool = await started_pool(spawn, workers, is_small=is_small)
        backend = LocalBackend.of(store, pool, bot_pause)
        backend.fetch = fetch
        await backend.start()
        return cls(backend, journal)

    @property
    def storage(self) -> Storage:
        """Whether what happens now is stored."""
        return self._journal.storage

    async def request(
        self, method: str, path: str, headers: Mapping[str, str] | None = None, body: str = ""
    ) -> HostAnswer:
        """Answer a request of the page. Whatever goes wrong is an answer, too."""
        try:
            return await self._answered(method, path, LocalContext(self.backend, headers, body))
        except AzulejosError as error:
            problem, status = problem_of(error), status_of(error)
        except Exception:
            logger.exception("a request failed")
            problem, status = Problem("error", "something went wrong here"), 500
        return HostAnswer(encode(problem).decode(), status, {"content-type": JSON})

    async def _answered(self, method: str, address: str, context: LocalContext) -> HostAnswer:
        parts = urlsplit(address)
        route, named = route_for(method, parts.path.rstrip("/"))
        if route.needs_server:
            raise Offline("this needs a server, and there is only this device")
        content = await route.answer(context, named, parts.query, context.body)
        headers = {name.lower(): value for name, value in content.headers.items()}
        body = content.body
        whole = body if isinstance(body, bytes) else b"".join([part async for part in body])
        return HostAnswer(whole.decode(), content.status, {"content-type": route.kind, **headers})

    def open(self, path: str, send: Send, closed: Closed) -> Channel:
        """Connect to a table, or follow a review."""
        channel = Channel(self.backend, path, send, closed)
        self._channels.add(channel)
        channel.ended.add_done_callback(lambda _: self._channels.discard(channel))
        return channel

    async def stop(self) -> None:
        for channel in list(self._channels):
            channel.close()
        await asyncio.gather(*(channel.ended for channel in self._channels), return_exceptions=True)
        await self._packing
        await self.backend.stop()


class Channel:
    """A socket of the page, or a stream that it reads."""

    def __init__(self, backend: LocalBackend, path: str, send: Send, closed: Closed) -> None:
        self._backend = backend
        self._send = send
        self._closed = closed
        self._received: Inbox[str | None] = Inbox()
        self.ended: asyncio.Task[None] = asyncio.create_task(self._run(path))

    def receive(self, text: str) -> None:
        """Take a message from the page."""
        self._received.put(text)

    def close(self) -> None:
        """End it on behalf of the page, which is told nothing more."""
        self._send = self._closed = _unheard
        self._received.put(None)

    async def _run(self, address: str) -> None:
        path = urlsplit(address).path
        try:
            code = await (self._review(path) if path.endswith(REVIEW) else self._talk(address))
        except AzulejosError as error:
            self._closed(closing_code(error), str(error))
        except Exception:
            logger.exception("a channel failed")
            self._closed(TRY_AGAIN, "something went wrong here")
        else:
            self._closed(code, "")

    async def _talk(self, address: str) -> int:
        """Talk with a table until either side ends it."""
        parts = urlsplit(address)
        version = known_version(parse_qs(parts.query).get("version", ["-1"])[-1])
        table = await self._backend.lobby.table(table_at(parts.path))
        subscriber = Subscriber(self._backend.store.owner(), version, address=HERE)
        conversation = Conversation(self._backend, table, subscriber, HERE)
        writing = asyncio.create_task(self._write(subscriber))
        reading = asyncio.create_task(self._read(conversation))
        try:
            await conversation.begin()
            await asyncio.wait((writing, reading), return_when=asyncio.FIRST_COMPLETED)
            return reading.result() if reading.done() else TRY_AGAIN
        finally:
            for task in (writing, reading):
                task.cancel()
                with suppress(asyncio.CancelledError, StoreError):
                    await task
            await conversation.end()

    async def _write(self, subscriber: Subscriber) -> None:
        while (message := await subscriber.next_message()) is not None:
            self._send(message)

    async def _read(self, conversation: Conversation) -> int:
        while (text := await self._received.get()) is not None:
            if len(text) > MAX_FRAME_SIZE:
                return TOO_BIG
            await conversation.hear(text)
        return DONE

    async def _review(self, path: str) -> int:
        """Send a review line by line, until it is done or nobody follows it."""
        table = path.removesuffix(REVIEW).rpartition("/")[2]
        review = await study.review(LocalContext(self._backend), table)
        telling = asyncio.create_task(self._tell(review.body))
        leaving = asyncio.create_task(self._received.get())
        await asyncio.wait((telling, leaving), return_when=asyncio.FIRST_COMPLETED)
        for task in (telling, leaving):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        return DONE

    async def _tell(self, lines: Any) -> None:
        async with aclosing(lines):
            async for line in lines:
                self._send(line.decode().rstrip())


def _unheard(*_: object) -> None:
    """Nobody listens any more."""
