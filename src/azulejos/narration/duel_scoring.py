"""The scoring of Azul Duel: tiles placed, the broken track, plates drawn, the scoring tiles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain

from azulejos.core.asking import ask
from azulejos.games.duel import scoring
from azulejos.games.duel import table as duel
from azulejos.games.duel.checks import SPACES
from azulejos.games.duel.drawing import draw_plate
from azulejos.games.duel.game import DUEL
from azulejos.games.duel.placing import complete_plate, count_broken, place_tile, special_due
from azulejos.games.duel.rounds import end_game, place_lines
from azulejos.games.duel.rules import KERNELS
from azulejos.games.duel.table import Seat, Table
from azulejos.messages import Value
from azulejos.narration import score_trace
from azulejos.narration.message import Bonus
from azulejos.narration.sentences import colour_words

KINDS = (
    "duel.draw",
    "duel.tile",
    "duel.special",
    "duel.broken",
    *(f"duel.scoring.{text}" for text in duel.SCORING_TEXTS),
)
"""The kinds of parts, in the order in which they are counted."""

WORDS = colour_words(DUEL)


def _draw(trace: score_trace.ScoreTrace, _table: Table, seat: Seat) -> Iterator[None]:
    """A plate from the stack costs a point, if there is one (DU-7)."""
    trace.opens(seat, score_trace.ScoreEntry("duel.draw", ["score"]))
    yield


def _tile(
    trace: score_trace.ScoreTrace, _table: Table, seat: Seat, row: int, column: int
) -> Iterator[None]:
    spaces = score_trace.lines_through(seat.dome, row, column)
    values: dict[str, Value] = {"colour": WORDS[seat.line_colour[row]], "row": row + 1}
    trace.opens(
        seat, score_trace.ScoreEntry("duel.tile", [_space(*space) for space in spaces], values)
    )
    yield


def _space(row: int, column: int) -> str:
    return f"dome-{row + 1}-{column + 1}"


def _special(trace: score_trace.ScoreTrace, seat: Seat, row: int, column: int) -> Iterator[None]:
    """The special tile of a plate that is complete now (DU-18)."""
    space = ask(special_due, seat, row, column)
    if duel.NONE not in space:
        trace.opens(
            seat, score_trace.ScoreEntry("duel.special", [_space(*space)], {"row": space[0] + 1})
        )
    yield


def _broken(trace: score_trace.ScoreTrace, table: Table, index: int) -> Iterator[None]:
    seat = table.seats[index]
    has_first = table.first_seat == index
    if seat.broken or has_first:
        places = ["broken"] * bool(seat.broken) + ["first"] * has_first
        entry = score_trace.ScoreEntry(
            "duel.broken", places, {"first": int(has_first)}, is_shown_at_zero=True
        )
        trace.opens(seat, entry, is_shown_before=True)
    yield


def _scoring_tiles(trace: score_trace.ScoreTrace, table: Table, index: int) -> Iterator[None]:
    yield
    seat = table.seats[index]
    trace.opens(
        seat,
        *(
            score_trace.ScoreEntry(
                bonus.name, [_space(*space) for space in spaces], points=bonus.now
            )
            for bonus, spaces in counted(table, seat)
            if bonus.now
        ),
    )


TRACER = score_trace.ScoreTracer(
    KERNELS.rules,
    {
        draw_plate: _draw,
        place_lines: score_trace.counting,
        place_tile: _tile,
        complete_plate: _special,
        count_broken: _broken,
        end_game: score_trace.final_counting,
        scoring.final_score: _scoring_tiles,
    },
)


LINE = range(duel.SIZE)

Spaces = list[tuple[int, int]]  # of the dome
Counted = tuple[Bonus, Spaces]  # a bonus, and what earns it


def bonuses(table: Table, seat: Seat) -> list[Bonus]:
    """How far a dome has come, for each scoring tile in play."""
    return [bonus for bonus, _ in counted(table, seat)]


def counted(table: Table, seat: Seat) -> list[Counted]:
    """How far a dome has come, for each scoring tile in play, and by which spaces."""
    return [
        count(f"duel.scoring.{text}", table, seat)
        for side, (text, count) in enumerate(zip(duel.SCORING_TEXTS, COUNTS, strict=True))
        if (table.scoring >> side) & 1
    ]


def _each(name: str, earning: list[Spaces], need: int, points: int) -> Counted:
    """A bonus that brings its points for each one that there is."""
    have = len(earning)
    return Bonus(name, 0, have, need, points * need, points * have), [*chain(*earning)]


def _row(row: int) -> Spaces:
    return [(row, column) for column in LINE]


def _rows(name: str, _: Table, seat: Seat) -> Counted:
    rows = [_row(row) for row in LINE if ask(scoring.is_row_complete, seat, row)]
    return _each(name, rows, duel.SIZE, duel.ROW_POINTS)


def _colourful_rows(name: str, table: Table, seat: Seat) -> Counted:
    special = table.special_colour
    rows = [_row(row) for row in LINE if ask(scoring.is_row_colourful, seat, row, special)]
    return _each(name, rows, duel.SIZE, duel.COLOURFUL_ROW_POINTS)


def _columns(name: str, _: Table, seat: Seat) -> Counted:
    columns = [
        [(row, column) for row in LINE]
        for column in LINE
        if ask(scoring.is_column_complete, seat, column)
    ]
    return _each(name, columns, duel.SIZE, duel.COLUMN_POINTS)


EDGE = [space for space in SPACES if ask(scoring.is_at_edge, *space)]


def _edge(name: str, _: Table, seat: Seat) -> Counted:
    filled = [[space] for space in EDGE if seat.dome[space] != duel.NONE]
    return _each(name, filled, len(EDGE), duel.EDGE_POINTS)


WAYS = {
    way: [(ask(scoring.first_row, way) + step * way, step) for step in LINE]
    for way in (scoring.FALLING, scoring.RISING)
}


def _diagonals(name: str, _: Table, seat: Seat) -> Counted:
    complete = [
        spaces for way, spaces in WAYS.items() if ask(scoring.is_diagonal_complete, seat, way)
    ]
    return _each(name, complete, len(WAYS), duel.DIAGONAL_POINTS)


def _corners(name: str, _: Table, seat: Seat) -> Counted:
    full = [corner for corner in scoring.CORNER_PLATES if ask(scoring.is_full, seat, *corner)]
    most = sum(ask(scoring.corner_points, row) for row, _ in scoring.CORNER_PLATES)
    points = ask(scoring.points_for_corners, seat)
    bonus = Bonus(name, 0, len(full), len(scoring.CORNER_PLATES), most, points)
    return bonus, [(row + r, column + c) for row, column in full for r in (0, 1) for c in (0, 1)]


def _jokers(name: str, _: Table, seat: Seat) -> Counted:
    spaces = spaces_with(seat, duel.JOKER)
    filled = [space for space in spaces if seat.dome[space] != duel.NONE]
    most, points = duel.JOKER_POINTS * len(spaces), ask(scoring.points_for_jokers, seat)
    return Bonus(name, 0, len(filled), len(spaces), most, points), filled


def _empty_specials(name: str, _: Table, seat: Seat) -> Counted:
    spaces = spaces_with(seat, duel.SPECIAL)
    empty = [space for space in spaces if seat.dome[space] == duel.NONE]
    filled = len(spaces) - len(empty)
    return Bonus(name, 0, filled, len(spaces), 0, -duel.EMPTY_SPECIAL_COST * len(empty)), empty


def spaces_with(seat: Seat, kind: int) -> Spaces:
    """The spaces of a dome on which something is printed."""
    return [space for space in SPACES if ask(scoring.printed, seat, *space) == kind]


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
