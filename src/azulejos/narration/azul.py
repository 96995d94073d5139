"""What happens in Azul, and how it is scored."""

from __future__ import annotations

from collections.abc import Iterator

from azulejos.core.asking import ask
from azulejos.core.displays import TILES_PER_DISPLAY, takes_marker
from azulejos.core.draw import Draw
from azulejos.core.pile import counts
from azulejos.core.state import State
from azulejos.games.azul import tiling
from azulejos.games.azul.game import AZUL
from azulejos.games.azul.moves import FLOOR_LINE, Place, Take
from azulejos.games.azul.rules import KERNELS
from azulejos.games.azul.scoring import (
    final_bonus,
    tiles_in_column,
    tiles_in_row,
    tiles_of_colour,
)
from azulejos.games.azul.table import COLOUR_BONUS, COLUMN_BONUS, ROW_BONUS, SIZE, Seat, Table
from azulejos.messages import Message, Value
from azulejos.narration import Narrator, score_trace
from azulejos.narration.message import Bonus, Step, whole
from azulejos.narration.sentences import colour_words, counted, is_refilled, start_told
from azulejos.play.record import Event


def narrate(
    before: State[Table],
    event: Event,
    _after: State[Table],  # the steps tell what followed
    _seat: int | None,  # no secrets
    steps: list[Step],
) -> list[Message]:
    """What an event did, and at the end of a round the tiling."""
    return [_event_told(before, event), *counted(steps)]


def _event_told(before: State[Table], event: Event) -> Message:
    table = before.table
    match event:
        case Draw("start"):
            return start_told(event)
        case Draw():
            return _deal_told(before, event)
        case Take():
            return _take_told(table, event)
        case Place(row, column):
            colour = ask(tiling.line_colour, table.seats[table.turn], row)
            place = {"row": row + 1, "column": column + 1}
            return Message("azul.place", {"seat": table.turn, "colour": WORDS[colour], **place})
    raise AssertionError(event)


def _deal_told(before: State[Table], draw: Draw) -> Message:
    return Message(
        "game.deal",
        {
            "round": before.table.rounds + 1,
            "tiles": len(draw.pieces),
            "displays": -(-len(draw.pieces) // TILES_PER_DISPLAY),
            "refilled": is_refilled(before, draw),
            "seat": before.table.start_seat,
        },
    )


def _take_told(table: Table, take: Take) -> Message:
    count = counts(table.sources[take.source])[take.colour]
    is_floor = take.line == FLOOR_LINE
    room = count if is_floor else ask(tiling.room_on, table.seats[table.turn], take.line)
    return Message(
        "azul.take",
        {
            "seat": table.turn,
            "tiles": count,
            "colour": WORDS[take.colour],
            "marker": int(ask(takes_marker, table, take.source)),
            "source": take.source,
            "line": 0 if is_floor else take.line + 1,
            "fallen": max(0, count - room),
        },
    )


# Scoring: tiles laid on the wall, the floor line, bonuses at the end

KINDS = ("azul.tile", "azul.floor", "azul.row", "azul.column", "azul.colour")
"""The kinds of parts, in the order in which they are counted."""

WORDS = colour_words(AZUL)


def bonuses(seat: Seat) -> list[Bonus]:
    """How far every row, column and colour has come (AZ-17)."""
    return [
        whole(f"azul.{name}", number + 1, ask(tiles, seat, number), SIZE, points)
        for name, points, tiles in (
            ("row", ROW_BONUS, tiles_in_row),
            ("column", COLUMN_BONUS, tiles_in_column),
            ("colour", COLOUR_BONUS, tiles_of_colour),
        )
        for number in range(SIZE)
    ]


# What is heard


def _tile(
    sheet: score_trace.ScoreTrace, _table: Table, seat: Seat, row: int, column: int
) -> Iterator[None]:
    spaces = score_trace.lines_through(seat.wall, row, column)
    values: dict[str, Value] = {"colour": WORDS[ask(tiling.line_colour, seat, row)], "row": row + 1}
    sheet.opens(
        seat, score_trace.ScoreEntry("azul.tile", [_space(*space) for space in spaces], values)
    )
    yield


def _space(row: int, column: int) -> str:
    return f"wall-{row + 1}-{column + 1}"


def _floor(sheet: score_trace.ScoreTrace, _table: Table, seat: Seat) -> Iterator[None]:
    if seat.floor:
        entry = score_trace.ScoreEntry("azul.floor", ["floor"], is_told_at_zero=True)
        sheet.opens(seat, entry, is_shown_before=True)
    yield


def _bonuses(sheet: score_trace.ScoreTrace, seat: Seat) -> Iterator[None]:
    yield
    earned = [bonus for bonus in bonuses(seat) if bonus.now]
    sheet.opens(seat, *(_bonus(seat, bonus) for bonus in earned))


def _bonus(seat: Seat, bonus: Bonus) -> score_trace.ScoreEntry:
    places = [
        _space(row, column)
        for row in range(SIZE)
        for column in range(SIZE)
        if bonus.number - 1
        == {"azul.row": row, "azul.column": column, "azul.colour": seat.wall[row, column]}[
            bonus.name
        ]
    ]
    values: dict[str, Value] = {"number": bonus.number, "colour": WORDS[bonus.number - 1]}
    return score_trace.ScoreEntry(bonus.name, places, values, bonus.now)


REHEARSAL = score_trace.Rehearsal(
    KERNELS.rules,
    {
        tiling.begin_tiling: score_trace.counting,
        tiling.place_tile: _tile,
        tiling.count_floor: _floor,
        tiling.end_game: score_trace.final_counting,
        final_bonus: _bonuses,
    },
)


NARRATOR = Narrator(narrate, REHEARSAL, KINDS)
