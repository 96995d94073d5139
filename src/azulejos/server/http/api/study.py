"""Games that are over, and positions of one's own: replaying, trying out, analysing."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import AsyncIterator
from contextlib import aclosing
from functools import partial
from typing import Annotated

import msgspec
from litestar import Controller, Response, get, post
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody
from litestar.response import Stream

from azulejos.bots.analysis import decisions
from azulejos.core.notation import LONGEST_POSITION
from azulejos.core.state import View
from azulejos.errors import AzulejosError, Malformed, NotAllowed, code_of
from azulejos.play.match import Match
from azulejos.play.record import LONGEST_RECORD
from azulejos.server.bots.levels import check_level
from azulejos.server.bots.scheduling import advice_for
from azulejos.server.http.api.tables import TableName
from azulejos.server.http.identity import Caller, HttpRequest, TheHub
from azulejos.server.http.security import address_of
from azulejos.server.http.socket import expect_room
from azulejos.server.hub import Hub
from azulejos.server.messages import Hint, ReviewBegun, ReviewFailed, ReviewLine
from azulejos.server.people.guests import Identity
from azulejos.server.study.reader import Look, Retell, Try
from azulejos.server.study.reviews import Review
from azulejos.server.study.studies import Replay, Trial
from azulejos.server.table.standing import Standing
from azulejos.server.table.table import Table
from azulejos.server.table.updates import encode, seat_infos

JSON = "application/json"

ask_trial = partial(
    post, status_code=200, responses={200: ResponseSpec(Trial, generate_examples=False)}
)
"""What is answered with a position to try things out in."""


class AskedPosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position: by its text, or after so many events of a table that is done or of a record."""

    position: Annotated[str, msgspec.Meta(max_length=LONGEST_POSITION)] | None = None
    table: Annotated[str, msgspec.Meta(max_length=40)] | None = None
    record: Annotated[str, msgspec.Meta(max_length=LONGEST_RECORD)] | None = None
    ply: Annotated[int, msgspec.Meta(ge=0, le=LONGEST_RECORD)] | None = None  # or after all events
    move: Annotated[str, msgspec.Meta(max_length=40)] | None = None  # to make; chance answers it


class BotTurn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position in which a bot of a level is to move."""

    position: Annotated[str, msgspec.Meta(max_length=LONGEST_POSITION)]
    level: Annotated[str, msgspec.Meta(max_length=40)]


class Analysis(msgspec.Struct, frozen=True):
    """The best moves in a position, and which seat's they are."""

    to_move: int
    hints: list[Hint]


class StudyController(Controller):
    path = "/api"
    tags = ("study",)

    @get(
        "/tables/{table:str}/replay",
        summary="Replay a game that is over",
        responses={200: ResponseSpec(Replay, generate_examples=False)},
    )
    async def replay(self, request: HttpRequest, hub: TheHub, table: TableName) -> Response[bytes]:
        address = address_of(request.scope)
        hub.limits.take("study", address)
        wanted = await retold(await hub.lobby.table(table))
        packed = (await hub.readers.read(wanted, address)).body
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(packed, media_type=JSON, headers={"Content-Encoding": "gzip"})
        return Response(await asyncio.to_thread(gzip.decompress, packed), media_type=JSON)

    @get(
        "/tables/{table:str}/review",
        summary="Review a game that is over: what each move cost (`ReviewLine`s, one a line)",
        media_type="application/x-ndjson",
    )
    async def review(
        self, request: HttpRequest, hub: TheHub, caller: Caller, table: TableName
    ) -> Stream:
        address = address_of(request.scope)
        guest = payer(caller, address)
        found = await review_of(hub, table, guest)
        if not found.is_done:
            hub.limits.take("review", guest)
            hub.reviews.expect_room(found, guest)
        expect_room(hub, address)
        return Stream(review_lines(hub, found, address), media_type="application/x-ndjson")

    @ask_trial("/sandbox", summary="Look at a position, or make a move in it")
    async def sandbox(
        self, request: HttpRequest, hub: TheHub, data: JSONBody[AskedPosition]
    ) -> Response[bytes]:
        address = address_of(request.scope)
        hub.limits.take("study", address)
        found = await hub.readers.read(await place_of(data, hub), address)
        return Response(found.body, media_type=JSON)

    @ask_trial("/sandbox/bot", summary="Let a bot make the move in a position")
    async def bot_answers(
        self, request: HttpRequest, hub: TheHub, caller: Caller, data: JSONBody[BotTurn]
    ) -> Response[bytes]:
        address = address_of(request.scope)
        guest = payer(caller, address)
        hub.limits.take("bots", guest)
        hub.limits.take("study", address)
        here = Try(data.position)
        view = await view_at(here, hub, address)
        level = check_level(view.state.game.name, data.level)
        move = await hub.pool.answer(view, level, advice_for(guest))
        answered = await hub.readers.read(msgspec.structs.replace(here, move=move), address)
        return Response(answered.body, media_type=JSON)

    @post("/analysis", summary="Find the best moves in a position", status_code=200)
    async def analysis(
        self, request: HttpRequest, hub: TheHub, caller: Caller, data: JSONBody[AskedPosition]
    ) -> Analysis:
        address = address_of(request.scope)
        guest = payer(caller, address)
        hub.limits.take("advice", guest)
        view = await view_at(await place_of(data, hub), hub, address)
        return Analysis(view.seat, await hub.pool.advise(view, advice_for(guest)))


def payer(caller: Identity | None, address: str) -> str:
    """For whom something is thought about: who has no name yet is known by an address."""
    return caller.guest if caller else address


async def view_at(place: Try, hub: Hub, address: str) -> View:
    """What whoever is to move sees of a position."""
    found = await hub.readers.read(Look(place), address)
    assert found.sight is not None
    return found.sight.view()


async def review_of(hub: Hub, table: str, guest: str) -> Review:
    """The review of a game, begun or not."""
    known = hub.reviews.known(table)
    if known:
        return known
    live = await hub.lobby.table(table)
    match = await live.read(finished)
    found = await asyncio.to_thread(decisions, match.states, match.events)
    return hub.reviews.add(table, found, match.options.players, guest)


async def review_lines(hub: Hub, review: Review, address: str) -> AsyncIterator[bytes]:
    """A review as it comes."""
    hub.sockets[address] += 1
    try:
        yield line(ReviewBegun(len(review.decisions)))
        async with aclosing(review.follow()) as found:
            async for each in found:
                yield line(each)
    except AzulejosError as error:
        yield line(ReviewFailed(code_of(error), str(error)))
    finally:
        hub.sockets[address] -= 1


def line(said: ReviewLine) -> bytes:
    return encode(said) + b"\n"


async def place_of(place: AskedPosition, hub: Hub) -> Try:
    """Where the position is found that somebody asks about."""
    if [place.position, place.table, place.record].count(None) != 2:
        raise Malformed("give one of position, table and record")
    if place.table is None:
        return Try(place.position, place.record, place.ply, place.move)
    live = await hub.lobby.table(place.table)
    record = await live.read(lambda standing: finished(standing).record)
    return Try(None, record.to_json(), place.ply, place.move)


async def retold(live: Table) -> Retell:
    """What it takes to tell a game that is over."""

    def found(standing: Standing) -> Retell:
        finished(standing)
        assert standing.result is not None
        record = standing.record.to_json()
        return Retell(standing.table, record, seat_infos(standing, ()), standing.result)

    return await live.read(found)


def finished(standing: Standing) -> Match:
    """A game that is over."""
    if standing.match is None or standing.result is None:
        raise NotAllowed("the game is not over yet: it can be studied afterwards")
    return standing.match
