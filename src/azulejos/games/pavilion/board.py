"""One player's board in Summer Pavilion: what its stars take, and its ornaments."""

from __future__ import annotations

from azulejos.core.compiled import compiled
from azulejos.games.pavilion.scoring import ALL_COLOURS, FULL_STAR, points_for_tile
from azulejos.games.pavilion.table import (
    CENTRE_STAR,
    COLOURED,
    NONE,
    ORNAMENT_MASKS,
    ORNAMENT_TILES,
    SPACES,
    STAR_COLOURS,
    STARS,
    START_SCORE,
    Seat,
)


@compiled
def clear_board(seat: Seat) -> None:
    """Five points, no tiles (SP-1)."""
    seat.score = START_SCORE
    seat.tiles = 0
    seat.corners = 0
    seat.passed = 0
    for star in range(STARS):
        seat.filled[star] = 0
        seat.star_colours[star] = 0
        for space in range(SPACES):
            seat.board[star, space] = NONE


@compiled
def colours_accepted(side: int, seat: Seat, star: int) -> int:
    """The colours that a star takes, a bit each (SP-10, SP-11)."""
    filled = seat.filled[star]
    colours = seat.star_colours[star]
    if filled == FULL_STAR:
        return 0
    if side == COLOURED:
        if star != CENTRE_STAR:
            return 1 << STAR_COLOURS[star]
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
    number = 0
    for ornament in range(len(ORNAMENT_TILES)):
        if (ORNAMENT_MASKS[ornament, star] >> space) & 1 and is_complete(seat, ornament):
            number += int(ORNAMENT_TILES[ornament])
    return number


@compiled
def is_complete(seat: Seat, ornament: int) -> bool:
    """Whether all spaces around an ornament are filled (SP-13)."""
    for star in range(STARS):
        if ORNAMENT_MASKS[ornament, star] & ~seat.filled[star]:
            return False
    return True
