"""The parts that a server has, for one guest in a browser, and the context of what they ask."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

import msgspec

from azulejos.errors import NotFound, error_of
from azulejos.offline.store import LocalStore
from azulejos.play.record import Record
from azulejos.tables.bots.consulting import LevelPool
from azulejos.tables.live import log
from azulejos.tables.live.standing import Standing
from azulejos.tables.lobby.lobby import Lobby
from azulejos.tables.lobby.new_table import NewSeat, NewTable
from azulejos.tables.people.guests import FIRST_NAME, Guests, Identity, Restrictions
from azulejos.tables.people.limits import ALLOWANCES, Allowance, RateLimits
from azulejos.tables.people.networks import Reach
from azulejos.tables.requests.backend import Backend
from azulejos.tables.requests.route import Content, Context, Route, download
from azulejos.tables.settings import Settings
from azulejos.tables.store.rows import Cursor
from azulejos.tables.study.opening import GamesFile, read_games
from azulejos.tables.study.reader import Answer, Job, answer
from azulejos.tables.study.reviews import Reviews

T = TypeVar("T")

Fetch = Callable[[str], Awaitable[bytes]]
"""Fetches a file that lies beside the archives, by its name; an `Offline` if that fails."""

HERE = "here"
"""The address from which everything comes."""

UNLIMITED = dict.fromkeys(ALLOWANCES, Allowance(1, 0.0))
"""Nobody else waits for this guest."""

AT_ONCE = 100


class NoMeter:
    """Counts nothing: see `Meter`."""

    def count(self, name: str, label: str, count: int = 1) -> None: ...

    def observe(self, name: str, seconds: float) -> None: ...

    def gauge(self, name: str, meaning: str, value: Callable[[], float]) -> None: ...


class LocalReading:
    """Reads in place: see `Reading`."""

    async def read(self, job: Job, asker: str) -> Answer:
        del asker
        await asyncio.sleep(0)  # what waits goes first
        result = answer(job)
        if result.code:
            raise error_of(result.code, result.said or result.reason)
        return result


@dataclass
class LocalBackend(Backend):
    """See the module; it implements `Backend`."""

    settings: Settings
    store: LocalStore
    pool: LevelPool
    guests: Guests
    lobby: Lobby
    reviews: Reviews
    metrics: NoMeter = field(default_factory=NoMeter)
    limits: RateLimits = field(default_factory=lambda: RateLimits(UNLIMITED))
    restrictions: Restrictions = field(default_factory=Restrictions)
    readers: LocalReading = field(default_factory=LocalReading)
    sockets: Counter[str] = field(default_factory=Counter)
    reach: Reach = field(default_factory=Reach)
    push: None = None
    has_others = False
    fetch: Fetch | None = None

    @classmethod
    def of(cls, store: LocalStore, pool: LevelPool, bot_pause: float) -> LocalBackend:
        """All parts, on a store."""
        settings = Settings(store="", bot_pause=bot_pause)
        lobby = Lobby(store, pool, NoMeter(), settings)
        return cls(settings, store, pool, Guests(store), lobby, Reviews(pool))

    async def in_thread(self, work: Callable[[], T]) -> T:
        """There are no threads here."""
        await asyncio.sleep(0)
        return work()

    async def fetched(self, file: str) -> bytes:
        """A file that lies beside the archives."""
        if self.fetch is None:
            raise NotFound(f"{file} is missing")
        return await self.fetch(file)

    async def forget(self, guest: str) -> None:
        """Delete everything: all of it belongs to this guest."""
        del guest
        await self.store.forget_everything()
        await self.lobby.listener.look_at_notices()

    async def start(self) -> None:
        await self.lobby.listener.look_at_notices()
        self.lobby.start()

    async def stop(self) -> None:
        await self.reviews.stop()
        await self.lobby.stop()
        await self.pool.stop()


class LocalContext(Context):
    """See `Context`: the caller is the guest whose browser this is."""

    backend: LocalBackend
    address = HERE

    def __init__(
        self, backend: LocalBackend, headers: Mapping[str, str] | None = None, body: str = ""
    ) -> None:
        self.backend = backend
        self.headers = {name.lower(): value for name, value in (headers or {}).items()}
        self.body = body

    async def caller(self) -> Identity | None:
        return self.backend.store.owner()

    async def new_guest(self, name: str = FIRST_NAME) -> Identity:
        return (await self.backend.guests.add(name))[0]

    def sign_in(self, secret: str) -> None:
        """Nobody else is known here."""


# Requests that only a page without a server answers: its games are on this device alone


class Imported(msgspec.Struct, frozen=True):
    """The tables that were made, in the order of the file."""

    tables: list[str]


async def export_games(context: LocalContext, table: str | None = None) -> Content[bytes]:
    """Export all games on this device that have begun, or one, as a file that can be imported."""
    names = [table] if table else await _tables_of(context)
    result = [await (await context.backend.lobby.table(name)).read(again) for name in names]
    games = [each for each in result if each.record]
    if table and not games:
        raise NotFound("the game has not begun")
    text = msgspec.json.format(msgspec.json.encode(GamesFile(games=games)), indent=1)
    return download(text, "azulejos-games.json")


async def _tables_of(context: LocalContext) -> list[str]:
    caller = await context.caller()
    names: list[str] = []
    place: Cursor | None = None
    while caller:
        rows = await context.backend.store.tables_of(caller.guest, AT_ONCE, place)
        names += [row.table for row in rows]
        if len(rows) < AT_ONCE:
            break
        place = Cursor(rows[-1].updated, rows[-1].table)
    return names


def again(standing: Standing) -> NewTable:
    """A table that continues where this one is."""
    return NewTable(
        game=standing.game.name,
        seats=[_seat(seat.holder) for seat in standing.seats],
        pace=standing.created.pace,
        clock=standing.created.clock,
        record=standing.record.to_json() if standing.match else None,
    )


def _seat(holder: log.Holder) -> NewSeat:
    if holder.level:
        return NewSeat("bot", holder.level)
    return NewSeat("beside", name=holder.name) if holder.is_beside else NewSeat("me")


async def import_games(context: LocalContext) -> Imported:
    """Make tables from a file or a record; all of them, or none if one cannot be read."""
    guest, backend = await context.guest(), context.backend
    games = read_games(context.body)
    for wanted in games:
        await backend.in_thread(partial(Record.read, wanted.record or ""))
    return Imported([await backend.lobby.create(wanted, guest) for wanted in reversed(games)][::-1])


async def remove_table(context: LocalContext, table: str) -> dict[str, str]:
    """Remove a table for good: nobody else is at it."""
    await context.backend.lobby.events.publish()
    await context.backend.store.forget_table(table)
    await context.backend.lobby.listener.look_at_notices()
    return {}


OWN_ROUTES = (
    Route("GET", "/api/export", export_games),
    Route("POST", "/api/import", import_games, status=201),
    Route("DELETE", "/api/tables/{table}", remove_table),
)
