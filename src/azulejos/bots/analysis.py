"""What moves are worth: the best ones of a position, and what each move of a game has cost.

Everything is judged from the view of the seat to move: what it could not know counts neither for
nor against it. Nothing here knows of screens; the terminal and other front ends show it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from azulejos.bots.search.engine import Search
from azulejos.bots.search.result import Budget, MoveValue, SearchResult
from azulejos.core.game import Game
from azulejos.core.move import Move
from azulejos.core.state import State, View
from azulejos.core.turn import CHANCE
from azulejos.errors import AzulejosError
from azulejos.play.record import Event, Record

MISTAKE = 2.0  # points: anything above this is more than a slip


@dataclass(frozen=True)
class Decision:
    """A position of a record in which a seat had a choice, and the move that it made."""

    event: int  # the number of the move among all events, from 1
    state: State
    move: Move

    @property
    def seat(self) -> int:
        assert self.state.to_move is not None
        return self.state.to_move


@dataclass(frozen=True)
class Judgement:
    """What a move was worth beside the best ones; all values are those of one search."""

    decision: Decision
    played: MoveValue
    result: SearchResult

    @property
    def seat(self) -> int:
        return self.decision.seat

    @property
    def best(self) -> MoveValue:
        return self.result.moves[0]

    @property
    def cost(self) -> float:
        """The points of expectation that the move lost."""
        return max(0.0, self.best.points - self.played.points)

    @property
    def throws_away_victory(self) -> bool:
        """Whether the game was won before the move and no longer is."""
        return self.best.is_won and not self.played.is_won

    @property
    def is_mistake(self) -> bool:
        return self.throws_away_victory or self.cost >= MISTAKE


class MoveCost(Protocol):
    """What a move cost, as `worst` and `summaries` ask for it."""

    @property
    def seat(self) -> int: ...
    @property
    def cost(self) -> float: ...
    @property
    def throws_away_victory(self) -> bool: ...
    @property
    def is_mistake(self) -> bool: ...


J = TypeVar("J", bound=MoveCost)


@dataclass(frozen=True)
class SeatSummary:
    """How a seat played."""

    seat: int
    decisions: int
    lost: float  # points, all together
    mistakes: int
    right: int  # moves that lost nothing

    @property
    def mean_lost(self) -> float:
        return self.lost / self.decisions if self.decisions else 0.0


class Analyst:
    """Analyses positions and records of one game, by the newest search or another version.

    It can be asked again and again.
    """

    def __init__(self, game: Game, version: int | None = None) -> None:
        self.game = game
        self.search = Search(game, version=version)

    def best_moves(self, view: View, budget: Budget, moves: int = 3) -> SearchResult:
        """The best moves of the seat to move; `moves` of them have exact values."""
        check_somebody_moves(view.state)
        return self.search.think(view, budget, multipv=max(2, moves))

    def judge(self, decision: Decision, budget: Budget, moves: int = 1) -> Judgement:
        """Compare a move with the best ones; `moves` of them have exact values."""
        view = decision.state.view(decision.seat)
        result = self.search.think(view, budget, multipv=moves, also=decision.move)
        played = next(valued for valued in result.moves if valued.move == decision.move)
        return Judgement(decision, played, result)

    def review(
        self, decisions: Iterable[Decision], budget: Budget, moves: int = 1
    ) -> Iterator[Judgement]:
        """Judge one decision after the other."""
        for decision in decisions:
            yield self.judge(decision, budget, moves)


def check_somebody_moves(state: State) -> None:
    """Refuse a position in which no seat is to move."""
    if state.to_move is None:
        raise AzulejosError("the game is over in this position: nobody is to move")
    if state.to_move == CHANCE:
        raise AzulejosError("chance is to deal in this position: nobody is to move")


def decisions_of(record: Record, seats: Collection[int] | None = None) -> list[Decision]:
    """The moves of a game, or of some seats, where there was a choice."""
    result = decisions(list(record.states()), record.events)
    return [each for each in result if seats is None or each.seat in seats]


def decisions(states: Sequence[State], events: Sequence[Event]) -> list[Decision]:
    """The moves where there was a choice, of a game from its first position on."""
    return [
        Decision(number, state, event)
        for number, (state, event) in enumerate(zip(states, events, strict=False), 1)
        if isinstance(event, Move) and len(state.legal_codes) > 1
    ]


def worst(judgements: Iterable[J], count: int = 3) -> list[J]:
    """The moves that cost the most, the worst first: a victory, then points."""
    costly = [each for each in judgements if each.cost > 0 or each.throws_away_victory]
    return sorted(costly, key=lambda each: (not each.throws_away_victory, -each.cost))[:count]


def summaries(judgements: Collection[MoveCost], players: int) -> list[SeatSummary]:
    """How every seat played."""
    result = []
    for seat in range(players):
        of_seat = [each for each in judgements if each.seat == seat]
        result.append(
            SeatSummary(
                seat=seat,
                decisions=len(of_seat),
                lost=sum(each.cost for each in of_seat),
                mistakes=sum(each.is_mistake for each in of_seat),
                right=sum(each.cost == 0 and not each.throws_away_victory for each in of_seat),
            )
        )
    return result
