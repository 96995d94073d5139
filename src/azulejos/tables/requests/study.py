"""Games that are over, and positions of one's own: replaying, trying out, analysing."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Annotated

import msgspec

from azulejos.core.notation import MAX_POSITION_LENGTH
from azulejos.core.state import View
from azulejos.editing.draft import MAX_VALUE_LENGTH
from azulejos.errors import AzulejosError, Malformed, NotAllowed, code_of
from azulejos.play.match import Match
from azulejos.play.record import MAX_RECORD_LENGTH
from azulejos.tables.bots.levels import check_level
from azulejos.tables.bots.scheduling import advice_for
from azulejos.tables.bots.tasks import MAX_EFFORT, USUAL_EFFORT
from azulejos.tables.live.standing import Standing
from azulejos.tables.live.table import Table
from azulejos.tables.live.updates import encode, seat_infos
from azulejos.tables.messages import (
    Hint,
    ReviewBegun,
    ReviewEnd,
    ReviewFailed,
    ReviewLine,
    Searched,
)
from azulejos.tables.people.guests import Identity
from azulejos.tables.requests.backend import Backend, expect_room
from azulejos.tables.requests.skill import note_review
from azulejos.tables.study.drafts import fresh_text
from azulejos.tables.study.files import MAX_FILE
from azulejos.tables.study.reader import Edit, FindGames, Look, Open, Retell, Try
from azulejos.tables.study.reviews import Review, ToReview

MAX_PLACE_LENGTH = 40
MAX_EDITS = 500  # all places of the largest table


class AskedPosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position: by its text, or after so many events of a table that is done or of a record."""

    position: Annotated[str, msgspec.Meta(max_length=MAX_POSITION_LENGTH)] | None = None
    table: Annotated[str, msgspec.Meta(max_length=40)] | None = None
    record: Annotated[str, msgspec.Meta(max_length=MAX_RECORD_LENGTH)] | None = None
    ply: Annotated[int, msgspec.Meta(ge=0, le=MAX_RECORD_LENGTH)] | None = (
        None  # or after all events
    )
    move: Annotated[str, msgspec.Meta(max_length=40)] | None = None  # to make; chance answers it


class AskedEdit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position, or a fresh table of a game, and what is to lie there instead, by place."""

    position: Annotated[str, msgspec.Meta(max_length=MAX_POSITION_LENGTH)] | None = None
    game: Annotated[str, msgspec.Meta(pattern="^[a-z]{1,20}$")] | None = None
    edits: Annotated[
        dict[
            Annotated[str, msgspec.Meta(max_length=MAX_PLACE_LENGTH)],
            Annotated[str, msgspec.Meta(max_length=MAX_VALUE_LENGTH)],
        ],
        msgspec.Meta(max_length=MAX_EDITS),
    ] = {}


class SentText(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A text that somebody has: a position or a record."""

    text: Annotated[str, msgspec.Meta(max_length=MAX_RECORD_LENGTH)]


class FileText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is in a file."""

    text: Annotated[str, msgspec.Meta(max_length=MAX_FILE)]


class BotTurn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position in which a bot of a level is to move."""

    position: Annotated[str, msgspec.Meta(max_length=MAX_POSITION_LENGTH)]
    level: Annotated[str, msgspec.Meta(max_length=40)]


