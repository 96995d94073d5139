"""A process that thinks: it reads tasks from its input, a line each, and writes what it found.

Thinking takes seconds of a whole core, so it is never done where the sockets are. A worker is
given what one seat may know of a position and nothing else. A task can be cancelled while it is
done: it is answered soon then, with nothing, and the worker goes on with all that it has loaded.
"""

from __future__ import annotations

import os
from contextlib import suppress
from queue import SimpleQueue
from threading import Lock, Thread
from typing import BinaryIO

import msgspec
import numpy as np

from azulejos.bots import bot
from azulejos.bots.analysis import Analyst, Decision
from azulejos.bots.protocol import Bot
from azulejos.bots.search import interruption
from azulejos.bots.search.engine import prepare
from azulejos.bots.search.games import is_searched
from azulejos.bots.search.result import Budget
from azulejos.core.game import Game
from azulejos.core.state import State, View
from azulejos.games import game as game_named
from azulejos.play.kernels import use_every_kernel
from azulejos.server.bots.compiling import one_at_a_time
from azulejos.server.bots.hints import hint, simple_hints
from azulejos.server.messages import Hint

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


class Verdict(msgspec.Struct, frozen=True):
    """What a move was worth, and what it cost beside the best one."""

    best: Hint
    points: float
    cost: float
    is_mistake: bool
    throws_away_victory: bool


Task = Choose | Advise | Judge | WarmUp


class Order(msgspec.Struct, frozen=True, tag="order"):
    """A task, with a number that is higher than those of all before it."""

    number: int
    task: Task


class Cancel(msgspec.Struct, frozen=True, tag="cancel"):
    """Nobody waits for the task of this number any more."""

    number: int


class Found(msgspec.Struct, frozen=True):
    """The answer to a task: a move, hints, the best first, or a verdict; or what went wrong."""

    move: str = ""
    hints: list[Hint] = []
    verdict: Verdict | None = None
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
                return Found(move=str(move))
            case Advise(sight):
                return Found(hints=self._advice(sight.view()))
            case Judge(sight, move):
                return Found(verdict=self._verdict(sight.view(), move))
            case WarmUp(game):
                self._warm_up(game)
        return Found()

    def _bot(self, game: str, level: str) -> Bot:
        """A bot keeps what it learned about the game it searches: one for each game."""
        if (game, level) not in self._bots:
            self._bots[game, level] = bot(level, outside=False)
        return self._bots[game, level]

    def _advice(self, view: View) -> list[Hint]:
        game = view.state.game
        if not is_searched(game.name):
            return simple_hints(view, MOST_HINTS)
        thought = self._analyst(game).best_moves(view, HINT_BUDGET, MOST_HINTS)
        best = thought.moves[:MOST_HINTS]
        return [hint(view, found.move, found.points, found.line) for found in best]

    def _verdict(self, view: View, move: str) -> Verdict:
        game = view.state.game
        decision = Decision(0, view.state, game.parse_move(move))
        judgement = self._analyst(game).judge(decision, REVIEW_BUDGET)
        best = judgement.best
        return Verdict(
            best=hint(view, best.move, best.points, best.line),
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
        with one_at_a_time():
            use_every_kernel(game)
            if is_searched(name):
                prepare(game)


read_order = msgspec.json.Decoder(Order | Cancel).decode
read_found = msgspec.json.Decoder(Found).decode
encode = msgspec.json.Encoder().encode

CANCELLED = Found(error="cancelled")


class Orders:
    """Tasks in order, read by a thread that also notices when one is cancelled."""

    def __init__(self, lines: BinaryIO) -> None:
        self._waiting: SimpleQueue[Order | None] = SimpleQueue()
        self._lock = Lock()
        self._current = 0  # the number of the task that is being done, or was last
        self._cancelled = 0  # no task up to this number is wanted any more
        Thread(target=self._read, args=(lines,), name="orders", daemon=True).start()

    def next(self) -> Order | None:
        """The next task, from which on searches may run again; None after the last one."""
        order = self._waiting.get()
        with self._lock:
            if order and order.number > self._cancelled:
                self._current = order.number
                interruption.allow()
        return order

    def is_cancelled(self, order: Order) -> bool:
        return order.number <= self._cancelled

    def _read(self, lines: BinaryIO) -> None:
        for line in lines:
            match read_order(line):
                case Order() as order:
                    self._waiting.put(order)
                case Cancel(number):
                    self._cancel(number)
        self._waiting.put(None)
        interruption.interrupt()  # whoever asked is gone

    def _cancel(self, number: int) -> None:
        with self._lock:
            self._cancelled = number
            if self._current <= number:
                interruption.interrupt()


def serve(lines: BinaryIO, answers: BinaryIO) -> None:
    """Answer tasks until there are no more."""
    thinker, orders = Thinker(), Orders(lines)
    while order := orders.next():
        found = CANCELLED if orders.is_cancelled(order) else _answer(thinker, order.task)
        answers.write(encode(CANCELLED if orders.is_cancelled(order) else found) + b"\n")
        answers.flush()


def _answer(thinker: Thinker, task: Task) -> Found:
    try:
        return thinker.answer(task)
    except Exception as error:
        return Found(error=f"{type(error).__name__}: {error}")


def main() -> None:
    """Run as a process of its own; what is printed by accident goes where errors go."""
    orders = os.fdopen(os.dup(0), "rb")  # not `sys.stdin`, which the end would wait for
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    with suppress(OSError):
        os.nice(NICENESS)
    with suppress(BrokenPipeError, KeyboardInterrupt):
        serve(orders, answers)


if __name__ == "__main__":
    main()
