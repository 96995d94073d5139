"""What reviews of one's games say: how well one plays, and the mistakes to solve as puzzles."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import msgspec

from azulejos.errors import Conflict, NotFound
from azulejos.games import game as game_named
from azulejos.puzzles import graded
from azulejos.skill.judging import Calibration, LevelLoss, calibration_for
from azulejos.skill.rating import MIN_GAMES, Rating, rated, rating_of
from azulejos.skill.summary import (
    KINDS,
    PHASES,
    GameSummary,
    MistakeKind,
    Phase,
    Share,
    WorstMove,
    together,
)
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

LATEST = 30  # games that a rating rests on: people learn
AT_ONCE = 10  # games that a point of the progress rests on
MAX_SHOWN = 60  # games

read_summary = msgspec.json.Decoder(GameSummary).decode

OWN = "my-"  # before `TABLE-SEAT-PLY`
SOLVED = "mistakes"  # of the note that says which were done better
MAX_LISTED = 60
MAX_SOLVED = 150  # that are remembered: a note has room for no more


class ReviewedGame(msgspec.Struct, frozen=True):
    """A game of one's own that was reviewed."""

    table: str
    seat: int
    at: float  # when it ended, in seconds since 1970
    moves: int
    lost: float  # by a move, no move counting more than 3 points
    luck: int | None
    elo: int | None = None  # by the latest games up to this one


class SkillInGame(msgspec.Struct, frozen=True):
    """How one plays a game with `players` players."""

    game: str
    players: int
    games: int  # that were reviewed
    unusual: int  # of these with other options than the levels were measured with: not rated
    rating: Rating | None  # by the latest games; None before there are `fewest`, or no levels
    fewest: int
    levels: list[LevelLoss]  # the weakest first; none where none were measured
    history: list[ReviewedGame]  # the latest games, the oldest of them first
    phases: dict[Phase, Share]
    kinds: dict[MistakeKind, Share]


async def skill(context: Context) -> list[SkillInGame]:
    """How well I play, by the reviews of my games.

    By game, the one reviewed last first.
    """
    caller = await context.caller()
    if caller is None:
        return []
    notes = await context.backend.store.notes_of(caller.guest, "review", MAX_NOTES)
    return await context.backend.in_thread(lambda: skill_in(notes))


def skill_in(notes: list[Note]) -> list[SkillInGame]:
    """What reviews say together, the latest first."""
    result: dict[tuple[str, int], list[tuple[Note, GameSummary]]] = {}
    for note in notes:
        summary = read_summary(note.body)
        if summary.says_something:
            result.setdefault((summary.game, summary.players), []).append((note, summary))
    return [_in_game(*which, reviewed) for which, reviewed in result.items()]


def _in_game(game: str, players: int, reviewed: list[tuple[Note, GameSummary]]) -> SkillInGame:
    calibration = calibration_for(game, players)
    latest = [summary for _, summary in reviewed[:LATEST]]
    shown = reviewed[:MAX_SHOWN]
    return SkillInGame(
        game=game,
        players=players,
        games=len(reviewed),
        unusual=sum(not summary.is_usual for _, summary in reviewed),
        rating=_rating(latest, calibration),
        fewest=MIN_GAMES,
        levels=calibration.levels if calibration else [],
        history=[
            _reviewed(note, summary, _rating([s for _, s in shown[n : n + AT_ONCE]], calibration))
            for n, (note, summary) in enumerate(shown)
        ][::-1],
        phases=together([summary.phases for summary in latest], PHASES),
        kinds=together([summary.kinds for summary in latest], KINDS),
    )


def _rating(games: list[GameSummary], calibration: Calibration | None) -> Rating | None:
    """The level of some games, if they are enough."""
    losses = [each.mean_lost for each in rated(games, calibration)] if calibration else []
    if calibration is None or len(losses) < MIN_GAMES:
        return None
    return rating_of(losses, calibration)


def _reviewed(note: Note, summary: GameSummary, rating: Rating | None) -> ReviewedGame:
    return ReviewedGame(
        table=note.key.partition("/")[0],
        seat=summary.seat,
        at=note.at,
        moves=summary.moves,
        lost=round(summary.mean_lost, 2),
        luck=summary.luck,
        elo=rating.elo if rating else None,
    )


async def note_review(backend: Backend, table: str, review: Review) -> None:
    """Leave a `GameSummary` with everybody whose seat it was, under `TABLE/SEAT`, once."""
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
    """A summary as it is kept; where it is too long, without its least bad moves."""
    body = msgspec.json.encode(summary)
    while len(body) > MAX_NOTE_SIZE and summary.worst:
        summary = msgspec.structs.replace(summary, worst=summary.worst[:-1])
        body = msgspec.json.encode(summary)
    return body


# Mistakes as puzzles


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
    """A mistake of one's own to do better."""
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
