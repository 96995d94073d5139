"""Games that are over, and positions of one's own: replaying, trying out, analysing."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing

import msgspec
from litestar import Controller, get, post
from litestar.params import JSONBody
from litestar.response import Stream

from azulejos.bots.analysis import decisions
from azulejos.core.notation import sections
from azulejos.core.options import Value
from azulejos.core.state import State
from azulejos.errors import AzulejosError, GameOver, Malformed, NotAllowed, code_of
from azulejos.games import game as game_named
from azulejos.play.match import Match, answers
from azulejos.play.record import Event, Record, after
from azulejos.server.api.tables import TableName
from azulejos.server.hints import hints_of
from azulejos.server.hub import Hub
from azulejos.server.identity import Asker, HttpRequest, TheHub
from azulejos.server.messages import (
    Choice,
    Happened,
    Hint,
    Result,
    ReviewBegun,
    ReviewFailed,
    ReviewLine,
    SeatInfo,
)
from azulejos.server.reviews import Review
from azulejos.server.scenes import Scene, stage
from azulejos.server.scheduling import Claim, Urgency
from azulejos.server.security import address_of
from azulejos.server.socket import expect_room
from azulejos.server.standing import Standing
from azulejos.server.updates import choices, encode, replay, seat_infos

LONGEST_TEXT = 200_000  # of a record or position


class Replay(msgspec.Struct, frozen=True):
    """A game that is over, event by event, with a picture of the table after each."""

    table: str
    game: str
    options: dict[str, Value]
    seats: list[SeatInfo]
    first: Scene  # before the first event
    events: list[Happened]
    result: Result


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position: by its text, or after so many events of a table that is done or of a record."""

    position: str | None = None
    table: str | None = None
    record: str | None = None
    ply: int | None = None  # left out, after all events
    move: str | None = None  # to make there; chance answers it


class Trial(msgspec.Struct, frozen=True):
    """A position to try things out in. Its text, sent back with a move, leads on."""

    game: str
    options: dict[str, Value]
    position: str
    scene: Scene
    to_move: int | None
    choices: list[Choice]
    since: list[Happened]  # the move and what chance answered
    result: Result | None


class Analysis(msgspec.Struct, frozen=True):
    """The best moves in a position, and which seat's they are."""

    to_move: int
    hints: list[Hint]


class StudyController(Controller):
    path = "/api"
    tags = ("study",)

    @get("/tables/{table:str}/replay", summary="Replay a game that is over")
    async def replay(self, request: HttpRequest, hub: TheHub, table: TableName) -> Replay:
        hub.limits.take("study", address_of(request.scope))
        live = await hub.lobby.table(table)
        return await live.read(replay_of)

    @get(
        "/tables/{table:str}/review",
        summary="Review a game that is over: what each move cost (`ReviewLine`s, one a line)",
        media_type="application/x-ndjson",
    )
    async def review(
        self, request: HttpRequest, hub: TheHub, asker: Asker, table: TableName
    ) -> Stream:
        address = address_of(request.scope)
        guest = asker.guest if asker else address
        found = await review_of(hub, table, guest)
        if not found.is_done:
            hub.limits.take("review", guest)
            hub.reviews.expect_room(found, guest)
        expect_room(hub, address)
        return Stream(review_lines(hub, found, address), media_type="application/x-ndjson")

    @post("/sandbox", summary="Look at a position, or make a move in it", status_code=200)
    async def sandbox(self, request: HttpRequest, hub: TheHub, data: JSONBody[Place]) -> Trial:
        hub.limits.take("study", address_of(request.scope))
        return trial_of(*tried(await state_at(data, hub), data.move))

    @post("/analysis", summary="Find the best moves in a position", status_code=200)
    async def analysis(
        self, request: HttpRequest, hub: TheHub, asker: Asker, data: JSONBody[Place]
    ) -> Analysis:
        guest = asker.guest if asker else address_of(request.scope)
        hub.limits.take("advice", guest)
        state = tried(await state_at(data, hub), data.move)[0][-1]
        if state.to_move is None:
            raise GameOver("nobody is to move in this position")
        view = state.view(state.to_move)
        claim = Claim(frozenset({guest}), Urgency.ADVICE)
        return Analysis(state.to_move, hints_of(view, await hub.thinkers.advise(view, claim)))


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


async def state_at(place: Place, hub: Hub) -> State:
    """The position that somebody asks about."""
    if [place.position, place.table, place.record].count(None) != 2:
        raise Malformed("give one of position, table and record")
    if place.table is not None:
        live = await hub.lobby.table(place.table)
        return await live.read(lambda standing: _at(finished(standing).states, place.ply))
    text = place.position if place.position is not None else place.record
    assert text is not None
    if len(text) > LONGEST_TEXT:
        raise Malformed("this text is too long")
    if place.position is not None:
        return game_named(sections(text)[0].keyword).position(text)
    return _at(list(read_record(text).states()), place.ply)


def _at(states: Sequence[State], ply: int | None) -> State:
    if ply is None:
        return states[-1]
    if not 0 <= ply < len(states):
        raise Malformed(f"there are positions after 0 to {len(states) - 1} events")
    return states[ply]


def finished(standing: Standing) -> Match:
    """A game that is over."""
    if standing.match is None or standing.result is None:
        raise NotAllowed("the game goes on: it can be studied when it is over")
    return standing.match


def read_record(text: str) -> Record:
    """A record in either form."""
    return Record.from_json(text) if text.lstrip().startswith("{") else Record.from_text(text)


def tried(state: State, move: str | None) -> tuple[list[State], list[Event]]:
    """A position, a move there if one is given, and what chance answers until somebody is to move.

    Returns the positions before, between and after the events, and the events.
    """
    states = [state]
    events: list[Event] = []
    if move is not None:
        events.append(state.game.parse_move(move))
        states.append(after(state, events[0]))
    for draw in answers(states[-1], random.SystemRandom()):
        events.append(draw)
        states.append(after(states[-1], draw))
    return states, events


def trial_of(states: Sequence[State], events: Sequence[Event]) -> Trial:
    """The last position, and how it came about."""
    state = states[-1]
    outcome = state.outcome
    return Trial(
        game=state.game.name,
        options=dict(state.options.as_dict()),
        position=str(state),
        scene=stage(state.game).scene(state),
        to_move=state.to_move,
        choices=choices(state),
        since=replay(states, events),
        result=Result([*outcome.scores], [*outcome.places], outcome.reason) if outcome else None,
    )


def replay_of(standing: Standing) -> Replay:
    """A game that is over. Nothing in it is secret any more."""
    match = finished(standing)
    assert standing.result is not None
    return Replay(
        table=standing.table,
        game=standing.game.name,
        options=dict(standing.options.as_dict()),
        seats=seat_infos(standing, ()),
        first=stage(standing.game).scene(match.states[0]),
        events=replay(match.states, match.events),
        result=standing.result,
    )
