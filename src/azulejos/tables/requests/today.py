"""The game of the day: playing it, one's result as a link, and comparing it with another's."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Literal

import msgspec

from azulejos.core.options import Value
from azulejos.errors import Malformed, NotAllowed, NotFound, RecordError, UnknownName
from azulejos.games import GAME_NAMES
from azulejos.narration import Message, narrate
from azulejos.play.daily import MAX_LINK_LENGTH, DailyGame, read_link
from azulejos.play.match import Match
from azulejos.tables.bots.scheduling import advice_for
from azulejos.tables.bots.tasks import Verdict
from azulejos.tables.clock import now
from azulejos.tables.live.summary import Summary
from azulejos.tables.lobby.daily import (
    A_DAY,
    DailyProgress,
    DailyResult,
    note_key,
    table_of,
)
from azulejos.tables.people.guests import Identity
from azulejos.tables.requests.backend import Backend, read_note
from azulejos.tables.requests.puzzles import Word
from azulejos.tables.requests.route import Context, ServerContext
from azulejos.tables.requests.study import finished
from azulejos.tables.requests.tables import TableMade
from azulejos.tables.store.rows import Note
from azulejos.tables.study.daily import Compared, DailyEnd, RoundMoves, end_of
from azulejos.tables.study.puzzles import Day
from azulejos.tables.study.reader import Compare
from azulejos.tables.study.studies import Replay

PAR_LEVELS = ("beginner", "easy", "casual", "skilled", "strong")
"""The levels that take a second or two for a game."""

MAX_LISTED = 500  # results

Stage = Literal["new", "playing", "done", "given-up"]


class DailyGameInfo(msgspec.Struct, frozen=True):
    """The game of a day, and how far one has come with it."""

    game: str
    day: str
    options: dict[str, Value]
    level: str  # of the opponent
    stage: Stage
    table: str | None  # where one plays it, or did
    progress: DailyProgress


class AskedDay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The day whose game is to be played, as it is for whoever asks."""

    day: Day


class DailyShare(msgspec.Struct, frozen=True):
    """What one shows others of a game of the day, which one has finished."""

    end: DailyEnd
    link: str  # after the `#` of the page's address


