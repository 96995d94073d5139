"""The rules of Azul, in the order of play: set up, deal, offer, tiling, the end."""

from __future__ import annotations

from azulejos.core.bag import discard, draw, sample_tiles, tiles_to_draw
from azulejos.core.chance import Rng, below
from azulejos.core.compiled import bit_count, compiled, lowest_bit
from azulejos.core.displays import (
    CENTRE,
    SOURCES,
    TILES_PER_DISPLAY,
    displays_for,
    is_empty,
    lift,
    sweep,
)
from azulejos.core.layout import Codes
from azulejos.core.pile import colours_in, count, tiles, total
from azulejos.core.turn import CHANCE, MOST_SEATS, NOBODY, next_seat
from azulejos.games.azul.moves import (
    FIRST_PLACE_CODE,
    FLOOR_LINE,
    offer_code,
    offer_colour,
    place_code,
    place_column,
    take_colour,
    take_line,
    take_source,
)
from azulejos.games.azul.scoring import (
    final_bonus,
    floor_cost,
    has_complete_row,
    points_for_tile,
)
from azulejos.games.azul.table import (
    ALL_COLOURS,
    CHOOSE_START,
    COLOURED,
    COLOURS,
    DEAL,
    EVERY_ROW,
    FLOOR_SPACES,
    MARKER,
    NO_TILES,
    NONE,
    NOT_ENDED,
    OFFER,
    OVER,
    QUIET,
    ROOM_TO_16,
    ROW_COMPLETE,
    SIZE,
    TILES_OF_A_COLOUR,
    TILING,
    WHOLE_GRID,
    Seat,
    Table,
)

# Set up


@compiled
def set_up(table: Table, players: int, side: int, quiet_limit: int, start_seat: int) -> None:
    """Lay out an empty table (AZ-1, AZ-2); without a start seat chance will name one."""
    table.players = players
    table.side = side
    table.quiet_limit = quiet_limit
    table.bag = 0
    for colour in range(COLOURS):
        table.bag += tiles(colour, TILES_OF_A_COLOUR)
    table.discard = 0
    for source in range(SOURCES):
        table.sources[source] = 0
    for seat in range(MOST_SEATS):
        clear_board(table.seats[seat])
    table.quiet_rounds = 0
    table.rounds = 0
    table.tiling_line = NONE
    table.marker_seat = NONE
    table.ending = NOT_ENDED
    table.start_seat = start_seat
    table.phase = CHOOSE_START if start_seat == NONE else DEAL
    table.turn = CHANCE


@compiled
def clear_board(seat: Seat) -> None:
    """No points, no tiles (AZ-1)."""
    seat.score = 0
    seat.floor = 0
    seat.line_tiles = 0
    seat.line_colours = 0
    seat.wall_colours = 0
    for row in range(SIZE):
        for column in range(SIZE):
            seat.wall[row, column] = NONE


# Chance


@compiled
def sample(table: Table, rng: Rng, pieces: Codes) -> int:
    """Answer for chance: list what it may draw now and return how many pieces that is."""
    if table.phase == CHOOSE_START:
        pieces[0] = below(rng, table.players)
        return 1
    return sample_tiles(table.bag, table.discard, tiles_wanted(table), rng, pieces)


@compiled
def tiles_wanted(table: Table) -> int:
    """Four for each display (AZ-2)."""
    return displays_for(table.players) * TILES_PER_DISPLAY


