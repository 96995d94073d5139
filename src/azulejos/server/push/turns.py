"""Notifying people who are away that it is their turn at a turn-by-turn table.

The store knows since when somebody is to move at a table, and of which turn somebody was notified.
All processes look for turns that have lasted for a while. Whichever claims one in the store
notifies of it, and no other does: at most once, even if it dies meanwhile. So no move ever waits
for this. It is long enough that a page which is frozen, or has lost its network, no longer counts
as connected.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol
from urllib.parse import urlsplit

import msgspec

from azulejos.errors import StoreError
from azulejos.messages import ENGLISH
from azulejos.narration.languages import LANGUAGES, catalogue
from azulejos.server.operations.metrics import Metrics
from azulejos.tables.clock import now
from azulejos.tables.live.summary import Summary
from azulejos.tables.settings import Push
from azulejos.tables.store.protocol import LogStore, PushStore
from azulejos.tables.store.rows import Subscription, TableRow

if TYPE_CHECKING:
    from azulejos.server.push.services import PushServices, Receipt

logger = logging.getLogger(__name__)

STALE = 24 * 3600.0  # seconds after which nobody is notified of a turn any more
AT_ONCE = 500  # turns in a round
WAITS = (10.0, 60.0, 300.0)  # seconds before the second try and those after it, at least
MAX_WAIT = 1800.0  # seconds that a push service may ask for
MAX_TASKS = 1000  # notifications that are being sent, or wait to be sent again

IsHere = Callable[[str, int], bool]


class Notification(msgspec.Struct, frozen=True):
    """What a browser shows. It tells that somebody is to move, and nothing of the position."""

    title: str
    body: str
    table: str
    language: str


@dataclass(frozen=True)
class AwaitedTurn:
    """Whose turn it is, where, and since when."""

    table: str
    game: str
    seat: int
    guest: str
    since: float
    ends: float | None  # when the time of that seat is up

    @property
    def lasts(self) -> float:
        """For how many seconds a notification of it is useful."""
        left = STALE if self.ends is None else self.ends - now()
        return max(0.0, min(STALE, left))


class TurnStore(PushStore, LogStore, Protocol):
    """What notifying people asks of a store."""


class TurnNotifier:
    def __init__(
        self, store: TurnStore, metrics: Metrics, services: PushServices, settings: Push
    ) -> None:
        self._store = store
        self._metrics = metrics
        self.services = services
        self._after = settings.after
        self._round = settings.round
        self._is_here: IsHere = lambda *_: False
        self._busy: set[str] = set()  # guests who are being notified: of one thing at a time
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, is_here: IsHere) -> None:
        """Start looking for turns; `is_here` says whether somebody is at a seat of a table."""
        self._is_here = is_here
        self._begin(self._run())

    async def stop(self) -> None:
        for task in list(self._tasks):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        await self.services.close()

    def seen(self, table: str, since: float) -> None:
        """Note that whoever is to move has come to the table: no notification is needed."""

        async def claim() -> None:
            with suppress(StoreError):
                await self._store.claim_notification(table, since)

        if len(self._tasks) < MAX_TASKS:
            self._begin(claim())

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self) -> None:
        for language in LANGUAGES:  # reading them takes a moment
            await asyncio.to_thread(catalogue, language)
        while True:
            try:
                await self._look()
            except StoreError as error:
                logger.error("the store failed", extra={"error": str(error)})
            await asyncio.sleep(self._round)

    async def _look(self) -> None:
        """Notify of all turns that have lasted long enough."""
        time = now()
        for row in await self._store.unnotified(time - STALE, time - self._after, AT_ONCE):
            turn = turn_of(row)
            if turn is None or turn.guest in self._busy or len(self._tasks) >= MAX_TASKS:
                continue
            self._busy.add(turn.guest)
            self._begin(self._notify_once(turn))

    async def _notify_once(self, turn: AwaitedTurn) -> None:
        try:
            is_claimed = await self._store.claim_notification(turn.table, turn.since)
            if is_claimed and not self._is_here(turn.table, turn.seat):
                for subscription in await self._store.subscriptions_of(turn.guest):
                    await self._send(turn, subscription, 0)
        except StoreError as error:
            logger.error("the store failed", extra={"error": str(error)})
        finally:
            self._busy.discard(turn.guest)

    async def _send(self, turn: AwaitedTurn, to: Subscription, tries: int) -> None:
        message = msgspec.json.encode(notification(turn, to.language))
        answer = await self.services.send(to, message, turn.table, turn.lasts)
        self._metrics.count("pushes", answer.outcome)
        if answer.outcome == "gone":
            await self._store.unsubscribe(to.device, to.endpoint)
        elif answer.outcome == "later":
            self._retry(turn, to, tries, answer)
        if answer.outcome != "sent":
            host = urlsplit(to.endpoint).hostname
            extra = {"service": host, "outcome": answer.outcome, "reason": answer.reason}
            logger.info("a push message was not delivered", extra=extra)

    def _retry(self, turn: AwaitedTurn, to: Subscription, tries: int, answer: Receipt) -> None:
        if tries >= len(WAITS) or len(self._tasks) >= MAX_TASKS:
            return
        wait = max(WAITS[tries], answer.retry_after)
        if wait <= MAX_WAIT:
            self._begin(self._send_again(turn, to, tries + 1, wait))

    async def _send_again(
        self, turn: AwaitedTurn, to: Subscription, tries: int, wait: float
    ) -> None:
        """Try again, unless the turn is over or its guest is here by then."""
        await asyncio.sleep(wait)
        with suppress(StoreError):
            row = await self._store.row(turn.table)
            known = await self._store.subscriptions_of(turn.guest)
            is_due = row is not None and row.turn_since == turn.since
            if is_due and to in known and not self._is_here(turn.table, turn.seat):
                await self._send(turn, to, tries)


def turn_of(row: TableRow) -> AwaitedTurn | None:
    """The turn at a table."""
    summary = msgspec.json.decode(row.summary, type=Summary)
    guest = None if summary.to_move is None else summary.guests[summary.to_move]
    if guest is None or row.turn_since is None:
        return None
    assert summary.to_move is not None
    return AwaitedTurn(row.table, row.game, summary.to_move, guest, row.turn_since, row.due)


def notification(turn: AwaitedTurn, language: str) -> Notification:
    """The notification in somebody's language."""
    chosen = language if language in LANGUAGES else ENGLISH
    words = catalogue(chosen).messages
    title, body = words["ui.your-turn"], words[f"game.{turn.game}"]
    return Notification(title, body, turn.table, words["language.tag"])
