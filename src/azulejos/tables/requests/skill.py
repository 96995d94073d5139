"""What reviews say about one's own games: how well one plays, and mistakes as puzzles."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import msgspec

from azulejos.errors import Conflict, NotFound
from azulejos.games import game as game_named
from azulejos.puzzles import graded
from azulejos.skill.progress import Reviewed, SkillInGame, skill_in
from azulejos.skill.summary import GameSummary, WorstMove
from azulejos.tables.bots.scheduling import advice_for
from azulejos.tables.bots.tasks import SeatView
from azulejos.tables.live.standing import Standing
from azulejos.tables.messages import EventInfo
from azulejos.tables.people.guests import Identity
from azulejos.tables.requests.backend import Backend, change_note, read_note
from azulejos.tables.requests.route import Context
from azulejos.tables.store.rows import MAX_NOTE_SIZE, MAX_NOTES, Note
from azulejos.tables.study.puzzles import Graded, MistakeInfo, PuzzleInfo
from azulejos.tables.study.reader import Follow
from azulejos.tables.study.reviews import Review

read_summary = msgspec.json.Decoder(GameSummary).decode

OWN = "my-"  # before `TABLE-SEAT-PLY`
SOLVED = "mistakes"  # of the note that says which were done better
MAX_LISTED = 60
MAX_SOLVED = 150  # that are remembered: a note has room for no more


async def skill(context: Context) -> list[SkillInGame]:
    """How well I play, by the reviews of my games.

    By game, the one reviewed last first.
    """
    caller = await context.caller()
    if caller is None:
        return []
    notes = await context.backend.store.notes_of(caller.guest, "review", MAX_NOTES)
    return await context.backend.in_thread(lambda: skill_in(map(_reviewed, notes)))


def _reviewed(note: Note) -> Reviewed:
    return Reviewed(note.key.partition("/")[0], note.at, read_summary(note.body))


async def note_review(backend: Backend, table: str, review: Review) -> None:
    """Put a `GameSummary` into the notebook of everybody who played, under `TABLE/SEAT`, once."""
    if review.is_noted or not review.decisions:
        return
    live = await backend.lobby.table(table)
    players, at = await live.read(players_of)
    for seat, guest in players.items():
        body = summary_body(review.summary(seat))
        with suppress(Conflict):  # a guest who is gone is told nothing
            await backend.store.put_note(guest, Note("review", f"{table}/{seat}", at, body))
    review.is_noted = True


def players_of(standing: Standing) -> tuple[dict[int, str], float]:
    """The guests who made all moves of their seats, and when the game ended.

    A guest who gives up a game of two has made them all; with more players a bot plays on.
    """
    is_over_with_one_out = len(standing.seats) == 2
    own = {
        index: seat.holder.guest
        for index, seat in enumerate(standing.seats)
        if seat.holder.guest and (not seat.bot or (seat.is_out and is_over_with_one_out))
    }
    return own, standing.updated


def summary_body(summary: GameSummary) -> bytes:
    """A summary as it is stored; if it is too long, without its least bad moves."""
    body = msgspec.json.encode(summary)
    while len(body) > MAX_NOTE_SIZE and summary.worst:
        summary = msgspec.structs.replace(summary, worst=summary.worst[:-1])
        body = msgspec.json.encode(summary)
    return body


# Mistakes as puzzles


class Solved(msgspec.Struct, frozen=True):
    """Own mistakes that were solved as puzzles, by the ids of these, the latest last."""

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
    solved = (await read_note(backend, caller.guest, SOLVED, Solved())).puzzles
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


async def mistake(backend: Backend, caller: Identity | None, name: str) -> PuzzleInfo:
    """One's own mistake as a puzzle."""
    result = await _mistake(backend, caller, name)
    solved = (await read_note(backend, caller.guest, SOLVED, Solved())).puzzles if caller else ()
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


async def answer_mistake(context: Context, guest: Identity, name: str, move: str) -> Graded:
    """Grade an answer to one's own mistake."""
    backend = context.backend
    mistake = await _mistake(backend, guest, name)
    worst = mistake.worst
    text = str(game_named(mistake.game).parse_move(move))
    played = Follow(worst.position, [[text], worst.line])
    result = await backend.readers.read(played, context.address)
    made, line = msgspec.json.decode(result.body, type=list[list[EventInfo]])
    assert result.seat_view is not None
    cost, is_losing = await _cost(backend, guest, worst, text, result.seat_view)
    grade = graded(text, cost, is_losing=is_losing)
    if grade.is_right:
        await change_note(backend, guest.guest, SOLVED, Solved(), lambda own: own.added(name))
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
    backend: Backend, guest: Identity, worst: WorstMove, move: str, seat_view: SeatView
) -> tuple[float, bool]:
    """What a move costs, and whether it throws a victory away: from the review, or searched now."""
    if move == worst.best:
        return 0.0, False
    if move == worst.move:
        return worst.cost, worst.kind == "victory"
    backend.limits.take("advice", guest.guest)
    verdict = await backend.pool.judge(seat_view.view(), move, advice_for(guest.guest))
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
    table, at, summary = _reviewed(note)
    for worst in summary.worst:
        yield Mistake(summary.game, table, summary.seat, at, worst)
