"""What is impossible about a position of Azul."""

from __future__ import annotations

from azulejos.core.asking import ask
from azulejos.core.notation import SPARE
from azulejos.core.offer import display_faults, missing_tiles, of_seat, start_fault, tile_faults
from azulejos.core.pile import counts
from azulejos.games.azul import table as azul
from azulejos.games.azul import tiling
from azulejos.games.azul.moves import COLOUR_NAMES
from azulejos.games.azul.table import Seat, Table
from azulejos.messages import Message, fault, faults_where

MAX_POINTS = 2 * azul.SIZE  # for a tile (AZ-13)
MAX_BONUS = azul.SIZE * (azul.ROW_BONUS + azul.COLUMN_BONUS + azul.COLOUR_BONUS)  # (AZ-17)


def holds(grid: int, row: int, colour: int) -> bool:
    """Whether a grid has the bit of a row and a colour."""
    return bool(grid & ask(tiling.in_grid, row, colour))


def faults(table: Table) -> list[Message]:
    """Everything that is impossible about a table; nothing for every table of a real game."""
    result = tile_faults(_tiles_found(table), azul.TILES_OF_A_COLOUR, COLOUR_NAMES)
    result += _source_faults(table)
    result += _phase_faults(table)
    for seat in range(table.players):
        result += of_seat(seat, _seat_faults(table, seat))
    return result


def tiles_missing(table: Table) -> int:
    """The pile of tiles that lie nowhere on the table."""
    return missing_tiles(_tiles_found(table), azul.TILES_OF_A_COLOUR)


def _tiles_found(table: Table) -> list[int]:
    """How many tiles of each colour lie anywhere."""
    piles = [table.bag, table.discard, *table.sources]
    result = [sum(counts(pile)[colour] for pile in piles) for colour in range(azul.COLOURS)]
    for index in range(table.players):
        seat = table.seats[index]
        for colour in range(azul.COLOURS):
            result[colour] += counts(seat.floor)[colour]
            result[colour] += sum(holds(seat.wall_colours, row, colour) for row in range(azul.SIZE))
        for line in range(azul.SIZE):
            colour, held = ask(tiling.line_content, seat, line)
            if held:
                result[colour] += held
    return result


def _source_faults(table: Table) -> list[Message]:
    result = display_faults(table)
    if any(table.sources) != (table.phase == azul.OFFER):
        result.append(fault("fault.azul.offer"))
    return result


def _phase_faults(table: Table) -> list[Message]:
    due = ask(tiling.how_it_ends, table)
    most = SPARE + _laid(table) * table.quiet_limit + table.quiet_rounds
    has_begun = table.phase != azul.CHOOSE_START
    is_first_round_wrong = (table.rounds > 0) != has_begun and table.phase != azul.DEAL
    is_counted = table.phase not in (azul.OFFER, azul.TILING)
    return faults_where(
        (table.rounds > most, fault("fault.azul.rounds")),
        (is_first_round_wrong, fault("fault.azul.first_round")),
        ((table.start_seat != azul.NONE) != has_begun, start_fault()),
        (is_counted and due != table.ending, ENDINGS_DUE[due]),
        (table.phase == azul.TILING and _choices(table) < 2, fault("fault.azul.no_choice")),
    )


def _laid(table: Table) -> int:
    """How many tiles lie on all walls."""
    seats = [table.seats[index] for index in range(table.players)]
    return sum(seat.wall_colours.bit_count() for seat in seats)


ENDINGS_DUE = {
    azul.NOT_ENDED: fault("fault.azul.not_ended"),
    azul.ROW_COMPLETE: fault("fault.azul.row_complete"),
    azul.NO_TILES: fault("fault.azul.no_tiles"),
    azul.QUIET: fault("fault.azul.quiet"),
}


def _choices(table: Table) -> int:
    """How many spaces the line at hand may go to."""
    seat, row = table.seats[table.turn], table.tiling_line
    return (
        ask(tiling.spaces_for, table.side, seat, row).bit_count()
        if ask(tiling.is_full, seat, row)
        else 0
    )


def _seat_faults(table: Table, index: int) -> list[Message]:
    seat = table.seats[index]
    floor = counts(seat.floor)
    most = SPARE + MAX_POINTS * seat.wall_colours.bit_count()
    most += MAX_BONUS * (table.phase == azul.OVER)
    has_tiled = _has_tiled(table, index)
    return [
        *faults_where(
            (not 0 <= seat.score <= most, fault("fault.azul.points")),
            (sum(floor) > azul.FLOOR_SPACES, fault("fault.azul.floor", most=azul.FLOOR_SPACES)),
            (floor[azul.MARKER] > (table.marker_seat == index), fault("fault.azul.marker")),
            (has_tiled and seat.floor, fault("fault.azul.floor_left")),
            (has_tiled and ask(tiling.full_lines, seat), fault("fault.azul.line_left")),
        ),
        *(
            fault("fault.azul.line", line=line + 1)
            for line in range(azul.SIZE)
            if (seat.line_colours & seat.wall_colours) >> (azul.COLOURS * line) & azul.ALL_COLOURS
        ),
        *_wall_faults(table.side, seat),
    ]


def _has_tiled(table: Table, seat: int) -> bool:
    """Whether the tiling of the round is over for a seat: clockwise from the start player."""
    if table.phase != azul.TILING:
        return table.phase != azul.OFFER
    after_start = [(each - table.start_seat) % table.players for each in (seat, table.turn)]
    return after_start[0] < after_start[1]


def _wall_faults(side: int, seat: Seat) -> list[Message]:
    spaces = [(r, c, seat.wall[r, c]) for r in range(azul.SIZE) for c in range(azul.SIZE)]
    laid = [(r, c, colour) for r, c, colour in spaces if colour != azul.NONE]
    rows, columns = {(r, colour) for r, _, colour in laid}, {(c, colour) for _, c, colour in laid}
    is_moved = any(c != ask(tiling.wall_column, r, colour) for r, c, colour in laid)
    return faults_where(
        (len(rows) < len(laid), fault("fault.azul.row")),
        (len(columns) < len(laid), fault("fault.azul.column")),
        (side == azul.COLOURED and is_moved, fault("fault.azul.space")),
    )
