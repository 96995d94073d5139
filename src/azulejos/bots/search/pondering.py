"""Thinking while others think: a search goes on in a thread until its seat is to move again.

It finds no move. It fills the transposition table with what may come, whichever move the others
make, so that the next search of the seat gets deeper in its time. It is bounded: it ends by itself
after some seconds, and in a process one search at a time does it. Where a tree is searched there is
no such table, and nothing is done; nor where chance has to deal first.
"""

from __future__ import annotations

import weakref
from threading import BoundedSemaphore, Thread

import numpy as np

from azulejos.bots.search.engine import Search
from azulejos.bots.search.result import Budget
from azulejos.core.move import Move
from azulejos.core.state import View
from azulejos.core.turn import CHANCE

MOST = Budget(seconds=30.0, nodes=100_000_000)  # between two moves
AT_ONCE = BoundedSemaphore(1)


class Pondering:
    """The thread in which one bot's search thinks on."""

    def __init__(self) -> None:
        self._flag = np.zeros(1, np.int64)  # raised to end it
        self._thread: Thread | None = None
        weakref.finalize(self, self._flag.fill, 1)  # also as the interpreter exits

    @property
    def is_running(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def begin(self, search: Search, view: View, move: Move) -> None:
        """Think on after a seat's move, if another seat is to move then."""
        after = view.state.play(move)
        if after.to_move in (None, CHANCE, view.seat) or not AT_ONCE.acquire(blocking=False):
            return
        self._flag[0] = 0
        arguments = (search, after.view(view.seat), self._flag)
        self._thread = Thread(target=_ponder, args=arguments, name="pondering", daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Stop, and wait until the search may be used for something else."""
        self._flag[0] = 1
        if self._thread:
            self._thread.join()
            self._thread = None


def _ponder(search: Search, view: View, flag: np.ndarray[tuple[int], np.dtype[np.int64]]) -> None:
    try:
        search.ponder(view, MOST, flag)
    finally:
        AT_ONCE.release()
