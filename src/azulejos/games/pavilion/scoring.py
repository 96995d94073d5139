"""Points in Summer Pavilion: placed tiles, losses, bonuses of stars and numbers, the ranking."""

from __future__ import annotations

from azulejos.core.compiled import compiled
from azulejos.core.layout import Codes
from azulejos.games.pavilion.table import (
    COLOURS,
    COSTS,
    MIN_SCORE,
    MULTICOLOUR_BONUS,
    NUMBER_BONUS,
    SPACES,
    STAR_BONUS,
    STARS,
    Seat,
    Table,
)

FULL_STAR = (1 << SPACES) - 1
ALL_COLOURS = (1 << COLOURS) - 1


@compiled
def points_for_tile(filled: int, space: int) -> int:
    """The size of the group that a tile just placed belongs to, in its star (SP-12)."""
    after = run_length(filled, space, 1)
    if after == SPACES - 1:
        return SPACES
    return 1 + after + run_length(filled, space, SPACES - 1)


@compiled
def run_length(filled: int, space: int, step: int) -> int:
    """Count the filled spaces in one direction, up to a gap or all round."""
    length = 0
    place = (space + step) % SPACES
    while (filled >> place) & 1 and place != space:
        length += 1
        place = (place + step) % SPACES
    return length


@compiled
def cost_of(side: int, star: int, space: int) -> int:
    """The number printed on a space, which is what a tile costs there (SP-8)."""
    return int(COSTS[side, star, space])


@compiled
def lose(seat: Seat, points: int) -> None:
    """Take points off a seat, never below 1 (SP-5, SP-15, SP-19)."""
    seat.score = max(MIN_SCORE, seat.score - points)


@compiled
def final_bonus(side: int, seat: Seat) -> int:
    """Points at the end of the game (SP-17, SP-18)."""
    return star_bonuses(seat) + number_bonuses(side, seat)


@compiled
def star_bonuses(seat: Seat) -> int:
    """Points for complete stars, by what lies in them (SP-17)."""
    points = 0
    for star in range(STARS):
        if seat.filled[star] == FULL_STAR:
            points += star_bonus(seat.star_colours[star])
    return points


@compiled
def star_bonus(colours: int) -> int:
    """Points for a complete star: it holds all six colours or only one."""
    for colour in range(COLOURS):
        if colours == 1 << colour:
            return STAR_BONUS[colour]
    return MULTICOLOUR_BONUS


@compiled
def number_bonuses(side: int, seat: Seat) -> int:
    """Points for every number of which all spaces are filled (SP-18)."""
    points = 0
    for number in range(1, len(NUMBER_BONUS)):
        if has_all_of(side, seat, number):
            points += NUMBER_BONUS[number]
    return points


@compiled
def has_all_of(side: int, seat: Seat, number: int) -> bool:
    """Whether every space of a number is filled, on all seven stars (SP-18)."""
    for star in range(STARS):
        for space in range(SPACES):
            if cost_of(side, star, space) == number and not (seat.filled[star] >> space) & 1:
                return False
    return True


@compiled
def rank_keys(table: Table, seat: int, keys: Codes) -> None:
    """Write what ranks a seat: points, and nothing else (SP-20)."""
    keys[0] = table.seats[seat].score
