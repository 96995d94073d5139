"""What lists show about a table, stored beside its log."""

from __future__ import annotations

import re

import msgspec

from azulejos.core.options import Value
from azulejos.errors import Malformed
from azulejos.games import game as game_named
from azulejos.games import is_game
from azulejos.play.clock import TimeControl
from azulejos.tables.live import log
from azulejos.tables.live.standing import Standing, acting_seat
from azulejos.tables.live.updates import seat_infos
from azulejos.tables.messages import Result, SeatInfo
from azulejos.tables.store.protocol import ListStore
from azulejos.tables.store.rows import ANY, Cursor, TableRow, TableState, Which

CURSOR = re.compile(r"([0-9]{1,12}\.[0-9]{1,9}):([A-Za-z0-9_-]{1,40})")


class Summary(msgspec.Struct, frozen=True):
    """As the store has it: with the guests' identities, which are shown to nobody."""

    options: dict[str, Value]
    pace: log.Pace
    clock: TimeControl | None
    seats: list[SeatInfo]
    guests: list[str | None]
    to_move: int | None
    result: Result | None
    rules: int | None = None  # the version that it is played by
    maker: str | None = None
    is_brought: bool = False  # the game was begun elsewhere, and nobody knows who played it there
    day: str | None = None  # of the game of the day


class TableInfo(msgspec.Struct, frozen=True):
    """A table in a list."""

    table: str
    game: str
    options: dict[str, Value]
    pace: log.Pace
    clock: TimeControl | None
    is_public: bool
    state: TableState
    seats: list[SeatInfo]
    seat: int | None  # the caller's
    to_move: int | None
    result: Result | None
    updated: float
    is_outdated: bool = False  # played by another version of the rules: it does not go on


class TablePage(msgspec.Struct, frozen=True):
    """Some of a list of tables."""

    tables: list[TableInfo]
    next: str | None  # asked for `after` this, the list goes on; None where it ends


async def page_of_tables(
    store: ListStore, guest: str, limit: int, after: str | None, which: Which = ANY
) -> TablePage:
    """The tables where a guest holds a seat, from a cursor on."""
    cursor = None if after is None else read_cursor(after)
    rows = await store.tables_of(guest, limit + 1, cursor, which)
    shown = rows[:limit]
    following = f"{shown[-1].updated!r}:{shown[-1].table}" if len(rows) > limit else None
    return TablePage([info_of(row, guest) for row in shown], following)


def read_cursor(text: str) -> Cursor:
    """The cursor that the last page of a list gave as `next`."""
    result = CURSOR.fullmatch(text)
    if result is None:
        raise Malformed("`after` is the `next` of the last page")
    return Cursor(float(result[1]), result[2])


def row_of(standing: Standing) -> TableRow:
    return TableRow(
        table=standing.table,
        game=standing.game.name,
        is_public=standing.created.is_public,
        state=standing.stage,
        updated=standing.updated,
        summary=msgspec.json.encode(_summary(standing)),
        due=_due(standing),
        turn_since=_turn_since(standing),
    )


def info_of(row: TableRow, guest: str | None) -> TableInfo:
    """What a guest is shown of a row."""
    summary = msgspec.json.decode(row.summary, type=Summary)
    held = [seat for seat, holder in enumerate(summary.guests) if guest and holder == guest]
    return TableInfo(
        table=row.table,
        game=row.game,
        options=summary.options,
        pace=summary.pace,
        clock=summary.clock,
        is_public=row.is_public,
        state=row.state,
        seats=summary.seats,
        seat=acting_seat(held, summary.to_move),
        to_move=summary.to_move,
        result=summary.result,
        updated=row.updated,
        is_outdated=_is_outdated(row.game, summary.rules),
    )


def _is_outdated(game: str, rules: int | None) -> bool:
    return not is_game(game) or rules not in (None, game_named(game).rules_version)


def guests_at(row: TableRow) -> list[str]:
    summary = msgspec.json.decode(row.summary, type=Summary)
    return [guest for guest in summary.guests if guest is not None]


def _summary(standing: Standing) -> Summary:
    return Summary(
        options=standing.options.as_dict(),
        pace=standing.created.pace,
        clock=standing.created.clock,
        seats=seat_infos(standing, ()),
        guests=[seat.holder.guest for seat in standing.seats],
        to_move=standing.to_move,
        result=standing.result,
        rules=standing.created.rules,
        maker=standing.created.maker,
        is_brought=standing.created.record is not None,
        day=standing.created.day,
    )


def _due(standing: Standing) -> float | None:
    """When the server must look at the table though nobody is connected.

    Bots play on for those who play with them, not among themselves.
    """
    if standing.to_move is None:
        return None
    if standing.seats[standing.to_move].bot:
        return standing.updated if standing.players else None
    return standing.clock.runs_out if standing.clock else None


def _turn_since(standing: Standing) -> float | None:
    """Since when it is the turn of a person whom others wait for, perhaps for days."""
    if standing.created.pace != "turns" or standing.turn.guest is None:
        return None
    others = {guest for guest in standing.players.values() if guest != standing.turn.guest}
    return standing.turn.since if others else None
