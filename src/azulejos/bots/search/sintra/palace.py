"""The features of a palace of Sintra that promise points in the rest of the game."""

from __future__ import annotations

from azulejos.bots.search.offer import supply_of
from azulejos.core.compiled import bit_count, compiled
from azulejos.core.layout import Codes
from azulejos.core.pile import count, total
from azulejos.games.sintra.rules import may_move_back
from azulejos.games.sintra.scoring import (
    cells_of,
    cells_of_ornament,
    has_tile,
    is_finished,
    points_for_window,
)
from azulejos.games.sintra.strips import free_jokers, own_room
from azulejos.games.sintra.table import (
    COLOURS,
    NONE,
    ORNAMENT_POINTS,
    ROUNDS,
    SIDE_A,
    SPACES,
    STRIP_SPACES,
    WINDOWS,
    WINDOWS_OF_AN_ORNAMENT,
    Seat,
    Table,
)

# What a strip lacks: 1 to 5 tiles of one colour, 2 to 5 of two, or of more colours
ONE_COLOUR = 0
TWO_COLOURS = 5
MORE_COLOURS = 9

# Features, each a sum over the strips, by what the strip lacks
STRIPS = 0  # strips
STRIP_POINTS = 10  # the points for finishing it now, the ornament included
REACHED_STRIPS = 20  # the same of strips from the glazier on
REACHED_POINTS = 30
# Other features of a palace
UPPER_FILLED = 40  # windows 1 to 8 with a tile
LOWER_FILLED = 48  # windows 1 to 8 with two
GLAZIER = 56  # the glazier stands at window 2 to 8
BROKEN = 63  # the space on the broken-glass track, from the second
MAY_GO_BACK = 71
ROUND_TILES = 72  # tiles of the round's colour on strips from the glazier on
NEXT_TILES = 73  # tiles of the next round's colour on strips
NEXT_SPACES = 74  # free spaces of the next round's colour on strips with a tile
ORNAMENTS = 75  # side A: ornaments with 1, 2 and 3 filled cells
BEST_COLOUR = 75  # side B: cells with the best colour, and with the second best
BEGUN_TIMES_BEST = 77  # side B: windows with one tile times the cells with the best colour
# Features that also depend on what lies out
BLOCKED = 78  # tiles out of colours that no strip accepts from the glazier on
LOST = 79  # tiles out of colours that no strip accepts
STARTS = 80  # it has the marker: it will start the next round
TO_MOVE = 81
FINISH_NOW = 82  # it is to move: the most points for a strip that one take from here finishes
FINISH_LATER = 83  # the same if it is not to move
# Further features of a palace
LOST_COLOURS = 84  # 1, 2 or more colours that no strip accepts
LATER_TILES = 87  # tiles of the colour of the round after the next on strips
LATER_SPACES = 88  # free spaces of it
MISSING_POINTS = 89  # strips that lack 1 to 5 tiles: the points for finishing them now
NEXT_REACHED = 94  # free spaces of the next round's colour on strips from the glazier on
SUPPLY_POINTS = 95  # strips that lack one colour: their points, by how much of it is in the bag
SUPPLY_SPACES = 96  # the same of free spaces on strips from the glazier on
FEATURES = 97

# Points for finishing strips, packed: for the numbers 1 and 2, or 3 and 4, of tiles and each colour
POINTS_BITS = 6
NUMBERS_IN_A_WORD = 2


@compiled
def list_palace(table: Table, seat: Seat, amounts: Codes) -> None:
    """List how much a palace has of each feature."""
    for feature in range(FEATURES):
        amounts[feature] = 0
    lost = COLOURS - bit_count(accepted_by_strips(seat))
    if lost:
        amounts[LOST_COLOURS + min(lost, 3) - 1] = 1
    for window in range(WINDOWS):
        amounts[UPPER_FILLED + window] = has_tile(seat, window)
        amounts[LOWER_FILLED + window] = is_finished(seat, window)
        if seat.strips[window] != NONE:
            list_strip(table, seat, window, amounts)
    if seat.glazier:
        amounts[GLAZIER + seat.glazier - 1] = 1
    if seat.broken:
        amounts[BROKEN + seat.broken - 1] = 1
    amounts[MAY_GO_BACK] = may_move_back(seat)
    if table.side == SIDE_A:
        list_ornaments(seat, amounts)
    else:
        list_colours(seat, amounts)