class AskedComparison(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A link that somebody shared."""

    link: Annotated[str, msgspec.Meta(max_length=MAX_LINK_LENGTH)]


class ComparedMove(msgspec.Struct, frozen=True):
    """A move, and what it cost."""

    told: list[Message]
    cost: float


class DailyComparison(msgspec.Struct, frozen=True):
    """One's own game of a day and that of a link."""

    game: str
    day: str
    table: str  # where one's own was played
    own: DailyEnd
    other: DailyEnd
    rounds: list[RoundMoves]
    ply: int | None  # of one's own game, where the two part; None if all moves are the same
    moves: list[ComparedMove]  # one's own there, and the other
    replay: Replay  # of the link
    record: str


class ListedResult(msgspec.Struct, frozen=True):
    """A result that somebody shows to all who have finished the same game here."""

    name: str
    points: int
    theirs: int  # the opponent's
    is_me: bool


class LevelPar(msgspec.Struct, frozen=True):
    """What a level makes of the game of a day: how far ahead it ends, in several games."""

    level: str
    leads: list[int]


async def daily_games(context: Context, day: Day) -> list[DailyGameInfo]:
    """The games of a day, my results and streaks."""
    caller = await context.caller()
    every = [_daily(name, day) for name in GAME_NAMES]
    return [await _info(context.backend, caller, daily) for daily in every]


async def play_daily(context: Context, game: Word, body: AskedDay) -> TableMade:
    """Play the game of a day: every guest plays it once, at one table."""
    daily = _daily(game, body.day)
    if daily.day > datetime.fromtimestamp(now(), UTC).date() + A_DAY:
        raise NotFound("this day has not begun yet")
    guest, backend = await context.guest(), context.backend
    name = table_of(guest.guest, daily)
    if await backend.store.row(name) is None:
        backend.limits.take("table", guest.guest, context.address)
        await backend.lobby.create_daily(daily, guest)
    return TableMade(name, f"/t/{name}")


async def daily_share(context: Context, game: Word, day: Day) -> DailyShare:
    """My finished game of a day as a link."""
    daily = _daily(game, day)
    match = await _finished(context, daily)
    return await context.backend.in_thread(
        lambda: DailyShare(end_of(match), daily.link(match)),
    )


async def list_daily(context: ServerContext, game: Word, day: Day) -> list[ListedResult]:
    """Show my result of a day to all who have finished the same game here."""
    daily = _daily(game, day)
    end = end_of(await _finished(context, daily))
    await _note_listed(context, daily, DailyResult(day, end.points, end.theirs))
    return await _listed(context, daily)


async def unlist_daily(context: ServerContext, game: Word, day: Day) -> list[ListedResult]:
    """Show my result no longer."""
    daily = _daily(game, day)
    await _finished(context, daily)
    await _note_listed(context, daily, None)
    return await _listed(context, daily)


async def listed_daily(context: ServerContext, game: Word, day: Day) -> list[ListedResult]:
    """Results that others show, the best first, once I have finished the same game."""
    daily = _daily(game, day)
    await _finished(context, daily)
    return await _listed(context, daily)


async def _note_listed(context: Context, daily: DailyGame, result: DailyResult | None) -> None:
    guest = await context.guest()
    note = Note("listed", daily.seed, now(), msgspec.json.encode(result))
    await context.backend.store.put_note(guest.guest, note)


async def _listed(context: ServerContext, daily: DailyGame) -> list[ListedResult]:
    guest = await context.guest()
    notes = await context.backend.store.listed(daily.seed, MAX_LISTED)
    results = [
        ListedResult(each.name, result.points, result.theirs, each.guest == guest.guest)
        for each, note in notes
        if (result := msgspec.json.decode(note.body, type=DailyResult | None))
    ]
    return sorted(results, key=lambda each: each.theirs - each.points)


async def daily_par(context: Context, game: Word, day: Day, level: Word) -> LevelPar:
    """What a level makes of a game that I have finished."""
    daily = _daily(game, day)
    await _finished(context, daily)
    if level not in PAR_LEVELS:
        raise UnknownName("level", level, PAR_LEVELS)
    guest = await context.guest()
    return LevelPar(level, await context.backend.pool.par(daily, level, advice_for(guest.guest)))


async def compare_daily(context: Context, body: AskedComparison) -> DailyComparison:
    """Compare my finished game of a day with one that a link carries."""
    daily, packed = read_link(body.link)
    match = await _finished(context, daily)
    backend, guest = context.backend, await context.guest()
    backend.limits.take("thinking", guest.guest)
    job = Compare(match.record.to_json(), packed, str(daily.day))
    result = await backend.readers.read(job, context.address)
    known = msgspec.json.decode(result.body, type=Compared)
    return DailyComparison(
        game=daily.game.name,
        day=str(daily.day),
        table=table_of(guest.guest, daily),
        own=known.own,
        other=known.other,
        rounds=known.rounds,
        ply=known.parting.ply if known.parting else None,
        moves=await _judged(backend, guest, known),
        replay=known.replay,
        record=known.record,
    )


async def _judged(backend: Backend, guest: Identity, known: Compared) -> list[ComparedMove]:
    """The two moves at which the games part, judged as a review does."""
    if known.parting is None:
        return []
    view = known.parting.seat_view.view()
    moves = (known.parting.own, known.parting.other)
    claim = advice_for(guest.guest)
    verdicts = [await backend.pool.judge(view, move, claim) for move in moves]
    best = max(_best(verdict) for verdict in verdicts)
    return [
        ComparedMove(
            narrate(view.state, view.state.game.parse_move(move), view.state.play(move), view.seat)[
                :1
            ],
            best - verdict.points,
        )
        for move, verdict in zip(moves, verdicts, strict=True)
    ]


def _best(verdict: Verdict) -> float:
    return verdict.points + verdict.cost


async def _finished(context: Context, daily: DailyGame) -> Match:
    """My game, once it was played to its end."""
    caller = await context.caller()
    name = table_of(caller.guest, daily) if caller else ""
    if caller is None or await context.backend.store.row(name) is None:
        raise NotAllowed("play the game of that day first")
    match = await (await context.backend.lobby.table(name)).read(finished)
    if match.state.outcome is None:
        raise NotAllowed("this game was given up")
    return match


def _daily(game: str, day: str) -> DailyGame:
    try:
        return DailyGame.of(game, day)
    except RecordError as error:
        raise Malformed(error.message) from None


async def _info(backend: Backend, caller: Identity | None, daily: DailyGame) -> DailyGameInfo:
    stage: Stage = "new"
    progress, table = DailyProgress(), None
    if caller:
        progress = await read_note(backend, caller.guest, note_key(daily.game.name), progress)
        row = await backend.store.row(table_of(caller.guest, daily))
        if row:
            table = row.table
            summary = msgspec.json.decode(row.summary, type=Summary)
            is_over = summary.result is not None
            has_resigned = any(seat.has_resigned for seat in summary.seats)
            stage = "playing" if not is_over else "given-up" if has_resigned else "done"
    return DailyGameInfo(
        daily.game.name,
        str(daily.day),
        daily.options.as_dict(),
        daily.level,
        stage,
        table,
        progress,
    )
