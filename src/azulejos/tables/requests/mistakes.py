"""Mistakes of one's own as puzzles: those that reviews left in the notebook, graded as there."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from azulejos.errors import NotFound
from azulejos.games import game as game_named
from azulejos.puzzles import graded
from azulejos.skill.summary import GameSummary, WorstMove
from azulejos.tables.bots.scheduling import advice_for
from azulejos.tables.bots.tasks import SeatView
from azulejos.tables.messages import EventInfo
from azulejos.tables.people.guests import Identity
from azulejos.tables.requests import notebook
from azulejos.tables.requests.backend import Backend
from azulejos.tables.requests.route import Context
from azulejos.tables.store import Note
from azulejos.tables.study.puzzles import Graded, MistakeInfo, PuzzleInfo
from azulejos.tables.study.reader import Follow

OWN = "my-"  # before `TABLE-SEAT-PLY`
KEY = "mistakes"  # of the note that says which were done better
MAX_LISTED = 60
MAX_SOLVED = 150  # that are remembered: a note has room for no more

read_summary = msgspec.json.Decoder(GameSummary).decode


class Solved(msgspec.Struct, frozen=True):
    """Mistakes that were done better, by the ids of their puzzles, the latest last."""

    puzzles: list[str] = []

    def added(self, puzzle: str) -> Solved:
        if puzzle in self.puzzles:
            return self
        return Solved([*self.puzzles, puzzle][-MAX_SOLVED:])


class Mistake(msgspec.Struct, frozen=True):
    """A move that cost much, and where."""

    game: str
    table: str
    seat: int
    at: float  # when the game ended, in seconds since 1970
    worst: WorstMove

    @property
    def puzzle(self) -> str:
        return f"{OWN}{self.table}-{self.seat}-{self.worst.ply}"


async def mistakes(context: Context) -> list[MistakeInfo]:
    """List my mistakes in reviewed games, which are puzzles, too."""
    caller, backend = await context.caller(), context.backend
    if caller is None:
        return []
    notes = await backend.store.notes_of(caller.guest, "review", MAX_LISTED)
    solved = (await notebook.read(backend, caller.guest, KEY, Solved())).puzzles
    made = await backend.in_thread(lambda: [each for note in notes for each in _in_review(note)])
    return [
        MistakeInfo(
            each.puzzle,
            each.game,
            each.table,
            each.worst.ply,
            each.at,
            each.worst.cost,
            each.worst.kind,
            each.puzzle in solved,
        )
        for each in made[:MAX_LISTED]
    ]


async def puzzle(backend: Backend, caller: Identity | None, name: str) -> PuzzleInfo:
    """A mistake of one's own to do better."""
    result = await _mistake(backend, caller, name)
    solved = (await notebook.read(backend, caller.guest, KEY, Solved())).puzzles if caller else ()
    is_solved = name in solved
    return PuzzleInfo(
        puzzle=name,
        game=result.game,
        position=result.worst.position,
        stage="solved" if is_solved else "new",
        level=None,
        rating=None,
        table=result.table,
        ply=result.worst.ply,
    )


async def answer(context: Context, guest: Identity, name: str, move: str) -> Graded:
    """What another move would have been worth there."""
    backend = context.backend
    mistake = await _mistake(backend, guest, name)
    worst = mistake.worst
    text = str(game_named(mistake.game).parse_move(move))
    played = Follow(worst.position, [[text], worst.line])
    result = await backend.readers.read(played, context.address)
    made, line = msgspec.json.decode(result.body, type=list[list[EventInfo]])
    assert result.sight is not None
    cost, is_losing = await _cost(backend, guest, worst, text, result.sight)
    grade = graded(text, cost, is_losing=is_losing)
    if grade.is_right:
        await notebook.change(backend, guest.guest, KEY, Solved(), lambda own: own.added(name))
    return Graded(
        grade=grade.name,
        is_right=grade.is_right,
        throws_away_victory=is_losing,
        cost=cost,
        best=[worst.best],
        lead=worst.best_points,
        ahead=None,
        made=made,
        line=line,
        themes=[],
    )


async def _cost(
    backend: Backend, guest: Identity, worst: WorstMove, move: str, sight: SeatView
) -> tuple[float, bool]:
    """What a move costs, and whether it throws a victory away: as reviewed, or searched again."""
    if move == worst.best:
        return 0.0, False
    if move == worst.move:
        return worst.cost, worst.kind == "victory"
    backend.limits.take("advice", guest.guest)
    verdict = await backend.pool.judge(sight.view(), move, advice_for(guest.guest))
    return verdict.cost, verdict.throws_away_victory


# The notebook


async def _mistake(backend: Backend, caller: Identity | None, name: str) -> Mistake:
    table, *rest = name.removeprefix(OWN).rsplit("-", 2)
    key = f"{table}/{rest[0]}" if rest else table
    note = await backend.store.note(caller.guest, "review", key) if caller and key else None
    for each in _in_review(note) if note else ():
        if each.puzzle == name:
            return each
    raise NotFound("this is not one of your mistakes")


def _in_review(note: Note) -> Iterator[Mistake]:
    """The mistakes that a review found, the worst first."""
    summary = read_summary(note.body)
    table = note.key.partition("/")[0]
    for worst in summary.worst:
        yield Mistake(summary.game, table, summary.seat, note.at, worst)
