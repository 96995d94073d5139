"""What all moves of a position are worth, and the best play after one of them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from azulejos.bots.search.engine import EVERY_MOVE, Search
from azulejos.bots.search.result import Budget, MoveValue, SearchResult
from azulejos.core.move import Move
from azulejos.core.state import State, View
from azulejos.puzzles.puzzle import MARGIN

MAX_LINE_LENGTH = 40  # moves


@dataclass(frozen=True)
class Valued:
    """The moves of a position by their values; the first is the best."""

    moves: tuple[MoveValue, ...]
    is_complete: bool  # everything was searched to the end of the round

    @property
    def best(self) -> MoveValue:
        return self.moves[0]

    def cost(self, valued: MoveValue) -> float:
        """The points that a move loses."""
        return max(0.0, self.best.points - valued.points)

    def is_losing(self, valued: MoveValue) -> bool:
        """Whether a move gives away a game that the best one wins."""
        return self.best.is_won and not valued.is_won

    def is_right(self, valued: MoveValue) -> bool:
        return self.cost(valued) <= MARGIN and not self.is_losing(valued)

    @property
    def rival(self) -> MoveValue | None:
        """The best move that is not right."""
        return next((each for each in self.moves if not self.is_right(each)), None)

    @property
    def ahead(self) -> float:
        """How much better the best move is than the best one that is not right."""
        return self.cost(self.rival) if self.rival else 0.0

    @property
    def is_solved(self) -> bool:
        """Whether the game ends with this round, whatever is played."""
        return self.is_complete and all(each.is_decided for each in self.moves)


def some_moves(search: Search, view: View, nodes: int, moves: int) -> Valued:
    """The best moves, so many at least, with exact values."""
    result = search.think(view, Budget(nodes=nodes), multipv=moves)
    return _valued(result, [each for each in result.moves if each.is_exact])


def every_move(search: Search, view: View, nodes: int) -> Valued:
    """All legal moves with exact values, the same for moves that come to the same."""
    result = search.think(view, Budget(nodes=nodes), multipv=EVERY_MOVE)
    best: dict[object, MoveValue] = {}
    for each in result.moves:  # the best first
        best.setdefault(twin_key(view.state, each.move), each)
    alike = (best[twin_key(view.state, each.move)] for each in result.moves)
    return _valued(
        result, [_as(each, twin) for each, twin in zip(result.moves, alike, strict=True)]
    )


def _as(valued: MoveValue, twin: MoveValue) -> MoveValue:
    """A move that is worth as much as another."""
    if valued.move == twin.move:
        return valued
    return MoveValue(valued.move, twin.points, twin.is_decided, twin.is_won, line=valued.line)


def _valued(found: SearchResult, moves: list[MoveValue]) -> Valued:
    moves.sort(key=lambda each: (not each.is_won, -each.points))
    return Valued(tuple(moves), found.is_complete)


def twin_key(state: State, move: Move) -> object:
    """The same for moves that take the same from displays with the same tiles."""
    source = getattr(move, "source", 0)
    if not source:
        return move
    pile = int(state.table.sources[source])
    return type(move), pile, [*move.numbers()][1:].__repr__()


def best_play(search: Search, view: View, line: Sequence[Move], nodes: int) -> tuple[Move, ...]:
    """A line, and best play after it, up to the next deal or as far as the view knows.

    What the view does not show is imagined as the search does it.
    """
    state = view.sample(random.Random(view.state.key))
    seen, coming = view.state, [*line]
    played: list[Move] = []
    while len(played) < MAX_LINE_LENGTH and is_somebodys(state) and is_somebodys(seen):
        assert state.to_move is not None
        if coming:
            move = coming.pop(0)
        elif len(state.legal_codes) == 1:
            move = state.legal_moves[0]
        else:
            move = search.think(state.view(state.to_move), Budget(nodes=nodes)).moves[0].move
        if not seen.is_legal(move):
            break
        state, seen = state.play(move), seen.play(move)
        played.append(move)
    return tuple(played)


def is_somebodys(state: State) -> bool:
    """Whether a seat is to move."""
    return state.to_move is not None and state.to_move >= 0
