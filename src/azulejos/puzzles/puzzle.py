"""A puzzle, and the grade of an answer."""

from __future__ import annotations

from functools import cached_property

import msgspec

from azulejos.core.move import Move
from azulejos.core.options import Value
from azulejos.core.state import State, View
from azulejos.errors import IllegalMove
from azulejos.games import game as game_named

MARGIN = 0.5  # points: answers that lose no more are right, too

GRADES = {"right": MARGIN, "good": 1.0, "slip": 2.0, "mistake": 6.0}
"""What answers are called, by the points that they lose at most; what loses more is a `blunder`."""

BLUNDER = "blunder"


class Origin(msgspec.Struct, frozen=True):
    """Where a puzzle comes from: enough to find it again."""

    rules: int  # the version of the game's rules
    search: int  # the version of the search that valued the moves
    nodes: int  # that it searched for that
    bots: tuple[str, ...]  # that played the game
    seed: str  # of the game
    event: int  # the number of the move in that game, from 1


class Puzzle(msgspec.Struct, frozen=True, dict=True):
    """A position, what every move loses in it, and what it is about.

    The position is what the seat to move may know, and nothing else.
    """

    id: str  # made of the position, so that it stays what it is
    game: str
    position: str
    costs: dict[str, float]  # what each legal move loses against the best, in points
    losing: frozenset[str]  # moves that give away a game which the best one wins
    line: tuple[str, ...]  # best play, the best move first, up to the next deal
    ahead: float  # points that the best move is better than the best one that is not right
    lead: float  # points that it leaves the mover ahead of the others
    is_solved: bool  # nothing is left to chance: it was searched to the end of the game
    level: str  # the weakest one that finds an answer
    themes: tuple[str, ...]  # keys: `puzzle.theme.denial` in the catalogues
    origin: Origin

    @property
    def answers(self) -> tuple[str, ...]:
        """All moves that are right, the best first."""
        right = (move for move in self.costs if self._is_right(move))
        return tuple(sorted(right, key=lambda move: (move != self.line[0], self.costs[move])))

    def _is_right(self, move: str) -> bool:
        return self.costs[move] <= MARGIN and move not in self.losing

    @cached_property
    def state(self) -> State:
        """The position as the solver sees it."""
        return game_named(self.game).position(self.position)

    @property
    def seat(self) -> int:
        """The seat that is to move."""
        seat = self.state.to_move
        assert seat is not None
        return seat

    @property
    def view(self) -> View:
        """What the solver sees, drawn as in play."""
        state = self.state
        assert state.to_move is not None
        return View(state.to_move, state)

    @property
    def options(self) -> dict[str, Value]:
        """The options of the game; `players` is one of them."""
        return self.state.options.as_dict()


class Grade(msgspec.Struct, frozen=True):
    """What an answer is worth."""

    move: str
    name: str  # one of GRADES, or `blunder`: `puzzle.grade.right` in the catalogues
    cost: float  # points that it loses against the best move
    throws_away_victory: bool  # the best move wins the game, and this one does not

    @property
    def is_right(self) -> bool:
        return self.name == "right"


def grade(puzzle: Puzzle, move: Move | str) -> Grade:
    """The grade of an answer; a text is read as in play."""
    game = game_named(puzzle.game)
    text = str(game.parse_move(move) if isinstance(move, str) else move)
    if text not in puzzle.costs:
        puzzle.state.play(text)  # says which rule forbids it
        raise IllegalMove(f"{text}: this puzzle has no value for it")
    return graded(text, puzzle.costs[text], is_losing=text in puzzle.losing)


def graded(move: str, cost: float, *, is_losing: bool) -> Grade:
    """The grade of a move with this cost, or that gives away a won game."""
    names = (name for name, most in GRADES.items() if cost <= most)
    return Grade(move, BLUNDER if is_losing else next(names, BLUNDER), cost, is_losing)
