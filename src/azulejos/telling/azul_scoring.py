"""The scoring of Azul: tiles laid on the wall, the floor line, bonuses at the end."""

from __future__ import annotations

from collections.abc import Iterator

from azulejos.games.azul import rules, setup
from azulejos.games.azul.game import AZUL
from azulejos.games.azul.scoring import COLOUR_BONUS, COLUMN_BONUS, ROW_BONUS, final_bonus
from azulejos.games.azul.table import COLOURS, NONE, SIZE, Seat, Table, line_content
from azulejos.games.azul.tiling import begin_tiling, count_floor, end_game, place_tile
from azulejos.telling.bonus import Bonus, whole
from azulejos.telling.rehearsal import (
    Entry,
    Ledger,
    Rehearsal,
    counting,
    final_counting,
    lines_through,
)
from azulejos.telling.said import Value
from azulejos.telling.sentences import colour_words

KINDS = ("azul.tile", "azul.floor", "azul.row", "azul.column", "azul.colour")
"""The kinds of parts, in the order in which they are counted."""

WORDS = colour_words(AZUL)


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


# What is heard


def _tile(ledger: Ledger, _table: Table, seat: Seat, row: int, column: int) -> Iterator[None]:
    colour, _ = line_content(seat, row)
    spaces = lines_through(lambda r, c: _is_filled(seat, r, c), row, column)
    values: dict[str, Value] = {"colour": WORDS[colour], "row": row + 1}
    ledger.opens(seat, Entry("azul.tile", [_space(*space) for space in spaces], values))
    yield


def _is_filled(seat: Seat, row: int, column: int) -> bool:
    return row in range(SIZE) and column in range(SIZE) and seat.wall[row, column] != NONE


def _space(row: int, column: int) -> str:
    return f"wall-{row + 1}-{column + 1}"


def _floor(ledger: Ledger, _table: Table, seat: Seat) -> Iterator[None]:
    if seat.floor:
        entry = Entry("azul.floor", ["floor"], is_told_at_zero=True)
        ledger.opens(seat, entry, is_shown_before=True)
    yield


def _bonuses(ledger: Ledger, seat: Seat) -> Iterator[None]:
    yield
    earned = [bonus for bonus in bonuses(seat) if bonus.now]
    ledger.opens(seat, *(_bonus(seat, bonus) for bonus in earned))


def _bonus(seat: Seat, bonus: Bonus) -> Entry:
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
    return Entry(bonus.name, places, values, bonus.now)


REHEARSAL = Rehearsal(
    rules.make_move,
    setup.deal,
    {
        begin_tiling: counting,
        place_tile: _tile,
        count_floor: _floor,
        end_game: final_counting,
        final_bonus: _bonuses,
    },
)
