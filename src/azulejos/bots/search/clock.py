"""A clock for a whole game, and how much of it a move may take.

What is left is shared out among the decisions that want thought and are still to come, as many as a
game usually has (`Pace`). Where a round is solved before a share is spent, or there is one move
only, later moves have more.
"""

from __future__ import annotations

from azulejos.bots.search.games import KNOWLEDGE
from azulejos.bots.search.result import Budget, SearchResult
from azulejos.core.state import View

MIN_SECONDS = 0.002  # for a move, if nothing is left
MIN_NODES = 50
RESERVE = 0.03  # the part of what is left that is not shared out: searches end a little late
MAX_SHARE = 0.4  # the part of it that one move may take: there may be more than are expected


class Clock:
    """What is left of a game's seconds, or of its nodes, for one seat."""

    def __init__(self, total: float, increment: float = 0.0, *, counts_nodes: bool = False) -> None:
        self.left = total
        self._total = total
        self._increment = increment  # is added after every move
        self._counts_nodes = counts_nodes
        self._progress = Progress()

    @property
    def seconds(self) -> float | None:
        """What a move may take at most; None if it counts nodes."""
        return None if self._counts_nodes else self._total

    def budget(self, view: View) -> Budget:
        """What the decision that is due may take."""
        if self._progress.see(view):
            self.left = self._total
        share = share_of(self.left, self._increment, self._progress.decisions_to_come())
        if self._counts_nodes:
            return Budget(nodes=max(MIN_NODES, round(share)))
        return Budget(seconds=max(MIN_SECONDS, share))

    def spend(self, found: SearchResult) -> None:
        """Take what a search took off the clock."""
        self.left += self._increment - (found.nodes if self._counts_nodes else found.seconds)


class Progress:
    """How far a game has got, as one seat sees it, decision by decision."""

    def __init__(self) -> None:
        self._last: View | None = None
        self._decisions = 0  # in the present round

    def see(self, view: View) -> bool:
        """Note that a decision is due, and say whether it is the first of a game."""
        last, self._last = self._last, view
        is_new = last is None or begins_anew(last, view)
        if is_new or (last and last.state.table.rounds != view.state.table.rounds):
            self._decisions = 0
        self._decisions += 1
        return is_new

    def decisions_to_come(self) -> float:
        """How many of the seat's decisions want thought until the end, about, with this one."""
        assert self._last
        state = self._last.state
        pace = KNOWLEDGE.of(state.game.name).pace
        each = pace.decisions[state.players]
        rounds = max(0.0, pace.rounds[state.players] - max(1, state.table.rounds))
        to_come: float = rounds * each + max(1.0, each - self._decisions + 1)
        return to_come


def share_of(left: float, increment: float, to_come: float) -> float:
    """What a move may take of what is left, with so many decisions to come, this one included."""
    usable = max(0.0, left * (1 - RESERVE))
    return min(usable / to_come + increment * (1 - RESERVE), MAX_SHARE * usable + increment)


def begins_anew(before: View, now: View) -> bool:
    """Whether a view is of another game than the one before it, as far as the tables show."""
    if before.state.game is not now.state.game or before.state.options != now.state.options:
        return True
    return bool(now.state.table.rounds < before.state.table.rounds)
