"""What requests are answered with: the parts of a server, or of a page without one.

A guest's notes may be changed by several requests at once; no change is lost.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable
from typing import Protocol, TypeVar

import msgspec

from azulejos.core.state import View
from azulejos.errors import Busy, Conflict, NotAllowed
from azulejos.play.daily import DailyGame
from azulejos.tables.bots.scheduling import Claim
from azulejos.tables.bots.tasks import TaskResult
from azulejos.tables.clock import now
from azulejos.tables.export import ExportStore
from azulejos.tables.live.services import Bots, Meter
from azulejos.tables.lobby.lobby import Lobby, LobbyStore
from azulejos.tables.people.guests import Guests, PeopleStore, Restrictions
from azulejos.tables.people.limits import RateLimits
from azulejos.tables.people.networks import Reach
from azulejos.tables.settings import Settings
from azulejos.tables.store.protocol import Store
from azulejos.tables.store.rows import Note, NoteKind
from azulejos.tables.study.reader import Answer, Job
from azulejos.tables.study.reviews import Judges, Reviews

T = TypeVar("T")

Noted = TypeVar("Noted", bound=msgspec.Struct)

PROGRESS: NoteKind = "progress"
WRITE_TRIES = 20  # at once a guest has a few devices


class BackendStore(LobbyStore, PeopleStore, ExportStore, Protocol):
    """What the answers to requests ask of a store."""


class PushServices(Protocol):
    """Sends messages to browsers whose page is closed."""

    @property
    def public_key(self) -> str: ...

    def check(self, endpoint: str, p256dh: bytes, auth: bytes) -> None:
        """Raise `Malformed` if no message could be sent there."""


class Advisers(Bots, Judges, Protocol):
    """Bots that also move in positions that somebody analyses."""

    async def answer(self, view: View, level: str, claim: Claim) -> str:
        """The move that a bot of a level chooses in such a position."""

    async def analyse(self, view: View, effort: int, claim: Claim) -> TaskResult:
        """The best moves there, and how far was thought."""

    async def par(self, daily: DailyGame, level: str, claim: Claim) -> list[int]:
        """How far ahead of the opponent a level ends in the game of a day, in several games."""


class Reading(Protocol):
    """Reads and replays what clients send, where that holds up nobody else."""

    async def read(self, job: Job, asker: str) -> Answer:
        """Have a job done; errors of its text are raised as if it had been read here."""


class Backend(ABC):
    settings: Settings
    store: BackendStore
    guests: Guests
    lobby: Lobby
    pool: Advisers
    limits: RateLimits
    metrics: Meter
    reviews: Reviews
    restrictions: Restrictions
    readers: Reading
    sockets: Counter[str]  # open sockets and streams, by address
    reach: Reach
    has_others: bool  # whether anybody but the caller could come

    @property
    @abstractmethod
    def push(self) -> PushServices | None: ...

    @abstractmethod
    async def in_thread(self, work: Callable[[], T]) -> T:
        """Do what takes some milliseconds, without keeping others waiting where that can be."""

    @abstractmethod
    async def fetched(self, file: str) -> bytes:
        """A file of the package that is not where it runs: a browser fetches it when needed."""

    @abstractmethod
    async def forget(self, guest: str) -> None:
        """Erase all that is kept of a guest."""


class ServerBackend(Backend):
    """The parts of a server."""

    store: Store
    stopping: asyncio.Event


def expect_room(backend: Backend, address: str) -> None:
    """Raise if there are too many connections."""
    settings = backend.settings
    if backend.sockets.total() >= settings.max_sockets:
        raise Busy("the server has too many connections")
    if backend.sockets[address] >= settings.max_sockets_of_one:
        raise NotAllowed("too many connections from one address")


# Notes


async def read_note(backend: Backend, guest: str, key: str, empty: Noted) -> Noted:
    """A guest's note, or `empty` if there is none."""
    return _said(await backend.store.note(guest, PROGRESS, key), empty)


async def change_note(
    backend: Backend, guest: str, key: str, empty: Noted, changed: Callable[[Noted], Noted]
) -> tuple[Noted, Noted]:
    """Change a note, even if others do so at the same time; return it before and after."""
    for _ in range(WRITE_TRIES):
        note = await backend.store.note(guest, PROGRESS, key)
        before = _said(note, empty)
        after = changed(before)
        if after == before:
            return before, after
        new = Note(PROGRESS, key, now(), msgspec.json.encode(after))
        try:
            await backend.store.replace_note(guest, new, note)
        except Conflict:
            if await backend.store.note(guest, PROGRESS, key) == note:
                raise  # there is no such guest any more
        else:
            return before, after
    raise Busy("this is being changed elsewhere: try again")


def _said(note: Note | None, empty: Noted) -> Noted:
    return msgspec.json.decode(note.body, type=type(empty)) if note else empty
