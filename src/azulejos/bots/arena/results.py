"""A file of games that grows while an arena plays, and from which an interrupted run resumes.

The first line says what is played; every game is a line, in the order in which the games ended. A
line is written in one piece, so a program or machine that dies leaves at most one torn line at the
end, and that game is played again. Numbers of deals, rotations, bots and places count from 1.
"""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Generator
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

import msgspec

from azulejos import __version__
from azulejos.bots.arena.game import Forfeit, GamePlayed, Task, Thinking
from azulejos.bots.arena.plan import Plan
from azulejos.bots.arena.playing import Games
from azulejos.errors import AzulejosError
from azulejos.games import game as game_named

if sys.platform != "win32":
    import fcntl

FORMAT = "azulejos-arena-games"
FORMAT_VERSION = 1


class ResultsError(AzulejosError):
    """A file of results that cannot be read, written or resumed."""


class Header(msgspec.Struct, frozen=True):
    """What the games of a file have in common."""

    format: str
    version: int
    azulejos: str
    game: str
    rules: int
    options: dict[str, str | int | bool]
    bots: list[str]
    pairing: str
    seed: int
    move_time: float | str | None
    grace: float | str

    @classmethod
    def of(cls, plan: Plan) -> Header:
        return cls(
            format=FORMAT,
            version=FORMAT_VERSION,
            azulejos=__version__,
            game=plan.game,
            rules=game_named(plan.game).rules_version,
            options=plan.options.as_dict(),
            bots=[*plan.bots],
            pairing=plan.pairing,
            seed=plan.seed,
            move_time=None if plan.limits.move_time is None else _seconds(plan.limits.move_time),
            grace=_seconds(plan.limits.grace),
        )


def _seconds(time: float) -> float | str:
    return "forever" if math.isinf(time) else time  # JSON has no infinity


class GameLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game in a file; everything is listed in the order of `bots`."""

    deal: int
    rotation: int
    bots: tuple[int, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    first: int
    moves: int
    rounds: int
    thinking: tuple[tuple[int, float, float], ...] = ()  # moves, seconds in all, the longest
    forfeit: Forfeit | None = None

    @classmethod
    def of(cls, game: GamePlayed, *, with_times: bool = True) -> GameLine:
        lost = game.forfeit
        return cls(
            deal=game.deal + 1,
            rotation=game.rotation + 1,
            bots=tuple(index + 1 for index in game.bots),
            scores=game.scores,
            places=game.places,
            first=game.first + 1,
            moves=game.moves,
            rounds=game.rounds,
            thinking=tuple((t.moves, round(t.total, 6), round(t.longest, 6)) for t in game.thinking)
            if with_times
            else (),
            forfeit=lost and Forfeit(lost.player + 1, lost.kind, lost.reason),
        )

    def game(self) -> GamePlayed:
        lost = self.forfeit
        return GamePlayed(
            deal=self.deal - 1,
            rotation=self.rotation - 1,
            bots=tuple(index - 1 for index in self.bots),
            scores=self.scores,
            places=self.places,
            first=self.first - 1,
            moves=self.moves,
            rounds=self.rounds,
            thinking=tuple(Thinking(*each) for each in self.thinking),
            forfeit=lost and Forfeit(lost.player - 1, lost.kind, lost.reason),
        )


class ResultsFile:
    """Games on disk: those of former runs of the same plan, and those that are added."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path = path
        self._header = Header.of(plan)
        self._lineup = plan.lineup
        self.games: dict[Task, GamePlayed] = {}
        try:
            self._file = self._open()
        except OSError as error:
            raise self._cannot("open", error) from None
        try:
            self._begin()
        except OSError as error:
            self._file.close()
            raise self._cannot("write", error) from None
        except BaseException:
            self._file.close()
            raise

    def _begin(self) -> None:
        is_new = True
        if self.path.is_file():  # a device or a pipe is only written to
            self._lock()
            is_new = not self._go_on()
        if is_new:
            self._write(self._header)

    def __enter__(self) -> ResultsFile:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._file.close()

    def keep(self, arriving: Games) -> Generator[GamePlayed, None, None]:
        """Write games down before they are passed on."""
        for game in arriving:
            try:
                self._write(GameLine.of(game))
            except OSError as error:
                arriving.close()
                raise self._cannot("write", error) from None
            yield game

    def _open(self) -> BinaryIO:
        """Unbuffered: a line that was written is not lost with this program."""
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
        if self.path.exists() and not self.path.is_file():
            flags = os.O_WRONLY
        return os.fdopen(os.open(self.path, flags, 0o666), "r+b" if flags & os.O_RDWR else "wb", 0)

    def _lock(self) -> None:
        if sys.platform != "win32":
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise ResultsError(f"another arena is writing {self.path}") from None

    def _write(self, what: Header | GameLine) -> None:
        line = msgspec.json.encode(what) + b"\n"
        while line:  # a disk that fills up takes only part of it
            line = line[self._file.write(line) :]

    # Going on

    def _go_on(self) -> bool:
        """Read what earlier runs wrote, if anything, and cut off a torn line."""
        lines = self.path.read_bytes().split(b"\n")
        torn = lines.pop()
        if not lines:
            if not msgspec.json.encode(self._header).startswith(torn):
                raise ResultsError(f"{self.path} is not an arena results file")
            self._file.truncate(0)
            return False
        self._check_header(lines[0])
        for line_number, line in enumerate(lines[1:], 2):
            game = self._read(line_number, line)
            self.games[Task(game.deal, game.rotation)] = game
        if torn:
            self._file.truncate(sum(len(line) + 1 for line in lines))
        return True

    def _check_header(self, line: bytes) -> None:
        try:
            result = msgspec.json.decode(line, type=Header)
        except (msgspec.DecodeError, UnicodeError):
            result = None
        if result is None or result.format != FORMAT:
            raise ResultsError(f"{self.path} is not an arena results file")
        for field in Header.__struct_fields__:
            before, now = getattr(result, field), getattr(self._header, field)
            if before != now:
                raise ResultsError(
                    f"{self.path} holds games of another plan: {field} was {_shown(before)}, "
                    f"now {_shown(now)}; go on with the same command, or choose another file"
                )

    def _read(self, number: int, line: bytes) -> GamePlayed:
        try:
            game = msgspec.json.decode(line, type=GameLine).game()
        except (msgspec.DecodeError, UnicodeError) as error:
            raise ResultsError(f"{self.path}, line {number}: {error}") from None
        if not self._is_possible(game):
            raise ResultsError(f"{self.path}, line {number}: not a game of this plan")
        return game

    def _is_possible(self, game: GamePlayed) -> bool:
        """Whether a line fits the plan, so that counting it later cannot fail."""
        players = range(len(game.bots))
        return (
            game.deal >= 0
            and game.rotation in players
            and game.bots == self._lineup(game.deal)
            and len(game.scores) == len(game.places) == len(game.thinking) == len(players)
            and 1 in game.places
            and game.first in players
            and (game.forfeit is None or game.forfeit.player in players)
        )

    def _cannot(self, verb: str, error: OSError) -> ResultsError:
        return ResultsError(f"cannot {verb} {self.path}: {error.strerror}")


def _shown(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
