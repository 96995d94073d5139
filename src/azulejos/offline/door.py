"""What a page and its worker say to each other: see `Door`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

import msgspec

from azulejos.offline.disk import Storage
from azulejos.offline.host import Channel, Host


class Request(msgspec.Struct, frozen=True, tag="request", tag_field="kind"):
    """A page fetches something."""

    id: int
    method: str
    path: str
    headers: dict[str, str] = {}


class Open(msgspec.Struct, frozen=True, tag="open", tag_field="kind"):
    """A page opens a channel, by a number that it has not used before."""

    id: int
    path: str


class Send(msgspec.Struct, frozen=True, tag="send", tag_field="kind"):
    """A page says something on a channel."""

    id: int


class Close(msgspec.Struct, frozen=True, tag="close", tag_field="kind"):
    """A page closes a channel."""

    id: int


class Answered(msgspec.Struct, frozen=True, tag="answer", tag_field="kind"):
    """The answer to a request."""

    id: int
    status: int
    headers: Mapping[str, str]


class Text(msgspec.Struct, frozen=True, tag="text", tag_field="kind"):
    """Something is said on a channel."""

    id: int


class Closed(msgspec.Struct, frozen=True, tag="closed", tag_field="kind"):
    """A channel is closed from this side."""

    id: int
    code: int
    reason: str


FromPage = Request | Open | Send | Close
ToPage = Answered | Text | Closed | Storage

Post = Callable[[str, str], None]

read = msgspec.json.Decoder(FromPage).decode
encode = msgspec.json.Encoder().encode


class Door:
    """Hears what a page says, and posts what it is to hear.

    Each is a message in JSON, and beside it the text that was said, asked or answered, as it is.
    Several pages may share a host, each by a door of its own.
    """

    def __init__(self, host: Host, post: Post) -> None:
        self._host = host
        self._post = post
        self._channels: dict[int, Channel] = {}
        self._answering: set[asyncio.Task[None]] = set()
        self.tell(host.storage)

    def hear(self, message: str, text: str = "") -> None:
        """Do what a message asks for."""
        match read(message):
            case Request() as request:
                task = asyncio.create_task(self._answer(request, text))
                self._answering.add(task)
                task.add_done_callback(self._answering.discard)
            case Open(number, path):
                self._open(number, path)
            case Send(number):
                if channel := self._channels.get(number):
                    channel.receive(text)
            case Close(number):
                if channel := self._channels.pop(number, None):
                    channel.close()

    def tell(self, message: ToPage, text: str = "") -> None:
        """Send the page a message."""
        self._post(encode(message).decode(), text)

    def close(self) -> None:
        """Close all channels: the page is gone."""
        for channel in self._channels.values():
            channel.close()
        self._channels.clear()

    async def _answer(self, request: Request, text: str) -> None:
        result = await self._host.request(request.method, request.path, request.headers, text)
        self.tell(Answered(request.id, result.status, result.headers), result.body)

    def _open(self, number: int, path: str) -> None:
        def closed(code: int, reason: str) -> None:
            self._channels.pop(number, None)
            self.tell(Closed(number, code, reason))

        def send(text: str) -> None:
            self.tell(Text(number), text)

        self._channels[number] = self._host.open(path, send, closed)
