"""What runs in a further worker of the browser: a bot that thinks about one task at a time.

It is driven like this, in JavaScript:

    const thinker = pyodide.pyimport('azulejos.offline.thinker').PortThinker();
    onmessage = event => { const found = thinker.hear(event.data); if (found) postMessage(found); };

The lines are those of `server/bots/worker.py`. A worker that thinks hears nothing, so whoever wants
a thought to end terminates the worker; an order to cancel comes too late, and is ignored.
"""

from __future__ import annotations

from azulejos.tables.bots import tasks
from azulejos.tables.bots.thinker import Thinker, answered


class PortThinker:
    """Answers lines."""

    def __init__(self) -> None:
        self._thinker = Thinker()

    def hear(self, line: str) -> str:
        """The answer to a line; empty if it needs none."""
        order = tasks.read_order(line)
        return "" if isinstance(order, tasks.Cancel) else self.answer(order).decode()

    def answer(self, order: tasks.Order) -> bytes:
        if game := game_of(order.task):
            self._thinker.forget_other_games(game)  # a phone has little memory
        return tasks.encode(answered(self._thinker, order.task))


def game_of(task: tasks.Task) -> str | None:
    """The game that a task is about, if it needs a search's memory."""
    if isinstance(task, tasks.Choose | tasks.Advise | tasks.Judge):
        return task.seat_view.game
    return task.game if isinstance(task, tasks.DealLuck | tasks.PlayDaily) else None
