"""How a guest has done: finished games by game and by whom they were played against."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from azulejos.tables.bots.levels import levels
from azulejos.tables.live.summary import Summary
from azulejos.tables.messages import Result, SeatInfo
from azulejos.tables.store import Cursor, ListStore, TableRow, Which

PAGE = 100  # rows read at once
MOST = 2_000  # games, the latest
PEOPLE = "people"


class Statistics(msgspec.Struct, frozen=True):
    """Games of one kind against opponents of one kind."""

    game: str
    against: (
        str  # the level of the strongest bot, or a bot from outside; `people` if there were any
    )
    played: int
    won: int  # also where victory was shared
    points: float  # on average
    best: int


async def statistics_of(store: ListStore, guest: str) -> list[Statistics]:
    """What there is to tell of a guest's finished games.

    Games of several people at one device are nobody's own.
    """
    games: dict[tuple[str, str], list[tuple[int, int]]] = {}  # points and place
    cursor: Cursor | None = None
    for _ in range(MOST // PAGE):
        rows = await store.tables_of(guest, PAGE, cursor, Which("over"))
        for row in rows:
            _count(row, guest, games)
        if len(rows) < PAGE:
            break
        cursor = Cursor(rows[-1].updated, rows[-1].table)
    return [_statistics(*kind, results) for kind, results in sorted(games.items())]


def _count(row: TableRow, guest: str, games: dict[tuple[str, str], list[tuple[int, int]]]) -> None:
    summary = msgspec.json.decode(row.summary, type=Summary)
    own = [seat for seat, holder in enumerate(summary.guests) if holder == guest]
    if len(own) != 1 or summary.result is None:
        return
    others = [seat for number, seat in enumerate(summary.seats) if number not in own]
    kind = row.game, _against(row.game, others)
    games.setdefault(kind, []).append(_points_and_place(summary.result, own[0]))


def _against(game: str, others: Iterable[SeatInfo]) -> str:
    known = list(levels(game))
    strengths, external = [-1], []
    for seat in others:
        if seat.kind == "person":
            return PEOPLE
        strengths.append(known.index(seat.level) if seat.level in known else -1)
        external += [seat.bot] if seat.bot else []
    if external:
        return min(external)
    return known[max(strengths)] if max(strengths) >= 0 else PEOPLE


def _points_and_place(result: Result, seat: int) -> tuple[int, int]:
    return result.scores[seat], result.places[seat]


def _statistics(game: str, against: str, results: list[tuple[int, int]]) -> Statistics:
    points = [scored for scored, _ in results]
    return Statistics(
        game=game,
        against=against,
        played=len(results),
        won=sum(place == 1 for _, place in results),
        points=sum(points) / len(points),
        best=max(points),
    )
