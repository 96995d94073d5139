"""What happens in Azul."""

from __future__ import annotations

from azulejos.core.displays import CENTRE, TILES_PER_DISPLAY
from azulejos.core.draw import Draw
from azulejos.core.pile import counts
from azulejos.core.state import State
from azulejos.games.azul.game import AZUL
from azulejos.games.azul.moves import FLOOR_LINE, Place, Take
from azulejos.games.azul.scoring import COLOUR_BONUS, COLUMN_BONUS, ROW_BONUS
from azulejos.games.azul.table import COLOURS, NONE, OVER, SIZE, Seat, Table, line_content
from azulejos.play.record import Event
from azulejos.telling import Said
from azulejos.telling.bonus import Bonus, whole
from azulejos.telling.sentences import (
    colour_words,
    final_told,
    is_refilled,
    points_told,
    start_told,
)

WORDS = colour_words(AZUL)


def told(before: State, event: Event, after: State, seat: int | None) -> list[Said]:  # noqa: ARG001 - no secrets
    """What an event did, and at the end of a round the tiling."""
    table: Table = before.table
    match event:
        case Draw("start"):
            return [start_told(event)]
        case Draw():
            return [_deal_told(before, event)]
        case Take():
            return [_take_told(table, event), *_followed(before, event, after)]
        case Place(row, column):
            colour, _ = line_content(table.seats[table.turn], row)
            place = {"row": row + 1, "column": column + 1}
            said = Said("azul.place", {"seat": table.turn, "colour": WORDS[colour], **place})
            return [said, *_followed(before, event, after)]
    raise AssertionError(event)


def _deal_told(before: State, draw: Draw) -> Said:
    return Said(
        "game.deal",
        {
            "round": before.table.rounds + 1,
            "tiles": len(draw.pieces),
            "displays": -(-len(draw.pieces) // TILES_PER_DISPLAY),
            "refilled": is_refilled(before, draw),
            "seat": before.table.start_seat,
        },
    )


def _take_told(table: Table, take: Take) -> Said:
    number = counts(table.sources[take.source])[take.colour]
    is_floor = take.line == FLOOR_LINE
    room = number if is_floor else take.line + 1 - line_content(_mover(table), take.line)[1]
    return Said(
        "azul.take",
        {
            "seat": table.turn,
            "tiles": number,
            "colour": WORDS[take.colour],
            "marker": int(take.source == CENTRE and table.marker_seat == NONE),
            "source": take.source,
            "line": 0 if is_floor else take.line + 1,
            "fallen": max(0, number - room),
        },
    )


def _mover(table: Table) -> Seat:
    return table.seats[table.turn]


def _followed(before: State, event: Event, after: State) -> list[Said]:
    """What changed on walls and in points without a move of its own."""
    followed = []
    for seat in range(before.players):
        laid = _laid(before.table.seats[seat], after.table.seats[seat])
        if seat == before.to_move and isinstance(event, Place):
            laid.pop((event.row, event.column), None)
        gained = after.scores[seat] - before.scores[seat]
        tiles: list[str | Said] = [
            Said("azul.laid", {"colour": WORDS[colour], "row": row + 1})
            for (row, _), colour in laid.items()
        ]
        if tiles:
            followed.append(points_told("azul.lays", after, seat, gained, laid=tiles))
        elif gained:
            followed.append(points_told("game.points", after, seat, gained))
    if after.table.phase == OVER:
        followed.append(Said("game.bonuses"))
        for seat in range(before.players):
            followed += final_told(seat, bonuses(after.table.seats[seat]))
    return followed


def _laid(before: Seat, after: Seat) -> dict[tuple[int, int], int]:
    """The tiles that are new on a wall, by row and column."""
    old, new = before.wall.tolist(), after.wall.tolist()
    return {
        (row, column): new[row][column]
        for row in range(SIZE)
        for column in range(SIZE)
        if new[row][column] != old[row][column]
    }


def bonuses(seat: Seat) -> list[Bonus]:
    """How far every row, column and colour has come (AZ-17)."""
    wall = seat.wall.tolist()
    rows = [sum(tile != NONE for tile in row) for row in wall]
    columns = [sum(row[column] != NONE for row in wall) for column in range(SIZE)]
    colours = [sum(colour in row for row in wall) for colour in range(COLOURS)]
    return [
        whole(f"azul.{name}", number, have, SIZE, points)
        for name, points, held in (
            ("row", ROW_BONUS, rows),
            ("column", COLUMN_BONUS, columns),
            ("colour", COLOUR_BONUS, colours),
        )
        for number, have in enumerate(held, 1)
    ]
