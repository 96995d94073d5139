"""A process that thinks: it reads tasks from its input, a line each, and writes what it found.

Thinking takes seconds of a whole core, so it is never done where the sockets are. A worker is
given what one seat may know of a position and nothing else.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from random import Random
from typing import BinaryIO

import msgspec
import numpy as np

from azulejos.bots import bot
from azulejos.bots.analysis import Analyst, Decision
from azulejos.bots.protocol import Bot
from azulejos.bots.search.engine import SEARCHED_GAMES, Budget, Valued, prepare
from azulejos.core.game import Game
from azulejos.core.state import State, View
from azulejos.games import game as game_named
from azulejos.play.match import Match

NICENESS = 5  # sockets go first
MOST_HINTS = 5
HINT_BUDGET = Budget(seconds=1.5, nodes=200_000)
REVIEW_BUDGET = Budget(seconds=0.5, nodes=40_000)  # for a move of a whole game


class Sight(msgspec.Struct, frozen=True):
    """What a seat sees of a position."""

    game: str
    seat: int
    position: bytes

    def view(self) -> View:
        """The view that was sent."""
        game = game_named(self.game)
        raw = np.frombuffer(self.position, np.uint8).copy()
        return View(self.seat, State(game, raw))

    @classmethod
    def of(cls, view: View) -> Sight:
        return cls(view.state.game.name, view.seat, view.state.key)


class Choose(msgspec.Struct, frozen=True, tag="choose"):
    """Choose a move as a bot of a level would."""

    sight: Sight
    level: str


class Advise(msgspec.Struct, frozen=True, tag="advise"):
    """Find the best moves."""

    sight: Sight


class Judge(msgspec.Struct, frozen=True, tag="judge"):
    """Compare a move with the best one."""

    sight: Sight
    move: str


class WarmUp(msgspec.Struct, frozen=True, tag="warm_up"):
    """Compile all that a game needs, or load it."""

    game: str


class Advised(msgspec.Struct, frozen=True):
    """A good move: how many points it leaves the mover ahead, and how play may go on."""

    move: str
    points: float
    line: list[str]


class Judged(msgspec.Struct, frozen=True):
    """What a move was worth, and what it cost beside the best one."""

    best: Advised
    points: float
    cost: float
    is_mistake: bool
    throws_away_victory: bool


Task = Choose | Advise | Judge | WarmUp


class Found(msgspec.Struct, frozen=True):
    """The answer to a task: moves, the best first, or a judgement, or what went wrong."""

    moves: list[Advised] = []
    judged: Judged | None = None
    error: str = ""


class Thinker:
    """Answers tasks, and keeps the bots that it made."""

    def __init__(self) -> None:
        self._bots: dict[tuple[str, str], Bot] = {}
        self._analysts: dict[str, Analyst] = {}

    def answer(self, task: Task) -> Found:
        match task:
            case Choose(sight, level):
                move = self._bot(sight.game, level).choose(sight.view())
                return Found([Advised(str(move), 0.0, [])])
            case Advise(sight):
                return Found(self._advice(sight.view()))
            case Judge(sight, move):
                return Found(judged=self._judgement(sight.view(), move))
            case WarmUp(game):
                self._warm_up(game)
        return Found()

    def _bot(self, game: str, level: str) -> Bot:
        """A bot keeps what it learned about the game it searches: one for each game."""
        if (game, level) not in self._bots:
            self._bots[game, level] = bot(level)
        return self._bots[game, level]

    def _advice(self, view: View) -> list[Advised]:
        game = view.state.game
        if game.name not in SEARCHED_GAMES:
            return values_of(view)
        thought = self._analyst(game).best_moves(view, HINT_BUDGET, MOST_HINTS)
        return [_advised(found) for found in thought.moves[:MOST_HINTS]]

    def _judgement(self, view: View, move: str) -> Judged:
        game = view.state.game
        decision = Decision(0, view.state, game.parse_move(move))
        judgement = self._analyst(game).judge(decision, REVIEW_BUDGET)
        return Judged(
            best=_advised(judgement.best),
            points=float(judgement.played.points),
            cost=float(judgement.cost),
            is_mistake=judgement.is_mistake,
            throws_away_victory=judgement.throws_away_victory,
        )

    def _analyst(self, game: Game) -> Analyst:
        if game.name not in self._analysts:
            self._analysts[game.name] = Analyst(game)
        return self._analysts[game.name]

    def _warm_up(self, name: str) -> None:
        game = game_named(name)
        match = Match(game, source=Random(0))
        assert match.state.to_move is not None
        values_of(match.view(match.state.to_move))
        if name in SEARCHED_GAMES:
            prepare(game)


def _advised(found: Valued) -> Advised:
    return Advised(str(found.move), float(found.points), [str(move) for move in found.line])


def values_of(view: View) -> list[Advised]:
    """The moves that leave the most points if the round ended now."""
    valued = zip(view.state.legal_moves, view.state.move_values, strict=True)
    best = sorted(valued, key=lambda pair: -pair[1])[:MOST_HINTS]
    return [Advised(str(move), float(value), [str(move)]) for move, value in best]


read_task = msgspec.json.Decoder(Task).decode
read_found = msgspec.json.Decoder(Found).decode
encode = msgspec.json.Encoder().encode


def serve(tasks: BinaryIO, answers: BinaryIO) -> None:
    """Answer tasks until there are no more."""
    thinker = Thinker()
    for line in tasks:
        try:
            found = thinker.answer(read_task(line))
        except Exception as error:
            found = Found(error=f"{type(error).__name__}: {error}")
        answers.write(encode(found) + b"\n")
        answers.flush()


def main() -> None:
    """Run as a process of its own; what is printed by accident goes where errors go."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    with suppress(OSError):
        os.nice(NICENESS)
    with suppress(BrokenPipeError, KeyboardInterrupt):
        serve(sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
