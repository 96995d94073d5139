"""Boards of Summer Pavilion and their points.

What stars take, ornaments, points for tiles, losses, bonuses of stars and numbers, the ranking.
"""

from __future__ import annotations

from azulejos.core.compiled import compiled
from azulejos.core.layout import Codes
from azulejos.games.pavilion import table as pavilion
from azulejos.games.pavilion.table import Seat, Table

FULL_STAR = (1 << pavilion.SPACES) - 1
ALL_COLOURS = (1 << pavilion.COLOURS) - 1


# The board: what its stars take, and its ornaments


@compiled
def clear_board(seat: Seat) -> None:
    """Five points, no tiles (SP-1)."""
    seat.score = pavilion.START_SCORE
    for star in range(pavilion.STARS):
        for space in range(pavilion.SPACES):
            seat.board[star, space] = pavilion.NONE


@compiled
def colours_accepted(side: int, seat: Seat, star: int) -> int:
    """The colours that a star takes, a bit each (SP-10, SP-11)."""
    filled = seat.filled[star]
    colours = seat.star_colours[star]
    if filled == FULL_STAR:
        return 0
    if side == pavilion.COLOURED:
        if star != pavilion.CENTRE_STAR:
            return 1 << pavilion.STAR_COLOURS[star]
        return ALL_COLOURS & ~colours
    if has_at_most_one(filled):
        return ALL_COLOURS
    if has_at_most_one(colours):
        return colours  # two alike made it a star of one colour
    return ALL_COLOURS & ~colours


@compiled
def has_at_most_one(mask: int) -> bool:
    """Whether no two bits are set."""
    return mask & (mask - 1) == 0


@compiled
def lay_tile(seat: Seat, star: int, space: int, colour: int) -> None:
    """Lay a tile on a space and score its group (SP-12)."""
    seat.board[star, space] = colour
    seat.filled[star] |= 1 << space
    seat.star_colours[star] |= 1 << colour
    seat.score += points_for_tile(seat.filled[star], space)


@compiled
def tiles_for_ornaments(seat: Seat, star: int, space: int) -> int:
    """How many tiles the ornaments bring that a tile just placed completes (SP-13)."""
    count = 0
    for ornament in range(len(pavilion.ORNAMENT_TILES)):
        if (pavilion.ORNAMENT_MASKS[ornament, star] >> space) & 1 and is_complete(seat, ornament):
            count += int(pavilion.ORNAMENT_TILES[ornament])
    return count


@compiled
def is_complete(seat: Seat, ornament: int) -> bool:
    """Whether all spaces around an ornament are filled (SP-13)."""
    for star in range(pavilion.STARS):
        if pavilion.ORNAMENT_MASKS[ornament, star] & ~seat.filled[star]:
            return False
    return True


# Points


@compiled
def points_for_tile(filled: int, space: int) -> int:
    """The size of the group that a tile just placed belongs to, in its star (SP-12)."""
    after = run_length(filled, space, 1)
    if after == pavilion.SPACES - 1:
        return pavilion.SPACES
    return 1 + after + run_length(filled, space, pavilion.SPACES - 1)


@compiled
def run_length(filled: int, space: int, step: int) -> int:
    """Count the filled spaces in one direction, up to a gap or all round."""
    length = 0
    place = (space + step) % pavilion.SPACES
    while (filled >> place) & 1 and place != space:
        length += 1
        place = (place + step) % pavilion.SPACES
    return length


@compiled
def cost_of(side: int, star: int, space: int) -> int:
    """The number printed on a space, which is what a tile costs there (SP-8)."""
    return int(pavilion.COSTS[side, star, space])


@compiled
def lose(seat: Seat, points: int) -> None:
    """Take points off a seat, never below 1 (SP-5, SP-15, SP-19)."""
    seat.score = max(pavilion.MIN_SCORE, seat.score - points)


@compiled
def final_bonus(side: int, seat: Seat) -> int:
    """Points at the end of the game (SP-17, SP-18)."""
    return star_bonuses(seat) + number_bonuses(side, seat)


@compiled
def star_bonuses(seat: Seat) -> int:
    """Points for complete stars, by what lies in them (SP-17)."""
    points = 0
    for star in range(pavilion.STARS):
        if seat.filled[star] == FULL_STAR:
            points += star_bonus(seat.star_colours[star])
    return points


@compiled
def star_bonus(colours: int) -> int:
    """Points for a complete star: it holds all six colours or only one."""
    for colour in range(pavilion.COLOURS):
        if colours == 1 << colour:
            return pavilion.STAR_BONUS[colour]
    return pavilion.MULTICOLOUR_BONUS


@compiled
def number_bonuses(side: int, seat: Seat) -> int:
    """Points for every number of which all spaces are filled (SP-18)."""
    points = 0
    for number in range(1, len(pavilion.NUMBER_BONUS)):
        if has_all_of(side, seat, number):
            points += pavilion.NUMBER_BONUS[number]
    return points


@compiled
def has_all_of(side: int, seat: Seat, number: int) -> bool:
    """Whether every space of a number is filled, on all seven stars (SP-18)."""
    for star in range(pavilion.STARS):
        for space in range(pavilion.SPACES):
            if cost_of(side, star, space) == number and not (seat.filled[star] >> space) & 1:
                return False
    return True


@compiled
def rank_keys(table: Table, seat: int, keys: Codes) -> None:
    """Write what ranks a seat: points, and nothing else (SP-20)."""
    keys[0] = table.seats[seat].score
