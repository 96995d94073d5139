"""Our own bots behind the engine protocol, for any interface: docs/engine-protocol.md.

One thread reads commands, so that `stop` is noticed while a bot thinks; another obeys them in
order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from queue import SimpleQueue
from random import SystemRandom
from threading import Event, Lock, Thread
from types import MappingProxyType
from typing import BinaryIO

from azulejos.bots import needs_search
from azulejos.bots.external.lines import MAX_LINE_LENGTH, VERSION, option_line, pairs
from azulejos.bots.parameters import Given, Parameter
from azulejos.bots.preparation import prepare
from azulejos.bots.protocol import Bot, BotKind
from azulejos.bots.search import interruption
from azulejos.bots.search.bot import SearchBot
from azulejos.bots.search.clock import MIN_SECONDS, Progress, share_of
from azulejos.bots.search.result import Budget, SearchResult
from azulejos.core.game import Game
from azulejos.core.notation import read_number
from azulejos.core.state import State, View
from azulejos.core.turn import CHANCE
from azulejos.errors import AzulejosError, NotationError, UnknownName, excerpt, quoted
from azulejos.games import game as game_named

GIVEN_BY_GO = ("time", "nodes", "clock", "increment")
"""Parameters that are not options, because `go` gives them for every move."""

ALIVE = 5.0  # seconds between two `info` lines while it compiles


class CommandQueue:
    """Commands in order, read by a thread that also notices `stop`."""

    def __init__(self, lines: BinaryIO) -> None:
        self._waiting: SimpleQueue[str | None] = SimpleQueue()
        self._lock = Lock()
        self._asked = 0  # how many times `go` was read
        self._begun = 0  # how many of them were begun
        self._stopped = 0  # moves up to this number are stopped
        Thread(target=self._read, args=(lines,), name="commands", daemon=True).start()

    def __iter__(self) -> Iterator[str]:
        return iter(self._waiting.get, None)

    def begin(self) -> None:
        """Think about the next move, unless it was already stopped."""
        with self._lock:
            self._begun += 1
            if self._begun > self._stopped:
                interruption.allow()

    def _read(self, lines: BinaryIO) -> None:
        for line in _bounded(lines):
            word = line.split(maxsplit=1)[0] if line.split() else ""
            if word == "quit":
                break
            with self._lock:
                if word == "go":
                    self._asked += 1
                if word == "stop":
                    self._stop()
            if word not in ("", "stop"):
                self._waiting.put(line)
        with self._lock:
            self._stop()  # no move is wanted any more
        self._waiting.put(None)

    def _stop(self) -> None:
        self._stopped = self._asked
        interruption.interrupt()


def _bounded(lines: BinaryIO) -> Iterator[str]:
    """The lines as text; what is too long is cut, so that nothing fills the memory."""
    while line := lines.readline(MAX_LINE_LENGTH):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = lines.readline(MAX_LINE_LENGTH)
        yield line.decode("utf-8", "replace")


class Engine:
    """Obeys the commands of another program."""

    def __init__(
        self,
        kinds: Sequence[BotKind],
        games: Sequence[str],
        write: Callable[[str], None],
        given: Given = MappingProxyType({}),
    ) -> None:
        self._kinds = {kind.name: kind for kind in kinds}
        self._games = games
        self._write = write
        choices = tuple(self._kinds)
        self._choice = Parameter("bot", "str", "who plays", default=choices[0], choices=choices)
        self._settings: dict[str, object] = {"bot": choices[0], **given}
        self._bot: Bot | None = None
        self._view: View | None = None
        self._progress = Progress()
        self._prepared: set[tuple[str, bool]] = set()

    def serve(self, lines: BinaryIO) -> None:
        """Obey until `quit`, or until there are no more lines."""
        self._commands = CommandQueue(lines)
        obey = {
            "hello": self._hello,
            "set": self._set,
            "newgame": self._new_game,
            "position": self._position,
            "moves": lambda _: None,  # the rules are known here
            "go": self._go,
        }
        for line in self._commands:
            word, _, rest = line.strip().partition(" ")
            try:
                if word in obey:  # later versions of the protocol may have other lines
                    obey[word](rest.strip())
            except AzulejosError as error:
                self._write(f"error {error}")
        interruption.allow()

    def _hello(self, rest: str) -> None:
        protocol, _, version = rest.partition(" ")
        if protocol != "azulejos" or read_number(version) != VERSION:
            raise NotationError(f"this engine speaks `hello azulejos {VERSION}`")
        self._write(f"name Azulejos {self._settings['bot']}")
        for name in self._games:
            self._write(f"game {name}")
        for option in self._options().values():
            self._write(option_line(option))
        self._write("ok")

    def _options(self) -> dict[str, Parameter]:
        """What can be set: the bot, and the parameters of all of them."""
        options = {"bot": self._choice}
        for kind in self._kinds.values():
            options |= {each.name: each for each in kind.parameters if each.name not in GIVEN_BY_GO}
        return options

    def _set(self, rest: str) -> None:
        name, _, value = rest.partition(" ")
        options = self._options()
        if name not in options:
            raise UnknownName("option", name, options)
        self._settings[name] = options[name].read(value.strip())
        self._bot = None

    def _new_game(self, rest: str) -> None:
        name, _, options = rest.partition(" ")
        game = self._game(name)
        game.options.of(pairs(options))
        self._view = None
        self._progress = Progress()
        self._bot = self._make()
        self._prepare(game, self._bot)
        self._write("ok")

    def _prepare(self, game: Game, bot: Bot) -> None:
        """Compile or load what a bot needs, with signs of life: this is not thinking time."""
        kind = game.name, needs_search(bot)
        if kind not in self._prepared:
            with _at_intervals(ALIVE, lambda: self._write("info text=compiling")):
                prepare(game, search=kind[1])
            self._prepared.add(kind)

    def _game(self, name: str) -> Game:
        if name not in self._games:
            raise UnknownName("game", name, self._games)
        return game_named(name)

    def _make(self) -> Bot:
        kind = self._kinds[str(self._settings["bot"])]
        known = {each.name for each in kind.parameters}
        given = {name: value for name, value in self._settings.items() if name in known}
        return kind.make(given, SystemRandom())

    def _position(self, rest: str) -> None:
        self._view = None
        words = rest.replace(";", " ").split(maxsplit=1)
        state = self._game(words[0] if words else "").position(rest)
        self._view = state.view(_mover(state))

    def _go(self, rest: str) -> None:
        self._commands.begin()
        limits = pairs(rest)
        budget = Budget(
            seconds=_limit(limits, "time", 1000), nodes=round(_limit(limits, "nodes") or 0) or None
        )
        clock, increment = _limit(limits, "clock", 1000), _limit(limits, "increment", 1000)
        if self._view is None:
            raise NotationError("say `position ...` before `go`")
        self._bot = self._bot or self._make()
        self._prepare(self._view.state.game, self._bot)
        if not isinstance(self._bot, SearchBot) or len(self._view.state.legal_codes) == 1:
            move = self._bot.choose(self._view)
        elif budget == Budget() and not clock:
            move = self._bot.decide(self._view, self._tell).moves[0].move
        else:
            if budget == Budget() and clock:
                budget = Budget(seconds=self._share(self._view, clock, increment or 0.0))
            move = self._bot.think(self._view, budget, self._tell).moves[0].move
        self._write(f"bestmove {move}")

    def _share(self, view: View, left: float, increment: float) -> float:
        """How much of the game's remaining time a move may take."""
        self._progress.see(view)
        return max(MIN_SECONDS, share_of(left, increment, self._progress.decisions_to_come()))

    def _tell(self, result: SearchResult) -> None:
        best = result.moves[0]
        self._write(
            f"info depth={result.depth} nodes={result.nodes} time={round(1000 * result.seconds)} "
            f"score={best.points:.2f} line={','.join(map(str, best.line or (best.move,)))}"
        )


@contextmanager
def _at_intervals(seconds: float, act: Callable[[], None]) -> Iterator[None]:
    """Do something repeatedly in the meantime."""
    is_done = Event()

    def repeat() -> None:
        while not is_done.wait(seconds):
            act()

    thread = Thread(target=repeat, name="intervals", daemon=True)
    thread.start()
    try:
        yield
    finally:
        is_done.set()
        thread.join()


def _limit(limits: dict[str, str], name: str, unit: int = 1) -> float | None:
    """A limit of `go`: a whole number of milliseconds or nodes."""
    if name not in limits:
        return None
    limit = read_number(limits[name])
    if limit is None or limit < 1:
        raise NotationError(f"go: {name}={excerpt(limits[name])} should be a whole number above 0")
    return limit / unit


def _mover(state: State) -> int:
    if state.to_move is None or state.to_move == CHANCE:
        raise NotationError(f"nobody is to move in {quoted(str(state).partition(chr(10))[0])}")
    return state.to_move
