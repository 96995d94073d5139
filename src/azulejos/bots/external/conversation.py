"""The conversation with a program that plays: docs/engine-protocol.md.

Nothing here knows about processes: lines come in, texts go out, and a wrong answer raises
`BotError`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from azulejos.bots.external.classes import checked_move
from azulejos.bots.external.lines import HELLO, Lines, pairs, read_option
from azulejos.bots.parameters import Parameter
from azulejos.core.game import Game
from azulejos.core.move import Move
from azulejos.core.options import Options
from azulejos.core.state import View
from azulejos.errors import BotError, excerpt, quoted

MAX_OPTIONS = 200


@dataclass(frozen=True)
class Timeouts:
    """How long a program may take, in seconds, for what is not thinking."""

    starting: float = 50.0  # for `hello` and `newgame`, from the last `info` line on
    grace: float = 1.0  # beyond its time for a move, until it is told to stop
    stopping: float = 2.0  # from `stop` to its move
    nodes: float = 600.0  # for a move that is limited by nodes alone, until it is told to stop
    loading: float = 600.0  # for `hello` or `newgame` in all: it may have to compile much


@dataclass
class Introduction:
    """What a program says about itself."""

    name: str = ""
    games: tuple[str, ...] = ()  # none: all
    options: dict[str, Parameter] = field(default_factory=dict)


@dataclass(frozen=True)
class GoLimits:
    """The time, in seconds, and the nodes that a program is allowed."""

    time: float | None = None  # for this move
    nodes: int | None = None
    clock: float | None = None  # for the rest of the game
    increment: float | None = None  # that it gets after the move

    def __str__(self) -> str:
        """As `go` says it: whole numbers, times in milliseconds."""
        limits = {name: value for name, value in vars(self).items() if value is not None}
        return " ".join(
            f"{name}={value if name == 'nodes' else max(1, round(1000 * value))}"
            for name, value in limits.items()
        )

    @property
    def max_seconds(self) -> float | None:
        """What the move may take at most; None if it is limited by nodes alone."""
        return self.clock if self.time is None else self.time


class Conversation:
    """Talks to one program."""

    def __init__(
        self, lines: Lines, send: Callable[[str], None], timeouts: Timeouts | None = None
    ) -> None:
        self._lines = lines
        self._send = send
        self._timeouts = timeouts or Timeouts()
        self.about = Introduction()
        self.info: dict[str, str] = {}  # what it said last about the move it is looking for

    def hello(self) -> None:
        """Greet the program, and learn its name, its options and the games that it plays."""
        self._send(HELLO)
        about = Introduction()
        for word, rest in self._until("ok", "hello", self._timeouts.starting):
            match word:
                case "name":
                    about.name = excerpt(rest)
                case "game":
                    about.games += (excerpt(rest),)
                case "option":
                    option = read_option(rest)
                    about.options[option.name] = option
            if max(len(about.games), len(about.options)) > MAX_OPTIONS:
                raise BotError(f"it declares more than {MAX_OPTIONS} games or options")
        self.about = about

    def set(self, name: str, text: str) -> None:
        """Set an option that the program has declared."""
        known = self.about.options
        if name not in known:
            there = f"; there are: {', '.join(known)}" if known else ": it declares none"
            raise BotError(f"it has no option {quoted(name)}{there}")
        value = known[name].read(text)
        self._send(f"set {name} {known[name].write(value)}")

    def new_game(self, game: Game, options: Options) -> None:
        """Say what is played from now on, and wait until the program is ready."""
        plays = self.about.games
        if plays and game.name not in plays:
            raise BotError(f"it does not play {game.title}, only: {', '.join(plays)}")
        self._lines.clear()
        self._send(f"newgame {game.name} {options}")
        for _ in self._until("ok", "newgame", self._timeouts.starting):
            pass

    def best_move(self, view: View, limits: GoLimits) -> Move:
        """Ask for a move, given what a seat sees."""
        state, timeouts = view.state, self._timeouts
        self._lines.clear()
        self.info = {}
        self._send(
            f"position {'; '.join(str(state).splitlines())}\n"
            f"moves {' '.join(map(str, state.legal_moves))}\n" + f"go {limits}".rstrip()
        )
        most = limits.max_seconds
        limit = timeouts.nodes if most is None else most + timeouts.grace
        begun = time.monotonic()
        try:
            return self._answer(view, limit)
        except TimeoutError:
            self._send("stop")
        try:
            return self._answer(view, timeouts.stopping)
        except TimeoutError:
            took = time.monotonic() - begun
            raise BotError(f"it gave no move within {took:.1f} s{self._last()}", "time") from None

    def _answer(self, view: View, limit: float) -> Move:
        """Read until a move comes."""
        deadline = time.monotonic() + limit
        while True:
            word, rest = self._next(deadline)
            if word == "bestmove":
                return checked_move(rest, view, "it")
            if word == "info":
                self.info = {**self.info, **pairs(rest)}

    def _until(self, last: str, asked: str, limit: float) -> list[tuple[str, str]]:
        """The answers before the last one."""
        begun = time.monotonic()
        deadline = begun + limit
        result: list[tuple[str, str]] = []
        try:
            while (answer := self._next(deadline))[0] != last:
                result = [*result[-2 * MAX_OPTIONS :], answer]
                if answer[0] == "info":
                    deadline = min(time.monotonic() + limit, begun + self._timeouts.loading)
        except TimeoutError:
            late = f"within {deadline - begun:g} s{self._last()}"
            raise BotError(f"it did not answer `{asked}` with `{last}` {late}") from None
        return result

    _heard = ""

    def _next(self, deadline: float) -> tuple[str, str]:
        if time.monotonic() > deadline:  # whatever it writes meanwhile
            raise TimeoutError
        line = self._lines.next(deadline)
        if line:
            self._heard = line
        word, _, rest = line.partition(" ")
        if word == "error":
            raise BotError(f"it says: {excerpt(rest)}")
        return word, rest.strip()

    def _last(self) -> str:
        return f"; it last wrote {quoted(self._heard)}" if self._heard else ""
