"""The scoring of Azul Duel: tiles placed, the broken track, plates drawn, the scoring tiles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain

from azulejos.core.asking import ask
from azulejos.games.duel.checks import SPACES
from azulejos.games.duel.drawing import draw_plate
from azulejos.games.duel.game import DUEL
from azulejos.games.duel.placing import complete_plate, count_broken, place_tile, special_due
from azulejos.games.duel.rounds import end_game, place_lines
from azulejos.games.duel.rules import KERNELS
from azulejos.games.duel.scoring import (
    CORNER_PLATES,
    FALLING,
    RISING,
    corner_points,
    final_score,
    first_row,
    is_at_edge,
    is_column_complete,
    is_diagonal_complete,
    is_full,
    is_row_colourful,
    is_row_complete,
    points_for_corners,
    points_for_jokers,
    printed,
    run_from,
)
from azulejos.games.duel.table import (
    COLOURFUL_ROW_POINTS,
    COLUMN_POINTS,
    DIAGONAL_POINTS,
    EDGE_POINTS,
    EMPTY_SPECIAL_COST,
    JOKER,
    JOKER_POINTS,
    NONE,
    ROW_POINTS,
    SCORING_TEXTS,
    SIZE,
    SPECIAL,
    Seat,
    Table,
)
from azulejos.messages import Value
from azulejos.narration.message import Bonus
from azulejos.narration.score_trace import (
    Rehearsal,
    ScoreEntry,
    ScoreTrace,
    counting,
    final_counting,
    lines_through,
)
from azulejos.narration.sentences import colour_words

KINDS = (
    "duel.draw",
    "duel.tile",
    "duel.special",
    "duel.broken",
    *(f"duel.scoring.{text}" for text in SCORING_TEXTS),
)
"""The kinds of parts, in the order in which they are counted."""

WORDS = colour_words(DUEL)


def _draw(sheet: ScoreTrace, _table: Table, seat: Seat) -> Iterator[None]:
    """A plate from the stack costs a point, if there is one (DU-7)."""
    sheet.opens(seat, ScoreEntry("duel.draw", ["score"]))
    yield


def _tile(sheet: ScoreTrace, _table: Table, seat: Seat, row: int, column: int) -> Iterator[None]:
    spaces = lines_through(run_from, seat, row, column)
    values: dict[str, Value] = {"colour": WORDS[seat.line_colour[row]], "row": row + 1}
    sheet.opens(seat, ScoreEntry("duel.tile", [_space(*space) for space in spaces], values))
    yield


def _space(row: int, column: int) -> str:
    return f"dome-{row + 1}-{column + 1}"


def _special(sheet: ScoreTrace, seat: Seat, row: int, column: int) -> Iterator[None]:
    """The special tile of a plate that is complete now (DU-18)."""
    space = ask(special_due, seat, row, column)
    if NONE not in space:
        sheet.opens(seat, ScoreEntry("duel.special", [_space(*space)], {"row": space[0] + 1}))
    yield


def _broken(sheet: ScoreTrace, table: Table, index: int) -> Iterator[None]:
    seat = table.seats[index]
    has_first = table.first_seat == index
    if seat.broken or has_first:
        places = ["broken"] * bool(seat.broken) + ["first"] * has_first
        entry = ScoreEntry("duel.broken", places, {"first": int(has_first)}, is_told_at_zero=True)
        sheet.opens(seat, entry, is_shown_before=True)
    yield


def _scoring_tiles(sheet: ScoreTrace, table: Table, index: int) -> Iterator[None]:
    yield
    seat = table.seats[index]
    sheet.opens(
        seat,
        *(
            ScoreEntry(bonus.name, [_space(*space) for space in spaces], points=bonus.now)
            for bonus, spaces in counted(table, seat)
            if bonus.now
        ),
    )


REHEARSAL = Rehearsal(
    KERNELS.rules,
    {
        draw_plate: _draw,
        place_lines: counting,
        place_tile: _tile,
        complete_plate: _special,
        count_broken: _broken,
        end_game: final_counting,
        final_score: _scoring_tiles,
    },
)


LINE = range(SIZE)

Spaces = list[tuple[int, int]]  # of the dome
Counted = tuple[Bonus, Spaces]  # a bonus, and what earns it


def bonuses(table: Table, seat: Seat) -> list[Bonus]:
    """How far a dome has come, for each scoring tile in play."""
    return [bonus for bonus, _ in counted(table, seat)]


def counted(table: Table, seat: Seat) -> list[Counted]:
    """How far a dome has come, for each scoring tile in play, and by which spaces."""
    return [
        count(f"duel.scoring.{text}", table, seat)
        for side, (text, count) in enumerate(zip(SCORING_TEXTS, COUNTS, strict=True))
        if (table.scoring >> side) & 1
    ]


def _each(name: str, earning: list[Spaces], need: int, points: int) -> Counted:
    """A bonus that brings its points for each one that there is."""
    have = len(earning)
    return Bonus(name, 0, have, need, points * need, points * have), [*chain(*earning)]


def _row(row: int) -> Spaces:
    return [(row, column) for column in LINE]


def _rows(name: str, _: Table, seat: Seat) -> Counted:
    rows = [_row(row) for row in LINE if ask(is_row_complete, seat, row)]
    return _each(name, rows, SIZE, ROW_POINTS)


def _colourful_rows(name: str, table: Table, seat: Seat) -> Counted:
    special = table.special_colour
    rows = [_row(row) for row in LINE if ask(is_row_colourful, seat, row, special)]
    return _each(name, rows, SIZE, COLOURFUL_ROW_POINTS)


def _columns(name: str, _: Table, seat: Seat) -> Counted:
    columns = [
        [(row, column) for row in LINE] for column in LINE if ask(is_column_complete, seat, column)
    ]
    return _each(name, columns, SIZE, COLUMN_POINTS)


EDGE = [space for space in SPACES if ask(is_at_edge, *space)]


def _edge(name: str, _: Table, seat: Seat) -> Counted:
    filled = [[space] for space in EDGE if seat.dome[space] != NONE]
    return _each(name, filled, len(EDGE), EDGE_POINTS)


WAYS = {
    way: [(ask(first_row, way) + step * way, step) for step in LINE] for way in (FALLING, RISING)
}


def _diagonals(name: str, _: Table, seat: Seat) -> Counted:
    complete = [spaces for way, spaces in WAYS.items() if ask(is_diagonal_complete, seat, way)]
    return _each(name, complete, len(WAYS), DIAGONAL_POINTS)


def _corners(name: str, _: Table, seat: Seat) -> Counted:
    full = [corner for corner in CORNER_PLATES if ask(is_full, seat, *corner)]
    most = sum(ask(corner_points, row) for row, _ in CORNER_PLATES)
    points = ask(points_for_corners, seat)
    bonus = Bonus(name, 0, len(full), len(CORNER_PLATES), most, points)
    return bonus, [(row + r, column + c) for row, column in full for r in (0, 1) for c in (0, 1)]


def _jokers(name: str, _: Table, seat: Seat) -> Counted:
    spaces = spaces_with(seat, JOKER)
    filled = [space for space in spaces if seat.dome[space] != NONE]
    most, points = JOKER_POINTS * len(spaces), ask(points_for_jokers, seat)
    return Bonus(name, 0, len(filled), len(spaces), most, points), filled


def _empty_specials(name: str, _: Table, seat: Seat) -> Counted:
    spaces = spaces_with(seat, SPECIAL)
    empty = [space for space in spaces if seat.dome[space] == NONE]
    filled = len(spaces) - len(empty)
    return Bonus(name, 0, filled, len(spaces), 0, -EMPTY_SPECIAL_COST * len(empty)), empty


def spaces_with(seat: Seat, kind: int) -> Spaces:
    """The spaces of a dome on which something is printed."""
    return [space for space in SPACES if ask(printed, seat, *space) == kind]


COUNTS: tuple[Callable[[str, Table, Seat], Counted], ...] = (
    _rows,
    _colourful_rows,
    _columns,
    _edge,
    _diagonals,
    _corners,
    _jokers,
    _empty_specials,
)
"""How each side of the scoring tiles is counted, in their order."""
