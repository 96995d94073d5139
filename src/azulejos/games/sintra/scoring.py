"""Points in Sintra: finished strips, broken glass, the final scoring, the ranking."""

from __future__ import annotations

from azulejos.core.compiled import compiled
from azulejos.core.layout import Codes
from azulejos.core.pile import total
from azulejos.games.sintra import table as sintra
from azulejos.games.sintra.table import Seat, Table


@compiled
def points_for_window(side: int, seat: Seat, window: int) -> int:
    """Score the window of a finished strip, and those to its right with a tile (SG-14)."""
    points = int(sintra.POINTS[side, window])
    for other in range(window + 1, sintra.WINDOWS):
        if has_tile(seat, other):
            points += sintra.POINTS[side, other]
    return points


@compiled
def has_tile(seat: Seat, window: int) -> bool:
    """Whether a window holds a tile: the first goes into its upper cell (SG-13)."""
    return seat.cells[window, sintra.UPPER] != sintra.NONE


@compiled
def lose(table: Table, seat: Seat, points: int) -> None:
    """Take points away; below 0 only if the options let scores fall so far (SG-15)."""
    seat.score -= points
    if table.floor_at_zero and seat.score < 0:
        seat.score = 0


@compiled
def break_glass(table: Table, seat: Seat, steps: int) -> None:
    """Go down the broken-glass track, and from its last space back to the top (SG-11)."""
    end = sintra.TRACK_ENDS[table.track]
    seat.broken += steps
    while seat.broken >= end:
        seat.broken -= end
        seat.wraps += 1
        lose(table, seat, sintra.LOSSES[table.track, end])


@compiled
def count_up(table: Table, seat: Seat) -> None:
    """The final scoring of a seat, in the rulebook's order (SG-19 to SG-22)."""
    seat.score += points_for_strips(seat)
    lose(table, seat, glass_cost(table, seat))
    seat.score += ornament_points(seat) if table.side == sintra.SIDE_A else colour_points(seat)


@compiled
def points_for_strips(seat: Seat) -> int:
    """A point for three tiles left on all strips together (SG-19)."""
    return tiles_on_strips(seat) // sintra.TILES_FOR_A_POINT


@compiled
def glass_cost(table: Table, seat: Seat) -> int:
    """What the space on the broken-glass track costs (SG-20)."""
    return int(sintra.LOSSES[table.track, seat.broken])


@compiled
def tiles_on_strips(seat: Seat) -> int:
    """The tiles left on all strips together (SG-19)."""
    count = 0
    for window in range(sintra.WINDOWS):
        count += total(seat.tiles[window])
    return count


@compiled
def ornament_points(seat: Seat) -> int:
    """Side A: each ornament by its filled cells (SG-21)."""
    points = 0
    for first in range(0, sintra.WINDOWS, sintra.WINDOWS_OF_AN_ORNAMENT):
        points += sintra.ORNAMENT_POINTS[cells_of_ornament(seat, first)]
    return points


@compiled
def cells_of_ornament(seat: Seat, first: int) -> int:
    """How many cells are filled of the ornament that begins with a window (SG-21)."""
    filled = 0
    for window in range(first, first + sintra.WINDOWS_OF_AN_ORNAMENT):
        filled += filled_cells(seat, window)
    return filled


@compiled
def filled_cells(seat: Seat, window: int) -> int:
    """How many of the two cells of a window hold a tile."""
    return int(has_tile(seat, window)) + int(is_finished(seat, window))


@compiled
def colour_points(seat: Seat) -> int:
    """Side B: finished windows times the tiles of the best colour (SG-22)."""
    most = 0
    for colour in range(sintra.COLOURS):
        most = max(most, cells_of(seat, colour))
    return finished_windows(seat) * most


@compiled
def finished_windows(seat: Seat) -> int:
    """How many windows have both tiles (SG-22)."""
    finished = 0
    for window in range(sintra.WINDOWS):
        finished += is_finished(seat, window)
    return finished


@compiled
def is_finished(seat: Seat, window: int) -> bool:
    """Whether a window has both tiles (SG-13)."""
    return seat.cells[window, sintra.LOWER] != sintra.NONE


@compiled
def cells_of(seat: Seat, colour: int) -> int:
    """How many window cells hold a colour."""
    count = 0
    for window in range(sintra.WINDOWS):
        count += seat.cells[window, sintra.UPPER] == colour
        count += seat.cells[window, sintra.LOWER] == colour
    return count


@compiled
def points_lost(table: Table, seat: Seat) -> int:
    """What broken glass cost over the whole game, whatever the score was then (SG-23)."""
    last = int(sintra.LOSSES[table.track, sintra.TRACK_ENDS[table.track]])
    return last * seat.wraps + glass_cost(table, seat)


@compiled
def rank_keys(table: Table, seat: int, keys: Codes) -> None:
    """Write what ranks a seat, the more the better: points, then few lost to glass (SG-23)."""
    keys[0] = table.seats[seat].score
    keys[1] = -points_lost(table, table.seats[seat])


@compiled
def is_keeping(table: Table, seat: int) -> bool:
    """Whether a seat has finished a strip and is to choose the tile for its window (SG-12)."""
    return table.phase == sintra.KEEP and table.turn == seat