@compiled
def deal(table: Table, pieces: Codes, number: int) -> None:
    """Let happen what chance answered."""
    if table.phase == CHOOSE_START:
        table.start_seat = pieces[0]
        table.phase = DEAL
        return
    for place in range(number):
        colour = pieces[place]
        draw(table, colour)
        table.sources[1 + place // TILES_PER_DISPLAY] += tiles(colour, 1)
    begin_round(table)


@compiled
def begin_round(table: Table) -> None:
    """The marker lies in the centre, the start player begins (AZ-2, AZ-3)."""
    table.rounds += 1
    table.quiet_rounds += 1  # until a tile is added to a wall (AZ-20)
    table.marker_seat = NONE
    table.phase = OFFER
    table.turn = table.start_seat


# Phase A: offer


@compiled
def list_takes(table: Table, codes: Codes) -> int:
    """List every source, colour and line (AZ-4, AZ-6, AZ-8); the floor line is always open.

    Which offers and lines there are cannot be foreseen, and a wrongly foreseen branch costs more
    than writing: so every line is written, and kept only if it is open.
    """
    accepted = colours_accepted(table.seats[table.turn])
    offers = colours_on_offer(table)
    number = 0
    while offers:
        offer = lowest_bit(offers)
        offers &= offers - 1
        lines = (accepted >> offer_colour(offer)) & EVERY_ROW
        place = number
        for line in range(SIZE):
            codes[place] = offer_code(offer, line)
            place += (lines >> (COLOURS * line)) & 1
        codes[place] = offer_code(offer, FLOOR_LINE)
        number += bit_count(lines) + 1  # not `place + 1`: the next offer need not wait for it
    return number


@compiled
def colours_on_offer(table: Table) -> int:
    """The offers: a bit for every source and colour (AZ-4)."""
    offers = 0
    for source in range(1 + displays_for(table.players)):
        offers |= colours_in(table.sources[source]) << (COLOURS * source)
    return offers


@compiled
def colours_accepted(seat: Seat) -> int:
    """A grid of what each pattern line accepts (AZ-6, AZ-9).

    A line that holds tiles accepts their colour until it is full, an empty one every colour
    that is not on its row of the wall.
    """
    begun = ALL_COLOURS * rows_of(seat.line_colours)
    full = ALL_COLOURS * full_lines(seat)
    return seat.line_colours & ~full | WHOLE_GRID & ~(begun | seat.wall_colours)


@compiled
def full_lines(seat: Seat) -> int:
    """The pattern lines without room, as the first bit of their rows in a grid.

    Added to what is missing from a full line to 16, the tiles reach the bit of 16 if it is full.
    """
    return ((seat.line_tiles + ROOM_TO_16) >> 4) & EVERY_ROW


@compiled
def rows_of(grid: int) -> int:
    """The rows with any colour at all, as their first bit in a grid."""
    some = grid | grid >> 1
    return (some | some >> 2 | grid >> 4) & EVERY_ROW


@compiled
def line_colour(seat: Seat, line: int) -> int:
    """The colour of a pattern line that holds tiles."""
    return lowest_bit(seat.line_colours >> (COLOURS * line))


@compiled
def take(table: Table, source: int, colour: int, line: int) -> None:
    """Take tiles and lay them on a line (AZ-4 to AZ-8)."""
    seat = table.seats[table.turn]
    if source == CENTRE and table.marker_seat == NONE:
        take_marker(table, seat)
    number = lift(table.sources, source, colour)
    sweep(table.sources, source)
    if line != FLOOR_LINE:
        number = fill_line(seat, line, colour, number)
    drop(table, seat, colour, number)
    if is_empty(table.sources):
        begin_tiling(table)
    else:
        table.turn = next_seat(table.turn, table.players)


@compiled
def take_marker(table: Table, seat: Seat) -> None:
    """Put the marker on the floor line before any tile; a full line has no room for it (AZ-5)."""
    table.marker_seat = table.turn
    if total(seat.floor) < FLOOR_SPACES:
        seat.floor += tiles(MARKER, 1)


@compiled
def fill_line(seat: Seat, line: int, colour: int, number: int) -> int:
    """Lay tiles on a pattern line and return how many do not fit (AZ-6, AZ-7)."""
    fitting = min(number, line + 1 - count(seat.line_tiles, line))
    seat.line_colours |= 1 << (COLOURS * line + colour)
    seat.line_tiles += tiles(line, fitting)
    return number - fitting


@compiled
def drop(table: Table, seat: Seat, colour: int, number: int) -> None:
    """Let tiles fall to the floor line; what it cannot hold is discarded (AZ-7)."""
    fitting = min(number, FLOOR_SPACES - total(seat.floor))
    seat.floor += tiles(colour, fitting)
    discard(table, colour, number - fitting)


# Phase B: tiling


@compiled
def begin_tiling(table: Table) -> None:
    """Seat after seat, clockwise from the start player (AZ-12)."""
    table.phase = TILING
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
        line = lowest_bit(lines) // COLOURS
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
    return (colour + row) % SIZE


@compiled
def spaces_for(side: int, seat: Seat, row: int) -> int:
    """The columns where the tile of a complete line may go, a bit each (AZ-11, AZ-12)."""
    colour = line_colour(seat, row)
    if side == COLOURED:
        return 1 << wall_column(row, colour)
    spaces = 0
    for column in range(SIZE):
        if seat.wall[row, column] == NONE and not column_holds(seat, column, colour):
            spaces |= 1 << column
    return spaces


@compiled
def column_holds(seat: Seat, column: int, colour: int) -> bool:
    """Whether the colour is in the column already (AZ-12)."""
    for row in range(SIZE):
        if seat.wall[row, column] == colour:
            return True
    return False


@compiled
def place_tile(table: Table, seat: Seat, row: int, column: int) -> None:
    """Move one tile of a complete line to the wall, score it, discard the rest (AZ-10, AZ-13)."""
    colour = line_colour(seat, row)
    seat.wall[row, column] = colour
    seat.wall_colours |= 1 << (COLOURS * row + colour)
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
def empty_line(seat: Seat, line: int) -> None:
    """Leave a complete pattern line without tiles."""
    seat.line_colours &= ~(ALL_COLOURS << (COLOURS * line))
    seat.line_tiles -= tiles(line, line + 1)


@compiled
def count_floor(table: Table, seat: Seat) -> None:
    """Pay for the floor line, not below 0 points, and clear it (AZ-14)."""
    seat.score = max(0, seat.score - floor_cost(total(seat.floor)))
    table.discard += seat.floor - tiles(MARKER, count(seat.floor, MARKER))
    seat.floor = 0


@compiled
def list_spaces(table: Table, codes: Codes) -> int:
    """List the spaces of the grey wall for the line at hand (AZ-12)."""
    row = table.tiling_line
    spaces = spaces_for(table.side, table.seats[table.turn], row)
    number = 0
    for column in range(SIZE):
        if (spaces >> column) & 1:
            codes[number] = place_code(row, column)
            number += 1
    return number


@compiled
def choose_space(table: Table, column: int) -> None:
    """Place the tile of the line at hand and go on tiling (AZ-12)."""
    place_tile(table, table.seats[table.turn], table.tiling_line, column)
    tile_walls(table)


# Phase C and the end


@compiled
def end_round(table: Table) -> None:
    """The marker's holder starts the next round (AZ-14, AZ-19), or the game ends."""
    table.tiling_line = NONE
    if table.marker_seat != NONE:
        table.start_seat = table.marker_seat
    table.ending = how_it_ends(table)
    if table.ending == NOT_ENDED:
        table.phase = DEAL
        table.turn = CHANCE
    else:
        end_game(table)


@compiled
def how_it_ends(table: Table) -> int:
    """Why the game ends after this round, or NOT_ENDED."""
    for seat in range(table.players):
        if has_complete_row(table.seats[seat]):
            return ROW_COMPLETE  # (AZ-15)
    if tiles_to_draw(table) == 0:
        return NO_TILES  # (AZ-16)
    if table.quiet_rounds == table.quiet_limit:
        return QUIET  # (AZ-20)
    return NOT_ENDED


@compiled
def end_game(table: Table) -> None:
    """Add the final bonuses (AZ-17)."""
    for seat in range(table.players):
        table.seats[seat].score += final_bonus(table.seats[seat])
    table.phase = OVER
    table.turn = NOBODY


# Moves of either phase


@compiled
def list_moves(table: Table, codes: Codes) -> int:
    """List the legal moves as codes and return how many they are."""
    if table.phase == OFFER:
        return list_takes(table, codes)
    if table.phase == TILING:
        return list_spaces(table, codes)
    return 0


@compiled
def make_move(table: Table, code: int) -> None:
    """Play a legal move."""
    if code < FIRST_PLACE_CODE:
        take(table, take_source(code), take_colour(code), take_line(code))
    else:
        choose_space(table, place_column(code))


@compiled
def round_points(table: Table, number: int) -> int:
    """The score of a seat if the round ended now. Spoils the table.

    On the grey wall every tile goes where it scores most at once.
    """
    if table.phase == OVER:
        return table.seats[number].score
    seat = table.seats[number]
    lines = full_lines(seat)
    while lines:
        line = lowest_bit(lines) // COLOURS
        lines &= lines - 1
        spaces = spaces_for(table.side, seat, line)
        if spaces == 0:
            drop_line(table, seat, line)
        else:
            place_tile(table, seat, line, best_space(seat, line, spaces))
    count_floor(table, seat)
    return seat.score


@compiled
def best_space(seat: Seat, row: int, spaces: int) -> int:
    """The space that scores most at once."""
    best = NONE
    most = 0
    for column in range(SIZE):
        if (spaces >> column) & 1:
            points = points_for_tile(seat, row, column)
            if points > most:
                best, most = column, points
    return best


@compiled
def play_randomly(table: Table, rng: Rng, codes: Codes, pieces: Codes) -> int:
    """Play uniformly random moves to the end of the game and return how many."""
    moves = 0
    while table.turn != NOBODY:
        if table.turn == CHANCE:
            deal(table, pieces, sample(table, rng, pieces))
        else:
            make_move(table, codes[below(rng, list_moves(table, codes))])
            moves += 1
    return moves
