"""All tables: creating them, finding them, and looking after those that nobody watches."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import re
import secrets
from base64 import urlsafe_b64encode
from contextlib import suppress
from functools import partial
from typing import Protocol

import msgspec

from azulejos import errors
from azulejos.play.daily import DailyGame
from azulejos.play.match import Match
from azulejos.tables.clock import now, ticks
from azulejos.tables.live import log
from azulejos.tables.live.audience import RemotePresence
from azulejos.tables.live.commands import first_draws
from azulejos.tables.live.services import Bots, Meter, SawTurn, Services, TableStore
from azulejos.tables.live.standing import Standing, replayed
from azulejos.tables.live.summary import row_of
from azulejos.tables.live.table import Table
from azulejos.tables.live.updates import count_points
from azulejos.tables.lobby.daily import created_for, note_daily, table_of
from azulejos.tables.lobby.events import Publisher
from azulejos.tables.lobby.listener import Listener, ListenerStore
from azulejos.tables.lobby.new_table import NewTable, created_by, recorded
from azulejos.tables.lobby.statistics import CountingStore, count_game
from azulejos.tables.people.guests import Identity, Restrictions
from azulejos.tables.people.limits import RateLimits
from azulejos.tables.quota import ACCOUNT, JointAccount, charged
from azulejos.tables.settings import Settings
from azulejos.tables.store.protocol import EventStore, ListStore
from azulejos.tables.store.rows import Entry

logger = logging.getLogger(__name__)

TABLE_BYTES = 12  # of a table's name, which nobody can guess
IDLE = 60.0  # seconds without use after which a table is no longer kept in memory
NAME = re.compile(r"[A-Za-z0-9_-]{1,40}")
UNTOUCHED = 3600.0  # seconds after which nobody plays at a table of other rules any more
ROUND = 5.0  # seconds between two looks at what is due
MAX_DUE = 100
MAX_OPEN = 5  # public tables of one guest at which seats are open


class LobbyStore(TableStore, ListStore, CountingStore, ListenerStore, EventStore, Protocol):
    """What the lobby asks of a store."""


class Lobby:
    """The tables in the memory of this process."""

    def __init__(
        self,
        store: LobbyStore,
        bots: Bots,
        meter: Meter,
        settings: Settings,
        restrictions: Restrictions | None = None,
    ) -> None:
        self._store = store
        self._offers = settings.bots
        self._live: dict[str, Table] = {}
        self._unreadable: dict[str, errors.OtherRules | errors.Unreadable] = {}
        self._loading: dict[str, tuple[asyncio.Task[Table], JointAccount | None]] = {}
        self._elsewhere = RemotePresence(settings.lease)
        self.listener = Listener(store, self._live, self._elsewhere, restrictions or Restrictions())
        subscribers = [partial(count_game, store), partial(note_daily, store)]
        self.events = Publisher(store, meter, subscribers)
        self._services = Services(
            store=store,
            bots=bots,
            meter=meter,
            elsewhere=self._elsewhere,
            process=secrets.token_hex(8),
            rematch=self._rematch,
            state_changed=self.events.wake,
            limits=RateLimits(settings.allowances),
            bot_pause=settings.bot_pause,
            lease=settings.lease,
        )
        self._chores: list[asyncio.Task[None]] = []
        meter.gauge("tables", "tables in memory", lambda: len(self._live))

    def on_turn_seen(self, saw_turn: SawTurn) -> None:
        """Set what to call when a guest whose turn it is comes to a table."""
        self._services.saw_turn = saw_turn

    def start(self) -> None:
        self._chores = [
            asyncio.create_task(self._look_after_tables()),
            asyncio.create_task(self.listener.listen()),
            asyncio.create_task(self._stay_in_touch()),
            asyncio.create_task(self.events.run()),
        ]

    async def stop(self) -> None:
        """Finish what is being committed, and leave all tables to other processes at once."""
        for chore in self._chores:
            chore.cancel()
            with suppress(asyncio.CancelledError):
                await chore
        for loading, _ in list(self._loading.values()):
            loading.cancel()
        await asyncio.gather(*(table.stop() for table in self._live.values()))
        self._live.clear()
        with suppress(errors.StoreError):
            await self._store.release(self._services.process)

    # Finding and making

    async def table(self, name: str) -> Table:
        """A table, read from the store if it is not in memory."""
        live = self._live.get(name)
        if live and not live.is_stopped:
            return live
        if known := self._unreadable.get(name):
            raise type(known)(str(known))
        if name in self._loading:
            loading, joint = self._loading[name]
            if joint:
                joint.join(ACCOUNT.get())
        else:
            account = ACCOUNT.get()
            joint = JointAccount(account) if account else None
            load = charged(partial(self._load, name), joint, waits=True)
            loading = asyncio.create_task(load)
            loading.add_done_callback(lambda _: self._loading.pop(name, None))
            self._loading[name] = loading, joint
        return await asyncio.shield(loading)

    def is_live(self, name: str) -> bool:
        """Whether a table is in memory: somebody is there, or was a moment ago."""
        return name in self._live

    def is_here(self, name: str, seat: int) -> bool:
        """Whether the holder of a seat is connected to the table, in any process."""
        live = self._live.get(name)
        return seat in (live.audience.everybody if live else self._elsewhere.at(name)).seats

    async def _load(self, name: str) -> Table:
        """Read a table, once for all who ask for it meanwhile."""
        entries = await self._store.entries(name) if NAME.fullmatch(name) else []
        if not entries:
            raise errors.NotFound("there is no such table")
        standing = await self._read(name, entries)
        await count_points(standing)  # here, since jobs of a table do not wait for turns
        live = self._live[name] = Table(standing, self._services)
        return live

    async def _read(self, name: str, entries: list[Entry]) -> Standing:
        """Read a log. One that cannot be read is not tried again until the server restarts."""
        try:
            return await Standing.read(name, entries)
        except errors.OtherRules as error:
            logger.warning(
                "a table was played by other rules", extra={"table": name, "error": str(error)}
            )
            self._unreadable[name] = errors.OtherRules(str(error))
            raise
        except Exception:
            logger.exception("a table cannot be read", extra={"table": name})
            reason = "the log of this table cannot be read"
            self._unreadable[name] = errors.Unreadable(reason)
            raise errors.Unreadable(reason) from None

    async def log_of(self, name: str) -> list[Entry]:
        """The log of a table that does not go on: it is over, or cannot be read here.

        Where another version of this program may still play at it, it is kept secret for a while.
        """
        row = await self._store.row(name) if NAME.fullmatch(name) else None
        if row is None:
            raise errors.NotFound("there is no such table")
        if row.state != "over":
            with suppress(errors.OtherRules, errors.Unreadable):
                await self.table(name)
                raise errors.NotAllowed(
                    "the game is not over: its log can be downloaded afterwards"
                )
            if now() - row.updated < UNTOUCHED:
                raise errors.NotAllowed("it can be downloaded an hour after its last move")
        return await self._store.entries(name)

    async def create(self, wanted: NewTable, identity: Identity) -> str:
        """Make a table as somebody wants it, and return its name."""
        recording = recorded(wanted)
        record = recording.record if recording else None
        created = created_by(identity, wanted, record, self._offers)
        before = await replayed(recording) if recording else None
        if wanted.is_public and await self._store.open_tables_by(identity.guest) >= MAX_OPEN:
            raise errors.TableLimit(
                f"you have {MAX_OPEN} open tables already: wait for others to come"
            )
        name = secrets.token_urlsafe(TABLE_BYTES)
        await self._begin(name, created, before)
        return name

    async def create_daily(self, daily: DailyGame, identity: Identity) -> str:
        """The table where a guest plays the game of a day, made if it is not there yet."""
        name = table_of(identity.guest, daily)
        with suppress(errors.Conflict):
            await self._begin(name, created_for(identity, daily))
        return name

    async def _rematch(self, before: Standing) -> str:
        """A table for the same people and bots, each one seat further, without those who left.

        Its name follows from the table before, so that it is made once even if that is tried
        again, here or in another process.
        """
        held = [log.Holder() if seat.has_left else seat.holder for seat in before.seats]
        created = msgspec.structs.replace(
            before.created, seats=[*held[1:], held[0]], draws=None, record=None
        )
        digest = hashlib.sha256(before.table.encode() + log.encode(created)).digest()
        name = urlsafe_b64encode(digest[:TABLE_BYTES]).decode()
        with suppress(errors.Conflict):
            await self._begin(name, created)
        return name

    async def _begin(self, name: str, created: log.Created, before: Match | None = None) -> None:
        own_id = f"{created.maker}:" if created.maker else None
        entry = Entry(0, now(), own_id, log.encode(created))
        standing = Standing.of(name, [entry], before)
        if not standing.has_open_seats:
            created = msgspec.structs.replace(created, draws=first_draws(standing))
            entry = Entry(0, entry.at, own_id, log.encode(created))
            standing = Standing.of(name, [entry], before)
        guests = {n: seat.holder.guest for n, seat in enumerate(standing.seats) if seat.is_guest}
        await self._store.create(row_of(standing), entry, guests)
        self._live[name] = Table(standing, self._services)
        self.events.wake()

    # Chores

    async def _look_after_tables(self) -> None:
        while True:
            try:
                await self._forget_idle()
                await self._wake_due()
            except errors.StoreError as error:
                logger.error("the store failed", extra={"error": str(error)})
            await asyncio.sleep(ROUND)

    async def _wake_due(self) -> None:
        """Let tables go on by themselves.

        Those that cannot be read, and those whose bots are already thinking, are skipped.
        """
        while True:
            before = len(self._unreadable)
            awake = [name for name, table in self._live.items() if table.is_thinking]
            due = await self._store.due(now(), MAX_DUE, [*self._unreadable, *awake])
            for row in due:
                try:
                    (await self.table(row.table)).look_again()
                except (errors.OtherRules, errors.Unreadable):
                    continue  # logged already
                except errors.AzulejosError as error:
                    extra = {"table": row.table, "error": str(error)}
                    logger.error("a table cannot continue", extra=extra)
            if len(self._unreadable) == before:
                return

    async def _forget_idle(self) -> None:
        time = ticks()
        for name, table in list(self._live.items()):
            if table.is_stopped or (table.is_idle and time - table.used > IDLE):
                del self._live[name]
                if not table.is_stopped:
                    await table.stop()

    async def _stay_in_touch(self) -> None:
        """Repeat to other processes who is here, and drop reports that were not repeated."""
        while True:
            await asyncio.sleep(self._services.lease / 4)
            for table in self._live.values():
                table.announce_again()
            for name in self._elsewhere.lapse():
                if name in self._live:
                    self._live[name].tell_presence_soon()
