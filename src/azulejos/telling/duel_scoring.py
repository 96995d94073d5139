"""What the scoring tiles of Azul Duel bring a dome (DU-23)."""

from __future__ import annotations

from collections.abc import Callable

from azulejos.games.duel.checks import printed
from azulejos.games.duel.data import JOKER, SCORING_TEXTS, SPECIAL
from azulejos.games.duel.table import COLOURS, NONE, SIZE, Seat, Table
from azulejos.telling.bonus import Bonus, whole

LINE = range(SIZE)
CORNER_POINTS = {(0, 0): 3, (0, 4): 3, (4, 0): 8, (4, 4): 8}
"""The points of a full corner plate, by its upper left space."""


def bonuses(table: Table, seat: Seat) -> list[Bonus]:
    """How far a dome has come, for each scoring tile in play."""
    return [
        count(f"duel.scoring.{text}", table, seat)
        for side, (text, count) in enumerate(zip(SCORING_TEXTS, COUNTS, strict=True))
        if (table.scoring >> side) & 1
    ]


def _each(name: str, have: int, need: int, points: int) -> Bonus:
    """A bonus that brings its points for each one that there is."""
    return Bonus(name, 0, have, need, points * need, points * have)


def _is_filled(seat: Seat, spaces: list[tuple[int, int]]) -> bool:
    return all(seat.dome[row, column] != NONE for row, column in spaces)


def _rows(name: str, _: Table, seat: Seat) -> Bonus:
    rows = sum(_is_filled(seat, [(row, column) for column in LINE]) for row in LINE)
    return _each(name, rows, SIZE, 3)


def _colourful_rows(name: str, table: Table, seat: Seat) -> Bonus:
    """Rows with five colours; special tiles have none, or by option one of their own."""
    without = {NONE} if table.special_colour else {NONE, SPECIAL}
    colours = [{seat.dome[row, column] for column in LINE} - without for row in LINE]
    return _each(name, sum(len(found) >= COLOURS for found in colours), SIZE, 4)


def _columns(name: str, _: Table, seat: Seat) -> Bonus:
    columns = sum(_is_filled(seat, [(row, column) for row in LINE]) for column in LINE)
    return _each(name, columns, SIZE, 7)


def _edge(name: str, _: Table, seat: Seat) -> Bonus:
    ends = (0, SIZE - 1)
    edge = [(row, column) for row in LINE for column in LINE if row in ends or column in ends]
    return _each(name, sum(_is_filled(seat, [space]) for space in edge), len(edge), 1)


def _diagonals(name: str, _: Table, seat: Seat) -> Bonus:
    ways = ([(n, n) for n in LINE], [(n, SIZE - 1 - n) for n in LINE])
    return _each(name, sum(_is_filled(seat, way) for way in ways), len(ways), 10)


def _corners(name: str, _: Table, seat: Seat) -> Bonus:
    full = [
        points
        for (row, column), points in CORNER_POINTS.items()
        if _is_filled(seat, [(row + r, column + c) for r in (0, 1) for c in (0, 1)])
    ]
    most = sum(CORNER_POINTS.values())
    return Bonus(name, 0, len(full), len(CORNER_POINTS), most, sum(full))


def _jokers(name: str, _: Table, seat: Seat) -> Bonus:
    """All joker spaces of the dome must be filled, else they bring nothing."""
    filled = _printed_filled(seat, JOKER)
    return whole(name, 0, sum(filled), len(filled), 2 * len(filled))


def _empty_specials(name: str, _: Table, seat: Seat) -> Bonus:
    filled = _printed_filled(seat, SPECIAL)
    return Bonus(name, 0, sum(filled), len(filled), 0, -3 * filled.count(False))


def _printed_filled(seat: Seat, space: int) -> list[bool]:
    """For each space of a kind, whether it is filled."""
    spaces = [(r, c) for r in LINE for c in LINE if printed(seat, r, c) == space]
    return [_is_filled(seat, [place]) for place in spaces]


COUNTS: tuple[Callable[[str, Table, Seat], Bonus], ...] = (
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
