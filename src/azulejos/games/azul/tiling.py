"""The rules of Azul from the tiling on: the walls, the floor lines, the end."""

from __future__ import annotations

from azulejos.core.bag import discard, tiles_to_draw
from azulejos.core.compiled import compiled, lowest_bit
from azulejos.core.layout import Codes
from azulejos.core.pile import count, tiles, total
from azulejos.core.turn import CHANCE, NOBODY, next_seat
from azulejos.games.azul import table as azul
from azulejos.games.azul.moves import place_code
from azulejos.games.azul.scoring import final_bonus, floor_cost, has_complete_row, points_for_tile
from azulejos.games.azul.table import Seat, Table

# Pattern lines and floor line


@compiled
def full_lines(seat: Seat) -> int:
    """The pattern lines without room, as the first bit of their rows in a grid.

    Added to what is missing from a full line to 16, the tiles reach the bit of 16 if it is full.
    """
    return ((seat.line_tiles + azul.ROOM_TO_16) >> 4) & azul.EVERY_ROW


@compiled
def in_grid(row: int, colour: int) -> int:
    """The bit of a row and a colour in a grid."""
    return 1 << (azul.COLOURS * row + colour)


@compiled
def line_colour(seat: Seat, line: int) -> int:
    """The colour of a pattern line that holds tiles."""
    return lowest_bit(seat.line_colours >> (azul.COLOURS * line))


@compiled
def line_content(seat: Seat, line: int) -> tuple[int, int]:
    """The colour of a pattern line (NONE if it is empty) and how many tiles lie on it."""
    held = count(seat.line_tiles, line)
    return line_colour(seat, line) if held else azul.NONE, held


@compiled
def is_full(seat: Seat, line: int) -> bool:
    """Whether a pattern line has no room."""
    return (full_lines(seat) >> (azul.COLOURS * line)) & 1 == 1


@compiled
def room_on(seat: Seat, line: int) -> int:
    """How many more tiles a pattern line holds (AZ-1)."""
    return line + 1 - count(seat.line_tiles, line)


@compiled
def empty_line(seat: Seat, line: int) -> None:
    """Leave a complete pattern line without tiles."""
    seat.line_colours &= ~(azul.ALL_COLOURS << (azul.COLOURS * line))
    seat.line_tiles -= tiles(line, line + 1)


@compiled
def drop(table: Table, seat: Seat, colour: int, count: int) -> None:
    """Let tiles fall to the floor line; what it cannot hold is discarded (AZ-7)."""
    fitting = min(count, azul.FLOOR_SPACES - total(seat.floor))
    seat.floor += tiles(colour, fitting)
    discard(table, colour, count - fitting)


# Phase B: tiling


@compiled
def begin_tiling(table: Table) -> None:
    """Seat after seat, clockwise from the start player (AZ-12)."""
    table.phase = azul.TILING
    table.turn = table.start_seat
    tile_walls(table)


@compiled
def tile_walls(table: Table) -> None:
    """Go on with the tiling until a seat has a choice to make or all is done (AZ-10, AZ-12)."""
    while not must_choose_space(table, table.seats[table.turn]):
        count_floor(table, table.seats[table.turn])
        table.turn = next_seat(table.turn, table.players)
        if table.turn == table.start_seat:
            end_round(table)
            return


@compiled
def must_choose_space(table: Table, seat: Seat) -> bool:
    """Settle complete lines, the top one first, until one leaves a choice (AZ-10, AZ-12)."""
    lines = full_lines(seat)
    while lines:
        line = lowest_bit(lines) // azul.COLOURS
        lines &= lines - 1
        spaces = spaces_for(table.side, seat, line)
        if spaces == 0:
            drop_line(table, seat, line)
        elif spaces & (spaces - 1):
            table.tiling_line = line
            return True
        else:
            place_tile(table, seat, line, lowest_bit(spaces))
    return False


@compiled
def wall_column(row: int, colour: int) -> int:
    """The column of a colour on the coloured wall (AZ-11)."""
    return (colour + row) % azul.SIZE


