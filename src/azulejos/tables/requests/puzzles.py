"""Puzzles: one to solve, an answer graded, and how somebody gets on with them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from functools import cache
from typing import Annotated

import msgspec

from azulejos.errors import Malformed, NotFound
from azulejos.games import GAME_NAMES
from azulejos.puzzles import Entry, Puzzle, collection, grade
from azulejos.puzzles.rating import OF_LEVELS, PUZZLE_DEVIATION, Faced
from azulejos.tables.clock import now
from azulejos.tables.people.guests import Identity
from azulejos.tables.requests import mistakes, notebook
from azulejos.tables.requests.backend import Backend
from azulejos.tables.requests.route import Context
from azulejos.tables.requests.study import played_lines
from azulejos.tables.study.progress import Progress, Stage
from azulejos.tables.study.puzzles import (
    DailyPuzzle,
    Day,
    Graded,
    PuzzleAnswer,
    PuzzleInfo,
    PuzzleProgress,
    PuzzleSet,
)

SPREAD = 200.0  # points of rating: puzzles so far from one's own come half as often
A_DAY = timedelta(days=1)  # by which the clock of a device, or its zone, may be off

Word = Annotated[str, msgspec.Meta(pattern="^[a-z_]{1,30}$")]
PuzzleName = Annotated[str, msgspec.Meta(max_length=80)]


async def puzzle_sets(context: Context) -> list[PuzzleSet]:
    """List what puzzles there are: of each game number, themes and levels."""
    del context
    return [_set_of(game) for game in GAME_NAMES]


async def daily_puzzles(context: Context, day: Day) -> list[DailyPuzzle]:
    """The puzzle of a day in each game.

    Which day it is, the asker says.
    """
    wanted, caller = _date(day), await context.caller()
    names = {game: collection(game).entry_of_the_day(wanted).id for game in GAME_NAMES}
    return [
        DailyPuzzle(game, name, (await _progress(context.backend, caller, game)).stage(name))
        for game, name in names.items()
    ]


async def next_puzzle(
    context: Context, game: Word, theme: Word | None = None, level: Word | None = None
) -> PuzzleInfo:
    """A puzzle near my rating that I have not answered yet, else one that I have not solved."""
    backend, caller = context.backend, await context.caller()
    fitting = collection(game).find(theme=theme, level=level)
    progress = await _progress(backend, caller, game)
    stages = progress.stages()
    for stage in ("new", "missed"):
        left = [entry for entry in fitting if stages.get(entry.id, "new") == stage]
        if left:
            entry = chosen(left, progress.rating.rating, random.SystemRandom())
            return _info(await _puzzle(backend, entry.id), progress)
    raise NotFound("there are no puzzles of this kind that you have not solved")


def chosen(entries: Sequence[Entry], rating: float, source: random.Random) -> Entry:
    """One of some puzzles, sooner one near a rating than others."""
    distances = [(OF_LEVELS[entry.level] - rating) / SPREAD for entry in entries]
    return source.choices(entries, [1 / (1 + distance**2) for distance in distances])[0]


async def puzzle(context: Context, puzzle: PuzzleName) -> PuzzleInfo:
    """A puzzle by its id."""
    backend, caller = context.backend, await context.caller()
    if puzzle.startswith(mistakes.OWN):
        return await mistakes.puzzle(backend, caller, puzzle)
    result = await _puzzle(backend, puzzle)
    return _info(result, await _progress(backend, caller, result.game))


async def answer_puzzle(context: Context, puzzle: PuzzleName, body: PuzzleAnswer) -> Graded:
    """Answer a puzzle by a move, and learn what it costs against the best.

    The first answer is rated.
    """
    backend, guest = context.backend, await context.guest()
    if puzzle.startswith(mistakes.OWN):
        return await mistakes.answer(context, guest, puzzle, body.move)
    asked = await _puzzle(backend, puzzle)
    result = await backend.in_thread(lambda: grade(asked, body.move))
    made, line = await played_lines(context, asked.position, [[result.move], [*asked.line]])
    faced = Faced(OF_LEVELS[asked.level], PUZZLE_DEVIATION, float(result.is_right))
    is_of_today = result.is_right and _is_of_today(asked, body.day)

    def answered(own: Progress) -> Progress:
        noted = own.answered(puzzle, faced, result.cost, now())
        return noted.solved_on(_date(body.day or "")) if is_of_today else noted

    before, after = await notebook.change(backend, guest.guest, asked.game, Progress(), answered)
    is_rated = after.tried > before.tried
    return Graded(
        grade=result.name,
        is_right=result.is_right,
        throws_away_victory=result.throws_away_victory,
        cost=result.cost,
        best=[*asked.answers],
        lead=asked.lead,
        ahead=asked.ahead,
        made=made,
        line=line,
        themes=[*asked.themes],
        gained=round(after.rating.rating) - round(before.rating.rating) if is_rated else None,
        progress=_told(asked.game, after),
    )


async def puzzle_progress(context: Context) -> list[PuzzleProgress]:
    """How I get on with puzzles: rating, streaks, latest answers."""
    caller = await context.caller()
    return [_told(game, await _progress(context.backend, caller, game)) for game in GAME_NAMES]


@cache
def _set_of(game: str) -> PuzzleSet:
    entries = collection(game).entries
    themes = {theme for entry in entries for theme in entry.themes}
    levels = {entry.level for entry in entries}
    return PuzzleSet(
        game, len(entries), sorted(themes), [level for level in OF_LEVELS if level in levels]
    )


async def _puzzle(backend: Backend, name: str) -> Puzzle:
    """A puzzle of whatever game: its page is read, and its position."""
    result = next((each for each in map(collection, GAME_NAMES) if name in each), None)
    if result is None:
        raise NotFound("there is no such puzzle")
    if file := result.missing_page(name):
        result.put_page(file, await backend.fetched(f"puzzles/{file}"))
    return await backend.in_thread(lambda: result.puzzle(name))


def _info(found: Puzzle, own: Progress) -> PuzzleInfo:
    stage: Stage = own.stage(found.id)
    return PuzzleInfo(
        found.id, found.game, found.position, stage, found.level, OF_LEVELS[found.level]
    )


def _date(day: str) -> date:
    try:
        return date.fromisoformat(day)
    except ValueError:
        raise Malformed(f"there is no day {day}") from None


def _is_of_today(asked: Puzzle, day: str | None) -> bool:
    """Whether a puzzle is that of the day which it is for somebody."""
    if day is None:
        return False
    wanted, today = _date(day), datetime.fromtimestamp(now(), UTC).date()
    of_the_day = collection(asked.game).entry_of_the_day(wanted)
    return abs(wanted - today) <= A_DAY and of_the_day.id == asked.id


# The notebook


async def _progress(backend: Backend, caller: Identity | None, game: str) -> Progress:
    return await notebook.read(backend, caller.guest, game, Progress()) if caller else Progress()


def _told(game: str, own: Progress) -> PuzzleProgress:
    return PuzzleProgress(
        game=game,
        rating=round(own.rating.rating),
        deviation=round(own.rating.deviation),
        tried=own.tried,
        solved=own.solved,
        streak=own.streak,
        best_streak=own.best_streak,
        day=own.day,
        days=own.days,
        best_days=own.best_days,
        recent=own.recent,
    )
