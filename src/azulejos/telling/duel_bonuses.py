"""What the scoring tiles of Azul Duel bring a dome (DU-23)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain

from azulejos.games.duel.checks import printed
from azulejos.games.duel.data import JOKER, SCORING_TEXTS, SPECIAL
from azulejos.games.duel.table import COLOURS, NONE, SIZE, Seat, Table
from azulejos.telling.bonus import Bonus, whole

LINE = range(SIZE)
CORNER_POINTS = {(0, 0): 3, (0, 4): 3, (4, 0): 8, (4, 4): 8}
"""The points of a full corner plate, by its upper left space."""


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


def _each(name: str, have: int, need: int, points: int) -> Bonus:
    """A bonus that brings its points for each one that there is."""
    return Bonus(name, 0, have, need, points * need, points * have)


def _is_filled(seat: Seat, spaces: Spaces) -> bool:
    return all(seat.dome[space] != NONE for space in spaces)


ROWS = [[(row, column) for column in LINE] for row in LINE]
COLUMNS = [[(row, column) for row in LINE] for column in LINE]
DIAGONALS = [[(n, n) for n in LINE], [(n, SIZE - 1 - n) for n in LINE]]
EDGE = [space for space in chain(*ROWS) if {*space} & {0, SIZE - 1}]


def _full(seat: Seat, groups: list[Spaces]) -> list[Spaces]:
    return [spaces for spaces in groups if _is_filled(seat, spaces)]


def _rows(name: str, _: Table, seat: Seat) -> Counted:
    rows = _full(seat, ROWS)
    return _each(name, len(rows), SIZE, 3), [*chain(*rows)]


def _colourful_rows(name: str, table: Table, seat: Seat) -> Counted:
    """Rows with five colours; special tiles have none, or by option one of their own."""
    without = {NONE} if table.special_colour else {NONE, SPECIAL}
    rows = [row for row in ROWS if len({seat.dome[space] for space in row} - without) >= COLOURS]
    return _each(name, len(rows), SIZE, 4), [*chain(*rows)]


def _columns(name: str, _: Table, seat: Seat) -> Counted:
    columns = _full(seat, COLUMNS)
    return _each(name, len(columns), SIZE, 7), [*chain(*columns)]


def _edge(name: str, _: Table, seat: Seat) -> Counted:
    filled = [space for space in EDGE if _is_filled(seat, [space])]
    return _each(name, len(filled), len(EDGE), 1), filled


def _diagonals(name: str, _: Table, seat: Seat) -> Counted:
    ways = _full(seat, DIAGONALS)
    return _each(name, len(ways), len(DIAGONALS), 10), [*chain(*ways)]


def _corners(name: str, _: Table, seat: Seat) -> Counted:
    plates = {corner: _plate(*corner) for corner in CORNER_POINTS}
    full = [corner for corner, spaces in plates.items() if _is_filled(seat, spaces)]
    points = sum(CORNER_POINTS[corner] for corner in full)
    most = sum(CORNER_POINTS.values())
    bonus = Bonus(name, 0, len(full), len(CORNER_POINTS), most, points)
    return bonus, [*chain(*(plates[corner] for corner in full))]


def _plate(row: int, column: int) -> Spaces:
    return [(row + r, column + c) for r in (0, 1) for c in (0, 1)]


def _jokers(name: str, _: Table, seat: Seat) -> Counted:
    """All joker spaces of the dome must be filled, else they bring nothing."""
    spaces = spaces_with(seat, JOKER)
    filled = [space for space in spaces if _is_filled(seat, [space])]
    return whole(name, 0, len(filled), len(spaces), 2 * len(spaces)), filled


def _empty_specials(name: str, _: Table, seat: Seat) -> Counted:
    spaces = spaces_with(seat, SPECIAL)
    empty = [space for space in spaces if not _is_filled(seat, [space])]
    filled = len(spaces) - len(empty)
    return Bonus(name, 0, filled, len(spaces), 0, -3 * len(empty)), empty


def spaces_with(seat: Seat, kind: int) -> Spaces:
    """The spaces of a dome on which something is printed."""
    return [space for space in chain(*ROWS) if printed(seat, *space) == kind]


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