@compiled
def spaces_for(side: int, seat: Seat, row: int) -> int:
    """The columns where the tile of a complete line may go, a bit each (AZ-11, AZ-12)."""
    return spaces_of_colour(side, seat, row, line_colour(seat, row))


@compiled
def spaces_of_colour(side: int, seat: Seat, row: int, colour: int) -> int:
    """The columns of a row where a tile of a colour may go, a bit each (AZ-11, AZ-12)."""
    if side == azul.COLOURED:
        return 1 << wall_column(row, colour)
    spaces = 0
    for column in range(azul.SIZE):
        if seat.wall[row, column] == azul.NONE and not column_holds(seat, column, colour):
            spaces |= 1 << column
    return spaces


@compiled
def column_holds(seat: Seat, column: int, colour: int) -> bool:
    """Whether the colour is in the column already (AZ-12)."""
    for row in range(azul.SIZE):
        if seat.wall[row, column] == colour:
            return True
    return False


@compiled
def place_tile(table: Table, seat: Seat, row: int, column: int) -> None:
    """Move one tile of a complete line to the wall, score it, discard the rest (AZ-10, AZ-13)."""
    colour = line_colour(seat, row)
    seat.wall[row, column] = colour
    seat.wall_colours |= in_grid(row, colour)
    seat.score += points_for_tile(seat, row, column)
    discard(table, colour, row)
    empty_line(seat, row)
    table.quiet_rounds = 0


@compiled
def drop_line(table: Table, seat: Seat, line: int) -> None:
    """No space is legal: all tiles of the line fall to the floor line (AZ-12)."""
    drop(table, seat, line_colour(seat, line), line + 1)
    empty_line(seat, line)


@compiled
def count_floor(table: Table, seat: Seat) -> None:
    """Pay for the floor line, not below 0 points, and clear it (AZ-14)."""
    seat.score = max(0, seat.score - floor_cost(total(seat.floor)))
    table.discard += seat.floor - tiles(azul.MARKER, count(seat.floor, azul.MARKER))
    seat.floor = 0


@compiled
def list_spaces(table: Table, codes: Codes) -> int:
    """List the spaces of the grey wall for the line at hand (AZ-12)."""
    row = table.tiling_line
    spaces = spaces_for(table.side, table.seats[table.turn], row)
    count = 0
    for column in range(azul.SIZE):
        if (spaces >> column) & 1:
            codes[count] = place_code(row, column)
            count += 1
    return count


@compiled
def choose_space(table: Table, column: int) -> None:
    """Place the tile of the line at hand and go on tiling (AZ-12)."""
    place_tile(table, table.seats[table.turn], table.tiling_line, column)
    tile_walls(table)


# Phase C and the end


@compiled
def end_round(table: Table) -> None:
    """The marker's holder starts the next round (AZ-14, AZ-19), or the game ends."""
    table.tiling_line = azul.NONE
    if table.marker_seat != azul.NONE:
        table.start_seat = table.marker_seat
    table.ending = how_it_ends(table)
    if table.ending == azul.NOT_ENDED:
        table.phase = azul.DEAL
        table.turn = CHANCE
    else:
        end_game(table)


@compiled
def how_it_ends(table: Table) -> int:
    """Why the game ends after this round, or NOT_ENDED."""
    for seat in range(table.players):
        if has_complete_row(table.seats[seat]):
            return azul.ROW_COMPLETE  # (AZ-15)
    if tiles_to_draw(table) == 0:
        return azul.NO_TILES  # (AZ-16)
    if table.quiet_rounds == table.quiet_limit:
        return azul.QUIET  # (AZ-20)
    return azul.NOT_ENDED


@compiled
def end_game(table: Table) -> None:
    """Add the final bonuses (AZ-17)."""
    for seat in range(table.players):
        table.seats[seat].score += final_bonus(table.seats[seat])
    table.phase = azul.OVER
    table.turn = NOBODY
