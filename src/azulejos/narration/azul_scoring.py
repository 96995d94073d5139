"""The scoring of Azul: tiles laid on the wall, the floor line, bonuses at the end."""

from __future__ import annotations

from collections.abc import Iterator

from azulejos.core.asking import ask
from azulejos.games.azul.game import AZUL
from azulejos.games.azul.rules import KERNELS
from azulejos.games.azul.scoring import (
    final_bonus,
    run_from,
    tiles_in_column,
    tiles_in_row,
    tiles_of_colour,
)
from azulejos.games.azul.table import COLOUR_BONUS, COLUMN_BONUS, ROW_BONUS, SIZE, Seat, Table
from azulejos.games.azul.tiling import begin_tiling, count_floor, end_game, line_colour, place_tile
from azulejos.messages import Value
from azulejos.narration.bonus import Bonus, whole
from azulejos.narration.score_trace import (
    Rehearsal,
    ScoreEntry,
    ScoreTrace,
    counting,
    final_counting,
    lines_through,
)
from azulejos.narration.sentences import colour_words

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


def _tile(sheet: ScoreTrace, _table: Table, seat: Seat, row: int, column: int) -> Iterator[None]:
    spaces = lines_through(run_from, seat, row, column)
    values: dict[str, Value] = {"colour": WORDS[ask(line_colour, seat, row)], "row": row + 1}
    sheet.opens(seat, ScoreEntry("azul.tile", [_space(*space) for space in spaces], values))
    yield


def _space(row: int, column: int) -> str:
    return f"wall-{row + 1}-{column + 1}"


def _floor(sheet: ScoreTrace, _table: Table, seat: Seat) -> Iterator[None]:
    if seat.floor:
        entry = ScoreEntry("azul.floor", ["floor"], is_told_at_zero=True)
        sheet.opens(seat, entry, is_shown_before=True)
    yield


def _bonuses(sheet: ScoreTrace, seat: Seat) -> Iterator[None]:
    yield
    earned = [bonus for bonus in bonuses(seat) if bonus.now]
    sheet.opens(seat, *(_bonus(seat, bonus) for bonus in earned))


def _bonus(seat: Seat, bonus: Bonus) -> ScoreEntry:
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
    return ScoreEntry(bonus.name, places, values, bonus.now)


REHEARSAL = Rehearsal(
    KERNELS.rules,
    {
        begin_tiling: counting,
        place_tile: _tile,
        count_floor: _floor,
        end_game: final_counting,
        final_bonus: _bonuses,
    },
)
