"""The share of the processor that connecting and sending may take, for each address.

What an address costs is counted in seconds of the processor. One that has taken more than its share
waits until that is paid off, and then its connections take turns: none of them, however much it
sends, keeps another of the same address from being read, and all of them together keep nobody else
waiting.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable

SHARE = 0.03  # of a processor, for what one address sends
BURST = 0.1  # seconds of the processor that it may take at once
MAX_REMEMBERED = 10_000

Job = Callable[[], None]


class Shares:
    """What each payer has taken: an address or, behind a proxy, a connection."""

    def __init__(self) -> None:
        self._paid: dict[object, float] = {}  # when what somebody took will be paid off
        self._waiting: dict[object, deque[Job]] = {}

    def spend(self, payer: object, seconds: float) -> None:
        """Count processor time that was taken."""
        now = time.monotonic()
        if len(self._paid) >= MAX_REMEMBERED:
            self._paid = {each: at for each, at in self._paid.items() if at > now}
        self._paid[payer] = max(now, self._paid.get(payer, now)) + seconds / SHARE

    def is_paid(self, payer: object) -> bool:
        """Whether somebody may take more at once."""
        return payer not in self._waiting and not self._wait_of(payer)

    def when_paid(self, payer: object, job: Job) -> None:
        """Do something when its turn comes."""
        if payer in self._waiting:
            self._waiting[payer].append(job)
        else:
            self._waiting[payer] = deque([job])
            self._go_on_later(payer)

    def forget(self, payer: object) -> None:
        """Forget a connection that paid for itself."""
        self._paid.pop(payer, None)

    def _wait_of(self, payer: object) -> float:
        now = time.monotonic()
        return max(0.0, self._paid.get(payer, now) - now - BURST / SHARE)

    def _go_on_later(self, payer: object) -> None:
        loop = asyncio.get_running_loop()
        loop.call_later(self._wait_of(payer), self._go_on, payer)

    def _go_on(self, payer: object) -> None:
        """Do what waits longest, if it is paid; for the next there is another turn of the loop."""
        waiting = self._waiting[payer]
        try:
            if not self._wait_of(payer):
                waiting.popleft()()
        finally:
            if waiting:
                self._go_on_later(payer)
            else:
                del self._waiting[payer]
