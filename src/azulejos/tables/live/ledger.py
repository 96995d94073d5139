"""The log of one table, as far as this process knows that it is written.

A new entry is applied to a copy of the standing, which replaces the standing once the store has
confirmed the write. If the store fails, the entry may or may not have been written, so the log is
read again before anything else happens. If even that fails, the log is in doubt: the table drops
this ledger and is read again.
"""

from __future__ import annotations

import logging

from azulejos.errors import Busy, Conflict, DiskFull, StoreError, code_of
from azulejos.tables.clock import now
from azulejos.tables.live import log
from azulejos.tables.live.services import Meter
from azulejos.tables.live.standing import NewEntry, Standing
from azulejos.tables.live.summary import row_of
from azulejos.tables.store.protocol import LogStore
from azulejos.tables.store.rows import Entry, Holders, TableRow

logger = logging.getLogger(__name__)


class Ledger:
    def __init__(self, standing: Standing, store: LogStore, meter: Meter) -> None:
        self.standing = standing  # the table as of the last entry that is known to be written
        self._store = store
        self._meter = meter
        self.is_in_doubt = False  # whether the log may have an entry that is not known here

    async def write(self, new: NewEntry, own_id: str | None = None) -> bool:
        """Write an entry at the end of the log.

        False if the log has grown meanwhile, by others or, although the store failed, by this very
        entry: that is known now, and the caller decides again. An error of the store means that
        nothing has been written so far.
        """
        entry = Entry(self.standing.version + 1, now(), own_id, log.encode(new.body))
        following = self.standing.after(entry, new)
        for is_last_try in (False, True):
            try:
                await self._append(entry, row_of(following), new.holders)
            except Conflict:
                await self._make_sure()
                return False
            except StoreError as error:
                self._note(error)
                await self._make_sure()
                if self.standing.version >= entry.version:
                    return False
                if is_last_try or isinstance(error, DiskFull):
                    raise
            else:
                break
        self.standing = following
        self._meter.count("entries", type(new.body).__name__.lower())
        return True

    async def _append(self, entry: Entry, row: TableRow, holders: Holders) -> None:
        """Stay in doubt until the store has confirmed the write."""
        self.is_in_doubt = True
        await self._store.append(row.table, entry, row, holders)
        self.is_in_doubt = False  # whether the log may have an entry that is not known here

    async def catch_up(self) -> bool:
        """Read what other processes wrote. True if there was something."""
        table = self.standing.table
        entries = await self._store.entries(table, self.standing.version)
        if any(isinstance(log.decode(entry.body), log.Erased) for entry in entries):
            self.standing = await Standing.read(table, await self._store.entries(table))
        elif entries:
            self.standing = self.standing.following(entries)
        return bool(entries)

    async def _make_sure(self) -> None:
        """Read the log again after a write that did not succeed."""
        try:
            await self.catch_up()
        except StoreError as error:
            self._note(error)
            raise Busy("the store does not answer: send it again in a moment") from error
        self.is_in_doubt = False  # whether the log may have an entry that is not known here

    def _note(self, error: StoreError) -> None:
        self._meter.count("store_failures", code_of(error))
        table = self.standing.table
        logger.error("the store failed", extra={"table": table[:4], "error": str(error)})
