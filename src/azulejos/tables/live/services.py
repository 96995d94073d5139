"""What a table needs from its surroundings, each part no wider than tables use it.

So a table runs wherever these exist: in a server process, in a simulation, in a browser.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from azulejos.core.state import View
from azulejos.tables.bots.scheduling import Claim
from azulejos.tables.live.audience import RemotePresence
from azulejos.tables.live.standing import Standing
from azulejos.tables.messages import Hint
from azulejos.tables.people.limits import RateLimits
from azulejos.tables.store.protocol import LeaseStore, LogStore, NewsStore

SawTurn = Callable[[str, float], None]


class TableStore(LogStore, LeaseStore, NewsStore, Protocol):
    """What a table asks of a store."""


class Bots(Protocol):
    """Bots that think, in whatever process."""

    async def choose(self, view: View, name: str, claim: Claim) -> str:
        """The move of a bot, by its level or name; `UnknownName` if there is none any more.

        A level may be given with parameters; then no other bot moves in its place.
        """

    async def advise(self, view: View, claim: Claim) -> list[Hint]:
        """The best moves."""


class Meter(Protocol):
    """Counts what happens."""

    def count(self, name: str, label: str, count: int = 1) -> None:
        """Count one, or several."""

    def observe(self, name: str, seconds: float) -> None:
        """Count a duration."""

    def gauge(self, name: str, meaning: str, value: Callable[[], float]) -> None:
        """Register something that goes up and down, read when it is asked for."""


@dataclass
class Services:
    store: TableStore
    bots: Bots
    meter: Meter
    elsewhere: RemotePresence
    process: str  # the name of this process among those that share the store
    rematch: Callable[[Standing], Awaitable[str]]
    limits: RateLimits
    state_changed: Callable[[], None] = lambda: None  # told when a game has started or ended
    bot_pause: float = 0.3  # so that people see one move after the other
    lease: float = 10.0  # seconds for which this process alone lets the bots of a table think
    saw_turn: SawTurn = lambda *_: None  # told when a guest comes whose turn it is, since when
