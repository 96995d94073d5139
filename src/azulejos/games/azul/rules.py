"""The rules of Azul: the offer, and the moves of either phase."""

from __future__ import annotations

from azulejos.core.compiled import bit_count, compiled, lowest_bit, record
from azulejos.core.displays import colours_on_offer, is_empty, lift, sweep, takes_marker
from azulejos.core.kernels import Rules, register
from azulejos.core.layout import Codes, Raw
from azulejos.core.move import digit
from azulejos.core.pile import tiles, total
from azulejos.core.turn import next_seat
from azulejos.games.azul import moves, observe, scoring, setup, tiling
from azulejos.games.azul import table as azul
from azulejos.games.azul.scoring import points_for_tile
from azulejos.games.azul.table import Seat, Table

# Phase A: offer


@compiled
def list_takes(table: Table, codes: Codes) -> int:
    """List every source, colour and line (AZ-4, AZ-6, AZ-8); the floor line is always open.

    Which offers and lines there are cannot be predicted, and a mispredicted branch costs more than
    a write: so every line is written, and kept only if it is open.
    """
    accepted = colours_accepted(table.seats[table.turn])
    offers = colours_on_offer(table.sources, table.players, azul.COLOURS)
    count = 0
    while offers:
        offer = lowest_bit(offers)
        offers &= offers - 1
        lines = (accepted >> moves.offer_colour(offer)) & azul.EVERY_ROW
        place = count
        for line in range(azul.SIZE):
            codes[place] = moves.offer_code(offer, line)
            place += (lines >> (azul.COLOURS * line)) & 1
        codes[place] = moves.offer_code(offer, moves.FLOOR_LINE)
        count += bit_count(lines) + 1  # not `place + 1`: the next offer need not wait for it
    return count


@compiled
def colours_accepted(seat: Seat) -> int:
    """A grid of what each pattern line accepts (AZ-6, AZ-9).

    A line that holds tiles accepts their colour until it is full, an empty one every colour
    that is not on its row of the wall.
    """
    begun = azul.ALL_COLOURS * rows_of(seat.line_colours)
    full = azul.ALL_COLOURS * tiling.full_lines(seat)
    return seat.line_colours & ~full | azul.WHOLE_GRID & ~(begun | seat.wall_colours)


@compiled
def rows_of(grid: int) -> int:
    """The rows with any colour at all, as their first bit in a grid."""
    some = grid | grid >> 1
    return (some | some >> 2 | grid >> (azul.COLOURS - 1)) & azul.EVERY_ROW


@compiled
def take(table: Table, source: int, colour: int, line: int) -> None:
    """Take tiles and lay them on a line (AZ-4 to AZ-8)."""
    seat = table.seats[table.turn]
    if takes_marker(table, source):
        take_marker(table, seat)
    count = lift(table.sources, source, colour)
    sweep(table.sources, source)
    if line != moves.FLOOR_LINE:
        count = fill_line(seat, line, colour, count)
    tiling.drop(table, seat, colour, count)
    if is_empty(table.sources):
        tiling.begin_tiling(table)
    else:
        table.turn = next_seat(table.turn, table.players)


@compiled
def take_marker(table: Table, seat: Seat) -> None:
    """Put the marker on the floor line before any tile; a full line has no room for it (AZ-5)."""
    table.marker_seat = table.turn
    if total(seat.floor) < azul.FLOOR_SPACES:
        seat.floor += tiles(azul.MARKER, 1)


@compiled
def fill_line(seat: Seat, line: int, colour: int, count: int) -> int:
    """Lay tiles on a pattern line and return how many do not fit (AZ-6, AZ-7)."""
    fitting = min(count, tiling.room_on(seat, line))
    seat.line_colours |= tiling.in_grid(line, colour)
    seat.line_tiles += tiles(line, fitting)
    return count - fitting


# Moves of either phase


@compiled
def list_moves(table: Table, codes: Codes) -> int:
    """List the legal moves as codes and return how many they are."""
    if table.phase == azul.OFFER:
        return list_takes(table, codes)
    if table.phase == azul.TILING:
        return tiling.list_spaces(table, codes)
    return 0


@compiled
def make_move(table: Table, code: int) -> None:
    """Play a legal move."""
    if code < moves.FIRST_PLACE_CODE:
        take(table, moves.take_source(code), moves.take_colour(code), moves.take_line(code))
    else:
        tiling.choose_space(table, digit(code, moves.COLUMN))


# Preview: the score if the round ended right after a move, for people and the greedy bot


@compiled
def preview(_before: Raw, after: Raw, _code: int, seat: int) -> int:
    """What a move is worth, whatever it was."""
    return round_points(record(after, azul.TABLE), seat)


@compiled
def round_points(table: Table, index: int) -> int:
    """The score of a seat if the round ended now. Spoils the table.

    On the grey wall every tile goes where it scores most at once.
    """
    if table.phase == azul.OVER:
        return table.seats[index].score
    seat = table.seats[index]
    lines = tiling.full_lines(seat)
    while lines:
        line = lowest_bit(lines) // azul.COLOURS
        lines &= lines - 1
        spaces = tiling.spaces_for(table.side, seat, line)
        if spaces == 0:
            tiling.drop_line(table, seat, line)
        else:
            tiling.place_tile(table, seat, line, best_space(seat, line, spaces))
    tiling.count_floor(table, seat)
    return seat.score


@compiled
def best_space(seat: Seat, row: int, spaces: int) -> int:
    """The space that scores most at once."""
    best = azul.NONE
    most = 0
    for column in range(azul.SIZE):
        if (spaces >> column) & 1:
            points = points_for_tile(seat, row, column)
            if points > most:
                best, most = column, points
    return best


# All rules, registered for `core/kernels.py`

KERNELS = register(
    Rules(
        game="azul",
        module=__name__,
        table=azul.TABLE,
        set_up=setup.set_up,
        list_moves=list_moves,
        make_move=make_move,
        sample=setup.sample,
        deal=setup.deal,
        rank_keys=scoring.rank_keys,
        preview=preview,
        observe=observe.observe,
    )
)
