"""What a reviewed game says about a seat: how much its moves lost, when, and by which mistakes.

A summary of each game is stored for its player (on a server in the notebook, as JSON). So it is
small, and has what ratings, tables of mistakes and puzzles made of them need.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

import msgspec

from azulejos.bots.analysis import Decision, Judgement, worst
from azulejos.core.move import Move
from azulejos.core.state import State
from azulejos.skill.judging import CAP, VERSIONS

Phase = Literal["opening", "middle", "end", "early", "late"]
"""The first, second or last third of a round's decisions; the first half of the rounds or not."""

PHASES: tuple[Phase, ...] = ("opening", "middle", "end", "early", "late")

MistakeKind = Literal["missed", "greedy", "outlook", "victory"]
"""Of a mistake, by the points that a round that ended right then would bring:

- `missed`: the best move brings more at once
- `greedy`: it brings less at once, and more in the end
- `outlook`: it brings as much; what comes later, or what others then do, makes the difference
- `victory`: the game was won before the move, and not after it
"""

KINDS: tuple[MistakeKind, ...] = ("missed", "greedy", "outlook", "victory")


N = TypeVar("N", bound=str)

MAX_WORST = 4
MIN_MOVES = 8  # decisions of a seat below which a game says nothing of how it plays


@dataclass(frozen=True)
class JudgedMove:
    """What a move cost, and what had been best."""

    decision: Decision
    points: float  # how far ahead its seat could expect to be after it
    cost: float
    is_mistake: bool
    throws_away_victory: bool
    kind: MistakeKind | None
    best: str
    best_points: float
    line: Sequence[str]  # best play, from the best move on

    @property
    def seat(self) -> int:
        return self.decision.seat

    @classmethod
    def of(cls, judgement: Judgement) -> JudgedMove:
        return cls(
            judgement.decision,
            judgement.played.points,
            judgement.cost,
            judgement.is_mistake,
            judgement.throws_away_victory,
            kind_of(judgement),
            str(judgement.best.move),
            judgement.best.points,
            [str(move) for move in judgement.best.line],
        )


class WorstMove(msgspec.Struct, frozen=True):
    """A mistake, with everything needed to make a puzzle of it."""

    ply: int  # how many events of the record came before it
    position: str  # as the seat saw it, which was to move: `Game.position` reads it
    move: str
    points: float  # how far ahead its seat could expect to be after it
    best: str
    best_points: float
    line: list[str]  # best play, from the best move on
    kind: MistakeKind
    phases: list[Phase]

    @property
    def cost(self) -> float:
        return max(0.0, self.best_points - self.points)


class Share(msgspec.Struct, frozen=True):
    """Some of the moves: how many, and what they lost, no move more than `CAP`."""

    moves: int = 0
    lost: float = 0.0


class GameSummary(msgspec.Struct, frozen=True):
    """How a seat played a game, as one judge saw it."""

    game: str
    players: int
    seat: int
    nodes: int  # of the judge; 0 if it was cut short, and nothing can be compared
    moves: int  # decisions
    lost: float  # by all of them, none counting more than `CAP`
    right: int  # that lost nothing
    phases: dict[Phase, Share]
    kinds: dict[MistakeKind, Share]  # of mistakes alone
    worst: list[WorstMove]  # mistakes, the worst first
    luck: int | None = None  # points that the deals gave to the seat, give or take one
    is_usual: bool = True  # it had the usual options: those with which the levels were measured
    version: int = 0  # of the search that judged

    @property
    def mean_lost(self) -> float:
        """By a move."""
        return self.lost / self.moves if self.moves else 0.0

    @property
    def says_something(self) -> bool:
        return self.nodes > 0 and self.moves >= MIN_MOVES


def capped(cost: float) -> float:
    """What a move of this cost counts."""
    return min(CAP, cost)


def kind_of(judgement: Judgement) -> MistakeKind | None:
    """The kind of a mistake; None if the move is none."""
    if not judgement.is_mistake:
        return None
    if judgement.throws_away_victory:
        return "victory"
    state = judgement.decision.state
    played, best = points_at_once(state, (judgement.played.move, judgement.best.move))
    if played == best:
        return "outlook"
    return "missed" if best > played else "greedy"


def points_at_once(state: State, moves: Iterable[Move]) -> list[int]:
    """The mover's points if the round ended right after each move."""
    points = dict(zip(state.legal_moves, state.move_values, strict=True))
    return [points[move] for move in moves]


def phases_of(decisions: Sequence[Decision]) -> list[tuple[Phase, Phase]]:
    """The part of its round, and of the game, in which each decision of a game was made."""
    rounds = [int(each.state.table.rounds) for each in decisions]
    count, last = Counter(rounds), max(rounds, default=0)
    seen: Counter[int] = Counter()
    result: list[tuple[Phase, Phase]] = []
    for each in rounds:
        third = 3 * seen[each] // count[each]
        seen[each] += 1
        result.append((PHASES[third], "early" if 2 * each <= last else "late"))
    return result


def summary_of(
    seat: int, judged: Sequence[JudgedMove], *, nodes: int, luck: int | None = None
) -> GameSummary:
    """How a seat played, from all judged moves of a game."""
    state = judged[0].decision.state
    phases = dict(zip(map(_event, judged), phases_of([m.decision for m in judged]), strict=True))
    own = [move for move in judged if move.seat == seat]
    mistakes = [move for move in own if move.kind]
    return GameSummary(
        game=state.game.name,
        players=state.players,
        seat=seat,
        nodes=nodes,
        moves=len(own),
        lost=round(sum(capped(move.cost) for move in own), 2),
        right=sum(move.cost == 0 and not move.throws_away_victory for move in own),
        phases={
            phase: _share(move for move in own if phase in phases[_event(move)]) for phase in PHASES
        },
        kinds={kind: _share(move for move in mistakes if move.kind == kind) for kind in KINDS},
        worst=[_worst_move(move, phases[_event(move)]) for move in worst(mistakes, MAX_WORST)],
        luck=luck,
        is_usual=has_usual_options(state),
        version=VERSIONS.get(state.game.name, 0),
    )


def has_usual_options(state: State) -> bool:
    """Whether a game has the default options; who begins does not matter."""
    options = state.options
    return replace(options, start=0) == type(options)(players=options.players)


def _event(judged: JudgedMove) -> int:
    return judged.decision.event


def _share(moves: Iterable[JudgedMove]) -> Share:
    costs = [capped(move.cost) for move in moves]
    return Share(len(costs), round(sum(costs), 2))


def _worst_move(judged: JudgedMove, phases: Iterable[Phase]) -> WorstMove:
    assert judged.kind
    decision = judged.decision
    return WorstMove(
        ply=decision.event - 1,
        position=str(decision.state.view(decision.seat).state),
        move=str(decision.move),
        points=round(judged.points, 2),
        best=judged.best,
        best_points=round(judged.best_points, 2),
        line=list(judged.line),
        kind=judged.kind,
        phases=list(phases),
    )


def together(shares: Collection[Mapping[N, Share]], names: Iterable[N]) -> dict[N, Share]:
    """The shares of several games, added up."""
    return {
        name: Share(
            sum(each[name].moves for each in shares if name in each),
            round(sum(each[name].lost for each in shares if name in each), 2),
        )
        for name in names
    }
