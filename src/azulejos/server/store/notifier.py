"""News between server processes, by PostgreSQL's NOTIFY on a connection of its own.

A notification sent inside the transaction that it tells of makes transactions queue behind each
other. So it is sent after the commit, many in one, and may be lost with its process or connection;
whoever listens therefore looks for itself now and then.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import suppress

import asyncpg
import msgspec

from azulejos.tables.store.rows import News, Seen, Written

CHANNEL = "azulejos"
LOOK = "look"  # anything but a list only says that there is something to look for
LONGEST = 7900  # bytes of a notification: PostgreSQL takes fewer than 8,000
LOOK_EVERY = 10.0  # seconds
RECONNECT_AFTER = 1.0  # seconds
CONNECTING = 5.0  # seconds that making a connection, or waiting for a free one, may take
SENDING = 10.0  # seconds after which a silent connection is replaced

encode = msgspec.json.Encoder().encode
unpacked = msgspec.json.Decoder(list[News]).decode


class Notifier:
    """Publishes news for other processes, and hears theirs."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._unsent: dict[tuple[type, str], Written | Seen] = {}
        self._has_unsent = asyncio.Event()
        self._heard: asyncio.Queue[list[News] | None] = asyncio.Queue()
        self._looked = asyncio.get_running_loop().time()
        self._is_closing = False
        self._task = asyncio.create_task(self._run(), name="store-notifier")

    def publish(self, news: Written | Seen) -> None:
        """Tell the others soon; of several reports on a table only the latest."""
        self._unsent[type(news), news.table] = news
        self._has_unsent.set()

    async def heard(self) -> list[News] | None:
        """News from others; None if it is time to look, as something may have been missed."""
        now, due = asyncio.get_running_loop().time(), self._looked + LOOK_EVERY
        heard = None
        if now < due:
            with suppress(TimeoutError):
                async with asyncio.timeout_at(due):
                    heard = await self._heard.get()
        if heard is None:
            self._looked = asyncio.get_running_loop().time()
        return heard

    async def close(self) -> None:
        """Send what is unsent, if that is possible at once, and stop."""
        self._is_closing = True
        self._has_unsent.set()
        await asyncio.wait([self._task], timeout=RECONNECT_AFTER)
        self._task.cancel()
        await asyncio.wait([self._task])

    async def _run(self) -> None:
        while not self._is_closing:
            try:
                connection = await asyncpg.connect(
                    self._url, timeout=CONNECTING, command_timeout=SENDING
                )
                try:
                    await self._serve(connection)
                finally:
                    connection.terminate()
            except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError):
                await asyncio.sleep(RECONNECT_AFTER)

    async def _serve(self, connection: asyncpg.Connection) -> None:
        """Send and receive until the connection breaks or the notifier is closed."""
        ours = connection.get_server_pid()

        def hear(_: object, pid: int, channel: str, payload: str) -> None:
            del channel
            if pid != ours:
                self._heard.put_nowait(read(payload))

        connection.add_termination_listener(lambda _: self._has_unsent.set())
        await connection.add_listener(CHANNEL, hear)
        self._heard.put_nowait(None)  # the others may have rung before
        while not connection.is_closed():
            await self._has_unsent.wait()
            self._has_unsent.clear()
            unsent, self._unsent = self._unsent, {}
            for payload in packed(unsent.values()):
                await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, payload)
            if self._is_closing:
                return


def packed(news: Iterable[News]) -> Iterator[str]:
    """The news as JSON lists, in as few notifications as possible."""
    payload = ""
    for each in news:
        item = encode(each).decode()
        if payload and len(payload) + len(item) + 3 > LONGEST:
            yield f"[{payload}]"
            payload = ""
        payload = f"{payload},{item}" if payload else item
    if payload:
        yield f"[{payload}]"


def read(payload: str) -> list[News] | None:
    """The news in a notification; None, so that the reader looks, if another version sent it."""
    try:
        return unpacked(payload)
    except msgspec.MsgspecError:
        return None
