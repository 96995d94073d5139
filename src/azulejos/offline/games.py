"""Taking games to another device or a server, as files (`tables/study/files.py`)."""

from __future__ import annotations

import msgspec

from azulejos.errors import NotFound
from azulejos.offline.backend import LocalBackend
from azulejos.play.record import Record
from azulejos.tables.live import log
from azulejos.tables.live.standing import Standing
from azulejos.tables.lobby.new_table import NewSeat, NewTable
from azulejos.tables.people.guests import Identity
from azulejos.tables.store import Cursor
from azulejos.tables.study.files import GamesFile, read_games

AT_ONCE = 100


class Imported(msgspec.Struct, frozen=True):
    """The tables that were made, in the order of the file."""

    tables: list[str]


async def written_games(backend: LocalBackend, caller: Identity | None, table: str | None) -> bytes:
    """All games of a guest that have begun, or one of them, as a file."""
    names = [table] if table else await _tables_of(backend, caller)
    result = [await (await backend.lobby.table(name)).read(again) for name in names]
    games = [each for each in result if each.record]
    if table and not games:
        raise NotFound("the game has not begun")
    return msgspec.json.format(msgspec.json.encode(GamesFile(games=games)), indent=1)


async def _tables_of(backend: LocalBackend, caller: Identity | None) -> list[str]:
    names: list[str] = []
    place: Cursor | None = None
    while caller:
        rows = await backend.store.tables_of(caller.guest, AT_ONCE, place)
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


async def import_games(backend: LocalBackend, guest: Identity, text: str) -> Imported:
    """Make tables of a file, or of one record; all of them can be read, or none is made."""
    games = read_games(text)
    for wanted in games:
        await backend.in_thread(lambda wanted=wanted: Record.read(wanted.record or ""))  # type: ignore[misc]
    return Imported([await backend.lobby.create(wanted, guest) for wanted in reversed(games)][::-1])