@compiled
def list_strip(table: Table, seat: Seat, window: int, amounts: Codes) -> None:
    """Add what a strip has of each feature."""
    spaces = int(SPACES[seat.strips[window]])
    held = seat.tiles[window]
    lack = lack_of(spaces, held)
    points = finishing_points(table, seat, window)
    amounts[STRIPS + lack] += 1
    amounts[STRIP_POINTS + lack] += points
    now = table.round_tiles[table.rounds - 1]
    if window >= seat.glazier:
        amounts[REACHED_STRIPS + lack] += 1
        amounts[REACHED_POINTS + lack] += points
        if now != NONE:
            amounts[ROUND_TILES] += count(held, now)
    if table.rounds < ROUNDS and held:
        following = table.round_tiles[table.rounds]
        amounts[NEXT_TILES] += count(held, following)
        amounts[NEXT_SPACES] += own_room(spaces, held, following)
    amounts[MISSING_POINTS + STRIP_SPACES - total(held) - 1] += points
    is_reached = window >= seat.glazier
    if table.rounds < ROUNDS and is_reached:
        amounts[NEXT_REACHED] += own_room(spaces, held, table.round_tiles[table.rounds])
    if table.rounds + 1 < ROUNDS:
        later = table.round_tiles[table.rounds + 1]
        amounts[LATER_TILES] += count(held, later)
        amounts[LATER_SPACES] += own_room(spaces, held, later)
    for colour in range(COLOURS):
        free = own_room(spaces, held, colour)
        if free:
            more = supply_of(table.bag, colour)
            amounts[SUPPLY_POINTS] += (lack < TWO_COLOURS) * points * more
            amounts[SUPPLY_SPACES] += is_reached * free * more


@compiled
def accepted_by_strips(seat: Seat) -> int:
    """The colours that some strip accepts, a bit each."""
    colours = 0
    for window in range(WINDOWS):
        colours |= seat.accepts[window]
    return colours


@compiled
def lack_of(spaces: int, held: int) -> int:
    """What a strip lacks; free joker spaces count as one more colour."""
    tiles = STRIP_SPACES - total(held)
    colours = int(free_jokers(spaces, held) > 0)
    for colour in range(COLOURS):
        colours += own_room(spaces, held, colour) > 0
    if colours > 2:
        return MORE_COLOURS
    return ONE_COLOUR + tiles - 1 if colours == 1 else TWO_COLOURS + tiles - 2


@compiled
def finishes(table: Table, seat: Seat, word: int) -> int:
    """The points for the strips from the glazier on that one or two numbers of tiles finish."""
    packed = 0
    for window in range(seat.glazier, WINDOWS):
        if seat.strips[window] == NONE:
            continue
        lack = lack_of(int(SPACES[seat.strips[window]]), seat.tiles[window])
        number = lack - ONE_COLOUR - NUMBERS_IN_A_WORD * word
        if lack < TWO_COLOURS and 0 <= number < NUMBERS_IN_A_WORD:
            points = finishing_points(table, seat, window)
            for colour in range(COLOURS):
                if (seat.accepts[window] >> colour) & 1:
                    packed = raised(packed, COLOURS * number + colour, points)
    return packed


@compiled
def raised(packed: int, place: int, points: int) -> int:
    """Packed points with at least so many at a place."""
    more = points - packed_points(packed, place)
    return packed + (more << (POINTS_BITS * place)) if more > 0 else packed


@compiled
def packed_points(packed: int, place: int) -> int:
    return (packed >> (POINTS_BITS * place)) & ((1 << POINTS_BITS) - 1)


@compiled
def finishing_points(table: Table, seat: Seat, window: int) -> int:
    """What finishing the strip above a window would bring now, the ornament included."""
    points = points_for_window(table.side, seat, window)
    return points + ornament_gain(seat, window) if table.side == SIDE_A else points


@compiled
def ornament_gain(seat: Seat, window: int) -> int:
    """What one more cell at a window adds to its ornament (SG-21)."""
    filled = cells_of_ornament(seat, window - window % WINDOWS_OF_AN_ORNAMENT)
    return ORNAMENT_POINTS[filled + 1] - ORNAMENT_POINTS[filled]


@compiled
def list_ornaments(seat: Seat, amounts: Codes) -> None:
    """Count the ornaments with some, but not all of their cells filled."""
    for first in range(0, WINDOWS, WINDOWS_OF_AN_ORNAMENT):
        filled = cells_of_ornament(seat, first)
        if 0 < filled < 2 * WINDOWS_OF_AN_ORNAMENT:
            amounts[ORNAMENTS + filled - 1] += 1


@compiled
def list_colours(seat: Seat, amounts: Codes) -> None:
    """Count the cells of the two best colours, and what finishing windows would bring."""
    best = 0
    second = 0
    for colour in range(COLOURS):
        cells = cells_of(seat, colour)
        if cells > best:
            best, second = cells, best
        else:
            second = max(second, cells)
    amounts[BEST_COLOUR] = best
    amounts[BEST_COLOUR + 1] = second
    for window in range(WINDOWS):
        if seat.strips[window] != NONE and has_tile(seat, window):
            amounts[BEGUN_TIMES_BEST] += best


@compiled
def kept_colour(seat: Seat, pile: int) -> int:
    """The colour to keep of a finished strip without searching: the one with most cells so far."""
    best = NONE
    most = -1
    for colour in range(COLOURS):
        if count(pile, colour) and cells_of(seat, colour) > most:
            best, most = colour, cells_of(seat, colour)
    return best
