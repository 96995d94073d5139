"""Puzzles as they are sent, without the solution before an answer, and a guest's progress."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Annotated, Literal

import msgspec

from azulejos.puzzles import collection, grade
from azulejos.puzzles.puzzle import Faced, GlickoRating, rated
from azulejos.skill.summary import MistakeKind
from azulejos.tables.messages import EventInfo
from azulejos.tables.study.studies import played_out

DAY = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
Day = Annotated[str, msgspec.Meta(pattern=DAY)]
MoveText = Annotated[str, msgspec.Meta(max_length=40)]

PERIOD = 24 * 3600.0  # seconds of a rating period
MAX_RECENT = 20  # answers that are kept with all that is known of them
MAX_DONE = 700  # puzzles that are remembered: a note has room for no more

Stage = Literal["new", "missed", "solved"]
MISSED = "!"  # before the id of a puzzle that was answered, and not solved yet


class PuzzleInfo(msgspec.Struct, frozen=True):
    """A puzzle to solve: which move is best for whoever is to move?"""

    puzzle: str  # its id
    game: str
    position: str
    stage: Stage  # how far one has come with it
    level: str | None  # the weakest level of bots that finds the solution
    rating: int | None  # none for a mistake of one's own
    table: str | None = None  # where one made the mistake
    ply: int | None = None


class PuzzleAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The move that somebody thinks is best, and which day it is for them."""

    move: MoveText
    day: Day | None = None


class Graded(msgspec.Struct, frozen=True):
    """What a move is worth against the best one, and what the best one leads to."""

    grade: str  # see `azulejos.puzzles.GRADES`
    is_right: bool
    throws_away_victory: bool
    cost: float  # points that it loses against the best move
    best: list[str]  # all moves that are right, the best first
    lead: float  # how far ahead the best one leaves whoever makes it
    ahead: float | None  # by how much it is better than all that are not right
    made: list[EventInfo]  # the move
    line: list[EventInfo]  # from the best move on, up to the next deal
    themes: list[str]
    gained: int | None = None  # by one's rating, if the answer was rated
    progress: PuzzleProgress | None = None  # none for mistakes of one's own


class DailyPuzzle(msgspec.Struct, frozen=True):
    """The puzzle of a day, and how far one has come with it."""

    game: str
    puzzle: str
    stage: Stage


class PuzzleSet(msgspec.Struct, frozen=True):
    """What puzzles there are of a game."""

    game: str
    number: int
    themes: list[str]
    levels: list[str]  # from the weakest


class MistakeInfo(msgspec.Struct, frozen=True):
    """A mistake of one's own that is a puzzle."""

    puzzle: str
    game: str
    table: str
    ply: int
    at: float  # when the game ended, in seconds since 1970
    cost: float
    kind: MistakeKind
    is_solved: bool


def graded_answer(game: str, name: str, move: str) -> Graded:
    """What a move is worth as the answer to a puzzle."""
    puzzle = collection(game).puzzle(name)
    result = grade(puzzle, move)
    return Graded(
        grade=result.name,
        is_right=result.is_right,
        throws_away_victory=result.throws_away_victory,
        cost=result.cost,
        best=[*puzzle.answers],
        lead=puzzle.lead,
        ahead=puzzle.ahead,
        made=played_out(puzzle.state, [result.move]),
        line=played_out(puzzle.state, puzzle.line),
        themes=[*puzzle.themes],
    )


# Progress


class Answered(msgspec.Struct, frozen=True):
    """The first answer to a puzzle."""

    puzzle: str
    at: float  # seconds since 1970
    cost: float
    is_right: bool
    rating: int  # one's own after it


class PuzzleProgress(msgspec.Struct, frozen=True):
    """How somebody gets on with the puzzles of a game.

    Streaks are of first answers, days those of the puzzle of the day.
    """

    game: str = ""
    rating: GlickoRating = GlickoRating()
    at: float = 0.0  # when something was answered last
    tried: int = 0
    solved: int = 0  # by the first answer
    streak: int = 0
    best_streak: int = 0
    day: str = ""  # the last whose puzzle was solved
    days: int = 0  # in a row, up to that one
    best_days: int = 0
    recent: list[Answered] = []  # the latest first


class Progress(PuzzleProgress, frozen=True):
    """The same as it is kept, with all that was answered."""

    done: str = ""  # ids of puzzles, the latest last

    def stages(self) -> dict[str, Stage]:
        """How far one has come with each puzzle that is not new."""
        return {
            each.removeprefix(MISSED): "missed" if each.startswith(MISSED) else "solved"
            for each in self.done.split()
        }

    def stage(self, puzzle: str) -> Stage:
        """How far one has come with a puzzle."""
        return self.stages().get(puzzle, "new")

    def answered(self, puzzle: str, faced: Faced, cost: float, at: float) -> Progress:
        """After an answer: the first one is rated, a later one may still solve the puzzle."""
        is_right = faced.score == 1
        stage = self.stage(puzzle)
        done = _noted(self.done, puzzle, is_right=is_right or stage == "solved")
        if stage != "new":
            return msgspec.structs.replace(self, done=done)
        periods = max(0.0, at - self.at) / PERIOD if self.at else 1.0
        rating = rated(self.rating, [faced], periods)
        streak = self.streak + 1 if is_right else 0
        now = Answered(puzzle, at, round(cost, 2), is_right, round(rating.rating))
        return msgspec.structs.replace(
            self,
            rating=rating,
            at=at,
            tried=self.tried + 1,
            solved=self.solved + is_right,
            streak=streak,
            best_streak=max(streak, self.best_streak),
            recent=[now, *self.recent][:MAX_RECENT],
            done=done,
        )

    def solved_on(self, day: date) -> Progress:
        """After the puzzle of a day was solved; an earlier one adds nothing to what is in a row."""
        if day.isoformat() <= self.day:
            return self
        yesterday = (day - timedelta(days=1)).isoformat()
        days = self.days + 1 if self.day == yesterday else 1
        return msgspec.structs.replace(
            self, day=day.isoformat(), days=days, best_days=max(days, self.best_days)
        )


def _noted(done: str, puzzle: str, *, is_right: bool) -> str:
    others = [each for each in done.split() if each.removeprefix(MISSED) != puzzle]
    return " ".join([*others, puzzle if is_right else MISSED + puzzle][-MAX_DONE:])
