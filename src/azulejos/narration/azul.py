"""What happens in Azul, and how it is scored."""

from __future__ import annotations

from collections.abc import Iterator

from azulejos.core.asking import ask
from azulejos.core.draw import Draw
from azulejos.core.pile import counts
from azulejos.core.state import State
from azulejos.games.azul import tiling
from azulejos.games.azul.game import AZUL
from azulejos.games.azul.moves import FLOOR_LINE, Place, Take
from azulejos.games.azul.rules import KERNELS
from azulejos.games.azul.scoring import final_bonus, tiles_in_column, tiles_in_row, tiles_of_colour
from azulejos.games.azul.table import COLOUR_BONUS, COLUMN_BONUS, ROW_BONUS, SIZE, Seat, Table
from azulejos.messages import Message, Value
from azulejos.narration import Narrator, score_trace
from azulejos.narration.message import Bonus, Step, whole
from azulejos.narration.sentences import (
    colour_words,
    counted,
    deal_values,
    start_message,
    take_values,
)
from azulejos.play.record import Event


def narrate(
    before: State[Table],
    event: Event,
    _after: State[Table],  # the steps tell what followed
    _seat: int | None,  # no secrets
    steps: list[Step],
) -> list[Message]:
    """What an event did, and at the end of a round the tiling."""
    return [_event_message(before, event), *counted(steps)]


def _event_message(before: State[Table], event: Event) -> Message:
    table = before.table
    match event:
        case Draw("start"):
            return start_message(event)
        case Draw():
            return Message("game.deal", deal_values(before, event))
        case Take():
            return _take_message(table, event)
        case Place(row, column):
            colour = ask(tiling.line_colour, table.seats[table.turn], row)
            place = {"row": row + 1, "column": column + 1}
            return Message("azul.place", {"seat": table.turn, "colour": WORDS[colour], **place})
    raise AssertionError(event)


def _take_message(table: Table, take: Take) -> Message:
    count = counts(table.sources[take.source])[take.colour]
    is_floor = take.line == FLOOR_LINE
    room = count if is_floor else ask(tiling.room_on, table.seats[table.turn], take.line)
    return Message(
        "azul.take",
        {
            **take_values(table, take.source),
            "tiles": count,
            "colour": WORDS[take.colour],
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
        whole(f"azul.{name}", index + 1, ask(tiles, seat, index), SIZE, points)
        for name, points, tiles in (
            ("row", ROW_BONUS, tiles_in_row),
            ("column", COLUMN_BONUS, tiles_in_column),
            ("colour", COLOUR_BONUS, tiles_of_colour),
        )
        for index in range(SIZE)
    ]


# Listeners


def _tile(
    trace: score_trace.ScoreTrace, _table: Table, seat: Seat, row: int, column: int
) -> Iterator[None]:
    spaces = score_trace.lines_through(seat.wall, row, column)
    values: dict[str, Value] = {"colour": WORDS[ask(tiling.line_colour, seat, row)], "row": row + 1}
    trace.opens(
        seat, score_trace.ScoreEntry("azul.tile", [_space(*space) for space in spaces], values)
    )
    yield


def _space(row: int, column: int) -> str:
    return f"wall-{row + 1}-{column + 1}"


def _floor(trace: score_trace.ScoreTrace, _table: Table, seat: Seat) -> Iterator[None]:
    if seat.floor:
        entry = score_trace.ScoreEntry("azul.floor", ["floor"], is_shown_at_zero=True)
        trace.opens(seat, entry, is_shown_before=True)
    yield


def _bonuses(trace: score_trace.ScoreTrace, seat: Seat) -> Iterator[None]:
    yield
    earned = [bonus for bonus in bonuses(seat) if bonus.now]
    trace.opens(seat, *(_bonus(seat, bonus) for bonus in earned))


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


TRACER = score_trace.ScoreTracer(
    KERNELS.rules,
    {
        tiling.begin_tiling: score_trace.counting,
        tiling.place_tile: _tile,
        tiling.count_floor: _floor,
        tiling.end_game: score_trace.final_counting,
        final_bonus: _bonuses,
    },
)


NARRATOR = Narrator(narrate, TRACER, KINDS)
