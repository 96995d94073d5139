"""What the page asks, by method and path: the same as of a server, and a little more."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, TypeVar
from urllib.parse import parse_qsl, unquote, urlsplit

import msgspec

from azulejos.errors import Malformed, NotFound, Offline
from azulejos.offline.backend import LocalBackend
from azulejos.offline.games import import_games, written_games
from azulejos.tables.export import exported
from azulejos.tables.lobby.new_table import NewTable
from azulejos.tables.network import ReachInfo
from azulejos.tables.people.guests import FIRST_NAME, Identity
from azulejos.tables.requests import about, me, mistakes, puzzles, skill, study, tables
from azulejos.tables.requests.me import MAX_LISTED, Devices, NewName
from azulejos.tables.requests.push import PushInfo
from azulejos.tables.requests.study import (
    AskedAnalysis,
    AskedEdit,
    AskedPosition,
    BotTurn,
    FileText,
    SentText,
)
from azulejos.tables.requests.tables import Download
from azulejos.tables.store import TableState, Which
from azulejos.tables.study.puzzles import Day, PuzzleAnswer

T = TypeVar("T")

HERE = "here"
"""The address from which everything comes."""


@dataclass(frozen=True)
class Asked:
    """A request, taken apart."""

    backend: LocalBackend
    path: Mapping[str, str]
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: str

    @property
    def table(self) -> str:
        return self.path["table"]

    @property
    def caller(self) -> Identity | None:
        """Who asks, if there is somebody yet."""
        return self.backend.store.owner()

    async def guest(self, name: str = FIRST_NAME) -> Identity:
        """Who asks, from now on if nobody was here before."""
        return self.caller or (await self.backend.guests.add(name))[0]

    def read(self, kind: type[T]) -> T:
        """What the body says."""
        try:
            return msgspec.json.decode(self.body, type=kind)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise Malformed(f"this cannot be read: {error}") from None

    def options(self, kind: type[T]) -> T:
        """What is said behind the path."""
        try:
            return msgspec.convert(dict(self.query), kind, strict=False)
        except msgspec.ValidationError as error:
            raise Malformed(f"this cannot be read: {error}") from None


@dataclass(frozen=True)
class Answer:
    """What a request is answered with."""

    body: str
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=lambda: {"content-type": "application/json"})


def of_json(value: object, status: int = 200) -> Answer:
    return Answer(msgspec.json.encode(value).decode(), status)


def of_text(text: str, kind: str) -> Answer:
    return Answer(text, headers={"content-type": kind})


def of_download(download: Download) -> Answer:
    headers = {"content-type": download.kind}
    headers |= {name.lower(): value for name, value in download.headers.items()}
    return Answer(download.content.decode(), headers=headers)


Route = Callable[[Asked], Awaitable[Answer]]

ROUTES: dict[tuple[str, str], Route] = {}
"""By method and path, where `{table}` and the like stand for one part of it."""


def on(method: str, *paths: str) -> Callable[[Route], Route]:
    """Answer requests of a method to some paths."""

    def added(route: Route) -> Route:
        for path in paths:
            ROUTES[method, path] = route
        return route

    return added


def route_for(method: str, address: str) -> tuple[Route, dict[str, str], dict[str, str]]:
    """What answers a request, with the parts of its path and what is said behind it."""
    parts = urlsplit(address)
    path = parts.path.rstrip("/")
    for (known, pattern), route in ROUTES.items():
        result = re.fullmatch(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", pattern), path)
        if result and known == method:
            named = {name: unquote(value) for name, value in result.groupdict().items()}
            return route, named, dict(parse_qsl(parts.query))
    raise NotFound(f"there is no {method} {path} here")


# What there is


@on("GET", "/api/games")
async def games(asked: Asked) -> Answer:
    return of_json(about.games(asked.backend))


class RulesWanted(msgspec.Struct):
    language: str | None = None


@on("GET", "/api/games/{game}/rules")
async def rules(asked: Asked) -> Answer:
    language = asked.options(RulesWanted).language
    accepted = asked.headers.get("accept-language", "")
    return of_text(about.rules(asked.path["game"], language, accepted), "text/markdown")


@on("GET", "/api/network")
async def reach(_: Asked) -> Answer:
    return of_json(ReachInfo([], may_open=False))


# Oneself


@on("GET", "/api/me")
async def who(asked: Asked) -> Answer:
    return of_json(me.about(asked.caller))


@on("PUT", "/api/me")
async def rename(asked: Asked) -> Answer:
    name = asked.read(NewName).name
    if asked.caller is None:
        return of_json(me.about(await asked.guest(name)))
    return of_json(await me.rename(asked.backend, asked.caller, name))


@on("DELETE", "/api/me")
async def forget(asked: Asked) -> Answer:
    await asked.backend.store.forget_everything()
    await asked.backend.lobby.listener.look_at_notices()
    return of_json(me.about(None))


@on("GET", "/api/me/data")
async def data(asked: Asked) -> Answer:
    guest = asked.caller
    parts = exported(asked.backend.store, guest.guest) if guest else None
    text = "".join([part async for part in parts]) if parts else "{}"
    return of_download(Download(text.encode(), "application/json", "azulejos-my-data.json"))


@on("GET", "/api/me/links")
async def links(_: Asked) -> Answer:
    return of_json(Devices([], 0))


@on("GET", "/api/me/push")
async def push(_: Asked) -> Answer:
    return of_json(PushInfo(None, is_subscribed=False))


class MineWanted(msgspec.Struct):
    after: Annotated[str, msgspec.Meta(max_length=80)] | None = None
    limit: Annotated[int, msgspec.Meta(ge=1, le=MAX_LISTED)] = 50
    state: TableState | None = None
    game: Annotated[str, msgspec.Meta(pattern="^[a-z]{1,20}$")] | None = None


@on("GET", "/api/mine")
async def mine(asked: Asked) -> Answer:
    wanted = asked.options(MineWanted)
    which = Which(wanted.state, wanted.game)
    page = await me.mine(asked.backend, asked.caller, wanted.limit, wanted.after, which)
    return of_json(page)


@on("GET", "/api/me/skill")
async def how_one_plays(asked: Asked) -> Answer:
    return of_json(await skill.skill(asked.backend, asked.caller, HERE))


@on("GET", "/api/mine/statistics")
async def statistics(asked: Asked) -> Answer:
    return of_json(await me.statistics(asked.backend, asked.caller, HERE))


# Tables


@on("POST", "/api/tables")
async def create(asked: Asked) -> Answer:
    wanted = asked.read(NewTable)
    if wanted.is_public or any(seat.kind == "open" for seat in wanted.seats) or not wanted.seats:
        raise Offline("nobody else can come to a table that is only on this device")
    return of_json(await tables.create(asked.backend, await asked.guest(), HERE, wanted), 201)


class ListWanted(msgspec.Struct):
    after: Annotated[str, msgspec.Meta(pattern="^[0-9]{1,6}$")] | None = None
    limit: Annotated[int, msgspec.Meta(ge=1, le=MAX_LISTED)] = 50


@on("GET", "/api/tables")
async def open_tables(asked: Asked) -> Answer:
    wanted = asked.options(ListWanted)
    skip = int(wanted.after or 0)
    return of_json(await tables.open_tables(asked.backend, asked.caller, skip, wanted.limit))


@on("GET", "/api/tables/{table}")
async def describe(asked: Asked) -> Answer:
    return of_json(await tables.describe(asked.backend, asked.caller, asked.table))


@on("POST", "/api/tables/{table}/seats/{seat}")
async def sit(asked: Asked) -> Answer:
    seat = seat_of(asked.path["seat"])
    return of_json(await tables.sit(asked.backend, await asked.guest(), asked.table, seat))


@on("DELETE", "/api/tables/{table}/seats/{seat}")
async def leave(asked: Asked) -> Answer:
    seat = seat_of(asked.path["seat"])
    return of_json(await tables.leave(asked.backend, await asked.guest(), asked.table, seat))


def seat_of(text: str) -> int:
    if text not in ("0", "1", "2", "3"):
        raise Malformed("seats are 0 to 3")
    return int(text)


@on("GET", "/api/tables/{table}/record", "/api/tables/{table}/record.txt")
async def record(asked: Asked) -> Answer:
    return of_download(await tables.record_text(asked.backend, asked.caller, asked.table))


@on("GET", "/api/tables/{table}/record.json")
async def record_json(asked: Asked) -> Answer:
    return of_download(await tables.record_json(asked.backend, asked.caller, asked.table))


@on("GET", "/api/tables/{table}/log.json")
async def log(asked: Asked) -> Answer:
    return of_download(await tables.log(asked.backend, asked.table))


@on("DELETE", "/api/tables/{table}")
async def remove(asked: Asked) -> Answer:
    """Remove a table for good: here nobody but the one who asks is at it."""
    await asked.backend.store.forget_table(asked.table)
    await asked.backend.lobby.listener.look_at_notices()
    return of_json({})


# Studying


@on("GET", "/api/tables/{table}/replay")
async def replay(asked: Asked) -> Answer:
    return Answer((await study.replay(asked.backend, HERE, asked.table)).decode())


@on("GET", "/api/tables/{table}/review")
async def review(asked: Asked) -> Answer:
    """All of it, when it is done; a channel of the same path tells it line by line."""
    lines = await study.review(asked.backend, asked.caller, HERE, asked.table)
    text = b"".join([line async for line in lines]).decode()
    return of_text(text, "application/x-ndjson")


@on("POST", "/api/sandbox")
async def sandbox(asked: Asked) -> Answer:
    return Answer((await study.sandbox(asked.backend, HERE, asked.read(AskedPosition))).decode())


@on("POST", "/api/editor")
async def edit(asked: Asked) -> Answer:
    return Answer((await study.edit(asked.backend, HERE, asked.read(AskedEdit))).decode())


@on("POST", "/api/open")
async def open_text(asked: Asked) -> Answer:
    return Answer((await study.open_text(asked.backend, HERE, asked.read(SentText))).decode())


@on("POST", "/api/sandbox/bot")
async def bot_answers(asked: Asked) -> Answer:
    turn = asked.read(BotTurn)
    return Answer((await study.bot_answers(asked.backend, asked.caller, HERE, turn)).decode())


@on("POST", "/api/analysis")
async def analysis(asked: Asked) -> Answer:
    place = asked.read(AskedAnalysis)
    return of_json(await study.analysis(asked.backend, asked.caller, HERE, place))


# Puzzles


@on("GET", "/api/puzzles")
async def puzzle_sets(_: Asked) -> Answer:
    return of_json(puzzles.sets())


class DayWanted(msgspec.Struct):
    day: Day


@on("GET", "/api/puzzles/daily")
async def daily(asked: Asked) -> Answer:
    day = asked.options(DayWanted).day
    return of_json(await puzzles.daily(asked.backend, asked.caller, HERE, day))


class PuzzleWanted(msgspec.Struct):
    game: puzzles.Word
    theme: puzzles.Word | None = None
    level: puzzles.Word | None = None


@on("GET", "/api/puzzles/next")
async def next_puzzle(asked: Asked) -> Answer:
    wanted = asked.options(PuzzleWanted)
    kind = puzzles.Kind(wanted.game, wanted.theme, wanted.level)
    return of_json(await puzzles.next_puzzle(asked.backend, asked.caller, HERE, kind))


@on("GET", "/api/puzzles/{puzzle}")
async def puzzle(asked: Asked) -> Answer:
    name = asked.path["puzzle"]
    return of_json(await puzzles.puzzle(asked.backend, asked.caller, HERE, name))


@on("POST", "/api/puzzles/{puzzle}/answers")
async def answer_puzzle(asked: Asked) -> Answer:
    name, given = asked.path["puzzle"], asked.read(PuzzleAnswer)
    guest = await asked.guest()
    return of_json(await puzzles.answer(asked.backend, guest, HERE, name, given))


@on("GET", "/api/mine/puzzles")
async def puzzle_progress(asked: Asked) -> Answer:
    return of_json(await puzzles.progress(asked.backend, asked.caller))


@on("GET", "/api/mine/mistakes")
async def own_mistakes(asked: Asked) -> Answer:
    return of_json(await mistakes.listed(asked.backend, asked.caller, HERE))


# Taking games along


@on("POST", "/api/files")
async def read_file(asked: Asked) -> Answer:
    return Answer((await study.read_file(asked.backend, HERE, asked.read(FileText))).decode())


class GamesWanted(msgspec.Struct):
    table: str | None = None


@on("GET", "/api/export")
async def export(asked: Asked) -> Answer:
    """All games of this device, or one, in a file that `POST /api/import` reads."""
    text = await written_games(asked.backend, asked.caller, asked.options(GamesWanted).table)
    return of_download(Download(text, "application/json", "azulejos-games.json"))


@on("POST", "/api/import")
async def import_(asked: Asked) -> Answer:
    """Games of such a file, or of one record, as tables of one's own."""
    return of_json(await import_games(asked.backend, await asked.guest(), asked.body), 201)


# What needs somebody else

ELSEWHERE = (
    ("POST", "/api/me/link"),
    ("DELETE", "/api/me/links"),
    ("DELETE", "/api/me/links/{name}"),
    ("GET", "/api/links/{secret}"),
    ("POST", "/api/links/{secret}"),
    ("PUT", "/api/me/push"),
    ("DELETE", "/api/me/push"),
    ("POST", "/api/network"),
    ("POST", "/api/bot/tokens"),
    ("GET", "/api/bot/games"),
    ("GET", "/api/bot/games/{table}/stream"),
    ("POST", "/api/bot/games/{table}/moves"),
)
"""What a server answers, and nobody can without one."""


async def elsewhere(_: Asked) -> Answer:
    raise Offline("this needs a server: here is only this device")


ROUTES |= dict.fromkeys(ELSEWHERE, elsewhere)
