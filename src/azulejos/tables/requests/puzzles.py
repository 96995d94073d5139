"""Puzzles: the next one, the grade of an answer, and progress."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from functools import cache
from typing import Annotated

import msgspec

from azulejos.errors import Malformed, NotFound
from azulejos.puzzles import Collection, Entry, collection, games_with_puzzles
from azulejos.puzzles.progress import OF_LEVELS, Progress, PuzzleProgress
from azulejos.tables.clock import now
from azulejos.tables.people.guests import Identity
from azulejos.tables.requests import skill
from azulejos.tables.requests.backend import Backend, change_note, read_note
from azulejos.tables.requests.route import Context
from azulejos.tables.study import puzzles as wire
from azulejos.tables.study.reader import Solve

SPREAD = 200.0  # points of rating: puzzles so far from one's own come half as often
A_DAY = timedelta(days=1)  # by which the clock of a device, or its zone, may be off

Word = Annotated[str, msgspec.Meta(pattern="^[a-z_]{1,30}$")]
PuzzleName = Annotated[str, msgspec.Meta(max_length=80)]


async def puzzle_sets(context: Context) -> list[wire.PuzzleSet]:
    """List what puzzles there are: of each game number, themes and levels."""
    del context
    return [_set_of(game) for game in games_with_puzzles()]


async def daily_puzzles(context: Context, day: wire.Day) -> list[wire.DailyPuzzle]:
    """The puzzle of a day in each game.

    Which day it is, the asker says.
    """
    wanted, caller = _date(day), await context.caller()
    return [
        wire.DailyPuzzle(game, name, (await _progress(context.backend, caller, game)).stage(name))
        for game in games_with_puzzles()
        for name in (collection(game).entry_of_the_day(wanted).id,)
    ]


async def next_puzzle(
    context: Context, game: Word, theme: Word | None = None, level: Word | None = None
) -> wire.PuzzleInfo:
    """A puzzle near my rating that I have not answered yet, else one that I have not solved."""
    backend, caller = context.backend, await context.caller()
    fitting = collection(game).find(theme=theme, level=level)
    progress = await _progress(backend, caller, game)
    stages = progress.stages()
    for stage in ("new", "missed"):
        left = [entry for entry in fitting if stages.get(entry.id, "new") == stage]
        if left:
            entry = chosen(left, progress.rating.rating, random.SystemRandom())
            return await _info(backend, collection(game), entry.id, progress)
    raise NotFound("there are no unsolved puzzles of this kind")


def chosen(entries: Sequence[Entry], rating: float, source: random.Random) -> Entry:
    """A random puzzle, more likely one near a rating."""
    distances = [(OF_LEVELS[entry.level] - rating) / SPREAD for entry in entries]
    return source.choices(entries, [1 / (1 + distance**2) for distance in distances])[0]


async def puzzle(context: Context, puzzle: PuzzleName) -> wire.PuzzleInfo:
    """A puzzle by its id."""
    backend, caller = context.backend, await context.caller()
    if puzzle.startswith(skill.OWN):
        return await skill.mistake(backend, caller, puzzle)
    result = _collection_of(puzzle)
    return await _info(backend, result, puzzle, await _progress(backend, caller, result.game))


async def answer_puzzle(
    context: Context, puzzle: PuzzleName, body: wire.PuzzleAnswer
) -> wire.Graded:
    """Answer a puzzle by a move, and learn what it costs against the best.

    The first answer is rated.
    """
    backend, guest = context.backend, await context.guest()
    if puzzle.startswith(skill.OWN):
        return await skill.answer_mistake(context, guest, puzzle, body.move)
    known = await _with_page(backend, _collection_of(puzzle), puzzle)
    job = Solve(known.game, puzzle, body.move)
    result = msgspec.json.decode(
        (await backend.readers.read(job, context.address)).body, type=wire.Graded
    )
    level = known.entry(puzzle).level
    is_of_today = result.is_right and _is_of_today(known, puzzle, body.day)

    def answered(own: Progress) -> Progress:
        noted = own.answered(puzzle, level, result.cost, now(), is_right=result.is_right)
        return noted.solved_on(_date(body.day or "")) if is_of_today else noted

    before, after = await change_note(backend, guest.guest, known.game, Progress(), answered)
    is_rated = after.tried > before.tried
    return msgspec.structs.replace(
        result,
        gained=round(after.rating.rating) - round(before.rating.rating) if is_rated else None,
        progress=_told(known.game, after),
    )


async def puzzle_progress(context: Context) -> list[PuzzleProgress]:
    """How I get on with puzzles: rating, streaks, latest answers."""
    caller = await context.caller()
    return [
        _told(game, await _progress(context.backend, caller, game)) for game in games_with_puzzles()
    ]


@cache
def _set_of(game: str) -> wire.PuzzleSet:
    entries = collection(game).entries
    themes = {theme for entry in entries for theme in entry.themes}
    levels = {entry.level for entry in entries}
    return wire.PuzzleSet(
        game, len(entries), sorted(themes), [level for level in OF_LEVELS if level in levels]
    )


async def position_of(backend: Backend, name: str) -> str:
    """The position of a puzzle."""
    return (await _with_page(backend, _collection_of(name), name)).position(name)


def _collection_of(name: str) -> Collection:
    """The collection with a puzzle, of any game."""
    result = next((each for each in map(collection, games_with_puzzles()) if name in each), None)
    if result is None:
        raise NotFound("there is no such puzzle")
    return result


async def _with_page(backend: Backend, known: Collection, name: str) -> Collection:
    """The collection, once the page with a puzzle is loaded."""
    if file := known.missing_page(name):
        known.put_page(file, await backend.fetched(f"puzzles/{file}"))
    return known


async def _info(backend: Backend, known: Collection, name: str, own: Progress) -> wire.PuzzleInfo:
    await _with_page(backend, known, name)
    level, position = known.entry(name).level, known.position(name)
    return wire.PuzzleInfo(name, known.game, position, own.stage(name), level, OF_LEVELS[level])


def _date(day: str) -> date:
    try:
        return date.fromisoformat(day)
    except ValueError:
        raise Malformed(f"{day} is not a date") from None


def _is_of_today(known: Collection, name: str, day: str | None) -> bool:
    """Whether a puzzle is that of somebody's own day."""
    if day is None:
        return False
    wanted, today = _date(day), datetime.fromtimestamp(now(), UTC).date()
    return abs(wanted - today) <= A_DAY and known.entry_of_the_day(wanted).id == name


# The notebook


async def _progress(backend: Backend, caller: Identity | None, game: str) -> Progress:
    return await read_note(backend, caller.guest, game, Progress()) if caller else Progress()


def _told(game: str, own: Progress) -> PuzzleProgress:
    """What is told of it: all but what was answered long ago."""
    told = msgspec.convert(own, PuzzleProgress, from_attributes=True)
    return msgspec.structs.replace(told, game=game)
