"""A process that thinks: it reads tasks from its input, a line each, and writes what it found.

Thinking takes seconds of a whole core, so it is never done where the sockets are. A worker is
given what one seat may know of a position and nothing else. A task can be cancelled while it is
done: it is answered soon then, with nothing, and the worker goes on with all that it has loaded.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from queue import SimpleQueue
from random import SystemRandom
from threading import Lock, Thread
from typing import BinaryIO

import msgspec
import numpy as np

from azulejos.bots import Bot, Parameter, bot, close, needs_search, read_bot
from azulejos.bots.analysis import Analyst, Decision
from azulejos.bots.outside.program import ProgramBot
from azulejos.bots.protocol import begin
from azulejos.bots.search import interruption
from azulejos.bots.search.engine import prepare
from azulejos.bots.search.games import is_searched
from azulejos.bots.search.result import Budget
from azulejos.core.game import Game
from azulejos.core.state import State, View
from azulejos.errors import AzulejosError
from azulejos.games import GAME_NAMES
from azulejos.games import game as game_named
from azulejos.play.kernels import use_every_kernel
from azulejos.server.bots.compiling import one_at_a_time
from azulejos.server.bots.hints import hint, simple_hints
from azulejos.server.messages import Hint
from azulejos.server.settings import ParameterInfo

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


class PlayOffered(msgspec.Struct, frozen=True, tag="play_offered"):
    """Choose a move as a bot from outside would, which whoever runs the server has named."""

    sight: Sight
    text: str


class Load(msgspec.Struct, frozen=True, tag="load"):
    """Load such a bot, for a game."""

    sight: Sight
    text: str


class Describe(msgspec.Struct, frozen=True, tag="describe"):
    """Say what such a bot declares."""

    text: str


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


class Description(msgspec.Struct, frozen=True):
    """What a bot declares of itself."""

    help: str
    parameters: list[ParameterInfo]
    games: list[str]


Task = Choose | PlayOffered | Load | Describe | Advise | Judge | WarmUp


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
    description: Description | None = None
    error: str = ""


class Thinker:
    """Answers tasks, and keeps the bots that it made."""

    def __init__(self) -> None:
        self._bots: dict[tuple[str, str], Bot] = {}
        self._outside: dict[str, Bot] = {}
        self._told: dict[str, tuple[str, str]] = {}  # of which game and options
        self._analysts: dict[str, Analyst] = {}

    def answer(self, task: Task) -> Found:
        match task:
            case Choose(sight, level):
                move = self._bot(sight.game, level).choose(sight.view())
                return Found(move=str(move))
            case PlayOffered(sight, text):
                view = sight.view()
                return Found(move=str(self._offered(view, text).choose(view)))
            case Load(sight, text):
                self._offered(sight.view(), text)
            case Describe(text):
                return Found(description=describe(text))
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

    def _offered(self, view: View, text: str) -> Bot:
        """A bot from outside, one for all tables: it is told when another game is played."""
        if text not in self._outside:
            self._outside[text] = bot(text, outside=True)
        game, options = view.state.game, view.state.options
        if self._told.get(text) != (game.name, str(options)):
            begin(self._outside[text], game, options)
            self._told[text] = game.name, str(options)
        return self._outside[text]

    def close(self) -> None:
        """End what bots from outside have started."""
        for each in self._outside.values():
            with suppress(AzulejosError):
                close(each)

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


def describe(text: str) -> Description:
    """What a bot declares; it is made once, to see whether it can be."""
    kind, given = read_bot(text, outside=True)
    made = kind.make(given, SystemRandom())
    try:
        parameters, games, meaning = list(kind.parameters), kind.games, kind.help
        if isinstance(made, ProgramBot):
            about = made.introduction()
            parameters += about.options.values()
            games, meaning = about.games or None, about.name or kind.help
        searched = needs_search(made)
    finally:
        close(made)
    return Description(
        help=meaning,
        parameters=[parameter_info(each) for each in parameters],
        games=[
            name
            for name in GAME_NAMES
            if (games is None or name in games) and (is_searched(name) or not searched)
        ],
    )


def parameter_info(parameter: Parameter) -> ParameterInfo:
    """What is told of a parameter; where files lie is nobody's business."""
    default = None if parameter.type == "file" else parameter.default
    return ParameterInfo(
        name=parameter.name,
        type=parameter.type,
        help=parameter.help,
        default=None if default is None else parameter.write(default),
        low=None if parameter.low is None else float(parameter.low),
        high=None if parameter.high is None else float(parameter.high),
        choices=list(parameter.choices),
    )


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
    try:
        while order := orders.next():
            found = CANCELLED if orders.is_cancelled(order) else _answer(thinker, order.task)
            answers.write(encode(CANCELLED if orders.is_cancelled(order) else found) + b"\n")
            answers.flush()
    finally:
        thinker.close()


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
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # so that programs of bots end, too
    with suppress(BrokenPipeError, KeyboardInterrupt):
        serve(orders, answers)


if __name__ == "__main__":
    main()
