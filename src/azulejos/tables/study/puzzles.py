"""Puzzles as they are sent: without the solution before an answer."""

from __future__ import annotations

from typing import Annotated

import msgspec

from azulejos.puzzles import collection, grade
from azulejos.puzzles.progress import PuzzleProgress, Stage
from azulejos.skill.summary import MistakeKind
from azulejos.tables.messages import EventInfo
from azulejos.tables.study.studies import played_out

DAY = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
Day = Annotated[str, msgspec.Meta(pattern=DAY)]
MoveText = Annotated[str, msgspec.Meta(max_length=40)]


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
    """Grade a move as the answer to a puzzle."""
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
