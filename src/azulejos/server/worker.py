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
from azulejos.bots.analysis import Analyst
from azulejos.bots.protocol import Bot
from azulejos.bots.search.engine import SEARCHED_GAMES, Budget, prepare
from azulejos.core.state import State, View
from azulejos.games import game as game_named
from azulejos.play.match import Match

NICENESS = 5  # sockets go first
MOST_HINTS = 5
HINT_BUDGET = Budget(seconds=1.5, nodes=200_000)


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


class WarmUp(msgspec.Struct, frozen=True, tag="warm_up"):
    """Compile all that a game needs, or load it."""

    game: str


class Advised(msgspec.Struct, frozen=True):
    """A good move: how many points it leaves the mover ahead, and how play may go on."""

    move: str
    points: float
    line: list[str]


Task = Choose | Advise | WarmUp


class Found(msgspec.Struct, frozen=True):
    """The answer to a task: moves, the best first, or what went wrong."""

    moves: list[Advised] = []
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
        if game.name not in self._analysts:
            self._analysts[game.name] = Analyst(game)
        thought = self._analysts[game.name].best_moves(view, HINT_BUDGET, MOST_HINTS)
        return [
            Advised(str(found.move), float(found.points), [str(move) for move in found.line])
            for found in thought.moves[:MOST_HINTS]
        ]

    def _warm_up(self, name: str) -> None:
        game = game_named(name)
        match = Match(game, source=Random(0))
        assert match.state.to_move is not None
        values_of(match.view(match.state.to_move))
        if name in SEARCHED_GAMES:
            prepare(game)


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