class AskedAnalysis(AskedPosition, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position to think about; after one effort the next may be asked for."""

    effort: Annotated[int, msgspec.Meta(ge=0, le=MAX_EFFORT)] = USUAL_EFFORT


class Analysis(msgspec.Struct, frozen=True):
    """The best moves in a position, and which seat's they are."""

    to_move: int
    hints: list[Hint]
    searched: Searched | None  # how far, in games that are searched
    is_last: bool  # thinking on would change nothing


async def replay(backend: Backend, address: str, table: str) -> bytes:
    """A game that is over: a `Replay` in JSON, compressed where a process has read it."""
    backend.limits.take("study", address)
    wanted = await retold(await backend.lobby.table(table))
    return (await backend.readers.read(wanted, address)).body


async def review(
    backend: Backend, caller: Identity | None, address: str, table: str
) -> AsyncIterator[bytes]:
    """What each move of a game that is over cost: `ReviewLine`s, as they are found."""
    guest = payer(caller, address)
    result = await review_of(backend, table, guest)
    expect_room(backend, address)
    if not result.is_done:
        backend.reviews.expect_room(result, guest, address)
        backend.limits.take("review", guest)
        result.begin()
    return review_lines(backend, result, address, table)


async def sandbox(backend: Backend, address: str, place: AskedPosition) -> bytes:
    """A position, or what a move there leads to: a `Trial` in JSON."""
    backend.limits.take("study", address)
    return (await backend.readers.read(await place_of(place, backend), address)).body


async def edit(backend: Backend, address: str, asked: AskedEdit) -> bytes:
    """A position after edits, and what is impossible about it: a `DraftInfo` in JSON."""
    backend.limits.take("study", address)
    if (asked.position is None) == (asked.game is None):
        raise Malformed("give one of position and game")
    position = asked.position or fresh_text(asked.game or "")
    return (await backend.readers.read(Edit(position, asked.edits), address)).body


async def open_text(backend: Backend, address: str, sent: SentText) -> bytes:
    """What a text holds, or where it is wrong: what was `Opened`, in JSON."""
    backend.limits.take("study", address)
    return (await backend.readers.read(Open(sent.text), address)).body


async def read_file(backend: Backend, address: str, file: FileText) -> bytes:
    """What is in a file that somebody wants to play on from: `FoundGames` in JSON."""
    backend.limits.take("study", address)
    return (await backend.readers.read(FindGames(file.text), address)).body


async def bot_answers(
    backend: Backend, caller: Identity | None, address: str, turn: BotTurn
) -> bytes:
    """What the move of a bot leads to: a `Trial` in JSON."""
    guest = payer(caller, address)
    backend.limits.take("bots", guest)
    backend.limits.take("study", address)
    here = Try(turn.position)
    view = await view_at(here, backend, address)
    level = check_level(view.state.game.name, turn.level)
    move = await backend.pool.answer(view, level, advice_for(guest))
    answered = await backend.readers.read(msgspec.structs.replace(here, move=move), address)
    return answered.body


async def analysis(
    backend: Backend, caller: Identity | None, address: str, place: AskedAnalysis
) -> Analysis:
    """The best moves in a position."""
    guest = payer(caller, address)
    backend.limits.take("thinking", guest)
    view = await view_at(await place_of(place, backend), backend, address)
    result = await backend.pool.analyse(view, place.effort, advice_for(guest))
    is_solved = result.searched is None or result.searched.is_complete
    is_last = is_solved or place.effort == MAX_EFFORT
    return Analysis(view.seat, result.hints, result.searched, is_last)


def payer(caller: Identity | None, address: str) -> str:
    """Who is charged for thinking: a guest, or an address if the caller is nobody yet."""
    return caller.guest if caller else address


async def view_at(place: Try, backend: Backend, address: str) -> View:
    """What the seat to move sees of a position."""
    result = await backend.readers.read(Look(place), address)
    assert result.sight is not None
    return result.sight.view()


async def review_of(backend: Backend, table: str, guest: str) -> Review:
    """The review of a game, begun or not."""
    known = backend.reviews.known(table)
    if known:
        return known
    live = await backend.lobby.table(table)
    match = await live.read(finished)
    result = await backend.in_thread(lambda: ToReview.of(match))
    return backend.reviews.add(table, result, guest)


async def review_lines(
    backend: Backend, review: Review, address: str, table: str
) -> AsyncIterator[bytes]:
    """A review as it comes; whoever sat there has it in the notebook before its end is told."""
    backend.sockets[address] += 1
    try:
        yield line(ReviewBegun(len(review.decisions)))
        async with aclosing(review.follow()) as result:
            async for each in result:
                if isinstance(each, ReviewEnd):
                    await note_review(backend, table, review)
                yield line(each)
    except AzulejosError as error:
        yield line(ReviewFailed(code_of(error), str(error)))
    finally:
        backend.sockets[address] -= 1


def line(said: ReviewLine) -> bytes:
    return encode(said) + b"\n"


async def place_of(place: AskedPosition, backend: Backend) -> Try:
    """Where the position is found that somebody asks about."""
    if [place.position, place.table, place.record].count(None) != 2:
        raise Malformed("give one of position, table and record")
    if place.table is None:
        return Try(place.position, place.record, place.ply, place.move)
    live = await backend.lobby.table(place.table)
    record = await live.read(lambda standing: finished(standing).record)
    return Try(None, record.to_json(), place.ply, place.move)


async def retold(live: Table) -> Retell:
    """All that is needed to tell a game that is over."""

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
