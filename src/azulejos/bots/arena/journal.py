"""What a process is doing, written where another process can read it after its death.

A journal is a piece of shared memory: the current game, whose turn it is and since when, and the
moves so far. When the process hangs or dies, the watching process knows which bot is to blame, and
plays the moves again to see how the game stood.
"""

from __future__ import annotations

import ctypes
import time
from multiprocessing.sharedctypes import RawValue

from azulejos.core.game import Game
from azulejos.core.move import Move

MAX_MOVES = 20_000  # far more than any game has

NOTHING, MAKING, THINKING, CLOSING = range(4)
NOBODY = -1


class ProcessJournal:
    """Is told what a process is about to do, by places in the lineup, and writes nothing."""

    def begin(self, deal: int, rotation: int) -> None: ...
    def making(self, player: int, allowed: float) -> None: ...
    def thinking(self, player: int, allowed: float) -> None: ...
    def moved(self, game: Game, move: Move, seconds: float) -> None: ...
    def closing(self, player: int, loser: int | None) -> None: ...
    def end(self) -> None: ...


UNWRITTEN = ProcessJournal()
"""For bots that nobody has to watch."""


class Page(ctypes.Structure):
    """The shared memory."""

    _fields_ = (
        ("deal", ctypes.c_int64),
        ("rotation", ctypes.c_int64),
        ("doing", ctypes.c_int64),
        ("player", ctypes.c_int64),  # who is doing it
        ("loser", ctypes.c_int64),  # who has forfeited
        ("since", ctypes.c_double),
        ("allowed", ctypes.c_double),
        ("moves", ctypes.c_int64),
        ("codes", ctypes.c_int32 * MAX_MOVES),
        ("seconds", ctypes.c_float * MAX_MOVES),
    )


def new_page() -> Page:
    """Memory to hand to a process when it is started."""
    page = RawValue(Page)
    page.deal = page.player = page.loser = NOBODY
    return page


class SharedJournal(ProcessJournal):
    """Writes a page, or reads what another process has written."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def begin(self, deal: int, rotation: int) -> None:
        page = self.page
        page.doing, page.moves, page.loser = NOTHING, 0, NOBODY
        page.deal, page.rotation = deal, rotation

    def making(self, player: int, allowed: float) -> None:
        self._do(MAKING, player, allowed)

    def thinking(self, player: int, allowed: float) -> None:
        self._do(THINKING, player, allowed)

    def moved(self, game: Game, move: Move, seconds: float) -> None:
        page = self.page
        page.doing = NOTHING
        if page.moves < MAX_MOVES:
            page.codes[page.moves], page.seconds[page.moves] = game.encode(move), seconds
            page.moves += 1

    def closing(self, player: int, loser: int | None) -> None:
        self.page.loser = NOBODY if loser is None else loser
        self._do(CLOSING, player, CLOSING_TIME)

    def end(self) -> None:
        self.page.doing = NOTHING

    def _do(self, doing: int, player: int, allowed: float) -> None:
        page = self.page
        page.doing = NOTHING  # what follows is not one step
        page.player, page.allowed, page.since = player, allowed, time.monotonic()
        page.doing = doing

    def is_overdue(self) -> bool:
        """Whether somebody has been at it for longer than allowed."""
        page = self.page
        return bool(page.doing != NOTHING and time.monotonic() - page.since > page.allowed)


CLOSING_TIME = 10.0  # seconds, for a bot to let go of what it holds
