"""A request: its method and path, its limits, and the function that answers it.

A handler is a coroutine without a web framework. It is given a `Context`, the parameters of path
and query by name, and what was sent as `body`; its annotations say how each of them is read:

    async def sit(context: Context, table: TableName, seat: SeatNumber) -> Seated: ...

    Route("POST", "/api/tables/{table}/seats/{seat}", sit)
"""

from __future__ import annotations

import inspect
import re
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, Literal, TypeVar, get_args, get_origin, get_type_hints
from urllib.parse import parse_qsl

import msgspec

from azulejos.errors import AzulejosError, Malformed, code_of
from azulejos.narration import Message
from azulejos.tables.people.guests import FIRST_NAME, Identity
from azulejos.tables.requests.backend import Backend, ServerBackend

T = TypeVar("T")

JSON = "application/json"
LINES = "application/x-ndjson"
MARKDOWN = "text/markdown"
TEXT = "text/plain"

UNREADABLE = (msgspec.MsgspecError, UnicodeError, RecursionError)

encode = msgspec.json.Encoder().encode

TOO_MANY = 429
STATUSES = {
    "not_allowed": 403,
    "banned": 403,
    "muted": 403,
    "not_found": 404,
    "unknown_name": 404,
    "stale": 409,
    "not_your_turn": 409,
    "game_over": 409,
    "nothing_to_undo": 409,
    "seat_taken": 409,
    "other_rules": 409,
    "unreadable": 409,
    "table_limit": 409,
    "conflict": 409,
    "too_many": TOO_MANY,
    "busy": 503,
    "store": 503,
    "disk_full": 503,
    "store_silent": 503,
    "offline": 503,
}
"""The status of each code; all others are 400."""

MAX_REASON_LENGTH = 300


class Context(ABC):
    """Who asks, from where, and what the answer can be made from."""

    backend: Backend
    address: str
    headers: Mapping[str, str]  # of the request, by their names in lower case

    @abstractmethod
    async def caller(self) -> Identity | None:
        """Who asks, if there is somebody yet."""

    @abstractmethod
    async def new_guest(self, name: str = FIRST_NAME) -> Identity:
        """Somebody who was not here before."""

    @abstractmethod
    def sign_in(self, secret: str) -> None:
        """Let the browser be another guest from now on; nobody, if the secret is empty."""

    async def guest(self) -> Identity:
        """Who asks; a new guest if nobody is known yet."""
        return await self.caller() or await self.new_guest()


class ServerContext(Context):
    """The same on a server: see `Route.needs_server`."""

    backend: ServerBackend


@dataclass(frozen=True)
class Content(Generic[T]):
    """A `T` that is encoded already, at once or in parts."""

    body: bytes | AsyncIterator[bytes]
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


def download(body: bytes | AsyncIterator[bytes], name: str) -> Content[bytes]:
    """A file to download."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Content(body, headers=headers)


def accepted_encodings(header: str) -> set[str]:
    """The encodings that a browser accepts; quality 0 means that it does not."""
    offers = (offer.replace(" ", "").lower().partition(";q=") for offer in header.split(","))
    return {name for name, _, quality in offers if not quality or quality.strip("0.")}


@dataclass(frozen=True)
class Route:
    method: Literal["GET", "POST", "PUT", "DELETE"]
    path: str  # where `{table}` and the like stand for one part of it
    handler: Callable[..., Awaitable[object]]
    status: int = 200
    kind: str = JSON
    limit: str | None = None  # of `ALLOWANCES`, for each address
    needs_server: bool = False  # it needs other people, or other devices
    is_compressed: bool = True  # on its way, if it is long

    @cached_property
    def _hints(self) -> dict[str, Any]:
        return get_type_hints(self.handler, include_extras=True)

    @property
    def name(self) -> str:
        return self.handler.__name__

    @property
    def topic(self) -> str:
        """The name of the module that answers it."""
        return self.handler.__module__.rpartition(".")[2]

    @property
    def summary(self) -> str:
        return (self.handler.__doc__ or "").partition("\n")[0].rstrip(".")

    @property
    def body(self) -> type[msgspec.Struct] | None:
        """The type of the request's body, if it has one."""
        body: type[msgspec.Struct] | None = self._hints.get("body")
        return body

    @property
    def answer_type(self) -> object:
        answer = self._hints["return"]
        return get_args(answer)[0] if get_origin(answer) is Content else answer

    @cached_property
    def parameters(self) -> type[msgspec.Struct]:
        """The parameters of path and query."""
        _, *given = inspect.signature(self.handler).parameters.values()
        fields = [
            (each.name, self._hints[each.name])
            if each.default is each.empty
            else (each.name, self._hints[each.name], each.default)
            for each in given
            if each.name != "body"
        ]
        return msgspec.defstruct(f"{self.name}_parameters", fields, kw_only=True)

    def path_with(self, text: str, number: str) -> str:
        """The path with each parameter replaced; `NAME` stands for its name."""

        def replaced(match: re.Match[str]) -> str:
            hint = self._hints[match[1]]
            is_number = getattr(hint, "__origin__", hint) is int
            return (number if is_number else text).replace("NAME", match[1])

        return re.sub(r"\{(\w+)\}", replaced, self.path)

    async def answer(
        self, context: Context, path: Mapping[str, object], query: str, body: bytes | str
    ) -> Content[object]:
        try:
            said = dict(parse_qsl(query, keep_blank_values=True))
            known = msgspec.convert({**said, **path}, self.parameters, strict=False)
            arguments = msgspec.structs.asdict(known)
            if self.body:
                arguments["body"] = msgspec.json.decode(body, type=self.body)
        except UNREADABLE as error:
            raise Malformed(f"this cannot be read: {error}") from None
        if self.limit:
            context.backend.limits.take(self.limit, context.address)
        result = await self.handler(context, **arguments)
        if isinstance(result, Content):
            return result
        return Content(result.encode() if isinstance(result, str) else encode(result), self.status)


# Requests that cannot be answered


class Problem(msgspec.Struct, frozen=True):
    """Why a request was not answered."""

    code: str  # one of `errors.CODES`
    reason: str  # in English
    said: Message | None = None  # the same, where catalogues have words for it


def status_of(error: AzulejosError) -> int:
    return STATUSES.get(code_of(error), 400)


def problem_of(error: AzulejosError) -> Problem:
    return Problem(code_of(error), one_line(str(error)), error.said)


def one_line(text: str) -> str:
    """A text on one line and not too long: an error may quote whatever somebody sent."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return line if len(line) <= MAX_REASON_LENGTH else f"{line[: MAX_REASON_LENGTH - 1]}…"
