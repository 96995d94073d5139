"""Studying finished games and own positions: replays, reviews, analysis."""

from __future__ import annotations

import zlib
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Annotated, Any

import msgspec

from azulejos.core.notation import MAX_POSITION_LENGTH
from azulejos.core.state import View
from azulejos.editing.draft import MAX_VALUE_LENGTH
from azulejos.errors import AzulejosError, Malformed, NotAllowed, code_of
from azulejos.play.match import Match
from azulejos.play.record import MAX_RECORD_LENGTH
from azulejos.tables import messages
from azulejos.tables.bots.levels import check_level
from azulejos.tables.bots.scheduling import advice_for
from azulejos.tables.bots.tasks import MAX_EFFORT, USUAL_EFFORT
from azulejos.tables.live.standing import Standing
from azulejos.tables.live.table import Table
from azulejos.tables.live.updates import encode, seat_infos
from azulejos.tables.requests.backend import Backend, expect_room
from azulejos.tables.requests.me import GameName
from azulejos.tables.requests.route import Content, Context, accepted_encodings
from azulejos.tables.requests.skill import note_review
from azulejos.tables.requests.tables import TableName
from azulejos.tables.study import reader
from azulejos.tables.study.opening import MAX_FILE, DraftInfo, FoundGames, Opened, fresh_text
from azulejos.tables.study.puzzles import MoveText
from azulejos.tables.study.reviews import Review, ToReview
from azulejos.tables.study.studies import Replay, Trial

PIECE = 256 * 1024  # bytes that are uncompressed at once
MAX_PLACE_LENGTH = 40
MAX_EDITS = 500  # all places of the largest table


PositionText = Annotated[str, msgspec.Meta(max_length=MAX_POSITION_LENGTH)]
RecordText = Annotated[str, msgspec.Meta(max_length=MAX_RECORD_LENGTH)]
Ply = Annotated[int, msgspec.Meta(ge=0, le=MAX_RECORD_LENGTH)]
PlaceName = Annotated[str, msgspec.Meta(max_length=MAX_PLACE_LENGTH)]
PlaceValue = Annotated[str, msgspec.Meta(max_length=MAX_VALUE_LENGTH)]


class AskedPosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position: by its text, or after so many events of a table that is done or of a record."""

    position: PositionText | None = None
    table: TableName | None = None
    record: RecordText | None = None
    ply: Ply | None = None  # or after all events
    move: MoveText | None = None  # to make; chance answers it


class AskedEdit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position, or a fresh table of a game, and what is to lie there instead, by place."""

    position: PositionText | None = None
    game: GameName | None = None
    edits: Annotated[dict[PlaceName, PlaceValue], msgspec.Meta(max_length=MAX_EDITS)] = {}


