"""Games in watched processes: one that dies or hangs is replaced.

A process plays one game after the other and sends each when it is over. If it dies or has to be
killed, its journal says what it was doing. A game in which a bot was being made, was thinking or
had just thought is over, and that bot has forfeited it. A game that had not begun, or in which
nobody is to blame, is played by another process.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import Counter, deque
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from multiprocessing.connection import Connection, wait
from types import FrameType

from azulejos.bots.arena.game import (
    Forfeit,
    GamePlayed,
    Referee,
    Task,
    play_game,
    too_long,
    warm_up,
)
from azulejos.bots.arena.journal import CLOSING, NOTHING, Page, SharedJournal, new_page
from azulejos.bots.arena.plan import Plan
from azulejos.errors import BotError

LOOK = 0.2  # seconds between looks at the journals
AHEAD = 4  # quick games that a process is given at a time, so that it never waits for the next
QUICK = 0.05  # seconds of thinking in a game: of longer ones each process has one, and none waits
ENDING = 1.0  # seconds, for a process to end by itself
MAX_DEATHS = 3  # of processes, for one game, with nobody to blame

SPAWN = multiprocessing.get_context("spawn")


def play(plan: Plan, tasks: Iterable[Task], processes: int) -> Generator[GamePlayed, None, None]:
    """Play games side by side; they are handed out as they end."""
    crew = Crew(plan, iter(tasks), processes)
    try:
        while crew.employ():
            yield from crew.news()
    finally:
        crew.dismiss()


class Crew:
    """The processes, and the games that are not assigned yet."""

    def __init__(self, plan: Plan, tasks: Iterator[Task], size: int) -> None:
        self._plan = plan
        self._tasks = tasks
        self._again: deque[Task] = deque()  # taken back from processes that died
        self._deaths: Counter[Task] = Counter()
        self._workers: list[Worker] = []
        self._size = size

    def employ(self) -> bool:
        """Hand out games and start processes for them; return whether any is under way."""
        for worker in self._workers:
            worker.give(self._next(worker.room - len(worker.tasks)))
        while len(self._workers) < self._size and (tasks := self._next(1)):
            self._workers.append(Worker(self._plan))
            self._workers[-1].give(tasks)
        return any(worker.tasks for worker in self._workers)

    def _next(self, count: int) -> list[Task]:
        count = max(0, count)
        again = [self._again.popleft() for _ in range(min(count, len(self._again)))]
        return [*again, *islice(self._tasks, count - len(again))]

    def news(self) -> Iterator[GamePlayed]:
        """Wait a moment, and yield the games that have ended."""
        wait([thing for worker in self._workers for thing in worker.awaited], LOOK)
        for worker in [*self._workers]:
            is_dead = not worker.process.is_alive()  # before its last messages are read
            yield from worker.finished()
            if worker.tasks and worker.journal.is_overdue():
                worker.kill()
                yield from worker.finished()
                yield from self._bury(worker, is_overdue=True)
            elif is_dead:
                yield from self._bury(worker)

    def _bury(self, worker: Worker, *, is_overdue: bool = False) -> Iterator[GamePlayed]:
        """Take back the games of a process that has died, except the one it died in."""
        self._workers.remove(worker)
        worker.kill()
        tasks = worker.tasks
        if tasks and (game := worker.last_game(self._plan, is_overdue=is_overdue)):
            tasks.popleft()
            yield game
        elif tasks:
            self._deaths[tasks[0]] += 1
            if self._deaths[tasks[0]] == MAX_DEATHS:
                raise BotError(f"processes of the arena die before they play: {worker.ending}")
        self._again.extendleft(reversed(tasks))

    def dismiss(self) -> None:
        for worker in self._workers:
            worker.process.terminate()
        for worker in self._workers:
            worker.kill()


class Worker:
    """A process that plays, as the watching process sees it."""

    def __init__(self, plan: Plan) -> None:
        self.tasks: deque[Task] = deque()  # given, and not answered yet
        self.room = 1  # how many it is given at a time
        page = new_page()
        self.journal = SharedJournal(page)
        self._connection, theirs = SPAWN.Pipe()
        self.process = SPAWN.Process(target=work, args=(plan, theirs, page), daemon=False)
        with _no_interrupts():
            self.process.start()
        theirs.close()

    @property
    def awaited(self) -> tuple[Connection, int]:
        return self._connection, self.process.sentinel

    def give(self, tasks: list[Task]) -> None:
        with suppress(OSError):  # it has died: that is noticed soon
            for task in tasks:
                self.tasks.append(task)
                self._connection.send(task)

    def finished(self) -> Iterator[GamePlayed]:
        """The games that it has sent since the last call."""
        with suppress(EOFError, OSError):
            while self._connection.poll():
                result = self._connection.recv()
                if isinstance(result, Exception):
                    raise result
                self.tasks.remove(Task(result.deal, result.rotation))
                self.room = AHEAD if sum(each.total for each in result.thinking) < QUICK else 1
                yield result

    def last_game(self, plan: Plan, *, is_overdue: bool) -> GamePlayed | None:
        """The game that it was killed or died in; None if no bot is to blame."""
        page, task = self.journal.page, self.tasks[0]
        if page.doing == NOTHING or Task(page.deal, page.rotation) != task:
            return None
        if page.doing == CLOSING:
            forfeit = Forfeit(page.loser, "error", "it failed, and then it did not end")
        elif is_overdue:
            forfeit = Forfeit(page.player, "time", f"more than {too_long(page.allowed)}")
        else:
            forfeit = Forfeit(page.player, "died", self.ending)
        return replayed(plan, task, page, forfeit)

    @property
    def ending(self) -> str:
        code = self.process.exitcode or 0
        if code >= 0:
            return f"exit code {code}"
        try:
            return f"killed by {signal.Signals(-code).name}"
        except ValueError:
            return f"killed by signal {-code}"

    def kill(self) -> None:
        """End the process, and any that its bots have started."""
        self.process.terminate()  # lets bots end their programs
        self.process.join(ENDING)
        if hasattr(os, "killpg") and self.process.pid:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.kill()  # if it does not lead a group yet
        self.process.join()


def replayed(plan: Plan, task: Task, page: Page, forfeit: Forfeit) -> GamePlayed:
    """Play the moves of a journal again, up to where a bot forfeited the game."""
    referee = Referee(plan, task)
    moves = referee.match.game.moves.all
    for code, seconds in zip(page.codes[: page.moves], page.seconds[: page.moves], strict=True):
        seat = referee.match.state.to_move
        assert seat is not None
        referee.play(seat, moves[code], seconds)
    return referee.result(forfeit)


@contextmanager
def _no_interrupts() -> Iterator[None]:
    """Keep Ctrl-C from a process that starts: it would write a traceback and die."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# In the process that plays


def work(plan: Plan, connection: Connection, page: Page) -> None:
    """Play the games that are asked for, until there are no more."""
    if hasattr(os, "setsid"):
        os.setsid()  # Ctrl-C is for the process that watches, which ends this one and its children
    signal.signal(signal.SIGTERM, _dismiss)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    os.dup2(2, 1)  # what a bot prints is not part of the results
    journal = SharedJournal(page)
    try:
        warm_up(plan)
        with suppress(EOFError, OSError):
            while True:
                connection.send(play_game(plan, connection.recv(), journal))
    except Dismissed:
        pass
    except KeyboardInterrupt:  # a bot's own: Ctrl-C does not reach this process
        os._exit(1)
    except Exception as error:  # a fault of the arena, not of a bot
        connection.send(BotError(f"{type(error).__name__}: {error}"))


class Dismissed(BaseException):
    """The process is to end; no bot should catch that."""


def _dismiss(_number: int, _frame: FrameType | None) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise Dismissed


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    if hasattr(os, "killpg"):
        os.killpg(0, signal.SIGKILL)
    os._exit(1)
