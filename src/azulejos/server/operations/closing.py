"""Closing a table from outside, by the operator.

Only the log is read, not the rules: a table that this version cannot play any more can be closed.
"""

from __future__ import annotations

import msgspec

from azulejos.errors import Busy, Conflict, NotFound
from azulejos.tables.clock import now
from azulejos.tables.live import log
from azulejos.tables.live.summary import Summary
from azulejos.tables.store import Entry, Store

TRIES = 8  # to write past what is played at the same time


async def close_table(store: Store, table: str) -> bool:
    """Let nothing more happen at a table. False if it was over already."""
    for _ in range(TRIES):
        row, entries = await store.row(table), await store.entries(table)
        if row is None or not entries:
            raise NotFound(f"there is no table {table}")
        if row.state == "over":
            return False
        summary = msgspec.json.decode(row.summary, type=Summary)
        shown = msgspec.json.encode(msgspec.structs.replace(summary, to_move=None))
        last = Entry(entries[-1].version + 1, now(), None, log.encode(log.Closed()))
        closed = msgspec.structs.replace(
            row, state="over", updated=last.at, summary=shown, due=None
        )
        try:
            await store.amend(last, closed)
        except Conflict:
            continue
        return True
    raise Busy(f"too much happens at table {table}: try again")