class SentText(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A text that somebody has: a position or a record."""

    text: RecordText


class FileText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is in a file."""

    text: Annotated[str, msgspec.Meta(max_length=MAX_FILE)]


class BotTurn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position in which a bot of a level is to move."""

    position: PositionText
    level: Annotated[str, msgspec.Meta(max_length=40)]


class AskedAnalysis(AskedPosition, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position to think about; after one effort the next may be asked for."""

    effort: Annotated[int, msgspec.Meta(ge=0, le=MAX_EFFORT)] = USUAL_EFFORT


class Analysis(msgspec.Struct, frozen=True):
    """The best moves in a position, and which seat's they are."""

    to_move: int
    hints: list[messages.Hint]
    searched: messages.Searched | None  # how far, in games that are searched
    is_last: bool  # thinking on would change nothing


async def replay(context: Context, table: TableName) -> Content[Replay]:
    """Replay a game that is over."""
    return await _read(context, await retold(await context.backend.lobby.table(table)))


async def review(context: Context, table: TableName) -> Content[messages.ReviewLine]:
    """Review a game that is over: what each move cost (`ReviewLine`s, one a line)."""
    backend, guest, address = context.backend, await _payer(context), context.address
    result = await review_of(backend, table, guest)
    expect_room(backend, address)
    if not result.is_done:
        backend.reviews.expect_room(result, guest, address)
        backend.limits.take("review", guest)
        result.begin()
    return Content(review_lines(backend, result, address, table))


async def sandbox(context: Context, body: AskedPosition) -> Content[Trial]:
    """Look at a position, or make a move in it."""
    return await _read(context, await place_of(body, context.backend))


async def edit(context: Context, body: AskedEdit) -> Content[DraftInfo]:
    """Edit a position: let other things lie at some of its places."""
    if (body.position is None) == (body.game is None):
        raise Malformed("give one of position and game")
    position = body.position or fresh_text(body.game or "")
    return await _read(context, reader.Edit(position, body.edits))


async def open_text(context: Context, body: SentText) -> Content[Opened]:
    """Read a position or a record, as text or JSON."""
    return await _read(context, reader.Open(body.text))


async def read_file(context: Context, body: FileText) -> Content[FoundGames]:
    """Read a file of games, or a record, to play on from."""
    return await _read(context, reader.FindGames(body.text))


async def bot_move(context: Context, body: BotTurn) -> Content[Trial]:
    """Let a bot make the move in a position."""
    guest = await _payer(context)
    context.backend.limits.take("bots", guest)
    here = reader.Try(body.position)
    view = await view_at(context, here)
    level = check_level(view.state.game.name, body.level)
    move = await context.backend.pool.answer(view, level, advice_for(guest))
    return await _read(context, msgspec.structs.replace(here, move=move))


async def analysis(context: Context, body: AskedAnalysis) -> Analysis:
    """Find the best moves in a position."""
    guest = await _payer(context)
    context.backend.limits.take("thinking", guest)
    view = await view_at(context, await place_of(body, context.backend))
    result = await context.backend.pool.analyse(view, body.effort, advice_for(guest))
    is_solved = result.searched is None or result.searched.is_complete
    is_last = is_solved or body.effort == MAX_EFFORT
    return Analysis(view.seat, result.hints, result.searched, is_last)


async def _payer(context: Context) -> str:
    """Who is charged for thinking: the guest, or the address if the caller is not known."""
    caller = await context.caller()
    return caller.guest if caller else context.address


async def _read(context: Context, job: reader.Job) -> Content[Any]:
    """The result of a job as JSON, compressed by the reader if the client accepts that."""
    result = await context.backend.readers.read(job, context.address)
    if not result.is_packed:
        return Content(result.body)
    headers = {"Vary": "Accept-Encoding"}
    if "gzip" in accepted_encodings(context.headers.get("accept-encoding", "")):
        return Content(result.body, headers=headers | {"Content-Encoding": "gzip"})
    return Content(unpacked(result.body), headers=headers)


async def unpacked(packed: bytes) -> AsyncIterator[bytes]:
    """Uncompress an answer piece by piece."""
    inflating = zlib.decompressobj(zlib.MAX_WBITS | 16)
    while piece := inflating.decompress(packed, PIECE):
        packed = inflating.unconsumed_tail
        yield piece


async def view_at(context: Context, place: reader.Try) -> View:
    """What the seat to move sees of a position."""
    result = await context.backend.readers.read(reader.Look(place), context.address)
    assert result.seat_view is not None
    return result.seat_view.view()


async def review_of(backend: Backend, table: str, guest: str) -> Review:
    """The review of a game, started or not."""
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
    """A review line by line; it is in the players' notebooks before its end is sent."""
    backend.sockets[address] += 1
    try:
        yield line(messages.ReviewBegun(len(review.decisions)))
        async with aclosing(review.follow()) as result:
            async for each in result:
                if isinstance(each, messages.ReviewEnd):
                    await note_review(backend, table, review)
                yield line(each)
    except AzulejosError as error:
        yield line(messages.ReviewFailed(code_of(error), str(error)))
    finally:
        backend.sockets[address] -= 1


def line(said: messages.ReviewLine) -> bytes:
    return encode(said) + b"\n"


async def place_of(place: AskedPosition, backend: Backend) -> reader.Try:
    """Where to find the position that somebody asks about."""
    if [place.position, place.table, place.record].count(None) != 2:
        raise Malformed("give one of position, table and record")
    if place.table is None:
        return reader.Try(place.position, place.record, place.ply, place.move)
    live = await backend.lobby.table(place.table)
    record = await live.read(lambda standing: finished(standing).record)
    return reader.Try(None, record.to_json(), place.ply, place.move)


async def retold(live: Table) -> reader.Retell:
    """All that is needed to replay a finished game."""

    def found(standing: Standing) -> reader.Retell:
        finished(standing)
        assert standing.result is not None
        record = standing.record.to_json()
        return reader.Retell(standing.table, record, seat_infos(standing, ()), standing.result)

    return await live.read(found)


def finished(standing: Standing) -> Match:
    """The match of a finished game."""
    if standing.match is None or standing.result is None:
        raise NotAllowed("the game is not over yet: it can be studied afterwards")
    return standing.match
