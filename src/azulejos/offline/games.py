"""What only a page without a server is asked: its games are on this device, and nowhere else.

They go to another device or a server, and come from there, as files (`tables/study/opening.py`).
"""

from __future__ import annotations

import msgspec

from azulejos.errors import NotFound
from azulejos.offline.backend import LocalContext
from azulejos.play.record import Record
from azulejos.tables.live import log
from azulejos.tables.live.standing import Standing
from azulejos.tables.lobby.new_table import NewSeat, NewTable
from azulejos.tables.requests.route import Content, Route, download
from azulejos.tables.store import Cursor
from azulejos.tables.study.opening import GamesFile, read_games

AT_ONCE = 100


class Imported(msgspec.Struct, frozen=True):
    """The tables that were made, in the order of the file."""

    tables: list[str]


async def export_games(context: LocalContext, table: str | None = None) -> Content[bytes]:
    """All games of this device that have begun, or one, in a file that can be imported."""
    names = [table] if table else await _tables_of(context)
    result = [await (await context.backend.lobby.table(name)).read(again) for name in names]
    games = [each for each in result if each.record]
    if table and not games:
        raise NotFound("the game has not begun")
    text = msgspec.json.format(msgspec.json.encode(GamesFile(games=games)), indent=1)
    return download(text, "azulejos-games.json")


async def _tables_of(context: LocalContext) -> list[str]:
    caller = await context.caller()
    names: list[str] = []
    place: Cursor | None = None
    while caller:
        rows = await context.backend.store.tables_of(caller.guest, AT_ONCE, place)
        names += [row.table for row in rows]
        if len(rows) < AT_ONCE:
            break
        place = Cursor(rows[-1].updated, rows[-1].table)
    return names


def again(standing: Standing) -> NewTable:
    """The table that goes on where this one stands."""
    return NewTable(
        game=standing.game.name,
        seats=[_seat(seat.holder) for seat in standing.seats],
        pace=standing.created.pace,
        clock=standing.created.clock,
        record=standing.record.to_json() if standing.match else None,
    )


def _seat(holder: log.Holder) -> NewSeat:
    if holder.level:
        return NewSeat("bot", holder.level)
    return NewSeat("beside", name=holder.name) if holder.is_beside else NewSeat("me")


async def import_games(context: LocalContext) -> Imported:
    """Make tables of a file, or of one record; all of them can be read, or none is made."""
    guest, backend = await context.guest(), context.backend
    games = read_games(context.body)
    for wanted in games:
        await backend.in_thread(lambda wanted=wanted: Record.read(wanted.record or ""))  # type: ignore[misc]
    return Imported([await backend.lobby.create(wanted, guest) for wanted in reversed(games)][::-1])


async def remove_table(context: LocalContext, table: str) -> dict[str, str]:
    """Remove a table for good: nobody but the one who asks is at it."""
    await context.backend.lobby.events.publish()
    await context.backend.store.forget_table(table)
    await context.backend.lobby.listener.look_at_notices()
    return {}


OWN_ROUTES = (
    Route("GET", "/api/export", export_games),
    Route("POST", "/api/import", import_games, status=201),
    Route("DELETE", "/api/tables/{table}", remove_table),
)
