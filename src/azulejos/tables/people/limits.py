"""Rate limits: a bucket of tokens for each client and kind of request, refilled steadily."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from azulejos.errors import TooMany
from azulejos.tables.clock import ticks
from azulejos.tables.people.networks import read_address

FEW = 1000  # buckets, too few to be worth cleaning up


@dataclass(frozen=True)
class Allowance:
    """`burst` requests at once, and one more every `every` seconds."""

    burst: int
    every: float


ALLOWANCES = {
    "request": Allowance(400, 0.05),  # any request, for an address: of a class with one, too
    "health": Allowance(120, 0.05),  # asking how the server does, for an address
    "change": Allowance(120, 0.5),  # one that changes something, for an address
    "guest": Allowance(40, 10.0),  # new guests from an address
    "table": Allowance(12, 10.0),  # new tables of a guest
    "rename": Allowance(6, 30.0),  # other names of a guest
    "public": Allowance(10, 60.0),  # new public tables of an address
    "message": Allowance(40, 0.1),  # of a guest, over all sockets
    "messages": Allowance(200, 0.04),  # of all guests at an address
    "chat": Allowance(5, 2.0),  # of a guest
    "advice": Allowance(6, 5.0),  # hints of a guest at tables
    "thinking": Allowance(30, 2.0),  # thoughts about a position that a guest analyses
    "data": Allowance(5, 60.0),  # exports of all data of a guest
    "push": Allowance(10, 30.0),  # subscriptions of a guest
    "review": Allowance(5, 30.0),  # games to be reviewed for a guest
    "bots": Allowance(12, 0.25),  # moves of bots among themselves or in a sandbox, for a guest
    "refusal": Allowance(10, 10.0),  # lines in the log on what was asked too often, in all
    "study": Allowance(60, 0.25),  # sandboxes, replays and puzzles, for an address
}
"""Nobody runs into these by playing and clicking fast."""


class RateLimits:
    """Counts requests of each kind for each client."""

    def __init__(
        self,
        allowances: dict[str, Allowance] | None = None,
        clock: Callable[[], float] = ticks,
        unlimited: Iterable[str] = (),
    ) -> None:
        self._allowances = allowances or ALLOWANCES
        self._clock = clock
        self._unlimited = [ipaddress.ip_network(network) for network in unlimited]
        self._full_at: dict[tuple[str, str], float] = {}  # when a bucket will be full again
        self._most = FEW  # buckets at which full ones are dropped

    def is_unlimited(self, address: str) -> bool:
        """Whether requests from an address, or a customer's network, are not counted."""
        if not self._unlimited:
            return False
        result = read_address(address.partition("/")[0])
        return result is not None and any(result in network for network in self._unlimited)

    def take(self, kind: str, asker: str, address: str = "") -> None:
        """Count one; raise `TooMany` if it is too early for another.

        Where the address is told from which it is asked, it may be one that is not limited.
        """
        if self.is_unlimited(address):
            return
        allowance = self._allowances[kind]
        now = self._clock()
        full_at = max(now, self._full_at.get((kind, asker), now)) + allowance.every
        wait = full_at - now - allowance.burst * allowance.every
        if wait > 1e-9:
            raise TooMany(f"too many requests: wait {wait:.1f} seconds", wait)
        if len(self._full_at) >= self._most:
            self._full_at = {key: at for key, at in self._full_at.items() if at > now}
            self._most = max(FEW, 2 * len(self._full_at))
        self._full_at[kind, asker] = full_at
