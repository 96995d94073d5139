"""The tasks of workers and their results: a line of JSON each way.

A worker is told what one seat may know of a position, and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from azulejos.bots.search.result import MoveValue
from azulejos.core.game import Game
from azulejos.core.move import Move
from azulejos.core.state import State, View
from azulejos.core.turn import CHANCE
from azulejos.games import game as game_named
from azulejos.narration import narrate
from azulejos.scenes import stage
from azulejos.skill.luck import Deal
from azulejos.skill.summary import MistakeKind
from azulejos.tables.messages import Hint, Searched
from azulejos.tables.settings import ParameterInfo

USUAL_EFFORT = 1
MAX_EFFORT = 4
"""How long is thought about advice: each effort takes a few times as long as the one before."""

encode = msgspec.json.Encoder().encode


class SeatView(msgspec.Struct, frozen=True):
    """What a seat sees of a position."""

    game: str
    seat: int
    position: bytes

    def view(self) -> View:
        game = game_named(self.game)
        return View(self.seat, _state(game, self.position))

    @classmethod
    def of(cls, view: View) -> SeatView:
        return cls(view.state.game.name, view.seat, view.state.key)


def _state(game: Game, position: bytes) -> State:
    return State(game, np.frombuffer(position, np.uint8).copy())


class Choose(msgspec.Struct, frozen=True, tag="choose"):
    """Choose a move as a bot of a level would."""

    seat_view: SeatView
    level: str


class PlayOffered(msgspec.Struct, frozen=True, tag="play_offered"):
    """Choose a move as an external bot would, which the operator has named."""

    seat_view: SeatView
    text: str


class Load(msgspec.Struct, frozen=True, tag="load"):
    """Load such a bot, for a game."""

    seat_view: SeatView
    text: str


class Describe(msgspec.Struct, frozen=True, tag="describe"):
    """Say what such a bot declares."""

    text: str


class Advise(msgspec.Struct, frozen=True, tag="advise"):
    """Find the best moves."""

    seat_view: SeatView
    effort: int = USUAL_EFFORT


class Judge(msgspec.Struct, frozen=True, tag="judge"):
    """Compare a move with the best one."""

    seat_view: SeatView
    move: str


class DealLuck(msgspec.Struct, frozen=True, tag="deal_luck"):
    """Value the deals of a finished game: each is the position before and after it."""

    game: str
    deals: list[tuple[bytes, bytes]]

    def read(self) -> list[Deal]:
        game = game_named(self.game)
        return [(_state(game, before), _state(game, after)) for before, after in self.deals]

    @classmethod
    def of(cls, deals: Sequence[Deal]) -> DealLuck:
        name = deals[0][0].game.name
        return cls(name, [(before.key, after.key) for before, after in deals])


class PlayDaily(msgspec.Struct, frozen=True, tag="play_daily"):
    """Play the game of a day by a bot; answered by the points of both seats."""

    game: str
    day: str
    bot: str
    opponent: str


class Verdict(msgspec.Struct, frozen=True):
    """What a move was worth, and what it cost compared with the best one."""

    best: Hint
    points: float
    cost: float
    is_mistake: bool
    throws_away_victory: bool
    kind: MistakeKind | None = None  # of a mistake
    is_full: bool = True  # the judge came to its end, and was not stopped by the clock


class Description(msgspec.Struct, frozen=True):
    """What a bot declares about itself."""

    help: str
    parameters: list[ParameterInfo]
    games: list[str]


Task = Choose | PlayOffered | Load | Describe | Advise | Judge | DealLuck | PlayDaily


class Order(msgspec.Struct, frozen=True, tag="order"):
    """A task and its number, which is higher than those of all earlier tasks."""

    number: int
    task: Task


class Cancel(msgspec.Struct, frozen=True, tag="cancel"):
    """The task of this number is no longer wanted."""

    number: int


class TaskResult(msgspec.Struct, frozen=True):
    """The answer to a task: a move, hints, the best first, or a verdict; or what went wrong."""

    move: str = ""
    hints: list[Hint] = []
    searched: Searched | None = None  # with hints, where a search found them
    verdict: Verdict | None = None
    deal_luck: list[float] = []  # of deals, to the first seat
    points: list[int] = []  # at the end of a game, by seat
    description: Description | None = None
    error: str = ""


read_order = msgspec.json.Decoder(Order | Cancel).decode
read_result = msgspec.json.Decoder(TaskResult).decode

CANCELLED = TaskResult(error="cancelled")


# Hints, and moves that take no thought


def valued_hint(view: View, valued: MoveValue) -> Hint:
    """A hint for a move and its value, with the best line of play."""
    before, move = view.state, valued.move
    return Hint(
        move=str(move),
        steps=stage(before.game).steps(move),
        points=float(valued.points),
        line=[str(each) for each in playable(before, valued.line)],
        told=narrate(before, move, before.play(move), view.seat)[:1],
        is_decided=valued.is_decided,
        is_won=valued.is_won,
    )


def playable(state: State, line: Sequence[Move]) -> list[Move]:
    """The beginning of a line that can be played here.

    A search imagines what its seat does not see: there a line may go where the rules lead nobody
    here, and what chance does is not known yet.
    """
    result: list[Move] = []
    for move in line:
        if state.to_move in (None, CHANCE) or move not in state.legal_moves:
            break
        result.append(move)
        state = state.play(move)
    return result


def simple_hints(view: View, most: int) -> list[Hint]:
    """The moves with the highest score if the round ended now, for games without a search."""
    best = _by_value(view)[:most]
    return [valued_hint(view, MoveValue(move, value, line=(move,))) for move, value in best]


def simple_move(view: View) -> str:
    """The first of these, in place of a bot that failed."""
    return str(_by_value(view)[0][0])


def _by_value(view: View) -> list[tuple[Move, int]]:
    valued = zip(view.state.legal_moves, view.state.move_values, strict=True)
    return sorted(valued, key=lambda pair: -pair[1])
