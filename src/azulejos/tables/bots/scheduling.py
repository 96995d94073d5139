"""Which thought comes next when there are more of them than workers.

People who wait go first; among equals, the guest for whom the workers have recently done least.
Long thoughts never take all workers, so that a short one soon finds a free one, and those of one
guest leave room for a long one of somebody else. Waiting makes a thought more urgent, so that
everybody's turn comes.

Nothing here knows about processes or tasks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum

from azulejos.tables.clock import ticks

AGING = 20.0  # seconds of waiting that make a thought more urgent by one degree
HALF_LIFE = 60.0  # seconds after which half of what was done for a guest is forgotten
EXPECTED = 1.0  # seconds that count for a thought under way
FORGOTTEN = 0.01  # seconds: so little done for a guest is nothing


class Urgency(IntEnum):
    """How soon somebody needs a thought, the most urgent first."""

    PLAYER_WAITS = 0  # a bot's move, for somebody who plays at the table and is there
    BOT_TO_MOVE = 1  # any other move of a bot
    ADVICE = 2
    REVIEW = 3


@dataclass
class Claim:
    """For whom a thought is, and how urgent. It may change while the thought waits."""

    guests: frozenset[str] = frozenset()
    urgency: Urgency = Urgency.BOT_TO_MOVE

    @property
    def payers(self) -> frozenset[str]:
        """The guests of whom one is charged; the empty name where nobody is known."""
        return self.guests or frozenset({""})


def advice_for(guest: str) -> Claim:
    """The claim of a guest who asks for advice."""
    return Claim(frozenset({guest}), Urgency.ADVICE)


Account = tuple[str, bool]
"""Of a guest, one for short thoughts and one for long ones: they hardly compete for workers."""


class Thought:
    """A request to think, waiting or under way."""

    __slots__ = ("account", "begun", "claim", "is_long", "wanted")

    def __init__(self, claim: Claim, *, is_long: bool) -> None:
        self.claim = claim
        self.is_long = is_long
        self.account: Account = "", is_long  # to which the time is charged, once it is under way
        self.wanted = 0.0
        self.begun = 0.0


class Accounts:
    """The seconds spent on each guest, which decay over time."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._spent: dict[Account, tuple[float, float]] = {}  # seconds, as of when

    def __len__(self) -> int:
        return len(self._spent)

    def spent(self, account: Account) -> float:
        seconds, at = self._spent.get(account, (0.0, 0.0))
        return float(seconds * 0.5 ** ((self._clock() - at) / HALF_LIFE))

    def charge(self, account: Account, seconds: float) -> None:
        """Add some seconds, and forget accounts on which nothing was spent for long."""
        self._spent[account] = self.spent(account) + seconds, self._clock()
        oldest = next(iter(self._spent))
        if self.spent(oldest) < FORGOTTEN:
            del self._spent[oldest]


class Schedule:
    """See the module. `max_length` thoughts that take long may be under way at once."""

    def __init__(self, max_length: int, clock: Callable[[], float] = ticks) -> None:
        self._most_long = max_length
        self._most_long_of_one = max(1, max_length - 1)
        self._clock = clock
        self._waiting: dict[Thought, None] = {}  # in the order in which they came
        self._accounts = Accounts(clock)
        self._under_way: Counter[Account] = Counter()
        self._long_under_way = 0

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, thought: Thought) -> None:
        thought.wanted = self._clock()
        self._waiting[thought] = None

    def discard(self, thought: Thought) -> None:
        self._waiting.pop(thought, None)

    def begin_next(self) -> Thought | None:
        """Take the next thought off the queue: it is under way from now on."""
        thought = min(filter(self._may_begin, self._waiting), key=self._rank, default=None)
        if thought is not None:
            del self._waiting[thought]
            thought.begun = self._clock()
            thought.account = self._account(thought)
            self._under_way[thought.account] += 1
            self._long_under_way += thought.is_long
        return thought

    def finish(self, thought: Thought) -> None:
        self._under_way[thought.account] -= 1
        if not self._under_way[thought.account]:
            del self._under_way[thought.account]
        self._long_under_way -= thought.is_long
        self._accounts.charge(thought.account, self._clock() - thought.begun)

    def _may_begin(self, thought: Thought) -> bool:
        if not thought.is_long:
            return True
        of_one = self._under_way[self._account(thought)]
        return self._long_under_way < self._most_long and of_one < self._most_long_of_one

    def _rank(self, thought: Thought) -> tuple[int, float]:
        """How soon it is a thought's turn: the lowest goes first, among equals the oldest."""
        waited = self._clock() - thought.wanted
        urgency = max(0, thought.claim.urgency - int(waited / AGING))
        return urgency, self._spent(self._account(thought))

    def _account(self, thought: Thought) -> Account:
        """The account charged: that of the guest, of those concerned, who has used the least."""
        payers = ((payer, thought.is_long) for payer in thought.claim.payers)
        return min(payers, key=self._spent)

    def _spent(self, account: Account) -> float:
        return self._accounts.spent(account) + self._under_way[account] * EXPECTED
