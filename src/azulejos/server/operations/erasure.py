"""Deleting all data of a guest, and closing a table, without playing at it.

The guest's identity is forgotten at once: nobody can act as that guest any more. Then its traces
are erased, table by table. A table where nobody else ever was is removed. Elsewhere the games of
others must still replay: there a name that says nothing takes the place of the guest's, its words
are gone, and a seat of a game that goes on is left. Each table gets another stand-in for the guest,
so that nothing links them.

Only logs are read, not the rules: this also works at tables that this version cannot play.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable

import msgspec

from azulejos.errors import Busy, Conflict, NotFound
from azulejos.tables.clock import now
from azulejos.tables.live import log
from azulejos.tables.live.summary import Summary
from azulejos.tables.messages import SeatInfo
from azulejos.tables.people.guests import FIRST_NAME
from azulejos.tables.store.protocol import Store
from azulejos.tables.store.rows import Entry, TableRow

GRACE = 60.0  # seconds in which what was under way may still name a guest who is being erased
AT_ONCE = 10  # tables
NOTHING = "…"  # what somebody said whose words are deleted

TRIES = 8  # to write past what is played at the same time


async def erase(store: Store, guest: str) -> bool:
    """Delete all data of a guest. False if there is none."""
    if not await store.begin_erasing(guest, now()):
        return False
    while await erase_traces(store, guest):
        pass
    return True


async def erase_traces(store: Store, guest: str) -> bool:
    """Erase the traces of a guest at some tables. False if there is nothing left to do."""
    tables = await store.traces_of(guest, AT_ONCE)
    for table in tables:
        if await store.others_at(table, guest):
            await _erase_from(store, table, guest)
        else:
            await store.remove_tables([table])
    return bool(tables)


async def _erase_from(store: Store, table: str, guest: str) -> None:
    """Erase the traces of a guest at one table; if the table changes meanwhile, try again later."""
    row, entries = await store.row(table), await store.entries(table)
    if row is None or not entries:
        await store.remove_tables([table])
        return
    stand_in = secrets.token_hex(12)
    shown, seats = _without(row, guest, stand_in)
    said = log.Erased(seats if row.state != "over" else [])
    last = Entry(entries[-1].version + 1, entries[-1].at, None, log.encode(said))
    rewritten = list(rewritten_without(guest, entries, stand_in))
    try:
        await store.amend(last, shown, rewritten, erased=guest)
    except Conflict:
        return


def rewritten_without(guest: str, entries: Iterable[Entry], stand_in: str) -> Iterable[Entry]:
    """The entries that name a guest, rewritten without it."""
    seats: dict[int, str | None] = {}  # who sits where, as far as the log has been read
    for entry in entries:
        body = log.decode(entry.body)
        is_own = entry.author == guest
        changed: log.Body = body
        match body:
            case log.Created():
                seats = {index: holder.guest for index, holder in enumerate(body.seats)}
                held = [_anonymous(holder, guest) for holder in body.seats]
                changed = msgspec.structs.replace(body, seats=held)
            case log.Sat():
                seats[body.seat] = body.holder.guest
                holder = _anonymous(body.holder, guest)
                changed = msgspec.structs.replace(body, holder=holder)
            case log.Renamed() if seats.get(body.seat) == guest:
                changed = log.Renamed(body.seat, FIRST_NAME)
            case log.Spoke() if is_own:
                changed = log.Spoke(body.seat, FIRST_NAME, NOTHING)
        rewritten = log.encode(changed).replace(guest.encode(), stand_in.encode())
        if is_own or rewritten != entry.body:
            own_id = None if is_own else entry.id
            yield Entry(entry.version, entry.at, own_id, rewritten)


def _anonymous(holder: log.Holder, guest: str) -> log.Holder:
    return msgspec.structs.replace(holder, name=FIRST_NAME) if holder.guest == guest else holder


def _without(row: TableRow, guest: str, stand_in: str) -> tuple[TableRow, list[int]]:
    """The row of a table without a guest, and the seats that it held."""
    summary = msgspec.json.decode(row.summary, type=Summary)
    held = [index for index, each in enumerate(summary.guests) if each == guest]
    guests, seats = [*summary.guests], [*summary.seats]
    for seat in held:
        if row.state == "open":
            guests[seat], seats[seat] = None, SeatInfo("open", "", clock=seats[seat].clock)
        else:
            guests[seat] = stand_in
            seats[seat] = msgspec.structs.replace(seats[seat], name=FIRST_NAME)
    changed = msgspec.structs.replace(summary, guests=guests, seats=seats)
    summed_up = msgspec.json.encode(changed).replace(guest.encode(), stand_in.encode())
    return msgspec.structs.replace(row, summary=summed_up), held


async def close_table(store: Store, table: str) -> bool:
    """Close a table for good. False if it was over already."""
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
    raise Busy(f"too much is happening at table {table}: try again")
