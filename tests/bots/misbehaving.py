"""Bots that do something wrong at their third move; loaded by file, in the arena's processes."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path


class Misbehaving:
    """Plays the first legal move until it is time."""

    def __init__(self) -> None:
        self.moves = 0

    def choose(self, view):
        self.moves += 1
        return self.misbehave(view) if self.moves == 3 else view.state.legal_moves[0]

    def misbehave(self, view):
        return view.state.legal_moves[0]


class Raises(Misbehaving):
    def misbehave(self, view):
        return 1 // 0


class Leaves(Misbehaving):
    def misbehave(self, view):
        sys.exit(4)


class Nonsense(Misbehaving):
    def misbehave(self, view):
        return None


class Dies(Misbehaving):
    def misbehave(self, view):
        os._exit(3)


class Segfault(Misbehaving):
    def misbehave(self, view):
        ctypes.string_at(0)


class Interrupts(Misbehaving):
    def misbehave(self, view):
        raise KeyboardInterrupt


class Stubborn(Misbehaving):
    """Hangs, and cannot be talked out of it; a process that it started hangs, too."""

    def __init__(self, note: str = "") -> None:
        super().__init__()
        self.note = note

    def misbehave(self, view):
        started = subprocess.Popen(["sleep", "1000"])
        if self.note:
            Path(self.note).write_text(str(started.pid), encoding="utf-8")
        while True:
            with suppress(BaseException):
                time.sleep(1000)


class NeverCloses(Misbehaving):
    def close(self):
        while self.moves:
            pass
